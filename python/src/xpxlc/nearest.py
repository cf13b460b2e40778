"""Which name was meant? For messages."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches

#: Names that are looked at.
_MOST = 10_000


def did_you_mean(name: str, names: Sequence[str]) -> str:
    """A hint for a message, if one of the names looks like it.

    >>> did_you_mean("Incom", ["age", "income"])
    " (did you mean 'income'?)"
    >>> did_you_mean("xyz", ["age", "income"])
    ''
    """
    plain = {_plain(one): one for one in reversed(names[:_MOST])}
    found = get_close_matches(_plain(name), plain, n=1, cutoff=0.7)
    return f" (did you mean '{plain[found[0]]}'?)" if found else ""


def absent(wanted: Sequence[str], given: Sequence[str]) -> tuple[str, str] | None:
    """Of the wanted names those that are not given, and a hint; None where all are.

    >>> absent(["age", "income", "home"], ["Age", "job"])
    ("'age' and 2 more", " (did you mean 'Age'?)")
    """
    there = set(given)
    missing = [name for name in wanted if name not in there]
    if not missing:
        return None
    more = f" and {len(missing) - 1} more" if len(missing) > 1 else ""
    return f"'{missing[0]}'{more}", did_you_mean(missing[0], [name for name in given if name not in wanted])


def listed(names: Sequence[str]) -> str:
    """The first of some names."""
    return ", ".join(names[:8]) + (", …" if len(names) > 8 else "")


def _plain(text: str) -> str:
    return re.sub(r"[\s_.-]+", "", text.casefold())
