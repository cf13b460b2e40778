"""The heuristic explainers as a process that answers: lines of JSON on standard input, one line each on standard
output.

First the setting: ``bias``, ``tables``, ``tie``, ``features``, ``values``, ``classes``, ``rows``, ``seed``,
``threshold`` (of Anchor), ``seconds`` (of processor time, for one explanation at most); answered by the versions of
the packages. Then questions ``{"tool": …, "row": …}``, answered by a record that ``xpxlc check --grade`` reads, with
``seconds`` and, for rules, ``held`` (how often the rule holds over all rows of the table with its values put in,
which is what Anchor samples); or by ``{"tool": …, "row": …, "outcome": "out of time", "seconds": …}``.
"""

from __future__ import annotations

import json
import os
import sys
import time
import warnings
from importlib.metadata import version
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # numbers are compared with those of one thread

import numpy as np

from .classifier import Classifier
from .explainers import Explain, Setting, make_tool
from .limits import OutOfTimeError, time_limit

PACKAGES = ["anchor-exp", "lime", "numpy", "scikit-learn", "shap"]


def read_setting(task: dict[str, Any]) -> Setting:
    """The setting of the first line."""
    classifier = Classifier(task["bias"], [np.array(table, dtype=float) for table in task["tables"]], task["tie"])
    rows = np.array(task["rows"], dtype=np.int64)
    return Setting(classifier, task["features"], task["values"], task["classes"], rows, task["seed"])


class Answerer:
    """Makes each tool when it is first asked for, and explains one row with it that is not measured: compilers warm
    up.
    """

    def __init__(self, task: dict[str, Any]) -> None:
        self.setting = read_setting(task)
        self.options = task
        self.tools: dict[str, Explain] = {}

    def answer(self, question: dict[str, Any]) -> dict[str, Any]:
        """One explanation."""
        name, row = question["tool"], question["row"]
        explain = self.tools.get(name)
        if explain is None:
            explain = self.tools[name] = make_tool(name, self.setting, self.options)
            self._timed(explain, name, row)
        return self._timed(explain, name, row)

    def _timed(self, explain: Explain, name: str, row: int) -> dict[str, Any]:
        start = time.process_time()
        try:
            with time_limit(self.options["seconds"]):
                record = explain(row)
        except OutOfTimeError:
            return {"tool": name, "row": row, "outcome": "out of time", "seconds": time.process_time() - start}
        seconds = time.process_time() - start
        held = {"held": self._held(row, record["features"])} if "features" in record else {}
        return {**record, "tool": name, "seconds": seconds, **held}

    def _held(self, row: int, features: list[str]) -> float:
        """The share of the table's rows that have the row's class once they have its values of these features."""
        setting = self.setting
        changed = setting.rows.copy()
        positions = [setting.feature_names.index(name) for name in features]
        changed[:, positions] = setting.rows[row, positions]
        predicted = setting.classifier.classes(setting.rows[row : row + 1])[0]
        return float(np.mean(setting.classifier.classes(changed) == predicted))


def main() -> None:
    """Standard input to standard output."""
    warnings.filterwarnings("ignore")
    answers = sys.stdout
    sys.stdout = sys.stderr  # what packages print is no answer
    answerer = None
    for line in sys.stdin:
        message = json.loads(line)
        if answerer is None:
            answerer = Answerer(message)
            reply: dict[str, Any] = {"versions": {name: version(name) for name in PACKAGES}}
        else:
            reply = answerer.answer(message)
        answers.write(json.dumps(reply, allow_nan=False) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
