"""Compilation as a rival: one task as JSON on standard input, events as lines of JSON on standard output.

Task: ``sizes`` (values per feature), ``rows`` (positions of values), ``labels`` (0 or 1 per row), ``explain``
(numbers of the rows to explain), ``compileSeconds``, ``rowSeconds``, ``memory`` (bytes), ``most`` (explanations per
row at most).

All times are of the processor.

Events: ``model`` (the retrained classifier, its columns, versions of packages), ``compiled`` (seconds, nodes,
size), one ``row`` for each row to explain (outcome, seconds, count, digest of all explanations), and at last
``end`` (outcome of the whole, in which phase, memory).
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from importlib.metadata import version
from typing import Any

# One thread: numbers are compared with those of one thread, and a process without others can be forked.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from .binary import BinaryModel, one_hot, one_hot_columns, train
from .compilation import Compiled, compile_threshold
from .limits import OutOfTimeError, run_limited, time_limit
from .primes import explanations
from .threshold import Threshold, threshold

PACKAGES = ["numpy", "PySDD", "scikit-learn"]

Tell = Callable[[dict[str, Any]], None]

#: How much longer than its processor time a child may take by the clock before it is killed: on a busy machine much
#: longer.
PATIENCE = 20.0
GRACE = 60.0


def run(task: dict[str, Any], tell: Tell) -> None:
    """Does the whole task."""
    columns = one_hot_columns(task["sizes"])
    encoded = one_hot(columns, np.array(task["rows"]))
    model = train(encoded, task["labels"])
    tell(_model_event(columns, model))
    wanted = [(row, [int(x) for x in encoded[row]]) for row in task["explain"]]
    seen: list[str] = []

    def pass_on(event: dict[str, Any]) -> float:
        seen.append(event["event"])
        tell(event)
        return PATIENCE * float(task["rowSeconds"]) + GRACE

    end = run_limited(
        lambda tell_parent: _compile_and_explain(threshold(model.biases, model.tables), wanted, task, tell_parent),
        pass_on,
        patience=PATIENCE * float(task["compileSeconds"]) + GRACE,
        memory=int(task["memory"]),
    )
    phase = "enumerate" if "compiled" in seen else "compile"
    # Rows that the child did not come to, because one before them took it down.
    for row, _ in wanted[seen.count("row") :] if phase == "enumerate" else []:
        tell({"event": "row", "row": row, "outcome": end.outcome})
    tell({"event": "end", "phase": phase, "outcome": end.outcome, "peak": end.peak, "message": end.message})


def _model_event(columns: Sequence[Any], model: BinaryModel) -> dict[str, Any]:
    return {
        "event": "model",
        "columns": [[column.feature, column.value] for column in columns],
        "biases": model.biases,
        "tables": model.tables,
        "versions": {name: version(name) for name in PACKAGES},
    }


def _compile_and_explain(
    function: Threshold, wanted: Sequence[tuple[int, list[int]]], task: dict[str, Any], tell: Tell
) -> None:
    sys.setrecursionlimit(20 * len(function.weights) + 1000)  # a few frames per variable
    start = time.process_time()
    with time_limit(task["compileSeconds"]):
        compiled = compile_threshold(function)
    size = compiled.by_class[0].size()
    tell({"event": "compiled", "seconds": time.process_time() - start, "nodes": compiled.nodes, "size": size})
    for row, instance in wanted:
        tell(_explain_row(compiled, function, row, instance, task))


def _explain_row(
    compiled: Compiled, function: Threshold, row: int, instance: list[int], task: dict[str, Any]
) -> dict[str, Any]:
    start = time.process_time()
    predicted = function.class_of(instance)
    base = {"event": "row", "row": row, "class": predicted}
    try:
        with time_limit(task["rowSeconds"]):
            primes = explanations(compiled, instance, predicted)
            count = primes.count()
            if count > task["most"]:
                return {**base, "outcome": "too many", "count": str(count)}
            listed = list(primes)
            seconds = time.process_time() - start
    except OutOfTimeError:
        return {**base, "outcome": "out of time"}
    except MemoryError:
        return {**base, "outcome": "out of memory"}
    sets = (sorted(compiled.order[v - 1] for v in chosen) for chosen in listed)
    return {**base, "outcome": "done", "seconds": seconds, "count": str(count), "digest": digest(sets)}


def digest(sets: Iterable[Sequence[int]]) -> str:
    """The same for the same sets in any order; each set comes sorted.

    >>> digest([[0, 2], [1]]) == digest([[1], [0, 2]]) != digest([[0], [2], [1]])
    True
    """
    lines = sorted(",".join(map(str, chosen)) for chosen in sets)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def main() -> None:
    """Standard input to standard output."""

    def tell(event: dict[str, Any]) -> None:
        sys.stdout.write(json.dumps(event) + "\n")
        sys.stdout.flush()

    run(json.load(sys.stdin), tell)


if __name__ == "__main__":
    main()
