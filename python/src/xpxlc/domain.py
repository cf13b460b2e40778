"""What answers range over: between which bounds numbers lie, which values a category has. A rule holds there and says nothing beyond."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .beyond import extended_text
from .core_model import Feature
from .encode import Extended
from .range_text import range_text

#: Features that a sentence lists.
_MOST = 8


def domain_of(features: Sequence[Feature], extended: Extended | None = None) -> dict[str, Any]:
    """As plain data: ``lower`` and ``upper`` of numbers (None for none), the ``values`` of categories.

    >>> domain_of([Feature("age", "integer", lower=18, upper=99), Feature("home", "categorical", ("rent", "own"))])
    {'age': {'lower': 18, 'upper': 99}, 'home': {'values': ['rent', 'own']}}
    """
    return {
        feature.name: {"values": list(feature.values)}
        if feature.categorical
        else dict(zip(("lower", "upper"), _bounds(feature, extended), strict=True))
        for feature in features
    }


def domain_text(features: Sequence[Feature], extended: Extended | None = None) -> str:
    """The bounds of numbers in a sentence; empty where there are none.

    >>> domain_text([Feature("age", "integer", lower=18, upper=99, unit="years")])
    'within age 18 to 99 years'
    """
    numbers = [feature for feature in features if not feature.categorical]
    parts = [_part(feature, extended) for feature in numbers[:_MOST]]
    if len(numbers) > _MOST:
        parts.append(f"… ({len(numbers) - _MOST} more)")
    wider = "" if not extended else f"; beyond the bounds of the model: {extended_text(extended)}"
    return f"within {', '.join(parts)}{wider}" if parts else ""


def _part(feature: Feature, extended: Extended | None) -> str:
    unit = "" if feature.unit is None else f" {feature.unit}"
    return f"{feature.name} {range_text(*_bounds(feature, extended))}{unit}"


def _bounds(feature: Feature, extended: Extended | None) -> tuple[float | None, float | None]:
    return (feature.lower, feature.upper) if extended is None or feature.name not in extended else extended[feature.name]

