"""Answers that are one object per row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol, TypeVar, overload

from .plain import plain
from .row_error import RowError
from .tabular import Tabular


class _Row(Protocol):
    @property
    def row(self) -> int: ...
    @property
    def error(self) -> RowError | None: ...
    def to_dict(self) -> dict[str, Any]: ...


R = TypeVar("R", bound=_Row)


class Listed(Tabular, Sequence[R]):
    """A sequence of the answers to all rows."""

    rows: tuple[R, ...]

    @overload
    def __getitem__(self, index: int) -> R: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[R]: ...
    def __getitem__(self, index: int | slice) -> Any:
        return self.rows[index]

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[R]:
        return iter(self.rows)

    @property
    def errors(self) -> tuple[RowError, ...]:
        """What is wrong with bad rows."""
        return tuple(row.error for row in self.rows if row.error is not None)

    def to_dict(self) -> dict[str, Any]:
        """``rows``: each row as a dictionary, with its ``index`` where the table was one of pandas."""
        index = self.subject.index
        told = [row.to_dict() for row in self.rows]
        if index is None:
            return {"rows": told}
        return {"rows": [{"row": row["row"], "index": plain(index[row["row"]]), **row} for row in told]}

    def __str__(self) -> str:
        return "\n".join(str(row) for row in self.rows)
