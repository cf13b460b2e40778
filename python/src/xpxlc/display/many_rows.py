"""Many decisions: how many of each class, the first rows, and which features they use."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ..domain import domain_text, extended_text
from .page import framed, legible, paragraph, table

if TYPE_CHECKING:
    from ..answers.explanations import Explanations, RowExplanations
    from ..answers.features import RowFeatures

#: Rows that are shown.
_MOST = 10


def counted(count: int, noun: str) -> str:
    """
    >>> counted(1, "row"), counted(12000, "row")
    ('1 row', '12,000 rows')
    """
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def class_counts(classes: Iterable[object]) -> str:
    """How many rows each class has, the most frequent first.

    >>> class_counts(["a", "b", "b"])
    '2 b, 1 a'
    """
    return ", ".join(f"{count:,} {name}" for name, count in Counter(map(str, classes)).most_common())


def rows_head(rows: Sequence[RowExplanations] | Sequence[RowFeatures]) -> str:
    """How many rows, of which classes, and how many bad ones."""
    good = [row for row in rows if row.error is None]
    classes = class_counts(row.predicted for row in good)
    bad = "" if len(good) == len(rows) else f"; {counted(len(rows) - len(good), 'bad row')}"
    return f"{counted(len(rows), 'row')}{': ' if classes else ''}{classes}{bad}"


def explanations_text(found: Explanations) -> str:
    """A head line and the first rows."""
    lines = [rows_head(found.rows), *(f"{_label(found, row)}: {_sentence(row)}" for row in found.rows[:_MOST])]
    if len(found) > _MOST:
        lines.append(f"… {counted(len(found) - _MOST, 'more row')}")
    within = _domain(found)
    lines += [f"({within})"] if within else []
    return legible("\n".join(lines))


def explanations_html(found: Explanations) -> str:
    parts = [paragraph(rows_head(found.rows), "decision")]
    if len(found):
        lines = [(_label(found, row), row.decision or "", _sentence(row)) for row in found.rows[:_MOST]]
        parts.append(table(["row", "decision", "first explanation"], lines))
    if len(found) > _MOST:
        parts.append(paragraph(f"… {counted(len(found) - _MOST, 'more row')}. See one by its position: [0], [1], …", "soft"))
    within = _domain(found)
    parts += [paragraph(f"All of this holds {within}.", "soft")] if within else []
    return framed(*parts)


def _domain(found: Explanations) -> str:
    """The bounds of the model; rows with wider ones say so themselves."""
    return next((domain_text(row.case.core.description.features) for row in found.rows if row.case is not None), "")


def _label(found: Explanations, row: RowExplanations) -> object:
    """The row in the user's own index, where there is one."""
    index: Sequence[object] | None = found.subject.index
    return row.row if index is None else index[row.row]


def _sentence(row: RowExplanations) -> str:
    said = row.rule or row.none or "no explanation"
    return said if row.extended is None else f"{said} ({extended_text(row.extended)})"
