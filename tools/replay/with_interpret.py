"""Contrasts of EBMs, replayed by InterpretML: those of fixtures/ebm, fitted again as tools/fixtures/ebm does."""

from __future__ import annotations

import pathlib
import sys
import tempfile
from typing import Any

import numpy as np
import pandas as pd
from replay import ROOT, Case, Contrasts, Tally, run

sys.path.insert(0, str(ROOT / "tools" / "fixtures" / "ebm"))
import ebm  # noqa: E402

ROWS = 40


def cells(feature: dict[str, Any], cases: list[Case]) -> pd.Series:
    values = [case["case"][feature["name"]] for case in cases]
    if feature["kind"] != "categorical":
        return pd.Series([np.nan if v is None else v for v in values], dtype=float)
    odd = {feature.get("missing"): None, feature.get("other"): "unheard of"}
    return pd.Series([odd.get(v, v) for v in values], dtype=object)


def replay(contrasts: Contrasts, tally: Tally) -> None:
    x, decision = ebm.loans()
    models = {
        "binary": ebm.fitted(x, decision, interactions=0),
        "classes": ebm.fitted(x, ebm.grades(x, decision), interactions=0, exclude=["home"]),
    }
    for name, model in models.items():
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "ebm.json"
            model.to_json(file, detail="minimal", indent=None)
            table = ebm.applicants(model, ROWS)
            _, about = contrasts.of([], file=str(file))
            features = about["features"]
            rows = [
                {
                    f["name"]: None
                    if pd.isna(row[f["name"]])
                    else str(row[f["name"]])
                    if f["kind"] == "categorical"
                    else float(row[f["name"]])
                    for f in features
                }
                for row in table.to_dict("records")
            ]
            cases, _ = contrasts.of(rows, file=str(file), limit=8)
        columns = {f["name"]: cells(f, cases) for f in features}
        for column in table:
            columns.setdefault(column, pd.Series([table[column].dropna().iloc[0]] * len(cases)))
        changed = pd.DataFrame({column: columns[column] for column in table})
        tally.add(name, cases, [str(label) for label in model.predict(changed)])


if __name__ == "__main__":
    sys.exit(run("InterpretML", replay, at_least=500))
