"""Missing values: filled in, or told apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from ..errors import UnsupportedError
from ..frame import is_missing
from ..gaps import NA, NAN, NONE, gap_of
from .column import INVALID, OTHER, Column, Constant, Curve, Finite, Refused, Steps, as_number, elementwise, over_values
from .trace import Trace, describe, rule


@rule("SimpleImputer")
def simple(trace: Trace, imputer: Any, columns: list[Column], name: str) -> list[Column]:
    result: list[Column] = []
    step = describe(name, imputer)
    numeric = imputer.strategy in ("mean", "median")  # objects become numbers before they are looked at
    for column, filler in zip(columns, imputer.statistics_, strict=True):
        if is_missing(filler):  # a column without any value in training
            if not imputer.keep_empty_features:
                continue
            filler = 0 if imputer.strategy != "constant" else imputer.fill_value
        result.append(_fill(trace, column, filler, imputer.missing_values, step, numeric=numeric))
    if imputer.add_indicator:
        result += _marks(trace, imputer.indicator_, columns, name)
    return result


@rule("MissingIndicator")
def indicator(trace: Trace, marker: Any, columns: list[Column], name: str) -> list[Column]:
    for column in columns:
        trace.knows_gap(column, gap_of(marker.missing_values))
        if isinstance(column, Curve):  # it looks at objects as they are
            trace.none_differs.add(column.source)
    return _marks(trace, marker, columns, name)


def _marks(trace: Trace, marker: Any, columns: list[Column], name: str) -> list[Column]:
    return [_mark(trace, columns[int(j)], marker.missing_values, describe(name, marker)) for j in marker.features_]


def _matches(value: object, missing: object) -> bool | None:
    """Whether an imputer takes a value for missing; None where it raises an error."""
    if value is OTHER or value is INVALID:
        return False
    gap, wanted = gap_of(value), gap_of(missing)
    if wanted == NA:
        return gap is not None
    if gap == NA or (gap == NAN and wanted != NAN):
        return None
    if wanted is not None:
        # None and NaN are two things to scikit-learn, except in columns of numbers
        return gap == wanted
    return gap is None and bool(value == missing)


def _fill(trace: Trace, column: Column, filler: Any, missing: object, step: str, *, numeric: bool) -> Column:
    if isinstance(column, Refused):
        return column

    def fill(values: Sequence[object]) -> list[object]:
        if numeric:
            values = [as_number(value) for value in values]
        found = [_matches(value, missing) for value in values]
        return [INVALID if m is None else filler if m else value for m, value in zip(found, values, strict=True)]

    trace.knows_gap(column, gap_of(missing))
    if not isinstance(column, Curve):
        if isinstance(column, Finite):
            trace.filled.setdefault(column.source, filler)
        return over_values(column, fill)
    number = as_number(filler)
    if not isinstance(number, float):
        raise UnsupportedError(step, f"a missing number of column '{trace.name(column.source)}' becomes {filler!r}")
    if gap_of(missing) == NONE:  # NaN is an error then
        trace.none_differs.add(column.source)
    if is_missing(missing):
        if not np.isnan(column.missing) or column.needs_number:
            return column
        inner = column.evaluate
        return replace(
            column,
            evaluate=lambda x: np.where(np.isnan(inner(x)), number, inner(x)),
            missing=number,
            imputed=_raw_number(column, number),
        )
    code = float(missing)  # type: ignore[arg-type]
    reason = UnsupportedError(
        step,
        f"the number {code:g} of column '{trace.name(column.source)}' means missing: "
        "only whole numbers can have one such value",
    )
    return elementwise(column, lambda x: np.where(x == code, number, x), reason=reason)


def _raw_number(column: Curve, value: float) -> float | None:
    """The raw number whose image is ``value``, where the column is one straight line."""
    if column.identity:
        return value
    if column.pieces is None or len(column.pieces) != 1 or len(column.pieces[0]) != 2:
        return None
    intercept, slope = column.pieces[0]
    return float((Fraction(value) - intercept) / slope)


def _mark(trace: Trace, column: Column, missing: object, step: str) -> Column:
    if isinstance(column, Refused):
        return column
    if not isinstance(column, Curve):


        def mark(values: Sequence[object]) -> list[object]:
            found = [None if v is INVALID else _matches(v, missing) for v in values]
            return [INVALID if m is None else float(m) for m in found]

        return over_values(column, mark)
    if is_missing(missing):
        if not np.isnan(column.missing) or column.needs_number:
            return Constant(0.0)
        return Steps(column.source, (), (0.0,), 1.0)
    code = float(missing)  # type: ignore[arg-type]
    reason = UnsupportedError(step, f"the number {code:g} of column '{trace.name(column.source)}' means missing")
    return elementwise(column, lambda x: (x == code).astype(np.float64), reason=reason)
