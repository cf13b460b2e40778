"""The engines: one a process unless calls would wait, made anew after forks and limits, safe from threads and pools."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from models import CASES, LOAN

import xpxlc
from xpxlc import engine as scripts
from xpxlc import process

explainer = xpxlc.Explainer(LOAN)
WANTED = explainer.smallest(CASES).mask.tolist()


def wide(features: int) -> dict[str, Any]:
    """A model whose explanations are too many to list, and hard to count."""
    names = [f"x{i}" for i in range(features)]
    return {
        "format": "xpxlc-model",
        "version": 1,
        "kind": "linear",
        "classes": ["no", "yes"],
        "features": [{"name": name, "kind": "categorical", "values": ["0", "1"]} for name in names],
        "weights": [[[0, 1 + 1 / (i + 3.7) ** 3] for i in range(features)]],
        "intercept": [-features / 2],
    }


def ask(_: int) -> list[list[bool]]:
    found: list[list[bool]] = explainer.smallest(CASES).mask.tolist()
    return found


def test_threads_get_the_same_answers() -> None:
    with ThreadPoolExecutor(8) as pool:
        assert all(found == WANTED for found in pool.map(ask, range(64)))


def beside(work: Callable[[], object], most: float) -> None:
    """A call about one row is answered while ``work`` goes on, within so many seconds."""
    begun = threading.Event()

    def run() -> None:
        begun.set()
        work()

    other = threading.Thread(target=run)
    other.start()
    begun.wait()
    time.sleep(0.2)
    start = time.monotonic()
    assert ask(0) == WANTED
    took = time.monotonic() - start
    assert other.is_alive(), "the other work was not long enough to tell"
    other.join()
    assert took < most


def test_a_long_call_lets_others_go_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "MOST_ENGINES", 1)
    many = CASES * 2000
    alone = [str(row) for row in explainer.explain(CASES, kind="both")]
    found: list[list[str]] = []
    beside(lambda: found.append([str(row) for row in explainer.explain(many, kind="both")]), 1.5)
    assert found == [alone * 2000]
    frame = pd.DataFrame(CASES * 100_000)
    sizes: list[list[int]] = []
    beside(lambda: sizes.append(explainer.smallest(frame).size.tolist()), 1.5)
    assert sizes == [explainer.smallest(CASES).size.tolist() * 100_000]


def test_a_hard_row_lets_others_have_an_engine() -> None:
    hard = xpxlc.Explainer(wide(60))
    rows = [{f"x{i}": "1" for i in range(60)}]

    def work() -> None:
        with pytest.raises(xpxlc.LimitError):
            hard.limited(seconds=6).count(rows, limit=10**12)

    beside(work, 4)
    assert len(process._pool.engines) <= process.MOST_ENGINES


@pytest.mark.parametrize("method", [name for name in ("fork", "spawn", "forkserver") if name in multiprocessing.get_all_start_methods()])
def test_processes_get_the_same_answers(method: str) -> None:
    context = multiprocessing.get_context(method)
    with ProcessPoolExecutor(2, mp_context=context) as pool:
        assert all(found == WANTED for found in pool.map(ask, range(6), timeout=120))
    with ProcessPoolExecutor(1, mp_context=context) as pool:
        sent = pool.submit(explainer.explain, CASES, kind="both").result(timeout=120)
    assert [str(row) for row in sent] == [str(row) for row in explainer.explain(CASES, kind="both")]
    with pytest.raises(xpxlc.InputError, match="another process"):
        sent.to_shap()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_forked_child_makes_its_own_engine_and_ends() -> None:
    program = f"""
        import os, sys, xpxlc
        explainer = xpxlc.Explainer({LOAN!r})
        before = explainer.smallest({CASES!r}).size.tolist()
        child = os.fork()
        after = explainer.smallest({CASES!r}).size.tolist()
        assert before == after
        if child:
            sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
    """
    subprocess.run([sys.executable, "-c", textwrap.dedent(program)], check=True, timeout=120)


def test_nothing_is_started_by_importing() -> None:
    program = "import sys, xpxlc; assert 'py_mini_racer' not in sys.modules and 'sklearn' not in sys.modules"
    subprocess.run([sys.executable, "-c", program], check=True, timeout=120)


def test_it_works_inside_a_running_loop() -> None:
    import asyncio

    async def inside() -> list[list[bool]]:
        return ask(0)

    assert asyncio.run(inside()) == WANTED


def test_a_time_limit_ends_the_call_and_nothing_else() -> None:
    hard = xpxlc.Explainer(wide(60))
    rows = [{f"x{i}": "1" for i in range(60)}]
    with pytest.raises(xpxlc.LimitError) as caught:
        hard.limited(seconds=0.3).count(rows, limit=10**12)
    assert caught.value.code == "max-time"
    assert ask(0) == WANTED
    assert hard.smallest(rows).size.tolist() == hard.limited(seconds=60).smallest(rows).size.tolist()


def test_a_memory_limit_ends_the_call_and_nothing_else() -> None:
    hard = xpxlc.Explainer(wide(40))
    rows = [{f"x{i}": "1" for i in range(40)}]
    with pytest.raises(xpxlc.LimitError) as caught:
        hard.limited(megabytes=60, seconds=100).explain(rows, limit="all", order="search")
    assert caught.value.code == "max-memory"
    assert ask(0) == WANTED
    with pytest.raises(xpxlc.LimitError) as caught, process.session(xpxlc.Limits(megabytes=60)) as open_session:
        open_session.engine._evaluate("a = []; for (;;) a.push([1.5])", None, xpxlc.Limits(megabytes=60))
    assert caught.value.code == "max-memory" and open_session.engine.broken
    assert ask(0) == WANTED


@pytest.mark.skipif(os.name == "nt", reason="signals of another kind")
def test_an_interrupt_leaves_a_usable_engine() -> None:
    program = f"""
        import os, signal, threading, xpxlc
        hard = xpxlc.Explainer({wide(60)!r})
        rows = [{{f"x{{i}}": "1" for i in range(60)}}]
        size = hard.smallest(rows).size.tolist()
        threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGINT)).start()
        try:
            hard.limited(seconds=100).count(rows, limit=10**12)
        except KeyboardInterrupt:
            assert hard.smallest(rows).size.tolist() == size
            print("interrupted")
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(program)], check=True, timeout=120, capture_output=True, text=True)
    assert done.stdout.strip() == "interrupted"


