"""Every example in a docstring says what it claims."""

from __future__ import annotations

import doctest
import pkgutil
from importlib import import_module

import pytest
import xpxlc

MODULES = ["xpxlc", *(module.name for module in pkgutil.walk_packages(xpxlc.__path__, "xpxlc.") if not module.name.endswith("__main__"))]


@pytest.mark.parametrize("name", MODULES)
def test_examples_hold(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0
