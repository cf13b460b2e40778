"""Answers in columns: a head line and the first rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .many_rows import counted
from .page import framed, legible, paragraph, table

if TYPE_CHECKING:
    from ..answers.tabular import Tabular

#: Rows that are shown.
_MOST = 10


def columns_text(answer: Tabular) -> str:
    """Columns of equal width, separated by two spaces."""
    head, lines = _first(answer)
    texts = [head, *([_short(cell) for cell in line] for line in lines)]
    widths = [max(len(line[j]) for line in texts) for j in range(len(head))]
    shown = ["  ".join(f"{cell:>{width}}" for cell, width in zip(line, widths, strict=True)) for line in texts]
    return legible("\n".join([*shown, *_rest(answer)]))


def columns_html(answer: Tabular) -> str:
    head, lines = _first(answer)
    shown = table(head, [[_short(cell) for cell in line] for line in lines])
    return framed(shown, *(paragraph(line, "soft") for line in _rest(answer)))


def _first(answer: Tabular) -> tuple[list[str], list[list[Any]]]:
    """The names of the columns, and the first lines, with the user's own index before them."""
    columns = answer._columns()
    rows = min(_MOST, _length(answer))
    index = answer._index()
    labels = columns.get("row", range(rows)) if index is None else list(index[:rows])
    named = {"row": labels, **{name: column for name, column in columns.items() if name != "row"}}
    return list(named), [list(line) for line in zip(*(column[:rows] for column in named.values()), strict=True)]


def _length(answer: Tabular) -> int:
    return max((len(column) for column in answer._columns().values()), default=0)


def _rest(answer: Tabular) -> list[str]:
    more = _length(answer) - _MOST
    return [f"… {counted(more, 'more row')}"] if more > 0 else []


def _short(cell: object) -> str:
    """
    >>> _short(0.123456), _short(["age", "home"]), _short(None)
    ('0.1235', 'age, home', '')
    """
    if cell is None:
        return ""
    if isinstance(cell, (float, np.floating)):
        return f"{cell:.4g}"
    if isinstance(cell, (list, tuple)):
        return ", ".join(map(str, cell))
    return str(cell)
