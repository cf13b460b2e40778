"""Powers and products: fine within one raw column, refused between two."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from ..errors import UnsupportedError
from ..frame import FloatArray
from .column import INVALID, OTHER, Column, Constant, Curve, Finite, Refused, Steps, as_number, multiply, needing_numbers, piece_at
from .trace import Trace, describe, rule


@rule("PolynomialFeatures")
def polynomial(trace: Trace, powers: Any, columns: list[Column], name: str) -> list[Column]:
    step = describe(name, powers)
    columns = [needing_numbers(column) for column in columns]
    names = [f"x{j}" for j in range(len(columns))]
    if hasattr(powers, "feature_names_in_"):
        names = [str(entry) for entry in powers.feature_names_in_]
    result: list[Column] = []
    for exponents in powers.powers_:
        factors = [j for j, exponent in enumerate(exponents) for _ in range(int(exponent))]
        product: Column = Constant(1.0)
        for j in factors:
            title = " ".join(names[j] for j in factors)
            product = times(
                product, columns[j], UnsupportedError(step, f"column '{title}' is a product of two columns")
            )
        result.append(product)
    return result


def times(a: Column, b: Column, error: UnsupportedError) -> Column:
    """The product of two columns that come from the same raw column."""
    if isinstance(a, Refused):
        return a
    if isinstance(b, Refused):
        return b
    if isinstance(b, Constant):
        a, b = b, a
    if isinstance(a, Constant):
        return b if a.value == 1.0 else Refused(error)
    if isinstance(b, Constant) or a.source != b.source:
        return Refused(error)
    if isinstance(a, Finite) and isinstance(b, Finite):
        return Finite(a.source, tuple(_product(x, y) for x, y in zip(a.values, b.values, strict=True)))
    if isinstance(a, Steps) and isinstance(b, Steps):
        cuts = tuple(sorted({*a.cuts, *b.cuts}))
        starts = (-np.inf, *cuts)
        values = tuple(_product(a.values[piece_at(a.cuts, x)], b.values[piece_at(b.cuts, x)]) for x in starts)
        return Steps(a.source, cuts, values, _product(a.missing, b.missing), a.imputed)
    p, q = _as_curve(a), _as_curve(b)
    if p is None or q is None:
        return Refused(error)
    f, g = p.evaluate, q.evaluate
    cuts = tuple(sorted({*p.cuts, *q.cuts}))
    pieces = None
    if p.pieces is not None and q.pieces is not None:
        pieces = tuple(multiply(p.pieces[piece_at(p.cuts, x)], q.pieces[piece_at(q.cuts, x)]) for x in (-np.inf, *cuts))
    bent = UnsupportedError(error.step, "a power above the second of a real number is no shape of the model file")
    return Curve(
        p.source,
        lambda x: f(x) * g(x),
        cuts,
        pieces,
        p.missing * q.missing,
        p.imputed,
        direction=0,
        identity=False,
        reason=p.reason or q.reason or bent,
        needs_number=p.needs_number or q.needs_number,
    )


def _product(x: object, y: object) -> object:
    a, b = as_number(x), as_number(y)
    if a is OTHER or b is OTHER or a is INVALID or b is INVALID:
        return INVALID
    return float(a) * float(b)  # type: ignore[arg-type]


def _as_curve(column: Column) -> Curve | None:
    """Steps of numbers as flat pieces."""
    if isinstance(column, Curve):
        return column
    if not isinstance(column, Steps):
        return None
    numbers = [as_number(value) for value in column.values]
    if not all(isinstance(x, float) and np.isfinite(x) for x in numbers):
        return None
    values = np.array(numbers, dtype=np.float64)
    cuts = np.array(column.cuts)

    def evaluate(x: FloatArray) -> FloatArray:
        found: FloatArray = values[np.searchsorted(cuts, x, side="right")]
        return found

    missing = as_number(column.missing)
    curve = Curve(column.source, evaluate, column.cuts, tuple((Fraction(float(v)),) for v in values))
    needs = column.missing is INVALID
    return replace(curve, missing=missing if isinstance(missing, float) else np.nan, direction=0, identity=False, needs_number=needs)
