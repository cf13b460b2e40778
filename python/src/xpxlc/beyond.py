"""Rows with numbers beyond the bounds of the model: each is answered in bounds that are wide enough for it, as with ``--beyond-bounds extend``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from .encode import Extended, Rows
from .feature import Feature


def with_room(rows: Rows, features: Sequence[Feature]) -> Rows:
    """The rows, with the bounds of those that need wider ones."""
    extended: dict[int, Extended] = {}
    for feature, column in zip(features, rows.columns, strict=True):
        if feature.categorical:
            continue
        lower, upper = _ends(feature)
        for row in np.flatnonzero(np.isfinite(column) & ((column < lower) | (column > upper))).tolist():
            value = _whole(float(column[row]))
            wider = (_least(feature.lower, value), _most(feature.upper, value))
            extended[row] = {**extended.get(row, {}), feature.name: wider}
    return replace(rows, extended=extended) if extended else rows


def clipped(rows: Rows, features: Sequence[Feature]) -> Rows:
    """The rows within the bounds: what else is wrong with them shows then."""
    if not rows.extended:
        return rows
    columns = tuple(
        column if feature.categorical else np.where(np.isfinite(column), np.clip(column, *_ends(feature)), column)
        for feature, column in zip(features, rows.columns, strict=True)
    )
    return replace(rows, columns=columns)


def _ends(feature: Feature) -> tuple[float, float]:
    return -np.inf if feature.lower is None else feature.lower, np.inf if feature.upper is None else feature.upper


def _least(bound: float | None, value: float) -> float | None:
    return None if bound is None else min(bound, value)


def _most(bound: float | None, value: float) -> float | None:
    return None if bound is None else max(bound, value)


def _whole(value: float) -> float:
    return int(value) if value.is_integer() else value
