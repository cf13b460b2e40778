"""What Node answers, for the tests that hold Python's answers against it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def node_answers(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """From the file that XPXLC_CONFORMANCE names, so that these tests run without Node, too; otherwise Node is asked."""
    stored = os.environ.get("XPXLC_CONFORMANCE")
    if stored is None:
        node = shutil.which("node")
        if node is None:
            pytest.skip("no Node here, and XPXLC_CONFORMANCE names no file with its answers")
        stored = str(tmp_path_factory.mktemp("node") / "answers.json")
        door = str(Path(__file__).with_name("node-door.ts"))
        subprocess.run([node, "--conditions=source", "--import", "tsx", door, stored], cwd=ROOT, check=True)
    answers: list[dict[str, Any]] = json.loads(Path(stored).read_text("utf-8"))
    return answers
