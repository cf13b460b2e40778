"""Rows of our own making, as a table of the same kind as the user's: other mixtures of its values, what lies between them, and odd cells."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .frame import Frame, brand_of
from .gaps import NAN, NONE, cell_of, gap_of, gap_of_type, known_gaps
from .reading import NUMBER, TEXT, CategoryReading, Reader

#: Rows of usual cells (fewer of wide tables: so many cells at most), and of each odd one.
_USUAL = 240
_MOST_CELLS = 240_000
_LEAST = 48
_OF_EACH = 5
#: Categories of a column that are tried at most.
_MOST_CATEGORIES = 100
#: Odd cells that are tried at most.
_MOST_ODD = 60
#: Rows of usual cells that are asked about apart if the estimator refuses one.
_TOGETHER = 24


@dataclass(frozen=True)
class Part:
    """Some of the rows: with usual cells, or with an odd one in one column."""

    rows: np.ndarray
    column: int | None = None
    #: The kind of missing of the odd cell; None of an unseen value.
    gap: str | None = None


@dataclass(frozen=True)
class MadeRows:
    """All rows, as cells by column and as a table, and their parts."""

    columns: list[list[object]]
    table: Any
    parts: list[Part]

    def taken(self, rows: np.ndarray) -> Any:
        """These rows of the table."""
        if isinstance(self.table, list):
            return [self.table[r] for r in rows]
        return self.table.iloc[rows] if brand_of(self.table) == "pandas" else self.table[rows]


def made_rows(X: Any, frame: Frame, features: Mapping[str, Mapping[str, Any]], cuts: Mapping[str, Sequence[float]], reader: Reader) -> MadeRows:
    """The same rows whenever it is asked: a fixed seed. ``features`` are those of the model file by name, ``cuts`` of their bins."""
    random = np.random.default_rng(27)
    count = max(_LEAST, min(_USUAL, _MOST_CELLS // len(frame.columns)))
    usual: list[list[object]] = []
    odd: list[tuple[int, object]] = []
    for j, column in enumerate(frame.columns):
        feature = features.get(column.name)
        holds = _holds(X, j)
        wanted: list[object] = []
        if feature is not None:
            reading = reader.readings[column.name]
            if isinstance(reading, CategoryReading):
                known = list(reading.places)
                chosen = random.permutation(len(known))[:_MOST_CATEGORIES]
                wanted = [known[i] for i in chosen if holds(known[i])]
                odd += [(j, cell) for cell in _unseen(reading) if holds(cell)]
            else:
                holding = (holds(0.5), holds(1))
                wanted = [x for x in _numbers(feature, cuts.get(column.name, ()), random) if holding[isinstance(x, int)]]
            odd += [(j, cell) for cell in map(cell_of, known_gaps()) if holds(cell)]
        cells = _own_cells(X, j, random.integers(0, frame.rows, count))
        for r in np.flatnonzero(random.random(count) < 0.6) if wanted else ():
            cells[r] = wanted[int(random.integers(len(wanted)))]
        usual.append(cells)
    if len(odd) > _MOST_ODD:
        odd = [odd[i] for i in sorted(random.permutation(len(odd))[:_MOST_ODD])]
    parts = [Part(np.arange(start, min(start + _TOGETHER, count))) for start in range(0, count, _TOGETHER)]
    for j, cell in odd:
        start = len(usual[0])
        others = random.integers(0, count, _OF_EACH)
        for k, cells in enumerate(usual):
            cells += [cell if k == j else cells[r] for r in others]
        parts.append(Part(np.arange(start, start + _OF_EACH), j, gap_of(cell)))
    return MadeRows(usual, _like(X)(usual), parts)


def _numbers(feature: Mapping[str, Any], cuts: Sequence[float], random: np.random.Generator) -> list[object]:
    """Ends, cuts and the doubles before them, and some between the bounds."""
    low, high = feature.get("lower", -1e6), feature.get("upper", 1e6)
    edges = list(cuts) if len(cuts) <= 40 else [cuts[i] for i in np.linspace(0, len(cuts) - 1, 40).astype(int)]
    inside = [low + (high - low) * float(share) for share in random.random(20)]
    points = [low, high, *edges, *(float(np.nextafter(cut, -np.inf)) for cut in edges), *inside]
    if feature["kind"] == "integer":
        points = [float(np.floor(x)) for x in points] + [float(np.ceil(x)) for x in points]
    return [int(x) if x.is_integer() and abs(x) < 2**53 else x for x in map(float, dict.fromkeys(points)) if low <= x <= high]


def _unseen(reading: CategoryReading) -> list[object]:
    if reading.family == TEXT:
        return ["".join(["unseen ", *(str(value) for value in reading.places)])[:200]]
    if reading.family == NUMBER:
        return [int(max(float(value) for value in reading.places)) + 1]  # type: ignore[arg-type]
    return []


def _own_cells(X: Any, j: int, rows: np.ndarray) -> list[Any]:
    brand = brand_of(X)
    if brand == "pandas":
        return list(X.iloc[:, j].iloc[rows].tolist())
    if brand == "polars":
        return list(X.to_series(j).gather(rows.tolist()).to_list())
    if hasattr(X, "toarray"):
        return list(X.tocsr()[rows, j].toarray().ravel().tolist())
    return list(X[rows, j].tolist()) if isinstance(X, np.ndarray) else [X[r][j] for r in rows]


def _holds(X: Any, j: int) -> Callable[[object], bool]:
    """Whether a column of this type can have a cell, as it is."""
    like = _like_column(X, j)

    own_gap = _gap_of_column(X, j)

    def holds(cell: object) -> bool:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                [found] = like([cell])
        except Exception:  # whatever the library raises: it does not hold it
            return False
        gap = gap_of(cell)
        if gap is not None:
            return gap_of(found) is not None and gap == (own_gap or gap_of(found))
        return gap_of(found) is None and isinstance(found, bool) == isinstance(cell, bool) and bool(found == cell)

    return holds


def _gap_of_column(X: Any, j: int) -> str | None:
    """The one kind of missing that a column can have; None of objects."""
    brand = brand_of(X)
    if brand == "pandas":
        dtype = X.dtypes.iloc[j]
        return None if dtype == object else gap_of_type(dtype)
    if brand == "polars":
        return NAN if X.dtypes[j].is_numeric() else NONE
    return None


def _like_column(X: Any, j: int) -> Callable[[list[object]], list[Any]]:
    brand = brand_of(X)
    if brand == "pandas":
        return lambda cells: list(_pandas_series(X, j, cells).tolist())
    if brand == "polars":
        return lambda cells: list(_polars_series(X, j, cells).to_list())
    dtype = getattr(X, "dtype", np.dtype(object))
    return lambda cells: list(_array([cells], dtype)[:, 0].tolist())


def _like(X: Any) -> Callable[[list[list[object]]], Any]:
    """Makes a table of the same kind, of the same types, from columns of cells."""
    brand = brand_of(X)
    if brand == "pandas":
        pandas = sys.modules["pandas"]

        def frame(columns: list[list[object]]) -> Any:
            found = pandas.concat([_pandas_series(X, j, cells) for j, cells in enumerate(columns)], axis=1)
            found.columns = X.columns
            return found.copy()  # in one piece

        return frame
    if brand == "polars":
        return lambda columns: type(X)([_polars_series(X, j, cells) for j, cells in enumerate(columns)])
    if hasattr(X, "toarray"):
        return lambda columns: type(X)(_array(columns, X.dtype)).tocsr()
    if isinstance(X, np.ndarray):
        return lambda columns: _array(columns, X.dtype)
    return lambda columns: [list(row) for row in zip(*columns, strict=True)]


def _pandas_series(X: Any, j: int, cells: list[object]) -> Any:
    return sys.modules["pandas"].Series(cells, dtype=X.dtypes.iloc[j])


def _polars_series(X: Any, j: int, cells: list[object]) -> Any:
    return sys.modules["polars"].Series(X.columns[j], cells, dtype=X.dtypes[j], strict=True)


def _array(columns: list[list[object]], dtype: Any) -> Any:
    found = np.empty((len(columns[0]), len(columns)), dtype)
    for j, cells in enumerate(columns):
        for r, cell in enumerate(cells):
            found[r, j] = cell
    return found
