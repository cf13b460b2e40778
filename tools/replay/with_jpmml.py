"""Contrasts of fixtures/pmml, replayed by JPMML (Java 11 or later)."""

from __future__ import annotations

import sys
from typing import Any

import pandas as pd
from jpmml_evaluator import make_evaluator
from replay import FIXTURES, Case, Contrasts, Tally, rows_of, run

FOLDER = FIXTURES / "pmml"
ROWS = 12
CUTOFF = 52


def cell(feature: dict[str, Any], case: Case) -> Any:
    value = case["case"][feature["name"]]
    if value is None or value == feature.get("missing"):
        return None
    if value == feature.get("other"):
        return "unheard of"
    return {"true": True, "false": False}.get(value, value) if isinstance(value, str) else value


def replay(contrasts: Contrasts, tally: Tally) -> None:
    for path in sorted(FOLDER.glob("*.pmml")):
        card = path.stem == "scorecard"
        options = {"details": {"cutoff": CUTOFF, "classes": ["refuse", "grant"]}} if card else {}
        _, about = contrasts.of([], file=str(path), options=options)
        table = pd.read_csv(path.with_suffix(".rows.csv"), dtype=str, keep_default_na=False)
        features = about["features"]
        rows = rows_of(table.iloc[:ROWS].to_dict("records"), features)
        cases, _ = contrasts.of(rows, file=str(path), options=options)
        if not cases:
            continue
        evaluator = make_evaluator(str(path))
        types = {field.getName(): field.getDataType() for field in evaluator.getInputFields()}
        columns = {f["name"]: pd.Series([cell(f, case) for case in cases], dtype=object) for f in features}
        for name, kind in types.items():
            if name not in columns:  # the model does not look at it
                columns[name] = pd.Series([None] * len(cases), dtype=object)
            elif kind == "integer":
                columns[name] = columns[name].map(lambda x: None if x is None else int(x))
            elif kind == "double":
                columns[name] = columns[name].map(lambda x: None if x is None else float(x))
        answers = evaluator.evaluateAll(pd.DataFrame(columns))
        if "errors" in answers and answers["errors"].notna().any():
            raise SystemExit(f"{path.name}: {answers['errors'].dropna().iloc[0]}")
        given = answers[evaluator.getTargetFields()[0].getName()]
        labels = ["grant" if x >= CUTOFF else "refuse" for x in given] if card else [str(x) for x in given]
        tally.add(path.stem, cases, labels)


if __name__ == "__main__":
    sys.exit(run("JPMML", replay, at_least=1000))
