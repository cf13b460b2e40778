"""Between which bounds do the numbers of a table lie? As they are, with room for others, without the outermost, or as the user says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from .domain import range_text
from .errors import InputError
from .frame import FloatArray, Frame, RawColumn
from .nearest import did_you_mean

#: Of one column: ``"data"``, ``"wide"``, or a lower and an upper bound, None for none.
ColumnBounds = str | tuple[float | None, float | None]
#: Of all columns: ``"data"``, ``"wide"`` or two quantiles, or by name.
Bounds = str | tuple[float, float] | Mapping[str, ColumnBounds]

#: In a table with fewer rows, more than one in a hundred other rows is to be expected beyond the least, and beyond the largest, number of
#: each column: 1 / (n + 1).
FEW_ROWS = 100
#: Columns that a warning names.
_NAMED = 4


def bounds_of(frame: Frame, given: Bounds | None) -> list[tuple[float, float]]:
    """The bounds of every column; infinite where there are none."""
    if given is None or isinstance(given, str):
        return [_column_bounds(column, "data" if given is None else given) for column in frame.columns]
    if isinstance(given, tuple):
        return [_between_quantiles(column, given) for column in frame.columns]
    if not isinstance(given, Mapping):
        raise InputError(f"bounds: expected 'data', 'wide', two quantiles or bounds by name, got {given!r}")
    names = [column.name for column in frame.columns]
    unknown = [name for name in given if name not in names]
    if unknown:
        raise InputError(f"bounds: no column '{unknown[0]}'{did_you_mean(unknown[0], names)}")
    return [_column_bounds(column, given.get(column.name, "data"), named=True) for column in frame.columns]


def is_table(given: Any) -> bool:
    """Whether bounds are those of another table."""
    return hasattr(given, "shape")


def domain_remarks(rows: int, features: Sequence[Mapping[str, Any]], given: Bounds | None) -> list[str]:
    """What to warn of: bounds that come from few rows, and features that have one value only. ``features`` are those of the model file."""
    said = given if isinstance(given, Mapping) else {}
    own = [feature for feature in features if isinstance(said.get(feature["name"], "data"), str)]
    numbers = [f for f in own if f["kind"] != "categorical" and said.get(f["name"], given) != "wide" and {"lower", "upper"} & f.keys()]
    points = [f for f in own if (len(f["values"]) == 1 if f["kind"] == "categorical" else f.get("lower", -1) == f.get("upper", 1))]
    way_out = "give the table that the estimator was fitted on, as X or as bounds=, or say what there can be: bounds={'name': (lower, upper)}"
    found = []
    if numbers and rows < FEW_ROWS:
        spans = _named([f"{f['name']} {range_text(f.get('lower'), f.get('upper'))}" for f in numbers])
        found.append(f"X has {rows} row{'' if rows == 1 else 's'} only, and what is explained holds only within its numbers ({spans}); {way_out}")
    if points:
        names = _named([f"'{f['name']}'" for f in points])
        found.append(f"X has one value only in {names}, which is taken for the only one there is; {way_out}")
    return found


def _named(names: Sequence[str]) -> str:
    return ", ".join(names[:_NAMED]) + (f" and {len(names) - _NAMED} more" if len(names) > _NAMED else "")


def rows_within(frame: Frame, bounds: list[tuple[float, float]]) -> np.ndarray:
    """Per row, whether all its numbers are within their bounds; missing ones are."""
    inside = np.ones(frame.rows, dtype=bool)
    for column, (low, high) in zip(frame.columns, bounds, strict=True):
        if column.kind != "category":
            inside &= ~((column.numbers < low) | (column.numbers > high))
    return inside


def _column_bounds(column: RawColumn, wish: ColumnBounds, *, named: bool = False) -> tuple[float, float]:
    numbers = _present(column)
    low, high = (float(numbers.min()) + 0.0, float(numbers.max()) + 0.0) if len(numbers) else (-np.inf, np.inf)
    if isinstance(wish, str):
        if wish not in ("data", "wide"):
            raise InputError(f"bounds: expected 'data' or 'wide', got {wish!r}")
        return _widened(low, high) if wish == "wide" else (low, high)
    if column.kind == "category" and named:
        raise InputError(f"bounds: column '{column.name}' is no number")
    lower, upper = wish
    wanted = (-np.inf if lower is None else float(lower), np.inf if upper is None else float(upper))
    if len(numbers) and (low < wanted[0] or high > wanted[1]):
        raise InputError(f"bounds: column '{column.name}' of X goes from {low} to {high}, beyond {wanted}")
    return wanted


def _widened(low: float, high: float) -> tuple[float, float]:
    """Room for as much again on either side; what is never negative (or positive) stays so."""
    if not (np.isfinite(low) and np.isfinite(high)):
        return low, high
    with np.errstate(over="ignore"):
        room = float(np.float64(high) - np.float64(low))
        lower, upper = float(np.float64(low) - room), float(np.float64(high) + room)
    return (max(lower, 0.0) if low >= 0 else lower), (min(upper, 0.0) if high <= 0 else upper)


def _between_quantiles(column: RawColumn, quantiles: tuple[float, float]) -> tuple[float, float]:
    """Numbers of the column itself, so that whole ones stay whole."""
    if len(quantiles) != 2 or not 0 <= quantiles[0] < quantiles[1] <= 1:
        raise InputError(f"bounds: expected two quantiles between 0 and 1, the lower first, got {quantiles!r}")
    numbers = _present(column)
    if len(numbers) == 0:
        return -np.inf, np.inf
    low = np.quantile(numbers, quantiles[0], method="lower")
    high = np.quantile(numbers, quantiles[1], method="higher")
    return float(low) + 0.0, float(high) + 0.0


def _present(column: RawColumn) -> FloatArray:
    return column.numbers[~np.isnan(column.numbers)]
