"""Intervals of a number: discretizers and thresholds, as cuts in raw units."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Literal

import numpy as np

from ..errors import UnsupportedError
from ..frame import FloatArray
from .column import INVALID, OTHER, Column, Curve, Refused, Steps, elementwise, map_numbers, needing_numbers, over_values
from .preimage import LARGEST, crossings
from .trace import Trace, describe, rule


@rule("KBinsDiscretizer")
def discretize(trace: Trace, binner: Any, columns: list[Column], name: str) -> list[Column]:
    result: list[Column] = []
    for column, all_edges, count in zip(columns, binner.bin_edges_, binner.n_bins_, strict=True):
        edges = np.asarray(all_edges[1:-1], dtype=np.float64)
        bins = cut(trace, column, edges, strict=False, step=describe(name, binner), dtype=binner.dtype)
        if binner.encode == "ordinal":
            result.append(bins)
        else:
            result += [_indicator(bins, k) for k in range(int(count))]
    return result


@rule("Binarizer")
def binarize(trace: Trace, binarizer: Any, columns: list[Column], name: str) -> list[Column]:
    edge = np.array([float(binarizer.threshold)])
    return [cut(trace, column, edge, strict=True, step=describe(name, binarizer)) for column in columns]


def cut(trace: Trace, column: Column, edges: FloatArray, *, strict: bool, step: str, dtype: Any = None) -> Column:
    """How many edges lie at or below a number (``strict``: below it); missing stays missing."""
    side: Literal["left", "right"] = "left" if strict else "right"

    def place(x: FloatArray) -> FloatArray:
        cells = x if dtype is None else x.astype(dtype).astype(np.float64)
        found = np.searchsorted(edges, cells, side=side).astype(np.float64)
        return np.where(np.isnan(x), np.nan, found)

    column = needing_numbers(column)
    if isinstance(column, Refused):
        return column
    if not isinstance(column, Curve):
        return over_values(column, lambda values: _known(map_numbers(values, place)))
    lower, upper = trace.range(column.source)
    if _direction(column, lower, upper) == 0:
        reason = UnsupportedError(step, f"it cuts a curve of column '{trace.name(column.source)}' that rises and falls")
        return elementwise(column, place, reason=reason)
    inner = column.evaluate
    cast: Callable[[FloatArray], FloatArray] = (
        inner if dtype is None else lambda x: inner(x).astype(dtype).astype(np.float64)
    )
    found = crossings(cast, edges, lower=lower, upper=upper, strict=strict)
    cuts = sorted({x for x in found if x is not None})
    starts = np.array([max(lower, -LARGEST), *cuts])
    with np.errstate(all="ignore"):
        values = place(inner(starts))
        missing: object = INVALID if column.needs_number else float(place(np.array([column.missing]))[0])
    return Steps(column.source, tuple(cuts), tuple(map(float, values)), missing, column.imputed)


def _direction(column: Curve, lower: float, upper: float) -> int:
    """Whether the column rises or falls between the bounds: a parabola does, beside its vertex."""
    if column.direction != 0 or column.pieces is None or len(column.pieces) != 1 or len(column.pieces[0]) != 3:
        return column.direction
    if not (np.isfinite(lower) and np.isfinite(upper)):
        return 0
    _, b, a = column.pieces[0]
    slopes = [b + 2 * a * Fraction(x) for x in (lower, upper)]
    return int(min(slopes) >= 0) - int(max(slopes) <= 0)


def _known(values: tuple[object, ...]) -> tuple[object, ...]:
    return tuple(INVALID if value is OTHER else value for value in values)


def _indicator(bins: Column, k: int) -> Column:
    def is_k(x: FloatArray) -> FloatArray:
        return np.where(np.isnan(x), np.nan, x == k)

    return elementwise(bins, is_k, reason=bins.reason if isinstance(bins, Curve) else None)
