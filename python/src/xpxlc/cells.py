"""The cells of one column, without a Python object for each where that can be: numbers, or codes of distinct values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from .frame import is_missing
from .gaps import NAN, cell_of, gap_of

AnyArray = npt.NDArray[Any]


@dataclass(frozen=True)
class Numbers:
    """Numbers or truth values, as numpy has them; ``missing`` says which are not there (NaN aside), and ``gap`` in which way."""

    values: AnyArray
    missing: npt.NDArray[np.bool_] | None = None
    gap: str = NAN

    def __len__(self) -> int:
        return len(self.values)

    def cell(self, row: int) -> object:
        """One cell; None where it is missing."""
        value = self.raw(row)
        return None if is_missing(value) else value

    def raw(self, row: int) -> object:
        """One cell, missing in its own way."""
        if self.missing is not None and self.missing[row]:
            return cell_of(self.gap)
        value: object = self.values[row].item()
        return value

    def part(self, start: int, stop: int) -> Numbers:
        return Numbers(self.values[start:stop], None if self.missing is None else self.missing[start:stop], self.gap)


@dataclass(frozen=True)
class Coded:
    """Row r has ``values[codes[r]]``, which may be missing; a negative code is a cell that is missing as ``gap`` says."""

    codes: AnyArray
    values: Sequence[object]
    gap: str = NAN

    def __len__(self) -> int:
        return len(self.codes)

    def cell(self, row: int) -> object:
        """One cell; None where it is missing."""
        value = self.raw(row)
        return None if is_missing(value) else value

    def raw(self, row: int) -> object:
        """One cell, missing in its own way."""
        code = int(self.codes[row])
        return self.values[code] if code >= 0 else cell_of(self.gap)

    def part(self, start: int, stop: int) -> Coded:
        return Coded(self.codes[start:stop], self.values, self.gap)


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
        gap = gap_of(cell)
        if gap is not None:  # one entry for all that are missing in this way
            codes[row] = places.setdefault((_Gap, gap), len(places))
            continue
        try:
            codes[row] = places.setdefault((type(cell), cell), len(places))
        except TypeError:  # a list, say: it names no category
            codes[row] = places.setdefault((str, str(cell)), len(places))
    return Coded(codes, [cell_of(str(value)) if kind is _Gap else value for kind, value in places])


class _Gap:
    """Stands for the type of a cell that is missing."""


def _from_numbers(cells: Sequence[Any]) -> Cells:
    try:
        integers = np.array(cells)
    except OverflowError:
        integers = np.array(cells, np.float64)
    return Numbers(integers if integers.dtype.kind in "iuf" else np.array(cells, np.float64))
