"""Any answer as a table of the user's own kind. The packages are imported when they are asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from ..cells import AnyArray
from ..display.columns import columns_html, columns_text
from ..domain import extended_text
from .plain import Plain, plain
from .row_error import RowError
from .subject import Subject


class Tabular(Plain):
    """Gives ``_table()``: columns by name, numpy arrays or lists, all of the same length; ``row`` says which rows where not each has one line."""

    subject: Subject

    if TYPE_CHECKING:  # a field or a property

        @property
        def errors(self) -> tuple[RowError, ...]: ...

    def _table(self) -> Mapping[str, AnyArray | list[Any]]:
        raise NotImplementedError

    def _index(self) -> Any:
        """The index of a pandas table, an entry for each line."""
        index, rows = self.subject.index, self._table().get("row")
        return index if index is None or rows is None else index.take(rows)

    def _columns(self) -> Mapping[str, AnyArray | list[Any]]:
        """The table, and which rows were answered in wider bounds, if any were."""
        columns = self._table()
        wrong = {error.row for error in self.errors}
        extended = {row: bounds for row, bounds in self.subject.extended.items() if row not in wrong}
        if not extended:
            return columns
        count = max((len(column) for column in columns.values()), default=0)
        texts = [extended_text(extended[row]) if row in extended else None for row in columns.get("row", range(count))]
        return {**columns, "extended": texts}

    def __repr__(self) -> str:
        return columns_text(self)

    def _repr_html_(self) -> str:
        return columns_html(self)

    def to_pandas(self) -> Any:
        """A ``pandas.DataFrame``, with the index of the given table if that was one of pandas."""
        import pandas as pd

        columns = self._columns()
        index = self._index()
        return pd.DataFrame(dict(columns), index=index)

    def to_dict(self) -> dict[str, Any]:
        """``rows``: a dictionary for each line of the table, with its ``row`` and, of a table of pandas, its ``index``."""
        columns = self._columns()
        index = self._index()
        count = max((len(column) for column in columns.values()), default=0)
        head: dict[str, Any] = {} if "row" in columns else {"row": range(count)}
        named = {**head, **({} if index is None else {"index": list(index)}), **columns}
        return {"rows": [dict(zip(named, map(plain, line), strict=True)) for line in zip(*named.values(), strict=True)]}

    def to_polars(self) -> Any:
        """A ``polars.DataFrame``."""
        import polars as pl

        return pl.DataFrame({name: _plain(column) for name, column in self._columns().items()}, strict=False)

    def to_arrow(self) -> Any:
        """A ``pyarrow.Table``."""
        import pyarrow as pa

        return pa.table({name: pa.array(_plain(column)) for name, column in self._columns().items()})


def _plain(column: AnyArray | list[Any]) -> AnyArray | list[Any]:
    return column.tolist() if isinstance(column, np.ndarray) and column.dtype.kind in "OU" else column
