"""What can be asked of rows in batches of Arrow, predictions, explanations with and without words, and counts: the columns of the answer, known
beforehand, and the answer to a batch."""

from __future__ import annotations

import math
import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from .answers.explanations import Explanation, RowExplanations
from .answers.row_error import RowError
from .answers.smallest import Smallest
from .errors import InputError
from .questions import SmallestOptions

if TYPE_CHECKING:
    import pyarrow as pa

    from .explainer import Explainer

#: Options of a question that answers without words know, too.
_WITHOUT_WORDS = {*SmallestOptions.__annotations__, "limit"}


#: Rows that are asked about at a time: of questions with one line a row, and of those with several.
_ROWS = 1 << 14
_ROWS_OF_SEVERAL = 1 << 8


@dataclass(frozen=True)
class Lines:
    """Columns of an answer; ``rows`` are the rows of the batch that they are about: None for all, each once."""

    columns: Mapping[str, Any]
    rows: npt.NDArray[np.intp] | None = None


class BatchQuestion(ABC):
    """One question about every row. Plain data: it travels to other processes."""

    #: Rows may have several lines.
    several = False

    @property
    def rows_at_a_time(self) -> int:
        return _ROWS_OF_SEVERAL if self.several else _ROWS

    @abstractmethod
    def fields(self, explainer: Explainer) -> list[pa.Field]:
        """The columns of the answer."""

    @abstractmethod
    def lines(self, explainer: Explainer, batch: pa.RecordBatch) -> Lines:
        """The answer: lists or arrays by the names of the fields."""


@dataclass(frozen=True)
class Predicting(BatchQuestion):
    def fields(self, explainer: Explainer) -> list[pa.Field]:
        import pyarrow as pa

        standing = explainer.description.standing
        own = [] if standing is None else [pa.field(standing, pa.float64())]
        return [*_head_fields(explainer), *own, *_error_fields()]

    def lines(self, explainer: Explainer, batch: pa.RecordBatch) -> Lines:
        import pyarrow as pa

        found = explainer.predict(batch)
        good = _good_rows(found.errors, len(found))
        columns = _head(found, good)
        if found.standing_name is not None:
            columns[found.standing_name] = pa.array(found.standing, mask=~good)
        return Lines(columns)


@dataclass(frozen=True)
class Explaining(BatchQuestion):
    """``options`` are those of :meth:`xpxlc.Explainer.explain`; without ``rules`` answers are those of ``smallest``."""

    rules: bool = True
    options: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.rules:
            return
        beyond = set(self.options) - _WITHOUT_WORDS
        if beyond or self.kind == "both" or self.several:
            said = ", ".join(sorted(beyond)) or ("kind='both'" if self.kind == "both" else "limit")
            raise InputError(f"rules=False gives one smallest set of one kind; {said} needs rules=True")

    @property
    def kind(self) -> str:
        return str(self.options.get("kind", "axp"))

    @property
    def several(self) -> bool:  # type: ignore[override]
        return self.kind == "both" or self.options.get("limit", 1) != 1

    def fields(self, explainer: Explainer) -> list[pa.Field]:
        import pyarrow as pa

        text = pa.string()
        fields = [pa.field("kind", text), pa.field("number", pa.int64())] if self.several else []
        fields += [pa.field("size", pa.int32()), pa.field("at_least", pa.int32()), pa.field("features", pa.list_(text))]
        if self.rules:
            fields.append(pa.field("rule", text))
        if self.rules and self.kind != "axp":
            fields += [pa.field("new_class", _class_type(explainer.classes)), pa.field("change", pa.map_(text, text))]
        return [*_head_fields(explainer), *fields, *_error_fields()]

    def lines(self, explainer: Explainer, batch: pa.RecordBatch) -> Lines:
        if self.rules:
            return _in_words(explainer.explain(batch, **self.options).rows)
        options = {name: value for name, value in self.options.items() if name != "limit"}
        return _in_arrays(explainer.smallest(batch, **options))


def _in_arrays(found: Smallest) -> Lines:
    """Rows with the same set share its list of names."""
    import pyarrow as pa

    good = _good_rows(found.errors, len(found))
    there = good if found.kind == "axp" else good & (found.size > 0)
    words = found.words if found.words.shape[1] > 1 else found.words[:, 0]
    first, codes = np.unique(words, axis=0, return_index=True, return_inverse=True)[1:]
    names = pa.array([found.names(row) for row in first.tolist()], pa.list_(pa.string()))
    return Lines(
        {
            **_head(found, good),
            "size": pa.array(found.size.astype(np.int32), mask=~there),
            "at_least": pa.array(found.at_least.astype(np.int32), mask=~there | found.complete),
            "features": names.take(pa.array(codes.reshape(-1), mask=~there)),
        }
    )


