"""Answers that are one object per row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol, TypeVar, overload

from .row_error import RowError
from .tabular import Tabular


class _Row(Protocol):
    @property
    def error(self) -> RowError | None: ...


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

    def __str__(self) -> str:
        return "\n".join(str(row) for row in self.rows)
