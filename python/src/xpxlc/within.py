"""What may move, as users say it → as the core takes it."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from .core_model import Feature
from .errors import InstanceError
from .same_value import plain_spelling, same_values

#: Of one feature: ``"free"``, ``"fixed"``, ``"up"``, ``"down"``, a list of values, or an interval: ``{"from": …, "to": …}``, or its two
#: ends, None for none.
Narrowing = str | Sequence[Any] | Mapping[str, float]


def within_of(within: Mapping[str, Any] | None, fixed: Sequence[str] = (), features: Sequence[Feature] = ()) -> dict[str, Any]:
    """The option ``within`` of a question; empty where everything may move.

    A mapping with the core's own keys (``features``, ``zeros``, ``others``) is taken as it is.

    >>> within_of({"age": "up"}, fixed=["home"])
    {'within': {'features': {'age': 'up', 'home': 'fixed'}}}
    >>> within_of(None)
    {}

    :raises InstanceError: ``bad-within``: nothing that can be told the core
    """
    held = names_of(fixed, "fixed")
    if within is None and not held:
        return {}
    if within is not None and not isinstance(within, Mapping):
        raise _bad("within", "a mapping from features to what they may do", within)
    given = dict(within or {})
    own = set(given) <= {"features", "zeros", "others"} and isinstance(given.get("features", {}), Mapping) and bool(given)
    told = given if own else {"features": given}
    rules = {**told.get("features", {}), **dict.fromkeys(held, "fixed")}
    known = {feature.name: feature for feature in features}
    return {"within": {**told, "features": {str(name): _plain(str(name), rule, known.get(str(name))) for name, rule in rules.items()}}}


def names_of(names: Any, option: str) -> list[str]:
    """A list of names, or one of them.

    :raises InstanceError: ``bad-option``
    """
    if isinstance(names, str):
        return [names]
    if not isinstance(names, Iterable) or isinstance(names, (Mapping, bytes)):
        raise InstanceError(
            f"{option}: expected names of features, got {_shown(names)}",
            code="bad-option",
            place=option,
            expected="names of features",
            got=_shown(names),
        )
    return [str(name) for name in names]


def _plain(name: str, rule: Any, feature: Feature | None) -> Any:
    """Values as the model names them, without types of numpy."""
    place = f"within, feature '{name}'"
    if isinstance(rule, str):
        return rule
    if isinstance(rule, Mapping):
        return _ends(place, rule)
    if not isinstance(rule, Iterable):
        raise _bad(place, "'free', 'fixed', 'up', 'down', a list of values or an interval", rule)
    values = list(rule)
    if feature is None:  # the core says what is wrong with the name
        return [str(value) for value in values]
    if feature.categorical:
        return [_category(feature, value) for value in values]
    if isinstance(rule, tuple) and len(values) == 2:
        return _ends(place, dict(zip(("from", "to"), values, strict=True)))
    raise _bad(place, "'free', 'fixed', 'up', 'down' or an interval: (from, to)", rule)


def _category(feature: Feature, value: Any) -> str:
    """As a cell names it; what names none is told by the core."""
    text = feature.names.get(value, str(value)) if feature.names else str(value)
    if text in feature.values:
        return text
    place = same_values(feature.values).get(plain_spelling(text))
    return text if place is None else feature.values[int(place)]


#: What says that there is no end.
_ENDLESS = {"from": -math.inf, "to": math.inf}


def _ends(place: str, rule: Mapping[Any, Any]) -> dict[str, float | int]:
    found = {}
    for key, value in rule.items():
        plain = value.item() if isinstance(value, np.generic) else value
        if plain is None or plain == _ENDLESS.get(key):
            continue
        if isinstance(plain, bool) or not isinstance(plain, (int, float)) or not math.isfinite(plain):
            raise _bad(place, "numbers as ends", value)
        found[str(key)] = plain
    return found


def _bad(place: str, expected: str, got: Any) -> InstanceError:
    said = _shown(got)
    message = f"{place}: not a narrowing; expected {expected}, got {said}"
    return InstanceError(message, code="bad-within", place=place, expected=expected, got=said)


def _shown(value: Any) -> str:
    """Short, and the same in every run: the kind of what has no plain text."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError):
        return f"a {type(value).__name__}"
    return text if len(text) <= 60 else f"{text[:57]}…"
