"""What one raw column contributes to each score: a value per category or bin, or a polynomial."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from .column import Polynomial, piece_at

#: Imputation behind a scaler meets the raw number it stands for up to this (relative) rounding.
ROUNDING = Fraction(1, 2**40)


@dataclass(frozen=True)
class Table:
    """Contributions of categories: ``values[row][entry]`` for the entries that the model accepts."""

    entries: tuple[object, ...]
    values: tuple[tuple[Fraction, ...], ...]


@dataclass(frozen=True)
class Bins:
    """Contributions of bins, ``cuts[j-1] <= x < cuts[j]``, and of a missing number: ``values[row][bin]``."""

    cuts: tuple[float, ...]
    values: tuple[tuple[Fraction, ...], ...]
    missing: tuple[Fraction, ...] | None
    imputed: float | None


@dataclass(frozen=True)
class Line:
    """One polynomial of at most the second degree per row."""

    polynomials: tuple[Polynomial, ...]
    missing: tuple[Fraction, ...] | None
    imputed: float | None


Shape = Table | Bins | Line


def missing_number(shape: Bins | Line) -> float | None:
    """The raw number that a missing one counts as, for every row."""
    if shape.missing is None:
        return None
    if isinstance(shape, Bins):
        if shape.imputed is None:
            return None
        j = piece_at(shape.cuts, shape.imputed)
        same = all(row[j] == value for row, value in zip(shape.values, shape.missing, strict=True))
        return shape.imputed if same else None
    x = shape.imputed
    if x is None or not all(_close(p, x, value) for p, value in zip(shape.polynomials, shape.missing, strict=True)):
        return None
    return x


def _close(p: Polynomial, x: float, value: Fraction) -> bool:
    z = Fraction(x)
    total = sum((c * z**k for k, c in enumerate(p)), Fraction(0))
    size = sum((abs(c * z**k) for k, c in enumerate(p)), abs(value))
    return abs(total - value) <= size * ROUNDING
