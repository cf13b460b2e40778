"""What every answer is about: the rows of one table, the features and classes of one model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..cells import AnyArray


@dataclass(frozen=True)
class Subject:
    """Names of the features, classes as the user has them, and the index of a pandas table."""

    features: tuple[str, ...]
    #: As the estimator has them; texts where the model is a file.
    classes: tuple[object, ...]
    #: As the model file has them.
    names: tuple[str, ...]
    index: Any = None

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


def _alike(classes: tuple[object, ...]) -> bool:
    return len({type(label) for label in classes}) == 1 and isinstance(classes[0], (str, int, float, bool, np.generic))
