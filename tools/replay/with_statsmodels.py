"""Contrasts of logistic models, replayed by statsmodels; they are fitted as tools/fixtures/scorecard does."""

from __future__ import annotations

import pathlib
import sys
import tempfile

import numpy as np
import pandas as pd
from replay import ROOT, Contrasts, Tally, run

sys.path.insert(0, str(ROOT / "tools" / "fixtures" / "scorecard"))
import coefficients  # noqa: E402

ROWS = 60
BOUNDS = [
    {"name": "age", "lower": 18, "upper": 80},
    {"name": "income", "lower": 5, "upper": 120},
    {"name": "late payments", "lower": 0, "upper": 8},
]


def replay(contrasts: Contrasts, tally: Tally) -> None:
    two, several = coefficients.fitted()
    with tempfile.TemporaryDirectory() as folder:
        coefficients.save(two, several, pathlib.Path(folder))
        texts = {name: (pathlib.Path(folder) / f"{name}.csv").read_text("utf-8") for name in ("logit", "mnlogit")}
    details = {
        "logit": {"classes": ["refuse", "grant"], "reference": {"job": "clerk"}},
        "mnlogit": {"referenceClass": "never", "reference": {"job": "clerk", "branch": "1"}},
    }
    table = coefficients.applicants(ROWS)
    for name, text in texts.items():
        bounds = [entry for entry in BOUNDS if name == "logit" or entry["name"] != "late payments"]
        options = {"details": details[name], "bounds": bounds}
        _, about = contrasts.of([], text=text, options=options)
        features = about["features"]
        rows = [
            {f["name"]: str(row[f["name"]]) if f["kind"] == "categorical" else float(row[f["name"]]) for f in features}
            for row in table.to_dict("records")
        ]
        cases, about = contrasts.of(rows, text=text, options=options)
        changed = pd.DataFrame({f["name"]: [case["case"][f["name"]] for case in cases] for f in features})
        if name == "logit":
            # Which class it is, statsmodels leaves to the reader: a probability above 1/2.
            labels = np.where(two.predict(changed) > 0.5, "grant", "refuse")
        else:
            changed["branch"] = changed["branch"].astype(int)
            labels = np.array(about["classes"])[np.asarray(several.predict(changed)).argmax(axis=1)]
        tally.add(name, cases, [str(label) for label in labels])


if __name__ == "__main__":
    sys.exit(run("statsmodels", replay, at_least=500))
