"""Any answer as a table of the user's own kind. The packages are imported when they are asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..cells import AnyArray
from ..display.columns import columns_html, columns_text


class Tabular:
    """Gives ``_table()``: columns by name, numpy arrays or lists, all of the same length; ``_index()``: the index of a pandas table."""

    def _table(self) -> Mapping[str, AnyArray | list[Any]]:
        raise NotImplementedError

    def _index(self) -> Any:
        return None

    def __repr__(self) -> str:
        return columns_text(self)

    def _repr_html_(self) -> str:
        return columns_html(self)

    def to_pandas(self) -> Any:
        """A ``pandas.DataFrame``, with the index of the given table if that was one of pandas."""
        import pandas as pd

        columns = self._table()
        index = self._index()
        return pd.DataFrame(dict(columns), index=index)

    def to_polars(self) -> Any:
        """A ``polars.DataFrame``."""
        import polars as pl

        return pl.DataFrame({name: _plain(column) for name, column in self._table().items()}, strict=False)

    def to_arrow(self) -> Any:
        """A ``pyarrow.Table``."""
        import pyarrow as pa

        return pa.table({name: pa.array(_plain(column)) for name, column in self._table().items()})


def _plain(column: AnyArray | list[Any]) -> AnyArray | list[Any]:
    return column.tolist() if isinstance(column, np.ndarray) and column.dtype.kind in "OU" else column
