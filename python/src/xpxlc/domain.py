"""What answers range over: between which bounds numbers lie, which values a category has. A rule holds there and says nothing beyond."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .encode import Extended
from .feature import Feature

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


def extended_text(extended: Extended) -> str:
    """As the command line says it.

    >>> extended_text({"age": (18, 120), "income": (None, 5.5)})
    'age 18 to 120, income at most 5.5'
    """
    return ", ".join(f"{name} {range_text(*bounds)}" for name, bounds in extended.items())


def range_text(lower: float | None, upper: float | None) -> str:
    """
    >>> range_text(0.5, None), range_text(3, 3), range_text(None, None)
    ('at least 0.5', 'only 3', 'any')
    """
    if lower is None and upper is None:
        return "any"
    if upper is None:
        return f"at least {_short(lower)}"
    if lower is None:
        return f"at most {_short(upper)}"
    return f"only {_short(lower)}" if lower == upper else f"{_short(lower)} to {_short(upper)}"


def _short(value: float | None) -> str:
    """As it is if it is short, and otherwise its first digits: rounded it would say something else.

    >>> _short(44.25), _short(1 / 3), _short(123456.789012), _short(2e-9 / 3)
    ('44.25', '0.3333…', '123456.7…', '6.666…e-10')
    """
    if value is None:
        return ""
    text = repr(int(value)) if float(value).is_integer() and abs(value) < 1e15 else repr(float(value))
    digits, e, power = text.partition("e")
    if len(digits.strip("-0").replace(".", "")) <= 7:
        return text
    left = 4
    for at, sign in enumerate(digits):
        left -= sign.isdigit() and digits[: at + 1].strip("-0.") != ""
        if left <= 0 and "." in digits[:at]:
            return f"{digits[: at + 1]}…{e}{power}"
    return text
