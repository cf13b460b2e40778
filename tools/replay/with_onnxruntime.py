"""Contrasts of fixtures/onnx, replayed by onnxruntime, which rounds inputs of single precision."""

from __future__ import annotations

import json
import sys
from typing import Any

import numpy as np
import onnxruntime
import pandas as pd
from replay import FIXTURES, Case, Contrasts, Tally, run

FOLDER = FIXTURES / "onnx"
TYPES = {"age": "float", "income": "float", "job": "string", "home": "string", "late": "int"}
ARRAYS = {"float": np.float32, "double": np.float64, "int": np.int64, "string": object}
ROWS = 12
#: Numbers of the fixtures have no bounds: those of the people they were made of.
BOUNDS = [
    {"name": "age", "lower": 18, "upper": 80},
    {"name": "income", "lower": 0, "upper": 200},
    {"name": "late", "lower": 0, "upper": 9, "integer": True},
]


def feeds(spec: dict[str, Any], features: dict[str, Any], cases: list[Case]) -> dict[str, Any]:
    """What the session takes."""

    def cell(name: str, case: Case, kind: str) -> Any:
        value = case["case"].get(name)
        feature = features.get(name)
        if value is None or (feature is not None and value == feature.get("missing")):
            return "" if kind == "string" else 0 if feature is None or kind == "int" else np.nan
        if feature is not None and value == feature.get("other"):
            return "unheard of" if kind == "string" else 77
        return value if kind == "string" else float(value)

    def column(name: str, kind: str) -> list[Any]:
        return [cell(name, case, kind) for case in cases]

    if spec["input"] == "tensor":
        kind = spec["type"]
        return {"X": np.array([column(name, kind) for name in spec["columns"]], dtype=ARRAYS[kind]).T}
    return {
        name: np.array(column(name, TYPES[name]), dtype=ARRAYS[TYPES[name]]).reshape(-1, 1) for name in spec["columns"]
    }


def rounded(spec: dict[str, Any], case: Case) -> bool:
    """Whether the program rounds a changed number before it looks at it."""
    kinds = dict.fromkeys(spec["columns"], spec["type"]) if spec["input"] == "tensor" else TYPES
    numbers = [case["case"][name] for name in case["changed"] if kinds[name] == "float"]
    return any(isinstance(x, (int, float)) and float(np.float32(x)) != x for x in numbers)


def replay(contrasts: Contrasts, tally: Tally) -> None:
    specs = json.loads((FOLDER / "predictions.json").read_text("utf-8"))
    table = pd.read_csv(FOLDER / "rows.csv")
    inputs, wrong_inputs = 0, 0
    for name, spec in specs.items():
        file = FOLDER / "models" / f"{name}.onnx"
        details = {"details": {"featureNames": spec["columns"]}} if spec["input"] == "tensor" else {}
        _, about = contrasts.of([], file=str(file), options={**details, "bounds": "unbounded"})
        kinds = {feature["name"]: feature["kind"] for feature in about["features"]}
        bounds = [entry for entry in BOUNDS if kinds.get(entry["name"]) not in (None, "categorical")]
        rows = [
            {n: str(row[n]) if kind == "categorical" else float(row[n]) for n, kind in kinds.items()}
            for row in table.iloc[:ROWS].to_dict("records")
        ]
        cases, about = contrasts.of(rows, file=str(file), options={**details, "bounds": bounds})
        if not cases:
            continue
        session = onnxruntime.InferenceSession(str(file), providers=["CPUExecutionProvider"])
        features = {feature["name"]: feature for feature in about["features"]}
        given = session.run([session.get_outputs()[0].name], feeds(spec, features, cases))[0].ravel()
        wrong = tally.add(name, cases, [str(label) for label in given])
        inputs += sum(rounded(spec, case) for case in cases)
        wrong_inputs += sum(rounded(spec, case) for case in wrong)
    print(f"{tally.name}: {inputs} changed cases have a number that is no float32, {wrong_inputs} of the wrong ones")


if __name__ == "__main__":
    sys.exit(run("onnxruntime", replay, at_least=1000))
