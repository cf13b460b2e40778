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


def _plain(text: str) -> str:
    return re.sub(r"[\s_.-]+", "", text.casefold())
