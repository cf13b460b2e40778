"""The scripts for V8, made by ``tools/bundle-python.mjs``, with the hashes that they were made with: the core, and what draws."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files

from .errors import XpxlcError


def core_script() -> str:
    """The core, the readers of model files and the bridge.

    >>> "xpxlc" in core_script()
    True
    """
    return _script("core.js")


def plot_script() -> str:
    """What draws; needs the core."""
    return _script("plot.js")


@cache
def _script(name: str) -> str:
    """The text of a script, if it is what was built."""
    folder = files(__package__) / "_core"
    try:
        content = (folder / name).read_bytes()
        wanted = (folder / f"{name}.sha256").read_text("ascii").strip()
    except FileNotFoundError as error:
        raise XpxlcError(
            "the core is not in this installation: install the wheel, or run `node tools/bundle-python.mjs` in the repository"
        ) from error
    found = hashlib.sha256(content).hexdigest()
    if found != wanted:
        raise XpxlcError(f"the core was changed after it was built: expected SHA-256 {wanted}, got {found}")
    return content.decode("utf-8")
