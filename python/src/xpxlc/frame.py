"""The user's table as raw columns, whatever brought it: numpy, pandas, polars or a sparse matrix."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from .errors import InputError
from .gaps import NAN, cell_of, gap_of, gap_of_type

FloatArray = npt.NDArray[np.float64]

#: A sparse matrix is written out in full, so its size is bounded.
MAX_DENSE_CELLS = 100_000_000


@dataclass(frozen=True)
class RawColumn:
    """One column as the user has it: numbers (NaN where missing), or objects that are categories."""

    name: str
    #: ``integer`` and ``real`` are numbers, everything else is a category.
    kind: str
    #: The numbers as doubles; empty for categories.
    numbers: FloatArray
    #: The cells as they are; empty for numbers.
    cells: tuple[object, ...] = ()
    #: Values that are known without being seen, such as those of a pandas categorical.
    declared: tuple[object, ...] = ()
    #: The kinds of missing cells that it has.
    gaps: tuple[str, ...] = ()
    #: The type of numbers and truth values, as numpy has it; None of others.
    dtype: np.dtype[Any] | None = None
    #: A column of objects, of pandas or numpy.
    objects: bool = False

    @property
    def single(self) -> bool:
        """In single (or half) precision, so that the library computes in it."""
        return self.dtype is not None and self.dtype.kind == "f" and self.dtype.itemsize < 8

    def values(self) -> list[object]:
        """The different values that are not missing, in order."""
        if self.kind != "category":
            return in_order([int(x) if self.kind == "integer" else float(x) for x in distinct(self.numbers)])
        seen = dict.fromkeys(cell for cell in self.cells if not is_missing(cell))
        seen.update(dict.fromkeys(self.declared))
        return in_order(list(seen))


@dataclass(frozen=True)
class Frame:
    """All raw columns, in the order the estimator expects."""

    columns: tuple[RawColumn, ...]
    rows: int
    #: ``pandas``, ``polars`` or ``numpy``: decides how truth values are spelt.
    brand: str = "numpy"
    #: The text of a value in the file the table was read from, where it is known.
    texts: dict[str, dict[object, str]] = field(default_factory=dict)

    def taken(self, rows: npt.NDArray[np.bool_]) -> Frame:
        """These rows only."""
        if rows.all():
            return self
        columns = tuple(
            replace(
                column,
                numbers=column.numbers[rows] if len(column.numbers) else column.numbers,
                cells=tuple(cell for cell, wanted in zip(column.cells, rows, strict=True) if wanted) if column.cells else (),
            )
            for column in self.columns
        )
        return replace(self, columns=columns, rows=int(rows.sum()))

    def label(self, name: str, value: object) -> str:
        """How a category is written in a table: the name it gets in the model file."""
        text = self.texts.get(name, {}).get(value)
        if text is not None:
            return text
        if isinstance(value, (bool, np.bool_)):
            return str(bool(value)).lower() if self.brand == "polars" else str(bool(value))
        if isinstance(value, (int, np.integer)):
            return str(int(value))
        if isinstance(value, (float, np.floating)):  # as pandas, polars and DuckDB write it: 4.0
            return repr(float(value))
        return str(value) or "(empty)"


def is_missing(value: object) -> bool:
    """None, NaN, or the missing values of pandas."""
    return gap_of(value) is not None


def in_order(values: list[Any]) -> list[Any]:
    """Sorted where that makes sense, else as they came."""
    try:
        return sorted(values)
    except TypeError:
        return sorted(values, key=str)


def distinct(numbers: FloatArray) -> FloatArray:
    found: FloatArray = np.unique(numbers[~np.isnan(numbers)])
    return found


def to_frame(X: Any, names: Sequence[str] | None = None) -> Frame:
    """Columns of a table. Names come from ``names``, from the table, or are ``x0``, ``x1``, …"""
    brand = brand_of(X)
    if hasattr(X, "collect") and not hasattr(X, "get_column"):  # of polars, and of those that follow it
        raise InputError(f"X: expected a table in memory, got a {type(X).__name__}; collect it first: X.collect()")
    if brand == "pandas":
        given = [str(name) for name in X.columns]
        columns = [_from_pandas(name, X.iloc[:, j]) for j, name in enumerate(given)]
    elif brand == "polars":
        given = list(X.columns)
        columns = [_from_polars(name, X.get_column(name)) for name in given]
    else:
        array = to_array(X)
        given = [f"x{j}" for j in range(array.shape[1])]
        columns = [_from_array(name, array[:, j]) for j, name in enumerate(given)]
    final = [str(name) for name in names] if names is not None else given
    if len(final) != len(columns):
        raise InputError(f"feature_names: expected {len(columns)} names, one per column, got {len(final)}")
    _check_names(final, "X" if names is None else "feature_names")
    renamed = tuple(
        replace(column, name=name) for name, column in zip(final, columns, strict=True)
    )
    return Frame(renamed, len(X) if brand != "numpy" else int(array.shape[0]), brand)


def _check_names(names: list[str], place: str) -> None:
    way_out = "expected different names"
    if place == "X":
        way_out += "; rename it, or give X.to_numpy() and feature_names"
    seen: set[str] = set()
    for j, name in enumerate(names):
        if name == "":
            raise InputError(f"{place}: column {j} has no name; {way_out}")
        if name in seen:
            raise InputError(f"{place}: two columns are called {name!r}; {way_out}")
        seen.add(name)


def brand_of(X: Any) -> str:
    module = type(X).__module__.split(".")[0]
    if module in ("pandas", "polars") and hasattr(X, "columns"):
        return module
    return "numpy"


def to_array(X: Any) -> npt.NDArray[Any]:
    if hasattr(X, "toarray"):
        if int(np.prod(X.shape)) > MAX_DENSE_CELLS:
            raise InputError(f"X: at most {MAX_DENSE_CELLS} cells of a sparse matrix, got {X.shape}")
        X = X.toarray()
    try:
        array = np.asarray(X)
    except ValueError as error:  # rows of different lengths
        raise InputError(f"X: expected a table with rows and columns ({error})") from error
    if array.dtype.kind in "US" and not hasattr(X, "dtype"):
        array = np.array(X, dtype=object)  # a list that mixes numbers and texts
    if array.ndim != 2:
        raise InputError(f"X: expected a table with rows and columns, got an array of {array.ndim} dimensions")
    return array


def _numbers(name: str, numbers: Any, *, integer: bool, gaps: tuple[str, ...] = (NAN,), dtype: Any = None) -> RawColumn:
    doubles = np.asarray(numbers, dtype=np.float64)
    if np.isinf(doubles).any():
        raise InputError(f"column '{name}': expected finite numbers, got an infinite one")
    known = doubles[~np.isnan(doubles)]
    # larger ones than that are not all whole numbers of their own as doubles
    small = bool(np.all(np.abs(known) < 2**53))
    kind = "integer" if integer and small else "real"
    return RawColumn(name, kind, doubles, gaps=gaps if len(known) < len(doubles) else (), dtype=dtype)


def is_narrow(dtype: np.dtype[Any]) -> bool:
    """Whether functions of numpy round or overflow in a type where they would not in doubles: of truth values they are computed in half precision."""
    return dtype.kind in "ub" or dtype.itemsize < 8


def _whole_with_gaps(numbers: FloatArray) -> bool:
    """Whole numbers that are floats only because some are missing (pandas has no missing integer by default)."""
    known = numbers[~np.isnan(numbers)]
    return 0 < len(known) < len(numbers) and bool(np.all(known == np.floor(known)))


def _from_pandas(name: str, series: Any) -> RawColumn:
    dtype = series.dtype
    if type(dtype).__name__ == "CategoricalDtype":
        cells = _cells(series)
        return RawColumn(name, "category", np.empty(0), cells, tuple(dtype.categories), _gaps(cells))
    kind = getattr(dtype, "kind", "O")
    if kind in "iuf":
        doubles = series.to_numpy(dtype=np.float64, na_value=np.nan)
        own = np.dtype(getattr(dtype, "numpy_dtype", dtype))
        return _numbers(name, doubles, integer=kind in "iu" or _whole_with_gaps(doubles), dtype=own)
    return replace(_from_objects(name, _cells(series)), objects=dtype == object, dtype=np.dtype(bool) if kind == "b" else None)


def _from_polars(name: str, series: Any) -> RawColumn:
    dtype = series.dtype
    if dtype.is_numeric():
        own = series.head(0).to_numpy().dtype  # gaps make doubles of integers
        return _numbers(name, series.to_numpy(), integer=dtype.is_integer(), dtype=own)
    column = _from_objects(name, tuple(series.to_list()))
    if str(dtype) == "Boolean":
        return replace(column, dtype=np.dtype(bool))
    return replace(column, declared=tuple(dtype.categories.to_list())) if type(dtype).__name__ == "Enum" else column


def _from_array(name: str, column: npt.NDArray[Any]) -> RawColumn:
    if column.dtype.kind in "iuf":
        return _numbers(name, column, integer=column.dtype.kind in "iu", dtype=column.dtype)
    return replace(_from_objects(name, tuple(column.tolist())), objects=column.dtype == object, dtype=column.dtype if column.dtype.kind == "b" else None)


def _cells(series: Any) -> tuple[object, ...]:
    """As scikit-learn sees them: what is missing in a column that is not of objects is so in the way of its type."""
    if series.dtype == object:
        return tuple(series.tolist())
    gap = cell_of(gap_of_type(series.dtype))
    return tuple(gap if is_missing(cell) else cell for cell in series.tolist())


def _gaps(cells: tuple[object, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(gap for cell in cells if (gap := gap_of(cell)) is not None))


def _from_objects(name: str, cells: tuple[object, ...]) -> RawColumn:
    known = [cell for cell in cells if not is_missing(cell)]
    gaps = _gaps(cells)
    numeric = [isinstance(cell, (int, float, np.integer, np.floating)) and not isinstance(cell, bool) for cell in known]
    if known and all(numeric):
        try:
            doubles = np.array([np.nan if is_missing(cell) else float(cell) for cell in cells])  # type: ignore[arg-type]
        except OverflowError:
            raise InputError(f"column '{name}': expected finite numbers, got one too large for a double") from None
        return _numbers(name, doubles, integer=all(isinstance(cell, (int, np.integer)) for cell in known), gaps=gaps)
    odd = next((cell for cell in known if not isinstance(cell, Hashable)), None)
    if odd is not None:
        raise InputError(f"column '{name}': expected numbers, texts or truth values, got a {type(odd).__name__}")
    return RawColumn(name, "category", np.empty(0), cells, gaps=gaps)
