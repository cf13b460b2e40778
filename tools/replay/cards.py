"""What the libraries of scorecards have in common: points, and a cut-off that decides."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
from replay import FIXTURES, Case, Contrasts, Feature, Tally, rows_of, values_of

ROWS = 40


def cells(feature: Feature, cases: list[Case]) -> pd.Series:
    back = values_of(feature, cases)
    if feature["kind"] != "categorical":
        return pd.Series(back, dtype=float)
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
    cases, _ = contrasts.of(rows_of(table.to_dict("records"), features), text=text, options=options, limit=8)
    changed = pd.DataFrame({f["name"]: cells(f, cases) for f in features})
    tally.add(name, cases, ["reached" if points >= cutoff else "below" for points in score(changed)])
