"""What the libraries of scorecards have in common: points, and a cut-off that decides."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
from replay import FIXTURES, Case, Contrasts, Tally

ROWS = 40


def cells(feature: dict[str, Any], cases: list[Case]) -> pd.Series:
    values = [case["case"][feature["name"]] for case in cases]
    if feature["kind"] != "categorical":
        return pd.Series([np.nan if v is None else v for v in values], dtype=float)
    odd = {feature.get("missing"): None, feature.get("other"): "unheard of"}
    back = [odd.get(v, v) for v in values]
    # A category that is a number, as pandas reads it.
    number = all(v is None or v == "unheard of" or v.lstrip("-").isdigit() for v in back)
    return pd.Series([77 if v == "unheard of" else None if v is None else int(v) for v in back] if number else back)


def replay_card(
    contrasts: Contrasts,
    tally: Tally,
    name: str,
    text: str,
    details: dict[str, Any],
    rows: str,
    score: Callable[[pd.DataFrame], Any],
) -> None:
    table = pd.read_csv(FIXTURES / "scorecard" / rows, dtype=str, keep_default_na=False).iloc[:ROWS]
    cutoff = float(np.round(np.median(table["score"].astype(float)), 1))
    options = {"details": {**details, "cutoff": cutoff, "classes": ["below", "reached"]}}
    _, about = contrasts.of([], text=text, options=options)
    features = about["features"]
    given = [
        {
            f["name"]: None
            if row[f["name"]] == ""
            else row[f["name"]]
            if f["kind"] == "categorical"
            else float(row[f["name"]])
            for f in features
        }
        for row in table.to_dict("records")
    ]
    cases, _ = contrasts.of(given, text=text, options=options, limit=8)
    changed = pd.DataFrame({f["name"]: cells(f, cases) for f in features})
    tally.add(name, cases, ["reached" if points >= cutoff else "below" for points in score(changed)])
