"""What may move, as users say it → as the core takes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

#: Of one feature: ``"free"``, ``"fixed"``, ``"up"``, ``"down"``, a list of values, or an interval ``{"from": …, "to": …}``.
Narrowing = str | Sequence[Any] | Mapping[str, float]


def within_of(within: Mapping[str, Any] | None, fixed: Sequence[str] = ()) -> dict[str, Any]:
    """The option ``within`` of a question; empty where everything may move.

    A mapping with the core's own keys (``features``, ``zeros``, ``others``) is taken as it is.

    >>> within_of({"age": "up"}, fixed=["home"])
    {'within': {'features': {'age': 'up', 'home': 'fixed'}}}
    >>> within_of(None)
    {}
    """
    if within is None and len(fixed) == 0:
        return {}
    given = dict(within or {})
    own = set(given) <= {"features", "zeros", "others"} and isinstance(given.get("features", {}), Mapping) and bool(given)
    told = given if own else {"features": given}
    features = {**told.get("features", {}), **dict.fromkeys([fixed] if isinstance(fixed, str) else fixed, "fixed")}
    return {"within": {**told, "features": {str(name): _plain(rule) for name, rule in features.items()}}}


def _plain(rule: Any) -> Any:
    """Without types of numpy."""
    if isinstance(rule, (str, Mapping)):
        return rule
    return [value.item() if hasattr(value, "item") else value for value in rule]
