"""Files that are saved are whole, or what they were before."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from xpxlc import explanations
from xpxlc.model import Fidelity, Model

FEATURES = [{"name": "age", "kind": "real", "lower": 0, "upper": 1}]
CARD = {"format": "xpxlc-model", "version": 1, "kind": "linear", "classes": ["a", "b"], "features": FEATURES}


def card(**more: Any) -> Model:
    fidelity = Fidelity(rows=0, agreeing=0, near_ties=0)
    return Model({**CARD, **more}, classes=("a", "b"), columns=("age",), fidelity=fidelity)


@pytest.mark.parametrize("bad", [float("nan"), object(), "\ud800"], ids=["not a number", "no JSON", "a lone surrogate"])
def test_a_model_that_cannot_be_saved_leaves_the_file_as_it_was(tmp_path: Path, bad: Any) -> None:
    (tmp_path / "model.json").write_text("old")
    with pytest.raises((ValueError, TypeError)):
        card(intercept=[bad]).save(tmp_path / "model.json")
    assert (tmp_path / "model.json").read_text() == "old"
    assert os.listdir(tmp_path) == ["model.json"]


def test_records_that_end_in_an_error_leave_the_file_as_it_was(tmp_path: Path) -> None:
    def records() -> Iterator[dict[str, Any]]:
        yield {"row": 0}
        assert (tmp_path / "lines.ndjson").read_text() == "old"
        raise KeyError("row 1")

    (tmp_path / "lines.ndjson").write_text("old")
    with pytest.raises(KeyError):
        explanations.save(records(), tmp_path / "lines.ndjson")
    assert (tmp_path / "lines.ndjson").read_text() == "old"
    assert os.listdir(tmp_path) == ["lines.ndjson"]


@pytest.mark.skipif(sys.platform == "win32", reason="rights and links of POSIX systems")
def test_saving_keeps_links_and_rights(tmp_path: Path) -> None:
    real = tmp_path / "real.json"
    real.write_text("old")
    real.chmod(0o640)
    (tmp_path / "link.json").symlink_to("real.json")
    card().save(tmp_path / "link.json")
    assert (tmp_path / "link.json").is_symlink()
    assert real.read_text(encoding="utf-8") == card().to_json()
    assert stat.S_IMODE(real.stat().st_mode) == 0o640
    (tmp_path / "dangling.json").symlink_to("new.json")
    card().save(tmp_path / "dangling.json")
    assert (tmp_path / "new.json").read_text(encoding="utf-8") == card().to_json()
    (tmp_path / "plain").write_text("")
    assert (tmp_path / "new.json").stat().st_mode == (tmp_path / "plain").stat().st_mode
    card().save("/dev/null")
    assert Path("/dev/null").is_char_device()


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    place = tmp_path / "nowhere" / "model.json"
    with pytest.raises(FileNotFoundError) as caught:
        card().save(place)
    assert caught.value.filename == str(place)
    with pytest.raises(IsADirectoryError):
        card().save(tmp_path)
