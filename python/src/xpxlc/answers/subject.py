"""What every answer is about: the rows of one table, the features and classes of one model."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from ..cells import AnyArray
from ..encode import Extended
from ..errors import InputError


@dataclass(frozen=True)
class Contributions:
    """What each value adds to the lead over the strongest rival: ``base`` and all ``values`` of a row add up to it."""

    #: Rows × features; NaN in bad rows.
    values: npt.NDArray[np.float64]
    base: npt.NDArray[np.float64]
    #: The rows as they came, rows × features.
    data: AnyArray


@dataclass(frozen=True)
class Subject:
    """Names of the features, classes as the user has them, and the index of a pandas table."""

    features: tuple[str, ...]
    #: As the estimator has them; texts where the model is a file.
    classes: tuple[object, ...]
    #: As the model file has them.
    names: tuple[str, ...]
    index: Any = None
    #: By row that was answered in wider bounds than those of the model: these bounds.
    extended: Mapping[int, Extended] = field(default_factory=dict)
    #: Computes the contributions when they are asked for; does not travel to other processes.
    source: Callable[[], Contributions] | None = field(default=None, repr=False, compare=False)

    def labels(self, codes: AnyArray, good: AnyArray) -> AnyArray:
        """Classes by position; None in bad rows, which makes it an array of objects."""
        labels = np.array(self.classes, dtype=None if _alike(self.classes) else object)
        found: AnyArray = labels[codes]
        if not good.all():
            found = found.astype(object)
            found[~good] = None
        return found

    def label(self, name: str) -> object:
        """The class that the model file calls so."""
        return self.classes[self.names.index(name)]

    def contributions(self) -> Contributions:
        """
        :raises InputError: the answer comes from another process
        """
        if self.source is None:
            raise InputError("this answer comes from another process, without its table: ask for the same answer here")
        return self.source()

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "source": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)


def _alike(classes: tuple[object, ...]) -> bool:
    return len({type(label) for label in classes}) == 1 and isinstance(classes[0], (str, int, float, bool, np.generic))
