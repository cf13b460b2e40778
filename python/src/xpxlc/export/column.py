"""A column on its way through a pipeline, as a function of ONE raw column.

Categories and bins carry a value per category or bin, computed by the library's own arithmetic; numbers carry exact
polynomials (fractions), and beside them the library's arithmetic in doubles, from which cuts are found bit for bit.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from ..errors import UnsupportedError
from ..frame import FloatArray, is_missing
from ..gaps import NA, NAT, gap_of


class _Mark:
    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return self.name


#: Stands for any value of a column that the model does not know.
OTHER = _Mark("OTHER")
#: The library would raise an error here: such a value is no input of the model.
INVALID = _Mark("INVALID")

#: Coefficients of 1, x, x², …
Polynomial = tuple[Fraction, ...]
ZERO: Polynomial = (Fraction(0),)
Arithmetic = Callable[[FloatArray], FloatArray]


@dataclass(frozen=True)
class Constant:
    """The same number for every row."""

    value: float


@dataclass(frozen=True)
class Finite:
    """A value per entry of a categorical raw column's domain."""

    source: int
    values: tuple[object, ...]


@dataclass(frozen=True)
class Steps:
    """A value per bin of a raw number: bin j is ``cuts[j-1] <= x < cuts[j]``."""

    source: int
    cuts: tuple[float, ...]
    values: tuple[object, ...]
    #: The value where the raw number is missing.
    missing: object = np.nan
    #: The raw number that a missing one counts as, where there is one.
    imputed: float | None = None


@dataclass(frozen=True)
class Curve:
    """A function of a raw number: exact polynomials between cuts (None: no polynomial) and the library's arithmetic."""

    source: int
    evaluate: Arithmetic
    cuts: tuple[float, ...] = ()
    pieces: tuple[Polynomial, ...] | None = ((Fraction(0), Fraction(1)),)
    missing: float = np.nan
    imputed: float | None = None
    #: 1 rising, -1 falling, 0 neither (or not known).
    direction: int = 1
    #: The raw number itself, but for imputation.
    identity: bool = True
    #: What bends it, said when a real number cannot be represented.
    reason: UnsupportedError | None = None
    #: A step raises an error where the number is missing.
    needs_number: bool = False


@dataclass(frozen=True)
class Refused:
    """A column that no additive model can have; an error only if it survives with a weight."""

    error: UnsupportedError


Column = Constant | Finite | Steps | Curve | Refused


def as_number(value: object) -> object:
    """The double the library would compute with, OTHER and INVALID as they are."""
    if value is OTHER or value is INVALID:
        return value
    if gap_of(value) in (NA, NAT):  # of objects: no number
        return INVALID
    if is_missing(value):
        return float("nan")
    try:
        return float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return INVALID


def map_numbers(values: Sequence[object], f: Arithmetic) -> tuple[object, ...]:
    """``f`` of every number among the values."""
    numbers = [as_number(value) for value in values]
    places = [i for i, x in enumerate(numbers) if isinstance(x, float)]
    with np.errstate(all="ignore"):
        results = f(np.array([numbers[i] for i in places], dtype=np.float64))
    for i, result in zip(places, results, strict=True):
        numbers[i] = float(result)
    return tuple(numbers)


def over_values(column: Constant | Finite | Steps, f: Callable[[Sequence[object]], Sequence[object]]) -> Column:
    """The column with ``f`` applied to its list of values (the missing one among them)."""
    if isinstance(column, Constant):
        return Constant(float(f([column.value])[0]))  # type: ignore[arg-type]
    if isinstance(column, Finite):
        return Finite(column.source, tuple(f(column.values)))
    results = tuple(f([*column.values, column.missing]))
    return replace(column, values=results[:-1], missing=results[-1])


def elementwise(
    column: Column,
    f: Arithmetic,
    *,
    line: tuple[Fraction, Fraction] | None = None,
    direction: int = 0,
    reason: UnsupportedError | None = None,
) -> Column:
    """
    ``f`` of a column. ``line`` (intercept, slope) says that f is that straight line but for rounding, ``direction``
    that f rises or falls, and ``reason`` what to say where f is neither a line nor a list of values.
    """
    if isinstance(column, Refused):
        return column
    if not isinstance(column, Curve):
        return over_values(column, lambda values: map_numbers(values, f))
    inner = column.evaluate
    pieces = column.pieces
    if line is not None:
        direction = (line[1] > 0) - (line[1] < 0)
        pieces = None if pieces is None else tuple(add(scale(p, line[1]), (line[0],)) for p in pieces)
    with np.errstate(all="ignore"):
        missing = float(f(np.array([column.missing]))[0])
    return Curve(
        column.source,
        lambda x: f(inner(x)),
        column.cuts,
        pieces if line is not None else None,
        missing,
        column.imputed,
        column.direction * direction,
        identity=False,
        reason=column.reason if line is not None else column.reason or reason,
        needs_number=column.needs_number,
    )


def needing_numbers(column: Column) -> Column:
    """The column where a step raises an error if it is missing."""
    if isinstance(column, Curve):
        return replace(column, needs_number=True) if np.isnan(column.missing) else column
    if isinstance(column, (Finite, Steps)):
        return over_values(column, lambda values: [INVALID if gap_of(value) is not None else value for value in values])
    return column


def add(p: Polynomial, q: Polynomial) -> Polynomial:
    longer, shorter = (p, q) if len(p) >= len(q) else (q, p)
    return trim(tuple(c + (shorter[i] if i < len(shorter) else 0) for i, c in enumerate(longer)))


def scale(p: Polynomial, factor: Fraction) -> Polynomial:
    return trim(tuple(c * factor for c in p))


def multiply(p: Polynomial, q: Polynomial) -> Polynomial:
    result = [Fraction(0)] * (len(p) + len(q) - 1)
    for i, a in enumerate(p):
        for j, b in enumerate(q):
            result[i + j] += a * b
    return trim(tuple(result))


def trim(p: Polynomial) -> Polynomial:
    """Without leading zeros, so that equal polynomials are equal."""
    end = len(p)
    while end > 1 and p[end - 1] == 0:
        end -= 1
    return p[:end]


def piece_at(cuts: Sequence[float], x: float) -> int:
    """The bin of a number."""
    return bisect_right(cuts, x)
