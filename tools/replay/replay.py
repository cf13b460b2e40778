"""Contrasts from xpxlc, replayed in the program that a model came from: does the changed case get the promised class?

A script per program is beside this file; ``node tools/replay.mjs PROGRAM`` makes the environment and runs it.
"""

from __future__ import annotations

import json
import os
import pathlib
import shutil
import subprocess
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

ROOT = pathlib.Path(__file__).resolve().parents[2]
FIXTURES = ROOT / "fixtures"

Case = dict[str, Any]
Feature = dict[str, Any]


class Contrasts:
    """Node, asked for the contrasts of one model file after the other."""

    def __init__(self) -> None:
        node = os.environ.get("NODE") or shutil.which("node")
        if node is None:
            raise RuntimeError("no node found (looked for $NODE, node)")
        command = [node, "--conditions=source", "--import", "tsx", "tools/replay/contrasts.mjs"]
        self._node = subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )

    def __enter__(self) -> Contrasts:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        assert self._node.stdin is not None
        self._node.stdin.close()
        self._node.wait()

    def of(
        self, rows: Sequence[Any], *, file: str | None = None, text: str | None = None, **how: Any
    ) -> tuple[list[Case], dict[str, Any]]:
        """Cases, and what is known of the model: ``classes``, ``features``, ``refused`` rows."""
        assert self._node.stdin is not None and self._node.stdout is not None
        source = {"file": file} if text is None else {"text": text}
        print(json.dumps({**source, "rows": rows, **how}), file=self._node.stdin, flush=True)
        cases = []
        for line in self._node.stdout:
            entry = json.loads(line)
            if "done" not in entry:
                cases.append(entry)
            elif "error" in entry:
                raise RuntimeError(entry["error"])
            else:
                return cases, entry
        raise RuntimeError(f"node ended with {self._node.wait()}")


def rows_of(table: Iterable[dict[str, Any]], features: Sequence[Feature]) -> list[dict[str, Any]]:
    """Rows of a table (records of pandas) as a model takes them: categories by name, None where a cell is empty."""

    def cell(feature: Feature, value: Any) -> Any:
        if value is None or value == "" or value != value:  # NaN alone differs from itself
            return None
        return str(value) if feature["kind"] == "categorical" else float(value)

    return [{f["name"]: cell(f, row[f["name"]]) for f in features} for row in table]


def values_of(feature: Feature, cases: Iterable[Case]) -> list[Any]:
    """A changed column as a program takes it: categories that stand for missing and unknown cells become such cells again."""
    odd = {feature.get("missing"): None, feature.get("other"): "unheard of"} if feature["kind"] == "categorical" else {}
    return [odd.get(value, value) for value in (case["case"][feature["name"]] for case in cases)]


@dataclass
class Tally:
    """How many promises were kept."""

    name: str
    contrasts: int = 0
    continuous: int = 0
    equal: int = 0
    marked: int = 0
    marked_differing: int = 0
    wrong: list[str] = field(default_factory=list)
    #: The largest lead of a wrong case, as a part of what is added up.
    worst: float = 0.0

    def add(self, name: str, cases: Sequence[Case], given: Sequence[str]) -> list[Case]:
        """Compares the classes that the program gave with the promised ones; the wrong cases."""
        assert len(cases) == len(given)
        wrong = []
        for case, label in zip(cases, given, strict=True):
            self.contrasts += 1
            self.continuous += case["continuous"]
            kept = case["class"] == label
            if case["doubtful"]:
                self.marked += 1
                self.marked_differing += not kept
            elif kept:
                self.equal += 1
            else:
                lead = float("nan") if case["lead"] is None else case["lead"]
                relative = lead / case["size"] if case["size"] else 0.0
                self.worst = max(self.worst, relative)
                what = {key: case["case"][key] for key in case["changed"]}
                self.wrong.append(
                    f"{name}, row {case['row']}, {case['movement']}: {what} promises {case['class']!r}, got {label!r}"
                    f" (lead {lead:.3g}, {relative:.2g} of what is added up)"
                )
                wrong.append(case)
        return wrong

    def __str__(self) -> str:
        worst = f", by at most {self.worst:.2g} of what is added up" if self.wrong else ""
        return (
            f"{self.name}: {self.contrasts} contrasts ({self.continuous} of continuous numbers): {self.equal} equal, "
            f"{self.marked} marked ({self.marked_differing} of them differ), {len(self.wrong)} wrong{worst}"
        )

    def check(self, at_least: int) -> None:
        """Every promise is kept or marked; few are marked, and there were enough of them."""
        shown = "\n  ".join(self.wrong[:10])
        assert not self.wrong, f"{self}\n  {shown}"
        assert self.contrasts >= at_least, str(self)
        # An answer that doubts everything would be no answer.
        assert self.marked <= self.contrasts / 20, str(self)


def run(name: str, replay: Callable[[Contrasts, Tally], None], at_least: int) -> int:
    """For scripts: replays, prints the report; the exit status."""
    tally = Tally(name)
    with Contrasts() as contrasts:
        replay(contrasts, tally)
    print(tally)
    for line in tally.wrong[:10]:
        print(" ", line)
    try:
        tally.check(at_least)
    except AssertionError:
        return 1
    return 0
