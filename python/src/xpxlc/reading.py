"""How a fitted pipeline reads the cells of one column: what Python's equality, its encoders and its imputers make of them.

A model file has one kind of missing and takes ``"1"`` for 1; a pipeline knows better. What it would refuse, and what could mean two things,
is refused here, too.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .gaps import ABSENT, MASKED, NAN, NAT, cell_of, gap_of

#: Types of the values that a column was fitted with; a cell of another type is refused.
TEXT, NUMBER, ANY = "texts", "numbers or truth values", "values of other types"


@dataclass(frozen=True)
class Refusal:
    """Why a cell is no input of the pipeline."""

    feature: str
    code: str
    what: str
    expected: str
    got: str


@dataclass(frozen=True)
class CategoryReading:
    """A column whose values are categories."""

    name: str
    #: ``TEXT``, ``NUMBER`` or ``ANY``.
    family: str
    #: The category of each value that the pipeline knows; values are equal as Python has it: 1, 1.0 and True are one.
    places: Mapping[Hashable, str]
    #: The category of each kind of missing that the pipeline takes.
    gaps: Mapping[str, str]
    #: The kind that the model file's ``missing`` stands for: the one it was fitted with.
    fitted: str | None = None
    #: Whether the pipeline's own tables have another missing text than pandas: None.
    polars: bool = False
    #: The category of any other value.
    other: str | None = None
    #: The column was one of objects.
    objects: bool = False
    #: The pipeline computes in the type of the column, which must have 64 bits.
    in_own_type: bool = False

    def gap(self, gap: str, *, typed: bool) -> str | None:
        """The category of a missing cell; None where it is refused.

        Of rows without types (``typed`` is false) nobody can tell what scikit-learn would have seen: their None and nulls are missing as the
        pipeline was fitted, unless it gives the kinds different meanings.
        """
        if gap == MASKED:
            return None if self.objects else self.gaps.get(NAN)
        if typed or gap in (NAN, NAT):
            return self.gaps.get(gap)
        if self.fitted is None:
            return None
        fitted = self.gaps[self.fitted]
        if gap == ABSENT:
            alike = self.fitted == NAN or self.polars or all(label == fitted for label in self.gaps.values())
            return fitted if alike else None
        return fitted if self.gaps.get(gap, fitted) == fitted else None

    def own_value(self, label: Any) -> Any:
        """The cell that a category stands for, as the pipeline would have it; the name of what has none, such as any other value."""
        own = next((value for value, name in self.places.items() if name == label), label)
        gap = next((gap for gap in (self.fitted, *self.gaps) if gap is not None and self.gaps[gap] == label), None)
        return own if gap is None or label in self.places.values() or label == self.other else cell_of(gap)

    def own_cell(self, cell: Any) -> Any:
        """A cell with its kind of missing, where it had none that is told."""
        return cell_of(self.fitted or NAN) if gap_of(cell) == ABSENT else cell

    def accepts(self, value: object) -> bool:
        """Whether a value has the type of those that were fitted."""
        if self.family == TEXT:
            return isinstance(value, str)
        if self.family == NUMBER:
            return isinstance(value, (int, float, np.bool_, np.number))
        return isinstance(value, Hashable)

    def refusal(self, cell: object, gap: str | None, *, typed: bool) -> Refusal | None:
        """Why this cell, missing as ``gap`` says, is refused; None where its value is merely unknown, which the core says better."""
        if gap is None:
            if self.accepts(cell):
                return None
            got = f"{cell!r} ({type(cell).__name__})"
            return self.of_other_type(got)
        if self.gap(gap, typed=typed) is not None:
            return None
        if self.fitted is None:
            return Refusal(self.name, "missing-value", "missing value", "a value, as the pipeline was fitted with", gap)
        return Refusal(self.name, "missing-value", "missing in another way than the pipeline was fitted with", self.fitted, gap)

    def of_other_type(self, got: str) -> Refusal:
        return Refusal(self.name, "unknown-category", "another type than the pipeline was fitted with", self.family, got)


@dataclass(frozen=True)
class NumberReading:
    """A column of numbers."""

    name: str
    #: The kinds of missing that stand for NaN in a column of objects.
    gaps: frozenset[str] = frozenset({NAN})
    #: The pipeline takes None in a column of objects for something else than NaN.
    differs: bool = False
    #: The column was in single precision: the pipeline computes in it.
    single: bool = False
    #: The column was one of objects.
    objects: bool = False
    #: The pipeline computes in the type of the column, which must have 64 bits.
    in_own_type: bool = False

    def own_value(self, number: Any) -> Any:
        return math.nan if number is None else number

    def own_cell(self, cell: Any) -> Any:
        return cell if gap_of(cell) is None else math.nan

    def takes(self, gap: str, *, typed: bool) -> bool:
        if gap == MASKED:
            return NAN in self.gaps and not self.objects
        if gap in self.gaps:
            return True
        return not typed and gap != NAT and (gap == ABSENT or not self.differs)

    def refusal(self, cell: object, gap: str | None, *, typed: bool) -> Refusal | None:
        del cell  # of what is no number the core says so
        if gap is None or self.takes(gap, typed=typed):
            return None
        if not self.gaps:
            return Refusal(self.name, "missing-value", "missing value", "a number", gap)
        return Refusal(self.name, "missing-value", "missing in another way than the pipeline was fitted with", " or ".join(sorted(self.gaps)), gap)


Reading = CategoryReading | NumberReading


@dataclass(frozen=True)
class Reader:
    """How a fitted pipeline reads tables."""

    #: By column.
    readings: Mapping[str, Reading] = field(default_factory=dict)
    #: The pipeline takes the columns of a named table by their names; otherwise by their places.
    by_name: bool = True
