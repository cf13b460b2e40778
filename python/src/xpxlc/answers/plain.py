"""Answers as plain data: dictionaries, lists, texts and numbers that JSON knows."""

from __future__ import annotations

import dataclasses
import json
import math
from collections.abc import Mapping
from typing import Any

import numpy as np


def plain(value: Any) -> Any:
    """Dataclasses as dictionaries of the fields that are shown, arrays as lists; None for what is no number.

    >>> plain({"a": np.float64("nan"), "b": (np.int64(3), True)})
    {'a': None, 'b': [3, True]}
    """
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in dataclasses.fields(value) if field.repr}
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, np.ndarray):
        return [plain(item) for item in value.tolist()]
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, np.generic):
        return plain(value.item())
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return value if value is None or isinstance(value, (str, int, bool)) else str(value)


class Plain:
    """Gives ``to_dict`` and ``to_json``."""

    def to_dict(self) -> dict[str, Any]:
        """Everything that is said, as plain data; what draws it is left out."""
        found: dict[str, Any] = plain(self)
        return found

    def to_json(self, *, indent: int | None = None) -> str:
        """:meth:`to_dict` as a text of JSON."""
        return json.dumps(self.to_dict(), ensure_ascii=False, allow_nan=False, indent=indent)
