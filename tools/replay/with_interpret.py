"""Contrasts of EBMs, replayed by InterpretML: those of fixtures/ebm, fitted again as tools/fixtures/ebm does."""

from __future__ import annotations

import pathlib
import sys
import tempfile

import pandas as pd
from replay import ROOT, Case, Contrasts, Feature, Tally, rows_of, run, values_of

sys.path.insert(0, str(ROOT / "tools" / "fixtures" / "ebm"))
import ebm  # noqa: E402

ROWS = 40


def cells(feature: Feature, cases: list[Case]) -> pd.Series:
    return pd.Series(values_of(feature, cases), dtype=object if feature["kind"] == "categorical" else float)


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
            cases, _ = contrasts.of(rows_of(table.to_dict("records"), features), file=str(file), limit=8)
        columns = {f["name"]: cells(f, cases) for f in features}
        for column in table:
            columns.setdefault(column, pd.Series([table[column].dropna().iloc[0]] * len(cases)))
        changed = pd.DataFrame({column: columns[column] for column in table})
        tally.add(name, cases, [str(label) for label in model.predict(changed)])


if __name__ == "__main__":
    sys.exit(run("InterpretML", replay, at_least=500))
