"""The cells of one column, without a Python object for each where that can be: numbers, or codes of distinct values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from .frame import is_missing

AnyArray = npt.NDArray[Any]


@dataclass(frozen=True)
class Numbers:
    """Numbers or truth values, as numpy has them; ``missing`` says which are not there (NaN aside)."""

    values: AnyArray
    missing: npt.NDArray[np.bool_] | None = None

    def __len__(self) -> int:
        return len(self.values)

    def cell(self, row: int) -> object:
        """One cell; None where it is missing."""
        if self.missing is not None and self.missing[row]:
            return None
        value = self.values[row].item()
        return None if is_missing(value) else value

    def part(self, start: int, stop: int) -> Numbers:
        return Numbers(self.values[start:stop], None if self.missing is None else self.missing[start:stop])


@dataclass(frozen=True)
class Coded:
    """Row r has ``values[codes[r]]``; a negative code is a missing cell."""

    codes: AnyArray
    values: Sequence[object]

    def __len__(self) -> int:
        return len(self.codes)

    def cell(self, row: int) -> object:
        """One cell; None where it is missing."""
        code = int(self.codes[row])
        value = self.values[code] if code >= 0 else None
        return None if is_missing(value) else value

    def part(self, start: int, stop: int) -> Coded:
        return Coded(self.codes[start:stop], self.values)


Cells = Numbers | Coded


def from_numpy(values: AnyArray) -> Cells:
    """
    >>> from_numpy(np.array(["b", "a", "b"])).codes.tolist()
    [1, 0, 1]
    """
    if values.dtype.kind in "iufb":
        return Numbers(values)
    if values.dtype.kind in "US":
        distinct, codes = np.unique(values, return_inverse=True)
        return Coded(codes, distinct.tolist())
    return from_objects(values.tolist())


def from_objects(cells: Sequence[object]) -> Cells:
    """Numbers where all cells are; otherwise each distinct cell is looked at once. Truth values are no numbers here."""
    kinds = set(map(type, cells))
    if kinds and kinds <= {int, float}:
        return _from_numbers(cells)
    places: dict[tuple[type, object], int] = {}
    codes = np.empty(len(cells), np.int32)
    for row, cell in enumerate(cells):
        if cell is None:
            codes[row] = -1
            continue
        try:
            codes[row] = places.setdefault((type(cell), cell), len(places))
        except TypeError:  # a list, say: it names no category
            codes[row] = places.setdefault((str, str(cell)), len(places))
    return Coded(codes, [value for _, value in places])


def _from_numbers(cells: Sequence[Any]) -> Cells:
    try:
        integers = np.array(cells)
    except OverflowError:
        integers = np.array(cells, np.float64)
    return Numbers(integers if integers.dtype.kind in "iuf" else np.array(cells, np.float64))
