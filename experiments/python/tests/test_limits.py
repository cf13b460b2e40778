"""A limit ends the work it is meant for, is told as such, and nothing else ends."""

from __future__ import annotations

import ctypes
import os
import time
from collections.abc import Callable
from typing import Any

import pytest

from rivals.limits import OutOfTimeError, run_limited, time_limit

Tell = Callable[[dict[str, Any]], None]

MEGABYTE = 1 << 20


def run(work: Callable[[Tell], None], patience: float = 20, memory: int = 256 * MEGABYTE) -> tuple[str, list[Any]]:
    events: list[Any] = []

    def on_event(event: dict[str, Any]) -> float:
        events.append(event["n"])
        return patience

    end = run_limited(work, on_event, patience=patience, memory=memory)
    return end.outcome, events


def test_work_within_its_limits_is_done() -> None:
    def work(tell: Tell) -> None:
        for n in range(3):
            tell({"n": n, "padding": "x" * 100_000})

    assert run(work) == ("done", [0, 1, 2])


def test_memory_that_python_asks_for() -> None:
    def work(tell: Tell) -> None:
        tell({"n": 0})
        bytearray(512 * MEGABYTE)

    assert run(work) == ("out of memory", [0])


def test_memory_that_a_library_asks_for_before_it_ends_the_process() -> None:
    def work(tell: Tell) -> None:
        library = ctypes.CDLL(None)
        library.malloc.restype = ctypes.c_void_p
        while block := library.malloc(ctypes.c_size_t(MEGABYTE)):
            ctypes.memset(block, 1, MEGABYTE)
        os._exit(1)  # as libsdd does

    assert run(work) == ("out of memory", [])


def test_a_child_that_ends_early_for_another_reason_has_failed() -> None:
    assert run(lambda tell: os._exit(1)) == ("failed", [])

    def work(tell: Tell) -> None:
        raise ValueError("a mistake")

    assert run(work) == ("failed", [])


def work_for(seconds: float) -> None:
    """So much processor time."""
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def test_a_child_that_minds_the_time_itself_and_one_that_does_not() -> None:
    def minds(tell: Tell) -> None:
        with time_limit(0.1):
            work_for(60)

    assert run(minds) == ("out of time", [])
    assert run(lambda tell: time.sleep(60), patience=0.2) == ("out of time", [])


def test_a_time_limit_that_is_not_met_leaves_no_alarm() -> None:
    with time_limit(0.2):
        time.sleep(0.3)  # takes no processor time
    work_for(0.3)
    with pytest.raises(OutOfTimeError), time_limit(0.05):
        work_for(5)


def test_work_ends_when_the_process_that_asked_for_it_is_gone() -> None:
    reading, writing = os.pipe()
    asker = os.fork()
    if asker == 0:
        if os.fork() == 0:  # does the work for the asker, which ends at once
            try:
                run_limited(lambda tell: time.sleep(60), lambda event: 60, patience=60, memory=256 * MEGABYTE)
            except SystemExit:
                os.write(writing, b"ended")
            os._exit(0)
        time.sleep(0.5)
        os._exit(0)
    os.close(writing)
    os.waitpid(asker, 0)
    assert os.read(reading, 10) == b"ended"
    os.close(reading)
