"""The core: one script for V8, made by ``tools/bundle-python.mjs``, with the hash that it was made with."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files

from .errors import XpxlcError


@cache
def core_script() -> str:
    """The text of the script, if it is what was built.

    >>> "xpxlc" in core_script()
    True
    """
    folder = files(__package__) / "_core"
    try:
        content = (folder / "core.js").read_bytes()
        wanted = (folder / "core.js.sha256").read_text("ascii").strip()
    except FileNotFoundError as error:
        raise XpxlcError(
            "the core is not in this installation: install the wheel, or run `node tools/bundle-python.mjs` in the repository"
        ) from error
    found = hashlib.sha256(content).hexdigest()
    if found != wanted:
        raise XpxlcError(f"the core was changed after it was built: expected SHA-256 {wanted}, got {found}")
    return content.decode("utf-8")
