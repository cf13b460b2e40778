"""The engines of this process: one, made when it is first needed and anew after a fork; and a second where a call would wait for a long one."""

from __future__ import annotations

import atexit
import ctypes
import os
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition
from time import monotonic
from typing import Any

import numpy as np
import numpy.typing as npt

from .engine import Engine, Limits

#: Engines of a process: each has its own copy of the models.
MOST_ENGINES = 2
#: Seconds that a call waits for an engine before it makes another: those that go through many rows take turns in between.
_WAIT = 0.3

_DTYPES = {"u8": np.uint8, "u16": np.uint16, "u32": np.uint32, "i32": np.int32, "f64": np.float64}


class _Pool:
    """Engines that are free, and the calls that wait for one, in the order they came."""

    def __init__(self) -> None:
        self.changed = Condition()
        self.engines: list[Engine] = []
        self.free: list[Engine] = []
        #: Engines, and those that are being made.
        self.count = 0
        self.waiting: deque[object] = deque()

    def take(self) -> Engine:
        ticket = object()
        until = monotonic() + _WAIT
        with self.changed:
            self.waiting.append(ticket)
            try:
                while self.waiting[0] is not ticket or not (self.free or self._may_make(until)):
                    self.changed.wait(max(until - monotonic(), 0.001) if self.count < MOST_ENGINES else None)
                if self.free:
                    return self.free.pop(0)
                self.count += 1
            finally:
                self.waiting.remove(ticket)
                self.changed.notify_all()
        try:
            engine = Engine()
        except BaseException:
            self._lose()
            raise
        self.engines.append(engine)
        return engine

    def give(self, engine: Engine) -> None:
        if engine.broken:
            self.engines.remove(engine)
            self._lose()
            engine.close()
            return
        with self.changed:
            self.free.append(engine)
            self.changed.notify_all()

    def _may_make(self, until: float) -> bool:
        return self.count == 0 or (self.count < MOST_ENGINES and monotonic() >= until)

    def _lose(self) -> None:
        with self.changed:
            self.count -= 1
            self.changed.notify_all()


_pool = _Pool()


class Session:
    """An engine for one thread; all its calls together within the limits."""

    def __init__(self, engine: Engine, limits: Limits) -> None:
        self.engine = engine
        #: False in a pause.
        self.held = True
        self._limits = limits
        self._deadline = None if limits.seconds is None else monotonic() + limits.seconds

    def pause(self) -> None:
        """Between two parts of long work: whoever waits goes first. It may go on in another engine; the time does not count."""
        if not _pool.waiting:
            return
        start = monotonic()
        self.held = False
        _pool.give(self.engine)
        self.engine = _take()
        self.held = True
        if self._deadline is not None:
            self._deadline += monotonic() - start

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
    """An engine of this process, for one thread."""
    found = Session(_take(), limits)
    try:
        yield found
    finally:
        if found.held:
            _pool.give(found.engine)


def _take() -> Engine:
    """An engine that has heard which models are not needed any more."""
    engine = _pool.take()
    try:
        while engine.forgotten:
            number = engine.forgotten.pop()
            if number in engine.models:
                engine.models.discard(number)
                engine.call("forget", {"id": number}, Limits())
    except BaseException:
        _pool.give(engine)
        raise
    return engine


def forget(number: int) -> None:
    """A model is not needed any more; told to the engines at the next opportunity."""
    for engine in tuple(_pool.engines):
        engine.forgotten.append(number)


def _after_fork() -> None:
    """A child has the memory of its parent's engines, but none of their threads: they are left alone, and never taken down."""
    global _pool
    for engine in _pool.engines:
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(engine))
    _pool = _Pool()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


@atexit.register
def _shut_down() -> None:
    """An engine that is left to the interpreter's own end may keep it from ending."""
    until = monotonic() + 1
    with _pool.changed:
        while len(_pool.free) < _pool.count and _pool.changed.wait(max(until - monotonic(), 0)):
            pass
        engines, _pool.free = _pool.free, []
    for engine in engines:
        engine.close()
