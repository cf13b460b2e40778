"""A bar for long work, by tqdm, which is imported only if a bar is wanted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from .errors import InputError

#: Work that takes less has no bar.
_DELAY = 0.5


@contextmanager
def progress_of(shown: bool, total: int, what: str) -> Iterator[Callable[[int], object]]:
    """Gives a function to be told how many rows are done.

    >>> with progress_of(False, 10, "explain") as done:
    ...     done(10)
    """
    if not shown:
        yield lambda rows: None
        return
    try:
        from tqdm.auto import tqdm
    except ImportError as error:
        raise InputError("progress: a bar needs tqdm, which is not installed: pip install tqdm") from error
    with tqdm(total=total, desc=what, unit="rows", unit_scale=True, delay=_DELAY) as bar:
        yield bar.update
