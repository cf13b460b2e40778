"""What the conditions of a rule say, as data: for code that acts on them, in the unit of the column."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..core_model import Feature


@dataclass(frozen=True)
class Condition:
    """One condition on one feature. All conditions of an explanation hold together.

    ``operator`` and ``values`` are ``=`` and one value; ``in`` and categories; ``<``, ``<=``, ``>``, ``>=`` and a number; ``between`` and
    two numbers, of which those are included that ``closed`` says (``left``, ``right``, ``both``, ``neither``, as pandas has it);
    ``missing`` and the value that a missing one counts as, if there is one; ``any`` and nothing; ``or`` and several conditions.
    """

    feature: str
    operator: str
    values: tuple[Any, ...] = ()
    unit: str | None = None
    closed: str | None = None


def missing_cell(feature: Feature) -> Condition:
    """Of a cell that is missing, and counts as another value."""
    return Condition(feature.name, "missing", (feature.missing,), feature.unit)


def condition_of(feature: Feature, told: Sequence[Any]) -> Condition:
    """From the names or ranges of the core.

    >>> condition_of(Feature("home", "categorical", ("rent", "own")), ["own"])
    Condition(feature='home', operator='=', values=('own',), unit=None, closed=None)
    >>> condition_of(Feature("late", "integer", lower=0, upper=9), [{"from": 2, "below": 3}]).values
    (2,)
    """
    if feature.categorical:
        if len(told) == len(feature.values) > 1:
            return Condition(feature.name, "any")
        return Condition(feature.name, "=" if len(told) == 1 else "in", tuple(map(feature.raw, told)))
    parts = [_of_range(feature, one) for one in told]
    if any(part.operator == "any" for part in parts) or not parts:
        return Condition(feature.name, "any", unit=feature.unit)
    return parts[0] if len(parts) == 1 else Condition(feature.name, "or", tuple(parts), feature.unit)


def _of_range(feature: Feature, told: Mapping[str, Any]) -> Condition:
    name, unit = feature.name, feature.unit
    if told.get("missing"):
        return Condition(name, "missing", (), unit)
    low, high = told.get("from", told.get("above")), told.get("to", told.get("below"))
    only = _only(feature, told)
    if only is not None:
        return Condition(name, "=", (only,), unit)
    if low is None and high is None:
        return Condition(name, "any", (), unit)
    if high is None:
        return Condition(name, ">=" if "from" in told else ">", (low,), unit)
    if low is None:
        return Condition(name, "<=" if "to" in told else "<", (high,), unit)
    closed = {(True, True): "both", (True, False): "left", (False, True): "right", (False, False): "neither"}
    return Condition(name, "between", (low, high), unit, closed["from" in told, "to" in told])


def _only(feature: Feature, told: Mapping[str, Any]) -> Any:
    """The only number of a range."""
    if feature.kind != "integer":
        return told["from"] if "from" in told and told["from"] == told.get("to") else None
    low = told.get("from", math.floor(told["above"]) + 1 if "above" in told else feature.lower)
    high = told.get("to", math.ceil(told["below"]) - 1 if "below" in told else feature.upper)
    if low is None or high is None or math.ceil(low) != math.floor(high):
        return None
    return math.ceil(low)
