"""The examples for Python users: from training to the committed model file, and how the README begins."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


def test_the_example_writes_the_committed_model(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    example = block_of("docs/sources/sklearn.md")
    committed = "fixtures/sklearn/loans/model.json"
    assert committed in example
    monkeypatch.chdir(ROOT)
    written = tmp_path / "model.json"
    exec(example.replace(committed, written.as_posix()), {})
    assert capsys.readouterr().out == "600 of 600 rows predicted alike\n"
    assert_alike(
        json.loads(written.read_text(encoding="utf-8")), json.loads((ROOT / committed).read_text(encoding="utf-8"))
    )


def test_the_start_in_the_readme_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    trained: dict[str, Any] = {}
    training = block_of("docs/sources/sklearn.md").split("\nmodel = ")[0]
    exec(training, trained)  # a pipeline and its table X
    monkeypatch.chdir(tmp_path)
    [(start, said)] = examples_of("README.md")
    exec(start, trained)
    assert capsys.readouterr().out == said
    assert json.loads((tmp_path / "model.json").read_text(encoding="utf-8"))["format"] == "xpxlc-model"


def test_the_guide_says_what_happens(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("shap", reason="shap is tested with Python 3.11 and later")
    import matplotlib.pyplot as plt

    plt.switch_backend("agg")
    monkeypatch.chdir(ROOT)
    names: dict[str, Any] = {}
    for code, said in examples_of("docs/python.md"):
        exec(code, names)
        assert capsys.readouterr().out == (said or ""), code
    [number] = plt.get_fignums()  # the plot of shap
    drawn = " ".join(text.get_text() for text in plt.figure(number).findobj(lambda artist: hasattr(artist, "get_text")))
    plt.close(number)
    assert "late payments" in drawn


def examples_of(page: str) -> list[tuple[str, str | None]]:
    """The blocks of Python of a page, each with the text after it."""
    content = (ROOT / page).read_text(encoding="utf-8")
    found = re.findall(r"^```python\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?", content, re.DOTALL | re.MULTILINE)
    assert found
    return [(code, said or None) for code, said in found]


def block_of(page: str) -> str:
    """The first block of Python of a page."""
    found = re.search(r"```python\n(.*?)```", (ROOT / page).read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    return found[1]


def assert_alike(ours: Any, committed: Any) -> None:
    """Equal but for the last digits of numbers, which the training owes to the machine."""
    if isinstance(committed, dict):
        assert list(ours) == list(committed)
        for key in committed.keys() - {"version"}:  # of the tool
            assert_alike(ours[key], committed[key])
    elif isinstance(committed, list):
        assert len(ours) == len(committed)
        for a, b in zip(ours, committed, strict=True):
            assert_alike(a, b)
    elif isinstance(committed, float):
        assert ours == pytest.approx(committed, rel=1e-4)
    else:
        assert ours == committed
