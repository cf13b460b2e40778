"""The classifier that is explained, as the explainers want it: functions of rows of category positions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Rows = npt.NDArray[np.number]


@dataclass(frozen=True)
class Classifier:
    """Two classes, categories only: class 1 leads class 0 by ``bias`` and what each feature's value adds."""

    bias: float
    tables: Sequence[npt.NDArray[np.float64]]
    #: Which class wins a tie: 0 or 1.
    tie: int

    def lead(self, rows: Rows) -> npt.NDArray[np.float64]:
        """How far class 1 is ahead."""
        positions = np.asarray(rows).astype(np.intp)
        total = np.full(len(positions), self.bias)
        for i, table in enumerate(self.tables):
            total += table[positions[:, i]]
        return total

    def classes(self, rows: Rows) -> npt.NDArray[np.intp]:
        """0 or 1 per row."""
        lead = self.lead(rows)
        return np.where(lead == 0, self.tie, lead > 0).astype(np.intp)

    def probabilities(self, rows: Rows) -> npt.NDArray[np.float64]:
        """Of class 0 and class 1 per row: the posterior of naive Bayes, whose lead is a difference of logarithms."""
        of_one = 1 / (1 + np.exp(-self.lead(rows)))
        return np.column_stack([1 - of_one, of_one])
