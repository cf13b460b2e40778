"""V8 with the core in it, through mini-racer: one call at a time, within limits. Which engine a process uses: :mod:`xpxlc.process`.

Whatever interrupts a call (a limit, Ctrl-C) leaves the core in the middle of its work: such an engine is *broken* and not used again.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Coroutine
from concurrent.futures import Future
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from threading import Thread
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeVar

from .errors import InputError, InternalError, LimitError, XpxlcError, from_core

if TYPE_CHECKING:  # V8 is not loaded before it is needed
    from py_mini_racer import MiniRacer

T = TypeVar("T")

#: Share of V8's own limit, at which it would end the process.
_SAFE_SHARE = 0.8


@dataclass(frozen=True)
class Limits:
    """What one call may cost: seconds, and megabytes of V8's objects in all; None for no limit but V8's own."""

    seconds: float | None = None
    megabytes: float | None = None


class Engine:
    """A V8 of its own, with the core loaded. Not for several threads at a time."""

    def __init__(self) -> None:
        # A loop in a thread of its own, so that a call can be ended, and works inside other loops, such as a notebook's.
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, name="xpxlc-v8", daemon=True)
        self._thread.start()
        self.broken = False
        self._draws = False
        #: Numbers of the models that are loaded here.
        self.models: set[int] = set()
        #: Numbers of models that nobody uses any more.
        self.forgotten: list[int] = []
        self._input = self._output = memoryview(b"")
        self._racer: MiniRacer = self._wait(_make_racer())
        heap: dict[str, int] = self._wait(_heap_stats(self._racer))
        self._most_memory = int(heap["heap_size_limit"] * _SAFE_SHARE)
        self._evaluate(script("core.js"), None, Limits())

    def call(self, name: str, request: object, limits: Limits, deadline: float | None = None) -> Any:
        """Asks the bridge. ``deadline`` is on the clock of :func:`time.monotonic`.

        :raises CoreError: what the core refuses
        :raises InputError: what cannot be told the core
        """
        try:
            argument = json.dumps(json.dumps(request, allow_nan=False))
        except (TypeError, ValueError) as error:
            raise InputError(f"an option is neither text, number nor a list of them: {error}") from error
        text = self._evaluate(f"xpxlc.call({json.dumps(name)},{argument})", deadline, limits)
        answer = json.loads(text)
        if "error" in answer:
            raise from_core(answer["error"])
        return answer.get("answer")

    def prepare_to_draw(self) -> None:
        """Loads what draws, once."""
        if not self._draws:
            self._evaluate(script("plot.js"), None, Limits())
            self._draws = True

    def input(self, size: int) -> memoryview:
        """Memory that the core reads; good until the next call of this method."""
        if size > len(self._input):
            self._input = self._evaluate(f"xpxlc.input({size})", None, Limits())
        return self._input

    def output(self, size: int) -> memoryview:
        """Memory of this size that the core has written; good until the next call."""
        if size != len(self._output):  # it only grows, and is another one then
            self._output = self._evaluate("xpxlc.output()", None, Limits())
        return self._output

    def close(self) -> None:
        """Gives everything back; what is still running is ended."""
        self.broken = True
        self._input = self._output = memoryview(b"")
        if self._loop.is_running():
            asyncio.run_coroutine_threadsafe(_close(self._racer), self._loop).result(10)
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join(10)

    def _evaluate(self, code: str, deadline: float | None, limits: Limits) -> Any:
        from py_mini_racer import JSEvalException, JSOOMException

        seconds = None if deadline is None else max(deadline - monotonic(), 0.001)
        memory = self._most_memory
        if limits.megabytes is not None:
            memory = min(memory, int(limits.megabytes * 2**20))
        try:
            return self._wait(_evaluate(self._racer, code, seconds, memory))
        except (TimeoutError, asyncio.TimeoutError) as error:
            self.broken = True
            raise _beyond("max-time", "takes too long", f"at most {limits.seconds:g} seconds") from error
        except JSOOMException as error:
            self.broken = True
            raise _beyond("max-memory", "takes too much memory", f"at most {memory / 2**20:g} megabytes") from error
        except JSEvalException as error:
            self.broken = True
            raise InternalError(str(error)) from error

    def _wait(self, work: Coroutine[Any, Any, T]) -> T:
        future: Future[T] = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except (KeyboardInterrupt, SystemExit):
            self.broken = True
            future.cancel()
            raise


def _beyond(code: str, what: str, expected: str) -> LimitError:
    message = f"the answer {what}; expected {expected}, got more"
    return LimitError(message, code=code, expected=expected, got="more")


async def _make_racer() -> MiniRacer:
    from py_mini_racer import MiniRacer

    return MiniRacer()


async def _heap_stats(racer: MiniRacer) -> Any:
    return racer.heap_stats()


async def _close(racer: MiniRacer) -> None:
    racer.close()


async def _evaluate(racer: MiniRacer, code: str, seconds: float | None, memory: int) -> Any:
    racer.set_hard_memory_limit(memory)
    return await asyncio.wait_for(racer.eval_cancelable(code), seconds)


@cache
def script(name: str) -> str:
    """The text of a script that ``tools/bundle-python.mjs`` made, if it is what was built: the core with the bridge, or what draws.

    >>> "xpxlc" in script("core.js")
    True
    """
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
