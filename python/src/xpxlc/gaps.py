"""Missing is not one thing: scikit-learn tells ``None``, NaN and ``pandas.NA`` apart, and an encoder or imputer knows some of them.

What a column holds where a cell is missing depends on its type. This is what scikit-learn sees of it (found by experiment, and held by
``tests/test_missing.py``): NaN of numbers, of pandas categories and of ``str``; ``pandas.NA`` of ``string``; None of polars texts and truth
values; what is there in columns of objects.
"""

from __future__ import annotations

import math
import sys
from typing import Any

import numpy as np

NONE, NAN, NA, NAT = "None", "NaN", "pandas.NA", "NaT"
#: Of numbers and truth values of pandas with a mask: NaN, unless the pipeline was fitted on objects.
MASKED = "pandas.NA of a column with a mask"
#: A cell that is not there, in rows that have no types: an absent key, a null of Arrow. It may be any of the others.
ABSENT = "nothing"


class _NotThere:
    def __repr__(self) -> str:
        return ABSENT

    def __reduce__(self) -> str:
        return "NOT_THERE"


#: The cell of an absent key.
NOT_THERE = _NotThere()


def gap_of(cell: object) -> str | None:
    """Which kind of missing a cell is; None of a value.

    >>> gap_of(None), gap_of(float("nan")), gap_of(0)
    ('None', 'NaN', None)
    """
    if cell is None:
        return NONE
    if isinstance(cell, (float, np.floating)):
        return NAN if math.isnan(float(cell)) else None
    kind = type(cell).__name__
    if kind == "NAType":
        return NA
    if kind == "NaTType" or (isinstance(cell, (np.datetime64, np.timedelta64)) and np.isnat(cell)):
        return NAT
    return ABSENT if cell is NOT_THERE else None


def cell_of(gap: str) -> object:
    """The cell that is missing in this way."""
    if gap == NAN:
        return math.nan
    if gap in (NA, NAT, MASKED):
        import pandas

        return pandas.NaT if gap == NAT else pandas.NA
    return None if gap == NONE else NOT_THERE


def known_gaps() -> list[str]:
    """The kinds that a pipeline may know; ``pandas.NA`` where pandas is in use."""
    return [NAN, NONE, *([NA] if "pandas" in sys.modules else [])]


def gap_of_type(dtype: Any) -> str:
    """What scikit-learn sees of the missing cells of a pandas column of this type (not of objects).

    Numbers and truth values become doubles on the way, so that theirs become NaN.
    """
    if type(dtype).__name__ == "CategoricalDtype":
        inner = dtype.categories.dtype
        return NAN if inner == object or getattr(inner, "kind", "O") in "iufb" else gap_of_type(inner)
    if getattr(dtype, "kind", "O") in "iufb":
        return NAN
    return NAT if getattr(dtype, "kind", "O") in "mM" else gap_of(getattr(dtype, "na_value", math.nan)) or NAN