def _in_words(rows: tuple[RowExplanations, ...]) -> Lines:
    lines: list[tuple[RowExplanations, int, Explanation | None]] = []
    for row in rows:
        numbers: Counter[str] = Counter()
        for found in row.explanations:
            numbers[found.kind] += 1
            lines.append((row, numbers[found.kind], found))
        if not row.explanations:
            lines.append((row, 0, None))
    changes = [None if found is None else found.counterfactual for _, _, found in lines]
    good = [row.error is None for row, _, _ in lines]
    return Lines(
        {
            "predicted": [row.predicted for row, _, _ in lines],
            "margin": [row.margin if fine else None for (row, _, _), fine in zip(lines, good, strict=True)],
            "doubtful": [row.doubtful if fine else None for (row, _, _), fine in zip(lines, good, strict=True)],
            "kind": [None if found is None else found.kind for _, _, found in lines],
            "number": [None if found is None else number for _, number, found in lines],
            "size": [None if found is None else found.size for _, _, found in lines],
            "at_least": [None if found is None else row.at_least for row, _, found in lines],
            "features": [None if found is None else found.features for _, _, found in lines],
            "rule": [None if found is None else found.rule for _, _, found in lines],
            "new_class": [None if change is None else change.predicted for change in changes],
            "change": [None if change is None else [(name, str(value)) for name, value in change.changes.items()] for change in changes],
            "error": [None if row.error is None else row.error.code for row, _, _ in lines],
            "message": [_message(row) for row, _, _ in lines],
        },
        np.array([row.row for row, _, _ in lines], np.intp),
    )


def _message(row: RowExplanations) -> str | None:
    return row.impossible if row.error is None else _without_row(row.error.message)


@dataclass(frozen=True)
class Counting(BatchQuestion):
    """``options`` are those of :meth:`xpxlc.Explainer.count`."""

    options: Mapping[str, Any] = field(default_factory=dict)

    def fields(self, explainer: Explainer) -> list[pa.Field]:
        import pyarrow as pa

        return [
            pa.field("predicted", _class_type(explainer.classes)),
            pa.field("count", pa.float64()),
            pa.field("exact", pa.string()),
            pa.field("complete", pa.bool_()),
            pa.field("smallest", pa.int32()),
            pa.field("largest", pa.int32()),
            *_error_fields(),
        ]

    def lines(self, explainer: Explainer, batch: pa.RecordBatch) -> Lines:
        found = explainer.count(batch, **self.options)
        good = _good_rows(found.errors, len(found)).tolist()
        counts = [count if fine else None for count, fine in zip(found.count.tolist(), good, strict=True)]
        return Lines(
            {
                "predicted": found.predicted,
                "count": [_nearest(count) for count in counts],
                "exact": counts,
                "complete": [done if fine else None for done, fine in zip(found.complete.tolist(), good, strict=True)],
                "smallest": [min(sizes, default=None) for sizes in found.sizes],
                "largest": [max(sizes, default=None) for sizes in found.sizes],
                **_error_columns(found.errors, len(found)),
            }
        )


def _nearest(count: int | None) -> float | None:
    """Beyond all doubles there is none."""
    try:
        return None if count is None else float(count)
    except OverflowError:
        return math.inf


def _head_fields(explainer: Explainer) -> list[pa.Field]:
    """What answers begin with."""
    import pyarrow as pa

    return [pa.field("predicted", _class_type(explainer.classes)), pa.field("margin", pa.float64()), pa.field("doubtful", pa.bool_())]


def _error_fields() -> list[pa.Field]:
    """What all answers end with."""
    import pyarrow as pa

    return [pa.field("error", pa.string()), pa.field("message", pa.string())]


def _class_type(classes: Sequence[object]) -> Any:
    """The type of the classes: numbers and truth values of an estimator's; text for all others."""
    import pyarrow as pa

    try:
        found = pa.array(list(classes)).type
    except (pa.ArrowInvalid, pa.ArrowTypeError):
        return pa.string()
    if pa.types.is_boolean(found):
        return found
    return pa.int64() if pa.types.is_integer(found) else pa.float64() if pa.types.is_floating(found) else pa.string()


def column(values: Any, kind: Any) -> Any:
    """An Arrow array of this type. Classes that are no texts are written as such where the type is text."""
    import pyarrow as pa

    if isinstance(values, pa.Array):
        return values
    if isinstance(values, np.ndarray) and values.dtype.kind in "OU":
        values = values.tolist()
    if kind == pa.string():
        values = [None if value is None else str(value) for value in values]
    return pa.array(values, kind)


def _head(found: Any, good: npt.NDArray[np.bool_]) -> dict[str, Any]:
    """The columns that answers begin and end with, of answers in arrays."""
    import pyarrow as pa

    bad = ~good
    return {
        "predicted": found.predicted,
        "margin": pa.array(found.margin, mask=bad),
        "doubtful": pa.array(found.doubtful, mask=bad),
        **_error_columns(found.errors, len(good)),
    }


def _error_columns(errors: Sequence[RowError], rows: int) -> dict[str, list[str | None]]:
    codes: list[str | None] = [None] * rows
    messages: list[str | None] = [None] * rows
    for error in errors:
        codes[error.row], messages[error.row] = error.code, _without_row(error.message)
    return {"error": codes, "message": messages}


def _good_rows(errors: Sequence[RowError], rows: int) -> npt.NDArray[np.bool_]:
    good = np.ones(rows, np.bool_)
    good[[error.row for error in errors]] = False
    return good


def _without_row(message: str) -> str:
    """The number of a row in its batch says nothing to anybody.

    >>> _without_row("row 17, feature 'age': not a finite number")
    "feature 'age': not a finite number"
    """
    return re.sub(r"^row \d+(, |: )", "", message)
