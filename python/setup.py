"""Builds the core into the package: from a clone by Node, from a source distribution it is there already."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

HERE = Path(__file__).resolve().parent
CORE = HERE / "src" / "xpxlc" / "_core" / "core.js"
TOOL = HERE.parent / "tools" / "bundle-python.mjs"


def build_core() -> None:
    """Makes the core anew wherever its sources are."""
    if not TOOL.exists():
        if not CORE.exists():
            sys.exit("xpxlc: this folder has neither the core nor the sources to build it of: install from a wheel or a clone")
        return
    node = shutil.which("node")
    if node is None:
        sys.exit("xpxlc: building from a clone needs Node 20.19 or later (`node` was not found); a wheel does not need it")
    root = TOOL.parents[1]
    # Without its dependencies they are installed first, which needs npm.
    for script in ("setup.mjs", TOOL.name):
        made = subprocess.run([node, str(root / "tools" / script)], cwd=root, capture_output=True, text=True)
        if made.returncode != 0:
            sys.exit(f"xpxlc: tools/{script} failed, which builds the core with Node:\n{made.stdout}{made.stderr}")


class BuildPy(build_py):
    def run(self) -> None:
        build_core()
        super().run()


class Sdist(sdist):
    def run(self) -> None:
        build_core()
        super().run()


setup(cmdclass={"build_py": BuildPy, "sdist": Sdist})
