"""Which category does a cell name? One value may be written as ``True`` or ``1``, as ``17`` or ``17.0``."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?")
_DIGITS = {"true": "1", "false": "0"}
_WORDS = {"1": "true", "0": "false"}


def plain_spelling(text: str) -> str | None:
    """The plainest way to write a number or a truth value; None for other texts."""
    if _NUMBER.fullmatch(text):
        return text.rstrip("0").rstrip(".") if "." in text else text
    word = text.lower()
    return word if word in _DIGITS else None


def same_values(names: Sequence[str]) -> dict[str | None, float]:
    """Positions by plain spelling of names that are the only ones with their value (``findName`` of the core)."""
    plain = [plain_spelling(name) for name in names]
    times = Counter(plain)
    known = {key for key in plain if key is not None}
    twins = _DIGITS if known <= _DIGITS.keys() else _WORDS if known <= _WORDS.keys() else {}
    found: dict[str | None, float] = {}
    for place, key in enumerate(plain):
        if key is None or times[key] > 1:
            continue
        found[key] = float(place)
        if key in twins:
            found.setdefault(twins[key], float(place))
    return found
