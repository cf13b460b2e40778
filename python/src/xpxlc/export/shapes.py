"""Scores over transformed columns → shapes of raw features: everything a raw column contributes, added up exactly."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from ..errors import InternalError, UnsupportedError
from ..frame import is_missing
from ..gaps import NAN
from .column import (
    INVALID,
    OTHER,
    ZERO,
    Column,
    Constant,
    Curve,
    Finite,
    Polynomial,
    Refused,
    Steps,
    add,
    as_number,
    multiply,
    piece_at,
    scale,
)
from .contributions import Bins, Line, Shape, Table, missing_number
from .scores import Lookup, Parabola, Scores, Term
from .trace import Trace

#: Whole numbers between the bounds, at most so many, may have any function: a step for each.
MAX_TABULATED = 4096


Part = tuple[Column, Term]


def constants(scores: Scores) -> list[Fraction]:
    """Per row what does not depend on any raw column."""
    return [
        row.bias
        + sum((of_value(term, column.value) for column, term in row.parts if isinstance(column, Constant)), Fraction(0))
        for row in scores.rows
    ]


def used_sources(scores: Scores) -> list[int]:
    found = {c.source for row in scores.rows for c, _ in row.parts if isinstance(c, (Finite, Steps, Curve))}
    return sorted(found)


def check_refused(scores: Scores) -> None:
    """A column that cannot be represented is an error as soon as it has a weight."""
    for row in scores.rows:
        for column, term in row.parts:
            if isinstance(column, Refused) and not is_zero(term):
                raise column.error


def shape_of(trace: Trace, scores: Scores, source: int) -> Shape:
    """All that one raw column contributes."""
    rows: list[list[Part]] = [
        [(c, t) for c, t in row.parts if isinstance(c, (Finite, Steps, Curve)) and c.source == source]
        for row in scores.rows
    ]
    if any(isinstance(c, Finite) for row in rows for c, _ in row):
        return _table(trace, rows, source)
    return _number(trace, rows, source)


def is_zero(term: Term) -> bool:
    return isinstance(term, Parabola) and term.linear == 0 and term.square == 0


def of_value(term: Term, value: float) -> Fraction:
    if isinstance(term, Lookup):
        return term.values[int(value)]
    z = Fraction(value)
    return term.constant + z * (term.linear + z * term.square)


def _contribution(part: Part, value: object) -> Fraction | None:
    """None where the library would raise an error."""
    _, term = part
    z = as_number(value)
    if not isinstance(z, float) or not np.isfinite(z):
        return None
    if isinstance(term, Lookup) and not 0 <= int(z) < len(term.values):
        return None
    return of_value(term, z)


def _sum(parts: Sequence[Fraction | None]) -> Fraction | None:
    total = Fraction(0)
    for part in parts:
        if part is None:
            return None
        total += part
    return total


def _table(trace: Trace, rows: list[list[Part]], source: int) -> Table:
    domain = trace.domain(source)
    accepted = [not trace.refuses(source, entry) for entry in domain]
    totals = [[Fraction(0)] * len(domain) for _ in rows]
    for row, total in zip(rows, totals, strict=True):
        for column, term in row:
            if not isinstance(column, Finite):
                raise InternalError("a raw column that is a number and a category")
            sparse = isinstance(term, Parabola) and term.constant == 0
            for i, value in enumerate(column.values):
                if sparse and value.__class__ is float and value == 0.0:
                    continue  # nearly all of a one-hot column
                part = _contribution((column, term), value)
                if part is None:
                    accepted[i] = False
                else:
                    total[i] += part
    kept = [i for i, fine in enumerate(accepted) if fine]
    if not any(domain[i] is not OTHER and not is_missing(domain[i]) for i in kept):
        raise UnsupportedError(f"column '{trace.name(source)}'", "the model accepts none of its values")
    return Table(tuple(domain[i] for i in kept), tuple(tuple(total[i] for i in kept) for total in totals))


def _number(trace: Trace, rows: list[list[Part]], source: int) -> Bins | Line:
    name = trace.name(source)
    rows = [[_spread(trace, part) for part in row] for row in rows]
    lower, upper = trace.range(source)
    if lower > upper:
        raise UnsupportedError(f"column '{name}'", "no number between its bounds is accepted by the model")
    totals = [_sum([_at_missing(part) for part in row]) for row in rows]
    known = tuple(total for total in totals if total is not None)
    refused = any(gap in trace.refused.get(source, ()) for gap in trace.frame.columns[source].gaps or (NAN,))
    missing = known if len(known) == len(rows) and not refused else None
    imputed = next(
        (c.imputed for row in rows for c, _ in row if isinstance(c, (Steps, Curve)) and c.imputed is not None), None
    )
    exact = _pieces(rows, lower, upper)
    if exact is not None:
        cuts, polynomials = exact
        if not cuts and all(len(p) <= 3 for p in polynomials[0]):
            line = Line(tuple(polynomials[0]), missing, imputed)
            if missing is None or missing_number(line) is not None:
                return line
        if all(len(p) == 1 for at in polynomials for p in at):
            return Bins(
                tuple(cuts), tuple(tuple(at[k][0] for at in polynomials) for k in range(len(rows))), missing, imputed
            )
    tabulated = _tabulate(trace, rows, source)
    if tabulated is not None:
        cuts, values = tabulated
        return Bins(tuple(cuts), values, missing, imputed)
    if exact is not None and not exact[0] and missing is not None:
        raise UnsupportedError(
            f"column '{name}'",
            "a missing number has a weight of its own beside a straight line (an indicator behind an imputer?); "
            "leave the indicator out, or cut the column into bins",
        )
    reasons = [
        c.reason for row in rows for c, t in row if isinstance(c, Curve) and c.reason is not None and not is_zero(t)
    ]
    if reasons:
        raise reasons[0]
    raise UnsupportedError(
        f"column '{name}'", "bins beside a straight line of the same real number are no shape of the model file"
    )


def _spread(trace: Trace, part: Part) -> Part:
    """Codes looked up from a raw number: a bin per code."""
    column, term = part
    if not isinstance(term, Lookup) or not isinstance(column, Curve):
        return part
    if not column.identity:
        raise UnsupportedError(f"column '{trace.name(column.source)}'", "its codes are computed, not given")
    count = len(term.values)
    trace.limit(column.source, 0, count - 1)
    return Steps(
        column.source,
        tuple(map(float, range(1, count))),
        tuple(map(float, range(count))),
        INVALID if column.needs_number else column.missing,
        column.imputed,
    ), term


def _at_missing(part: Part) -> Fraction | None:
    column = part[0]
    return _contribution(part, column.missing) if isinstance(column, (Steps, Curve)) else None


def _pieces(rows: list[list[Part]], lower: float, upper: float) -> tuple[list[float], list[list[Polynomial]]] | None:
    """Cuts inside the bounds and, per piece between them, a polynomial per row; None if something is no polynomial."""
    live = [[(c, t) for c, t in row if not is_zero(t) or t.constant != 0] for row in rows]  # type: ignore[union-attr]
    inside = sorted(
        {x for row in live for c, _ in row if isinstance(c, (Steps, Curve)) for x in c.cuts if lower < x <= upper}
    )
    cuts: list[float] = []
    pieces: list[list[Polynomial]] = []
    for start in [lower, *inside]:
        at: list[Polynomial] = []
        for row in live:
            total = ZERO
            for column, term in row:
                piece = _polynomial_at(column, term, start)
                if piece is None:
                    return None
                total = add(total, piece)
            at.append(total)
        if not pieces:
            pieces.append(at)
        elif at != pieces[-1]:
            cuts.append(start)
            pieces.append(at)
    return cuts, pieces


def _polynomial_at(column: Column, term: Term, x: float) -> Polynomial | None:
    if isinstance(column, Steps):
        value = _contribution((column, term), column.values[piece_at(column.cuts, x)])
        return None if value is None else (value,)
    if isinstance(term, Parabola) and is_zero(term):
        return (term.constant,)
    if not isinstance(column, Curve) or column.pieces is None or isinstance(term, Lookup):
        return None
    z = column.pieces[piece_at(column.cuts, x)]
    return add(add(scale(multiply(z, z), term.square), scale(z, term.linear)), (term.constant,))


def _tabulate(
    trace: Trace, rows: list[list[Part]], source: int
) -> tuple[list[float], tuple[tuple[Fraction, ...], ...]] | None:
    """A step per whole number between the bounds, if they are few enough."""
    lower, upper = trace.range(source)
    if not trace.is_integer(source) or not upper - lower < MAX_TABULATED:
        return None
    numbers = np.arange(np.ceil(lower), np.floor(upper) + 1, dtype=np.float64)
    columns: list[list[Fraction | None]] = []
    for row in rows:
        totals: list[Fraction | None] = [Fraction(0)] * len(numbers)
        for column, term in row:
            for i, value in enumerate(_values_at(column, numbers)):
                part = _contribution((column, term), value)
                so_far = totals[i]
                totals[i] = None if so_far is None or part is None else so_far + part
        columns.append(totals)
    cuts: list[float] = []
    values: list[list[Fraction]] = []
    for i, x in enumerate(numbers):
        at = [totals[i] for totals in columns]
        known = [value for value in at if value is not None]
        if len(known) < len(at):
            raise UnsupportedError(
                f"column '{trace.name(source)}'",
                f"the model does not accept the number {x:g}, which lies between its bounds; give narrower bounds",
            )
        if not values:
            values.append(known)
        elif known != values[-1]:
            cuts.append(float(x))
            values.append(known)
    return cuts, tuple(zip(*values, strict=True))


def _values_at(column: Column, numbers: np.ndarray[tuple[int], np.dtype[np.float64]]) -> list[object]:
    if isinstance(column, Steps):
        return [column.values[piece_at(column.cuts, x)] for x in numbers]
    if isinstance(column, Curve):
        with np.errstate(all="ignore"):
            return list(map(float, column.evaluate(numbers)))
    return [INVALID] * len(numbers)
