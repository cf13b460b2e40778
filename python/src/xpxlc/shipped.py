"""A model on its way to other processes: bytes, which each process unpacks once, however many tasks bring them."""

from __future__ import annotations

import pickle
from functools import lru_cache
from typing import Any

from .explainer import Explainer

#: Models that a process keeps ready.
_MOST_MODELS = 8


class Shipped:
    """Holds no engine and no memory of one: a worker makes its own, when the first rows arrive there."""

    def __init__(self, model: Any) -> None:
        explainer = model if isinstance(model, Explainer) else Explainer(model)
        self._content = pickle.dumps(explainer, protocol=5)

    @property
    def explainer(self) -> Explainer:
        return _unpacked(self._content)


@lru_cache(maxsize=_MOST_MODELS)
def _unpacked(content: bytes) -> Explainer:
    found: Explainer = pickle.loads(content)
    return found
