"""How many explanations (or contrasts) every row has, and how much that makes of each feature. Counts are exact, however large."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from ..cells import AnyArray
from .attributed import shap_explanation
from .predictions import messages
from .row_error import RowError
from .subject import Subject
from .tabular import Tabular


@dataclass(frozen=True, repr=False)
class Counts(Tabular):
    """Per row: how many sets there are, how large they are, and how many have each feature.

    ``count`` and ``frequency`` are 64-bit integers, or Python's where one is larger. Bad rows, and those whose count is beyond the budget,
    have 0 and are listed in ``errors``.
    """

    #: ``axp`` or ``cxp``.
    kind: str
    count: AnyArray
    #: Rows × features: in how many of the sets the feature is.
    frequency: AnyArray
    #: False: there are more; all numbers are those of the first ones that the search finds.
    complete: npt.NDArray[np.bool_]
    #: Per row: how many sets there are of each size that occurs.
    sizes: tuple[Mapping[int, int], ...]
    predicted: AnyArray
    features: tuple[str, ...]
    errors: tuple[RowError, ...]
    subject: Subject = field(repr=False)

    def __len__(self) -> int:
        return len(self.count)

    def _table(self) -> Mapping[str, AnyArray | list[Any]]:
        table: dict[str, AnyArray | list[Any]] = {
            "predicted": self.predicted,
            "count": self.count,
            "complete": self.complete,
            "smallest": [min(sizes, default=None) for sizes in self.sizes],
            "largest": [max(sizes, default=None) for sizes in self.sizes],
        }
        if self.errors:
            table["error"] = messages(self.errors, len(self))
        return table


@dataclass(frozen=True, repr=False)
class Frequencies(Tabular):
    """Per row: the share of its explanations that each feature is in (formal feature attribution)."""

    kind: str
    #: Rows × features, from 0 to 1; NaN in rows without an answer, or without any explanation.
    share: npt.NDArray[np.float64]
    #: How many explanations the shares are of.
    count: AnyArray
    complete: npt.NDArray[np.bool_]
    predicted: AnyArray
    features: tuple[str, ...]
    errors: tuple[RowError, ...]
    subject: Subject = field(repr=False)

    def __len__(self) -> int:
        return len(self.share)

    def to_shap(self) -> Any:
        """A ``shap.Explanation`` of the shares, over a base of 0."""
        return shap_explanation(self.share, np.zeros(len(self)), self.subject.contributions().data, self.features)

    def _table(self) -> Mapping[str, AnyArray | list[Any]]:
        return {name: self.share[:, i] for i, name in enumerate(self.features)}


@dataclass(frozen=True, repr=False)
class Power(Tabular):
    """Per row: the power indices of its features, as nearest doubles; rows × features, NaN in rows without an answer."""

    kind: str
    shapley_shubik: npt.NDArray[np.float64]
    banzhaf: npt.NDArray[np.float64]
    banzhaf_normalized: npt.NDArray[np.float64]
    deegan_packel: npt.NDArray[np.float64]
    holler_packel: npt.NDArray[np.float64]
    predicted: AnyArray
    features: tuple[str, ...]
    errors: tuple[RowError, ...]
    subject: Subject = field(repr=False)

    def __len__(self) -> int:
        return len(self.shapley_shubik)

    def to_shap(self) -> Any:
        """A ``shap.Explanation`` of the Shapley–Shubik indices, which add up to 1, over a base of 0."""
        return shap_explanation(self.shapley_shubik, np.zeros(len(self)), self.subject.contributions().data, self.features)

    def _table(self) -> Mapping[str, AnyArray | list[Any]]:
        rows = np.repeat(np.arange(len(self)), len(self.features))
        return {
            "row": rows,
            "feature": list(self.features) * len(self),
            **{
                name: getattr(self, name).reshape(-1)
                for name in ("shapley_shubik", "banzhaf", "banzhaf_normalized", "deegan_packel", "holler_packel")
            },
        }
