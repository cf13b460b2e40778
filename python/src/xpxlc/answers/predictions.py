"""What is predicted for every row."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from ..cells import AnyArray
from .attributed import Attributed
from .row_error import RowError
from .subject import Subject
from .tabular import Tabular


@dataclass(frozen=True, repr=False)
class Predictions(Attributed, Tabular):
    """The exact class of every row, and by how much it leads. As an array (``numpy.asarray``) it is the classes."""

    #: The classes; None in bad rows.
    predicted: AnyArray
    #: Lead over the strongest rival: the nearest double; NaN in bad rows.
    margin: npt.NDArray[np.float64]
    #: The margin is within the noise of the model's own arithmetic.
    doubtful: npt.NDArray[np.bool_]
    #: Rows × classes, in double arithmetic; NaN in bad rows.
    scores: npt.NDArray[np.float64]
    #: Points of a scorecard, or the probability of the predicted class; None where the model has neither.
    standing: npt.NDArray[np.float64] | None
    #: ``points``, ``probability`` or None.
    standing_name: str | None
    #: What is wrong with bad rows.
    errors: tuple[RowError, ...]
    subject: Subject = field(repr=False)

    def __len__(self) -> int:
        return len(self.predicted)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> AnyArray:
        found = self.predicted if dtype is None else self.predicted.astype(dtype)
        return found.copy() if copy else found

    def _table(self) -> Mapping[str, AnyArray | list[Any]]:
        table: dict[str, AnyArray | list[Any]] = {
            "predicted": self.predicted,
            "margin": self.margin,
            "doubtful": self.doubtful,
        }
        if self.standing is not None and self.standing_name is not None:
            table[self.standing_name] = self.standing
        if self.errors:
            table["error"] = messages(self.errors, len(self))
        return table


def messages(errors: tuple[RowError, ...], rows: int) -> list[str | None]:
    """A column with what is wrong with bad rows."""
    found: list[str | None] = [None] * rows
    for error in errors:
        found[error.row] = error.message
    return found
