"""One smallest explanation (or contrast) of every row, in arrays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from ..cells import AnyArray
from ..display.population import smallest_html, smallest_text
from .attributed import Attributed
from .predictions import messages
from .row_error import RowError
from .subject import Subject
from .tabular import Tabular


@dataclass(frozen=True)
class Smallest(Attributed, Tabular):
    """Per row: a smallest set of features that explains its class; or with kind ``cxp`` one whose change can change it.

    ``mask[r, i]`` says whether feature ``features[i]`` is in the set of row ``r``. Bad rows have size 0, an empty mask, ``predicted`` None
    and margin NaN, and are listed in ``errors``.
    """

    #: ``axp`` or ``cxp``.
    kind: str
    size: npt.NDArray[np.uint32]
    #: The set is proved to be smallest. With more than two classes the work that this takes is bounded: then it is the best set found.
    complete: npt.NDArray[np.bool_]
    #: No set with fewer features does it: the size, where complete.
    at_least: npt.NDArray[np.uint32]
    #: The classes; None in bad rows.
    predicted: AnyArray
    #: Lead over the strongest rival: the nearest double; NaN in bad rows.
    margin: npt.NDArray[np.float64]
    #: The margin is within the noise of the model's own arithmetic.
    doubtful: npt.NDArray[np.bool_]
    #: Names of the features, in the order of the mask's columns.
    features: tuple[str, ...]
    errors: tuple[RowError, ...]
    #: The sets as the core has them: feature i is bit ``i % 32`` of word ``i // 32``; rows × words.
    words: npt.NDArray[np.uint32] = field(repr=False)
    subject: Subject = field(repr=False)

    def __repr__(self) -> str:
        return smallest_text(self)

    def _repr_html_(self) -> str:
        return smallest_html(self)

    def __len__(self) -> int:
        return len(self.size)

    @cached_property
    def mask(self) -> npt.NDArray[np.bool_]:
        """Rows × features."""
        return self._unpacked(self.words)

    def _unpacked(self, words: npt.NDArray[np.uint32]) -> npt.NDArray[np.bool_]:
        octets = words.astype("<u4", copy=False).view(np.uint8)
        return np.unpackbits(octets, axis=1, count=len(self.features), bitorder="little").view(np.bool_)

    def names(self, row: int) -> tuple[str, ...]:
        """The features of one row's set."""
        return tuple(self.features[i] for i in np.flatnonzero(self.mask[row]))

    def _table(self) -> Mapping[str, AnyArray | list[Any]]:
        """Rows with the same set share its text."""
        distinct, codes = np.unique(self.words, axis=0, return_inverse=True)
        sets = self._unpacked(distinct)
        texts = np.array([", ".join(self.features[i] for i in np.flatnonzero(row)) for row in sets], dtype=object)
        table: dict[str, AnyArray | list[Any]] = {
            "predicted": self.predicted,
            "margin": self.margin,
            "size": self.size,
            "features": texts[codes.reshape(-1)] if len(texts) else texts,
        }
        if self.errors:
            table["error"] = messages(self.errors, len(self))
        return table
