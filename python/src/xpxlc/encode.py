"""A table → what the core reads: per feature the position of a category, or a number, and which cells were missing.

A cell names a category by the same rules as on the command line (:mod:`xpxlc.same_value`); of a translated pipeline as the pipeline has it
(:mod:`xpxlc.reading`). What names none gets the largest number of the array's type, a number that is missing NaN, and what is no number
infinity: the core knows them for bad, and :mod:`xpxlc.answers.row_error` says what is wrong.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from numbers import Real
from typing import Any

import numpy as np
import numpy.typing as npt

from .cells import AnyArray, Cells, Coded, Numbers
from .errors import InputError
from .feature import Feature
from .frame import Frame, is_missing, is_narrow
from .gaps import NAN, gap_of
from .nearest import absent, listed
from .reading import TEXT, CategoryReading, NumberReading, Reader, Reading, Refusal
from .same_value import plain_spelling, same_values
from .table import Table, to_table

#: Integers in so small a range are looked up in a table.
_SMALL_RANGE = 1 << 16


#: Wider bounds, None for none.
Extended = Mapping[str, tuple[float | None, float | None]]


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
    #: By row with numbers beyond the bounds that is answered in wider ones: these bounds, by feature.
    extended: Mapping[int, Extended] = field(default_factory=dict)
    #: Whether columns have types that scikit-learn sees.
    typed: bool = True
    #: How the pipeline reads each feature; None of model files.
    readings: tuple[Reading | None, ...] = ()

    def refusal(self, feature: int, row: int) -> Refusal | None:
        """Why the pipeline would not take this cell."""
        reading = self.readings[feature] if self.readings else None
        if reading is None:
            return None
        cells = self.cells[feature]
        if isinstance(reading, CategoryReading) and isinstance(cells, Numbers) and _no_texts(reading, typed=self.typed):
            return reading.of_other_type(f"a column of type {cells.values.dtype}")
        cell = cells.raw(row)
        masked = isinstance(cells, Numbers) and cells.missing is not None and bool(cells.missing[row])
        return reading.refusal(cell, cells.gap if masked else gap_of(cell), typed=self.typed)

    def text(self, feature: int, row: int) -> str | None:
        """How a cell is written; None where it is missing."""
        cell = self.cells[feature].cell(row)
        return None if cell is None else _label(self.brand, cell)


class Encoder:
    """Encodes tables for the features of one model; ``columns`` are the names of arrays that have none, ``reader`` is of a pipeline."""

    def __init__(self, features: Sequence[Feature], columns: Sequence[str] | None = None, reader: Reader | None = None) -> None:
        self._features = tuple(features)
        self._columns = columns
        self._reader = reader

    def encode(self, X: Any, names: Sequence[str] | None = None) -> Rows:
        """
        :raises InputError: a column is not there
        """
        table = to_table(X, names)
        cells = self._chosen(table)
        columns: list[AnyArray] = []
        missing: dict[int, npt.NDArray[np.bool_]] = {}
        readings = tuple(None if self._reader is None else self._reader.readings.get(feature.name) for feature in self._features)
        for i, (feature, column, reading) in enumerate(zip(self._features, cells, readings, strict=True)):
            if feature.categorical:
                name = _known(feature, reading, table)
                encoded, gaps = _categories(feature, column, name)
            else:
                encoded, gaps = _numbers(feature, column, reading if isinstance(reading, NumberReading) else None, typed=table.typed)
            columns.append(encoded)
            if gaps is not None and feature.missing is not True and gaps.any():
                missing[i] = gaps
        return Rows(table.rows, tuple(columns), missing, cells, table.brand, table.index, typed=table.typed, readings=readings)

    def _chosen(self, table: Table) -> tuple[Cells, ...]:
        """The column of each feature; others are passed over."""
        wanted = [feature.name for feature in self._features]
        names = table.names
        if names is None:
            names = wanted if self._columns is None else self._columns
            if len(names) != len(table.columns):
                if len(wanted) != len(table.columns):
                    raise InputError(f"X: expected {len(names)} columns ({listed(names)}), got {len(table.columns)}")
                names = wanted
        places = {name: j for j, name in enumerate(names)}
        if (gone := absent(wanted, names)) is not None:
            raise InputError(f"X: no column {gone[0]}; the model needs {listed(wanted)}{gone[1]}")
        if self._reader is not None and not self._reader.by_name and table.brand in ("pandas", "polars"):
            self._check_order(names)
        return tuple(table.columns[places[name]] for name in wanted)

    def _check_order(self, names: Sequence[str]) -> None:
        """An estimator that was fitted without names takes columns by their places."""
        own = list(self._columns or ())
        if [name for name in names if name in own] != own and set(own) <= set(names):
            raise InputError(
                f"X: the estimator was fitted without names, so it takes columns by their places; expected them in this order: {listed(own)}"
            )


Encoded = tuple[AnyArray, "npt.NDArray[np.bool_] | None"]


def _categories(feature: Feature, cells: Cells, name: _Names | _Known) -> Encoded:
    dtype = np.dtype(f"u{_bits(feature) // 8}")
    if isinstance(cells, Coded):
        # A missing cell has code -1: the last entry.
        lookup = np.array([*(name.code(value) for value in cells.values), name.missing(cells.gap)], dtype)
        gone = np.array([*(is_missing(value) for value in cells.values), True])
        codes = lookup[cells.codes]
        return codes, gone[cells.codes] & (codes == name.gone)
    if isinstance(name, _Known) and _no_texts(name.reading, typed=name.typed):
        return np.full(len(cells), name.bad, dtype), None
    if isinstance(name, _Known) and name.reading.in_own_type:
        _check_type(feature, cells.values.dtype, typed=name.typed)
    values = cells.values
    encoded = _look_up(values, name, dtype)
    gaps: npt.NDArray[np.bool_] | None = cells.missing
    if values.dtype.kind == "f":
        nan = np.isnan(values)
        encoded[nan] = name.missing(NAN)
        gaps = nan if gaps is None else gaps | nan
    if cells.missing is not None:
        encoded[cells.missing] = name.missing(cells.gap)
    return encoded, None if gaps is None else gaps & (encoded == name.gone)


def _no_texts(reading: CategoryReading, *, typed: bool) -> bool:
    """scikit-learn cannot look for texts in a column of numbers."""
    return typed and reading.family == TEXT


def _bits(feature: Feature) -> int:
    count = len(feature.values)
    return 8 if count <= 0xFF else 16 if count <= 0xFFFF else 32


def _look_up(values: AnyArray, name: _Names | _Known, dtype: np.dtype[Any]) -> AnyArray:
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


def _check_type(feature: Feature, dtype: np.dtype[Any], *, typed: bool) -> None:
    """A pipeline computes in single precision where a table has it."""
    if is_narrow(dtype) and (typed or dtype.kind == "f"):
        raise InputError(
            f"X: column '{feature.name}' is {dtype}, in which the pipeline computes otherwise; expected float64, as it was fitted with "
            "(astype('float64'))"
        )


def _known(feature: Feature, reading: Reading | None, table: Table) -> _Names | _Known:
    if isinstance(reading, CategoryReading):
        return _Known(feature, reading, typed=table.typed)
    return _Names(feature, table.brand)


class _Names:
    """Which category a value names, in a model file."""

    def __init__(self, feature: Feature, brand: str) -> None:
        self.bad = 2 ** _bits(feature) - 1
        self._places = {label: i for i, label in enumerate(feature.values)}
        self._others = same_values(feature.values)
        self._brand = brand
        self._unknown = self.bad if feature.other is None else self._places[feature.other]
        #: What a missing cell counts as; -1 where none is an input.
        self.gone = -1 if feature.missing is None else self._places[str(feature.missing)]

    def missing(self, gap: str) -> int:
        """What a missing cell counts as."""
        del gap  # a file knows one kind
        return self.bad if self.gone < 0 else self.gone

    def code(self, value: object) -> int:
        gap = gap_of(value)
        if gap is not None:
            return self.missing(gap)
        if value in self._places and isinstance(value, str):
            return self._places[value]
        label = _label(self._brand, value)
        found = self._places.get(label)
        if found is None:
            other = self._others.get(plain_spelling(label))
            found = self._unknown if other is None else int(other)
        return found


class _Known:
    """Which category a value is to a fitted pipeline."""

    def __init__(self, feature: Feature, reading: CategoryReading, *, typed: bool) -> None:
        self.reading = reading
        self.typed = typed
        self.bad = 2 ** _bits(feature) - 1
        places = {label: i for i, label in enumerate(feature.values)}
        self._places = {value: places[label] for value, label in reading.places.items()}
        self._labels = places
        #: What the missing cells of the model file count as; -1 where there are none.
        self.gone = -1 if feature.missing is None else places[str(feature.missing)]
        self._unknown = self.bad if feature.other is None else places[feature.other]

    def missing(self, gap: str) -> int:
        label = self.reading.gap(gap, typed=self.typed)
        return self.bad if label is None else self._labels[label]

    def code(self, value: object) -> int:
        gap = gap_of(value)
        if gap is not None:
            return self.missing(gap)
        return self._places.get(value, self._unknown) if self.reading.accepts(value) else self.bad


def _numbers(feature: Feature, cells: Cells, reading: NumberReading | None, *, typed: bool) -> Encoded:
    if isinstance(cells, Coded):
        read = partial(_number, words=reading is None)
        lookup = np.array([*map(read, cells.values), math.nan])
        numbers: AnyArray = lookup[cells.codes]
        gaps = np.array([*(is_missing(value) for value in cells.values), True])[cells.codes]
        if reading is not None:
            taken = [(gap := gap_of(value)) is None or reading.takes(gap, typed=typed) for value in cells.values]
            refused = ~np.array([*taken, reading.takes(cells.gap, typed=typed)])[cells.codes]
            numbers, gaps = np.where(refused, np.inf, numbers), gaps & ~refused
    else:
        if reading is not None and not reading.single and cells.values.dtype.kind == "f":
            _check_type(feature, cells.values.dtype, typed=typed)
        if reading is not None and reading.in_own_type:
            _check_type(feature, cells.values.dtype, typed=typed)
        numbers = cells.values.astype(np.float64, copy=False)
        if cells.missing is None and reading is None and (feature.missing is None or feature.missing is True):
            return numbers, None  # the core takes NaN for missing, too
        nan, masked = np.isnan(numbers), np.zeros(len(numbers), bool) if cells.missing is None else cells.missing
        gaps = nan | masked
        if cells.missing is not None:
            numbers = np.where(masked, np.nan, numbers)
        if reading is not None and gaps.any():
            refused = np.zeros(len(numbers), bool)
            refused |= nan & ~masked if not reading.takes(NAN, typed=typed) else False
            refused |= masked if not reading.takes(cells.gap, typed=typed) else False
            numbers, gaps = np.where(refused, np.inf, numbers), gaps & ~refused
    if feature.missing is not None and feature.missing is not True and gaps.any():
        numbers = np.where(gaps, float(feature.missing), numbers)
    return numbers, gaps if feature.missing is not None else None


def _number(value: object, *, words: bool) -> float:
    """A number or a truth value (with ``words`` as text, too); NaN of a missing cell, infinity of anything else."""
    if is_missing(value):
        return math.nan
    if isinstance(value, str):
        return {"true": 1.0, "false": 0.0}.get(value.lower(), math.inf) if words else math.inf
    try:
        return float(value) if isinstance(value, (Real, np.number)) or hasattr(value, "__float__") else math.inf
    except (TypeError, ValueError, OverflowError):
        return math.inf


def _label(brand: str, value: object) -> str:
    return Frame((), 0, "polars" if brand == "arrow" else brand).label("", value)
