"""Type hints are what users' own checkers see: mypy in strict mode finds nothing wrong with the package."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

PACKAGE = Path(__file__).parent.parent


def test_the_package_is_typed_strictly(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mypy", "--cache-dir", str(tmp_path), "src/xpxlc"]
    checked = subprocess.run(command, cwd=PACKAGE, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_a_wrong_type_would_be_found(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.py"
    wrong.write_text("import xpxlc\n\nexplainer: int = xpxlc.Explainer('model.json')\n", "utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", "--cache-dir", str(tmp_path), str(wrong)]
    checked = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert checked.returncode == 1
    assert "Incompatible types in assignment" in checked.stdout, checked.stdout
