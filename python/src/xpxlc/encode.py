"""A table → what the core reads: per feature the position of a category, or a number, and which cells were missing.

A cell names a category by the same rules as on the command line (:mod:`xpxlc.same_value`). What names none gets the largest number of the
array's type, a number that is missing NaN: the core knows both for bad, and :mod:`xpxlc.row_errors` says what is wrong.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Any

import numpy as np
import numpy.typing as npt

from .cells import AnyArray, Cells, Coded
from .core_model import Feature
from .errors import InputError
from .frame import Frame, is_missing
from .same_value import plain_spelling, same_values
from .table import Table, to_table

#: Integers in so small a range are looked up in a table.
_SMALL_RANGE = 1 << 16


@dataclass(frozen=True)
class Rows:
    """Encoded rows of one model."""

    rows: int
    columns: tuple[AnyArray, ...]
    #: By position of the feature: cells that were missing and count as another value.
    missing: Mapping[int, npt.NDArray[np.bool_]]
    #: The cells as they came, by feature.
    cells: tuple[Cells, ...]
    brand: str
    #: The index of a pandas table.
    index: Any = None

    def text(self, feature: int, row: int) -> str | None:
        """How a cell is written; None where it is missing."""
        cell = self.cells[feature].cell(row)
        return None if cell is None else _label(self.brand, cell)


class Encoder:
    """Encodes tables for the features of one model; ``columns`` are the names of arrays that have none."""

    def __init__(self, features: Sequence[Feature], columns: Sequence[str] | None = None) -> None:
        self._features = tuple(features)
        self._columns = columns

    def encode(self, X: Any, names: Sequence[str] | None = None) -> Rows:
        """
        :raises InputError: a column is not there
        """
        table = to_table(X, names)
        cells = self._chosen(table)
        columns: list[AnyArray] = []
        missing: dict[int, npt.NDArray[np.bool_]] = {}
        for i, (feature, column) in enumerate(zip(self._features, cells, strict=True)):
            encoded, gaps = (_categories if feature.categorical else _numbers)(feature, column, table.brand)
            columns.append(encoded)
            if gaps is not None and feature.missing is not None and feature.missing is not True and gaps.any():
                missing[i] = gaps
        return Rows(table.rows, tuple(columns), missing, cells, table.brand, table.index)

    def _chosen(self, table: Table) -> tuple[Cells, ...]:
        """The column of each feature; others are passed over."""
        wanted = [feature.name for feature in self._features]
        names = table.names
        if names is None:
            names = wanted if self._columns is None else self._columns
            if len(names) != len(table.columns):
                if len(wanted) != len(table.columns):
                    raise InputError(f"X: expected {len(names)} columns ({_listed(names)}), got {len(table.columns)}")
                names = wanted
        places = {name: j for j, name in enumerate(names)}
        absent = [name for name in wanted if name not in places]
        if absent:
            more = f" and {len(absent) - 1} more" if len(absent) > 1 else ""
            raise InputError(f"X: no column '{absent[0]}'{more}; the model needs {_listed(wanted)}")
        return tuple(table.columns[places[name]] for name in wanted)


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names[:8]) + (", …" if len(names) > 8 else "")


Encoded = tuple[AnyArray, "npt.NDArray[np.bool_] | None"]


def _categories(feature: Feature, cells: Cells, brand: str) -> Encoded:
    count = len(feature.values)
    bits = 8 if count <= 0xFF else 16 if count <= 0xFFFF else 32
    dtype = np.dtype(f"u{bits // 8}")
    bad = 2**bits - 1
    name = _Names(feature, brand, bad)
    if isinstance(cells, Coded):
        # A missing cell has code -1: the last entry.
        lookup = np.array([*(name.code(value) for value in cells.values), name.gone], dtype)
        gone = np.array([*(is_missing(value) for value in cells.values), True])
        return lookup[cells.codes], gone[cells.codes] if feature.missing is not None else None
    values = cells.values
    gaps = cells.missing
    if values.dtype.kind == "f":
        nan = np.isnan(values)
        gaps = nan if gaps is None else gaps | nan
    encoded = _look_up(values, name, dtype)
    if gaps is not None:
        encoded[gaps] = name.gone
    return encoded, gaps


def _look_up(values: AnyArray, name: _Names, dtype: np.dtype[Any]) -> AnyArray:
    if len(values) == 0:
        return np.empty(0, dtype)
    if values.dtype.kind == "b":
        return np.array([name.code(False), name.code(True)], dtype)[values.astype(np.uint8)]
    if values.dtype.kind in "iu":
        low, high = int(values.min()), int(values.max())
        if high - low < _SMALL_RANGE:
            table = np.array([name.code(value) for value in range(low, high + 1)], dtype)
            return table[values if low == 0 else values.astype(np.int64) - low]
    distinct, codes = np.unique(values, return_inverse=True)
    found: AnyArray = np.array([name.code(value) for value in distinct.tolist()], dtype)[codes]
    return found


class _Names:
    """Which category a value names."""

    def __init__(self, feature: Feature, brand: str, bad: int) -> None:
        self._places = {label: i for i, label in enumerate(feature.values)}
        self._others = same_values(feature.values)
        self._brand = brand
        self._unknown = bad if feature.other is None else self._places[feature.other]
        #: What a missing cell counts as.
        self.gone = bad if feature.missing is None else self._places[str(feature.missing)]

    def code(self, value: object) -> int:
        if is_missing(value):
            return self.gone
        if value in self._places and isinstance(value, str):
            return self._places[value]
        label = _label(self._brand, value)
        found = self._places.get(label)
        if found is None:
            other = self._others.get(plain_spelling(label))
            found = self._unknown if other is None else int(other)
        return found


def _numbers(feature: Feature, cells: Cells, brand: str) -> Encoded:
    del brand
    if isinstance(cells, Coded):
        lookup = np.array([*(_number(value) for value in cells.values), math.nan])
        numbers: AnyArray = lookup[cells.codes]
        gaps = np.array([*(is_missing(value) for value in cells.values), True])[cells.codes]
    else:
        numbers = cells.values.astype(np.float64, copy=False)
        if cells.missing is None and (feature.missing is None or feature.missing is True):
            return numbers, None  # the core takes NaN for missing, too
        gaps = np.isnan(numbers)
        if cells.missing is not None:
            gaps = gaps | cells.missing
            numbers = np.where(gaps, np.nan, numbers)
    if feature.missing is not None and feature.missing is not True and gaps.any():
        numbers = np.where(gaps, float(feature.missing), numbers)
    return numbers, gaps


def _number(value: object) -> float:
    """A number or a truth value; NaN for anything else."""
    if isinstance(value, str):
        return {"true": 1.0, "false": 0.0}.get(value.lower(), math.nan)
    try:
        return float(value) if isinstance(value, (Real, np.number)) or hasattr(value, "__float__") else math.nan
    except (TypeError, ValueError, OverflowError):
        return math.nan


def _label(brand: str, value: object) -> str:
    return Frame((), 0, "polars" if brand == "arrow" else brand).label("", value)
