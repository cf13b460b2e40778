"""A file that appears whole or not at all: written beside its place, and renamed when everything is there."""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TextIO


@contextmanager
def whole_file(path: str | os.PathLike[str]) -> Iterator[TextIO]:
    """Opens a text for writing.

    A failure leaves what was there before; the file behind a link is replaced, not the link.
    """
    real = os.path.realpath(os.fspath(path))
    mode = _mode(real)
    if mode is not None and not stat.S_ISREG(mode):
        # A device or a pipe is written as it is; a folder is refused by the system.
        with open(path, "w", encoding="utf-8", newline="\n") as stream:
            yield stream
        return
    temporary = f"{real}.{secrets.token_hex(8)}.tmp"
    try:
        # The system gives it the rights of a new file; those of a file that is replaced are kept.
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    except OSError as error:
        raise OSError(error.errno, error.strerror, os.fspath(path)) from None
    try:
        with open(handle, "w", encoding="utf-8", newline="\n") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
            os.chmod(temporary, stat.S_IMODE(mode))
        os.replace(temporary, real)
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary)
        raise


def _mode(path: str) -> int | None:
    """The kind and the rights of what is there, if anything is."""
    try:
        return os.stat(path).st_mode
    except FileNotFoundError:
        return None
