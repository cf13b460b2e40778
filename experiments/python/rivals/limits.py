"""Work under limits of time and memory: in a child process, so that whatever happens to it is only an outcome here.
POSIX only.
"""

from __future__ import annotations

import json
import os
import resource
import select
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any


class OutOfTimeError(Exception):
    """The time of a piece of work is over."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raises :class:`OutOfTimeError` inside the block after so many seconds of processor time, which other programs
    do not use up. A call into C is not interrupted, but ends first.
    """
    # A timer of processor time would make the clock of it coarse, so the clock is looked at now and then.
    end = time.process_time() + seconds
    interval = min(max(seconds / 20, 0.001), 0.25)

    def look(*_: object) -> None:
        if time.process_time() > end:
            signal.setitimer(signal.ITIMER_REAL, 0)  # once is enough
            raise OutOfTimeError

    before = signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, interval, interval)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@dataclass(frozen=True)
class End:
    """How a child ended: ``outcome`` is ``done``, ``out of time``, ``out of memory`` or ``failed``."""

    outcome: str
    #: The most memory it had, in bytes.
    peak: int
    #: What it wrote to standard error.
    message: str


def run_limited(
    work: Callable[[Callable[[dict[str, Any]], None]], None],
    on_event: Callable[[dict[str, Any]], float],
    *,
    patience: float,
    memory: int,
) -> End:
    """Runs ``work(tell)`` in a child whose address space is limited to ``memory`` bytes more than it has at the
    start.

    ``on_event`` gets what the child tells, and says for how many seconds at most the next may be waited for;
    ``patience`` is this for the first. The child is killed when it has not told anything for so long.
    """
    sys.stdout.flush()
    inherited = _memory()[1]
    reading, writing = os.pipe()
    with tempfile.TemporaryFile() as said:
        child = os.fork()
        if child == 0:
            os.close(reading)
            os.dup2(said.fileno(), 2)
            os._exit(_in_child(work, writing, memory))
        os.close(writing)
        try:
            late = _listen(reading, on_event, patience)
            if late:
                os.kill(child, signal.SIGKILL)
        except BaseException:
            os.kill(child, signal.SIGKILL)
            raise
        finally:
            os.close(reading)
            _, status, usage = os.wait4(child, 0)
        said.seek(0)
        message = said.read().decode(errors="replace").strip()
    peak = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    code = os.waitstatus_to_exitcode(status)
    return End(_judge(late, code, message, peak - inherited > memory // 2), peak, message)


#: Exit codes of the child.
_DONE, _OUT_OF_MEMORY, _OUT_OF_TIME, _FAILED = 0, 40, 41, 42


def _in_child(work: Callable[[Callable[[dict[str, Any]], None]], None], writing: int, memory: int) -> int:
    def tell(event: dict[str, Any]) -> None:
        left = memoryview((json.dumps(event) + "\n").encode())
        while left:
            left = left[os.write(writing, left) :]

    try:
        limit = _memory()[0] + memory
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        work(tell)
        return _DONE
    except MemoryError:
        return _OUT_OF_MEMORY
    except OutOfTimeError:
        return _OUT_OF_TIME
    except BaseException as error:
        print(f"{type(error).__name__}: {error}", file=sys.stderr, flush=True)
        return _FAILED


def _memory() -> tuple[int, int]:
    """Bytes that the process has already: of its address space, and of memory; 0 where that is not told."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            space, resident = file.read().split()[:2]
    except OSError:
        return 0, 0
    return int(space) * resource.getpagesize(), int(resident) * resource.getpagesize()


def _listen(reading: int, on_event: Callable[[dict[str, Any]], float], patience: float) -> bool:
    """Passes events on until the child closes its end; whether it took too long."""
    text = b""
    asker = os.getppid()
    deadline = time.monotonic() + patience
    while True:
        left = deadline - time.monotonic()
        ready, _, _ = select.select([reading], [], [], min(max(left, 0), 1))
        if os.getppid() != asker:
            raise SystemExit("the process that asked has ended")
        if not ready and left <= 0:
            return True
        if not ready:
            continue
        chunk = os.read(reading, 1 << 16)
        if not chunk:
            return False
        *lines, text = (text + chunk).split(b"\n")
        for line in lines:
            deadline = time.monotonic() + on_event(json.loads(line))


def _judge(late: bool, code: int, message: str, has_much: bool) -> str:
    if late or code == _OUT_OF_TIME:
        return "out of time"
    if code == _DONE:
        return "done"
    # A library that gets no memory ends the process in its own way: libsdd says so, others crash with much in use.
    no_memory = "alloc failed" in message or (code != _FAILED and has_much)
    return "out of memory" if code == _OUT_OF_MEMORY or no_memory else "failed"
