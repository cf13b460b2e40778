"""Any table as columns of cells: pandas, polars, pyarrow, numpy, dictionaries. No package is imported that did not make the table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.util import find_spec
from typing import Any

import numpy as np

from .cells import Cells, Coded, Numbers, from_numpy, from_objects
from .errors import InputError
from .gaps import ABSENT, MASKED, NONE, NOT_THERE, cell_of, gap_of, gap_of_type


@dataclass(frozen=True)
class Table:
    """Columns by name; ``names`` is None where a numpy array has none, and columns are told by their places."""

    columns: Sequence[Cells]
    names: Sequence[str] | None
    rows: int
    #: ``pandas``, ``polars``, ``arrow`` or ``numpy``: decides how truth values are spelt.
    brand: str
    #: What the rows are called in answers: the index of a pandas table.
    index: Any = None
    #: Whether columns have types that scikit-learn sees: those of pandas, polars and numpy, not dictionaries, lists and Arrow.
    typed: bool = True


def to_table(X: Any, names: Sequence[str] | None = None) -> Table:
    """The columns of X. ``names`` are for arrays without any, or say what the columns are called here.

    >>> to_table({"age": 42, "home": "own"}).rows
    1
    >>> to_table([{"age": 42}, {"age": 17, "home": "rent"}]).names
    ['age', 'home']
    """
    if isinstance(X, Table):
        return X
    table = _by_brand(X)
    if names is not None:
        if len(names) != len(table.columns):
            raise InputError(f"names: expected {len(table.columns)}, one per column, got {len(names)}")
        return replace(table, names=[str(name) for name in names])
    return table


def _by_brand(X: Any) -> Table:
    module = type(X).__module__.partition(".")[0]
    if module == "pyarrow":
        return _from_arrow(X)
    if module == "polars":
        frame = X.collect() if hasattr(X, "collect") else X
        frame = frame.to_frame() if not hasattr(frame, "columns") else frame
        return Table([_polars_column(frame.get_column(name)) for name in frame.columns], list(frame.columns), frame.height, "polars")
    if module == "pandas":
        frame = X.to_frame().T.infer_objects() if not hasattr(X, "columns") else X  # a Series is one row
        columns = [_pandas_column(frame.iloc[:, j]) for j in range(frame.shape[1])]
        return Table(columns, [str(name) for name in frame.columns], len(frame), "pandas", frame.index)
    if isinstance(X, Mapping):
        return _from_mapping(X)
    if hasattr(X, "toarray"):
        X = X.toarray()
    if isinstance(X, np.ndarray):
        return _from_array(X)
    if isinstance(X, Iterable) and not isinstance(X, (str, bytes)):
        return _from_list(list(X))
    raise InputError(f"X: expected a table, an array or dictionaries, got {type(X).__name__}")


def _from_array(X: Any) -> Table:
    if X.dtype.names is not None:
        return Table([from_numpy(X[name]) for name in X.dtype.names], list(X.dtype.names), len(X), "numpy")
    if X.ndim == 1:
        X = X[np.newaxis]
    if X.ndim != 2:
        raise InputError(f"X: expected rows and columns, got an array of shape {X.shape}")
    return Table([from_numpy(X[:, j]) for j in range(X.shape[1])], None, X.shape[0], "numpy")


def _from_mapping(X: Mapping[Any, Any]) -> Table:
    """One case, or columns."""
    names = [str(name) for name in X]
    lists = [hasattr(value, "__len__") and not isinstance(value, (str, bytes)) for value in X.values()]
    if not any(lists):
        return Table([from_objects([value]) for value in X.values()], names, 1, "numpy", typed=False)
    columns = [from_numpy(np.asarray(v)) if isinstance(v, np.ndarray) else from_objects(list(v)) for v in X.values()]
    rows = {len(column) for column in columns}
    if not all(lists) or len(rows) != 1:
        raise InputError("X: expected one value for each feature, or lists of the same length")
    return Table(columns, names, rows.pop(), "numpy", typed=False)


def _from_list(cases: list[Any]) -> Table:
    """Dictionaries, or lists of values in the order of the features."""
    if all(isinstance(case, Mapping) for case in cases):
        names = list(dict.fromkeys(str(name) for case in cases for name in case))
        columns = [from_objects([case.get(name, NOT_THERE) for case in cases]) for name in names]
        return Table(columns, names, len(cases), "numpy", typed=False)
    if any(isinstance(case, (str, bytes, Mapping)) or not isinstance(case, Iterable) for case in cases):
        raise InputError("X: expected dictionaries, or lists with one value per feature")
    rows = [list(case) for case in cases]
    widths = {len(row) for row in rows}
    if len(widths) != 1:
        raise InputError(f"X: expected rows of the same length, got {' and '.join(map(str, sorted(widths)))} values")
    return Table([from_objects([row[j] for row in rows]) for j in range(widths.pop())], None, len(rows), "numpy", typed=False)


def _pandas_column(series: Any) -> Cells:
    dtype = series.dtype
    if type(dtype).__name__ == "CategoricalDtype":
        return Coded(series.cat.codes.to_numpy(), series.cat.categories.tolist(), gap_of_type(dtype))
    kind = getattr(dtype, "kind", "O")
    if kind in "iufb" and isinstance(dtype, np.dtype):
        return Numbers(series.to_numpy())
    if kind in "iufb":  # with missing values of its own
        gaps = series.isna().to_numpy(dtype=bool)
        numpy_type = np.dtype(getattr(dtype, "numpy_dtype", np.float64))
        return Numbers(series.fillna(False if kind == "b" else 0).to_numpy(dtype=numpy_type), gaps if gaps.any() else None, MASKED)
    codes, values = series.factorize(use_na_sentinel=True)
    gone = codes < 0
    if len(set(map(type, values))) > 1:  # 1, 1.0 and True are one value to pandas
        return from_objects(series.tolist())
    if dtype != object or not gone.any():
        return Coded(np.asarray(codes), list(values), gap_of_type(dtype))
    gaps = [str(gap_of(cell)) for cell in series.to_numpy()[gone]]  # pandas takes all kinds of missing for one
    kinds = list(dict.fromkeys(gaps))
    codes[gone] = [len(values) + kinds.index(gap) for gap in gaps]
    return Coded(np.asarray(codes), [*values, *map(cell_of, kinds)])


def _polars_column(series: Any) -> Cells:
    dtype = series.dtype
    if str(dtype) == "Null":
        return Numbers(np.full(len(series), np.nan))
    if str(dtype) == "Boolean":
        gaps = series.is_null().to_numpy() if series.null_count() else None
        return Numbers(series.fill_null(False).to_numpy() if gaps is not None else series.to_numpy(), gaps, NONE)
    if dtype.is_numeric():
        gaps = series.is_null().to_numpy() if series.null_count() else None
        return Numbers(series.fill_null(0).to_numpy() if gaps is not None else series.to_numpy(), gaps)
    if type(dtype).__name__ in ("String", "Utf8", "Categorical", "Enum") and find_spec("pyarrow") is not None:
        return replace(_arrow_column(series.to_arrow()), gap=NONE)
    return from_objects(series.to_list())  # slower, the same cells


def _from_arrow(X: Any) -> Table:
    if not hasattr(X, "column_names") and not hasattr(X, "schema"):
        raise InputError(f"X: expected a table or a record batch of pyarrow, got {type(X).__name__}")
    names = list(X.schema.names)
    return Table([_arrow_column(X.column(j)) for j in range(len(names))], names, X.num_rows, "arrow", typed=False)


def _arrow_column(column: Any) -> Cells:
    import pyarrow as pa

    if isinstance(column, pa.ChunkedArray):
        column = column.combine_chunks()
        if isinstance(column, pa.ChunkedArray):  # of several chunks that do not fit into one, or of none
            column = pa.concat_arrays(column.chunks) if column.num_chunks else pa.array([], column.type)
    kind = column.type
    if pa.types.is_boolean(kind) or pa.types.is_integer(kind) or pa.types.is_floating(kind):
        gaps = np.asarray(column.is_null()) if column.null_count else None
        filled = column.fill_null(False if pa.types.is_boolean(kind) else 0) if gaps is not None else column
        return Numbers(filled.to_numpy(zero_copy_only=False), gaps, ABSENT)
    if pa.types.is_string(kind) or pa.types.is_large_string(kind) or str(kind) == "string_view":
        column = column.dictionary_encode()
        kind = column.type
    if pa.types.is_dictionary(kind):
        codes = column.indices.cast(pa.int64()).fill_null(-1).to_numpy(zero_copy_only=False)
        return Coded(codes, column.dictionary.to_pylist(), ABSENT)
    return from_objects([NOT_THERE if cell is None else cell for cell in column.to_pylist()])
