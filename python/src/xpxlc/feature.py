"""One feature of a model, as its file has it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Feature:
    """One feature of a model, as its file has it."""

    name: str
    #: ``categorical``, ``integer`` or ``real``.
    kind: str
    #: The categories by name; none of a number.
    values: tuple[str, ...] = ()
    lower: float | None = None
    upper: float | None = None
    #: What a missing value counts as: a category, a number, or True where missing is a value of its own.
    missing: str | float | bool | None = None
    #: The category that unknown ones count as.
    other: str | None = None
    unit: str | None = None
    #: Of coded values: what the categories are called.
    names: Mapping[Any, str] = field(default_factory=dict, compare=False)

    def raw(self, name: Any) -> Any:
        """The value of the table that is called so."""
        return next((value for value, own in self.names.items() if own == name), name) if self.names else name

    @property
    def categorical(self) -> bool:
        return self.kind == "categorical"


def feature_of(entry: Mapping[str, Any]) -> Feature:
    known = {key: entry[key] for key in ("lower", "upper", "missing", "other", "unit") if key in entry}
    return Feature(entry["name"], entry["kind"], tuple(entry.get("values", ())), **known)
