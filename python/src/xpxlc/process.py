"""The one engine of this process: made when it is first needed, made anew after a fork, used by one thread at a time."""

from __future__ import annotations

import atexit
import ctypes
import os
from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock
from time import monotonic
from typing import Any

import numpy as np
import numpy.typing as npt

from .engine import Engine, Limits

_lock = RLock()
_engine: Engine | None = None
#: Models that nobody uses any more; told to the engine at the next opportunity.
_forgotten: list[int] = []

_DTYPES = {"u8": np.uint8, "u16": np.uint16, "u32": np.uint32, "i32": np.int32, "f64": np.float64}


class Session:
    """The engine, for as long as the lock is held; all its calls together within the limits."""

    def __init__(self, engine: Engine, limits: Limits) -> None:
        self.engine = engine
        self._limits = limits
        self._deadline = None if limits.seconds is None else monotonic() + limits.seconds

    def call(self, name: str, request: object) -> Any:
        return self.engine.call(name, request, self._limits, self._deadline)

    def draw(self, name: str, request: object) -> Any:
        """A call whose answer has pictures."""
        self.engine.prepare_to_draw()
        return self.call(name, request)

    def input(self, size: int) -> memoryview:
        return self.engine.input(size)

    def arrays(self, name: str, request: object) -> dict[str, npt.NDArray[Any]]:
        """The arrays that a call hands over, copied."""
        answer = self.call(name, request)
        view = self.engine.output(answer["size"])
        sections = answer["sections"]
        return {
            section["name"]: np.frombuffer(view[section["offset"] : section["offset"] + section["bytes"]], _DTYPES[section["type"]]).copy()
            for section in sections
        }


@contextmanager
def session(limits: Limits = Limits()) -> Iterator[Session]:  # noqa: B008  (frozen)
    """The engine of this process, for one thread."""
    global _engine
    with _lock:
        engine = _engine
        if engine is None or engine.broken:
            engine = _engine = Engine()
        while _forgotten:
            number = _forgotten.pop()
            if number in engine.models:
                engine.models.discard(number)
                engine.call("forget", {"id": number}, Limits())
        try:
            yield Session(engine, limits)
        finally:
            if engine.broken:
                _engine = None
                engine.close()


def forget(number: int) -> None:
    """A model is not needed any more."""
    _forgotten.append(number)


def _after_fork() -> None:
    """A child has the memory of its parent's engine, but none of its threads: it is left alone, and never taken down."""
    global _lock, _engine
    _lock = RLock()
    if _engine is not None:
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(_engine))
    _engine = None
    _forgotten.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


@atexit.register
def _shut_down() -> None:
    """An engine that is left to the interpreter's own end may keep it from ending."""
    global _engine
    if _engine is not None and _lock.acquire(timeout=1):
        engine, _engine = _engine, None
        engine.close()
