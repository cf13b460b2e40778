"""What can be asked of rows in batches of Arrow: the columns of the answer, known beforehand, and the answer to a batch."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from .answers.row_error import RowError

if TYPE_CHECKING:
    import pyarrow as pa

    from .explainer import Explainer

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


def head_fields(explainer: Explainer) -> list[pa.Field]:
    """What answers begin with."""
    import pyarrow as pa

    return [pa.field("predicted", class_type(explainer.classes)), pa.field("margin", pa.float64()), pa.field("doubtful", pa.bool_())]


def error_fields() -> list[pa.Field]:
    """What all answers end with."""
    import pyarrow as pa

    return [pa.field("error", pa.string()), pa.field("message", pa.string())]


def class_type(classes: Sequence[object]) -> Any:
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


def head(found: Any, good: npt.NDArray[np.bool_]) -> dict[str, Any]:
    """The columns that answers begin and end with, of answers in arrays."""
    import pyarrow as pa

    bad = ~good
    return {
        "predicted": found.predicted,
        "margin": pa.array(found.margin, mask=bad),
        "doubtful": pa.array(found.doubtful, mask=bad),
        **error_columns(found.errors, len(good)),
    }


def error_columns(errors: Sequence[RowError], rows: int) -> dict[str, list[str | None]]:
    codes: list[str | None] = [None] * rows
    messages: list[str | None] = [None] * rows
    for error in errors:
        codes[error.row], messages[error.row] = error.code, without_row(error.message)
    return {"error": codes, "message": messages}


def good_rows(errors: Sequence[RowError], rows: int) -> npt.NDArray[np.bool_]:
    good = np.ones(rows, np.bool_)
    good[[error.row for error in errors]] = False
    return good


def without_row(message: str) -> str:
    """The number of a row in its batch says nothing to anybody.

    >>> without_row("row 17, feature 'age': not a finite number")
    "feature 'age': not a finite number"
    """
    return re.sub(r"^row \d+(, |: )", "", message)