def test_a_count_that_cannot_be_finished_says_so_at_once() -> None:
    hard = xpxlc.Explainer(wide(60))
    start = time.monotonic()
    [error] = hard.count({f"x{i}": 1 for i in range(60)}).errors
    assert error.code == "count-too-large"
    assert time.monotonic() - start < 3  # some tenths of a second, where nothing else runs


def test_models_are_forgotten_and_loaded_again() -> None:
    with process.session() as open_session:
        before = set(open_session.engine.models)
    other = xpxlc.Explainer(LOAN)
    again = pickle.loads(pickle.dumps(other))
    assert again.smallest(CASES).mask.tolist() == WANTED
    del other, again
    with process.session() as open_session:
        assert open_session.engine.models <= before


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"avoid": ["age"], "limit": 5}, "bad-option"),
        ({"kind": "other"}, "bad-option"),
        ({"limit": 0}, "bad-option"),
        ({"target": "grant"}, "bad-option"),
        ({"kind": "cxp", "target": "gran"}, "unknown-class"),
        ({"never": ["aeg"]}, "unknown-feature"),
        ({"fixed": ["aeg"]}, "unknown-feature"),
        ({"within": {"age": "sideways"}}, "bad-option"),
    ],
)
def test_wrong_questions_are_refused_with_the_code_of_the_core(options: dict[str, Any], code: str) -> None:
    with pytest.raises(xpxlc.CoreError) as caught:
        explainer.explain(CASES, **options)
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("source", "code"),
    [
        (b"", "unknown-format"),
        (b"\x1f\x8bnothing", "bad-gzip"),
        ({"format": "xpxlc-model"}, "bad-model-file"),
        ("nowhere.json", "no-such-file"),
    ],
)
def test_wrong_models_are_refused_with_the_code_of_the_core(source: Any, code: str) -> None:
    with pytest.raises(xpxlc.FormatError) as caught:
        xpxlc.Explainer(source)
    assert caught.value.code == code


def test_a_wrong_model_says_where() -> None:
    wrong = {**LOAN, "weights": [[0.25, 0.5, [0, 9, 3], [12, 0, -20], [-1, "6"]]]}
    with pytest.raises(xpxlc.FormatError) as caught:
        xpxlc.Explainer(wrong)
    error = pickle.loads(pickle.dumps(caught.value))
    assert (error.code, error.place, error.got) == (caught.value.code, caught.value.place, caught.value.got)
    assert "weights" in str(error.place)


def test_a_core_that_was_changed_is_not_run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    folder = tmp_path / "_core"
    folder.mkdir()
    monkeypatch.setattr(scripts, "files", lambda _: tmp_path)
    scripts.script.cache_clear()
    try:
        with pytest.raises(xpxlc.XpxlcError, match="not in this installation"):
            scripts.script("core.js")
        (folder / "core.js").write_text("xpxlc = {}")
        (folder / "core.js.sha256").write_text("0" * 64 + "\n")
        with pytest.raises(xpxlc.XpxlcError, match="was changed"):
            scripts.script("core.js")
    finally:
        monkeypatch.undo()
        scripts.script.cache_clear()
