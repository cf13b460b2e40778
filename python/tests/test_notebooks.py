"""The gallery: every notebook runs, gives the outputs that are stored in it, and names no machine."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from notebooks import FOLDER, Output, code_cells, read, run

NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def test_there_is_a_gallery() -> None:
    assert len(NOTEBOOKS) >= 3


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_gives_its_outputs(path: Path) -> None:
    stored = [cell["outputs"] for cell in code_cells(read(path))]
    for cell, (found, expected) in enumerate(zip(run(path), stored, strict=True), 1):
        assert comparable(found) == comparable(expected), f"{path.name}, cell {cell}: run `python tests/notebooks.py` and look at it"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_of_no_machine(path: Path) -> None:
    document = read(path)
    assert (document["nbformat"], document["metadata"]) == (4, {"language_info": {"name": "python"}})
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"/(home|root|work|tmp|Users)/|0x[0-9a-f]{6}", text)


def comparable(outputs: list[Output]) -> list[Any]:
    """Tables of pandas look different from version to version: their text is enough."""
    return [
        output.get("text") or {kind: text for kind, text in output["data"].items() if kind != "text/html" or "xpxlc" in "".join(text)}
        for output in outputs
    ]
