"""Functions of one column that are no straight lines: exact for categories, bins and whole numbers only."""

from __future__ import annotations

import contextlib
import warnings
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from ..errors import UnsupportedError
from ..frame import FloatArray, is_narrow
from .column import Arithmetic, Column, Curve, Finite, Refused, elementwise, needing_numbers, piece_at, scale
from .polynomial import times
from .preimage import LARGEST, crossings
from .trace import Trace, describe, rule

#: Functions of numpy that a FunctionTransformer may have, all of them rising.
RISING = {
    "log",
    "log1p",
    "log2",
    "log10",
    "sqrt",
    "cbrt",
    "exp",
    "expm1",
    "exp2",
    "arctan",
    "arcsinh",
    "tanh",
    "sign",
    "floor",
    "ceil",
    "rint",
    "trunc",
    "deg2rad",
    "rad2deg",
}


@rule("FunctionTransformer")
def function(trace: Trace, wrapper: Any, columns: list[Column], name: str) -> list[Column]:
    step = describe(name, wrapper)
    f = wrapper.func
    if f is None:
        return columns
    known = getattr(f, "__name__", "") if isinstance(f, np.ufunc) else ""
    if wrapper.kw_args or known not in {*RISING, "square", "absolute", "negative", "positive"}:
        raise UnsupportedError(step, f"the function {getattr(f, '__name__', f)!r} cannot be looked into")
    result: list[Column] = []
    for column in columns:
        reason = _bent(trace, column, step, f"numpy.{known}")
        narrow = None if known == "positive" else _narrow(trace, column, step, f"numpy.{known}")
        if narrow is not None:
            result.append(Refused(narrow))
        elif known == "positive":
            result.append(column)
        elif known == "negative":
            result.append(elementwise(column, np.negative, line=(Fraction(0), Fraction(-1))))
        elif known == "square":
            result.append(times(column, column, reason))
        elif known == "absolute":
            result.append(_absolute(trace, column, reason))
        else:
            result.append(elementwise(column, f, direction=int(known in RISING), reason=reason))
    return result


def _narrow(trace: Trace, column: Column, step: str, what: str) -> UnsupportedError | None:
    """numpy computes in the type of a column: in half precision of truth values, and ``uint8`` has no negative numbers."""
    if not isinstance(column, Finite) and not (isinstance(column, Curve) and column.identity):
        return None
    trace.in_own_type.add(column.source)
    dtype = trace.frame.columns[column.source].dtype
    if dtype is None or not is_narrow(dtype):
        return None
    return UnsupportedError(step, f"{what} of column '{trace.name(column.source)}' is computed in {dtype}; give it as float64 or int64, and fit again")


def _absolute(trace: Trace, column: Column, reason: UnsupportedError) -> Column:
    """Two straight lines that meet at 0; one, where the bounds keep the other away."""
    bent = elementwise(column, np.abs, reason=reason)
    if not isinstance(column, Curve) or column.pieces is None or column.direction == 0:
        return bent
    lower, upper = trace.range(column.source)
    turn = [x for x in crossings(column.evaluate, np.zeros(1), lower=lower, upper=upper) if x is not None]
    cuts = tuple(sorted({*column.cuts, *turn}))
    starts = np.array([max(lower, -LARGEST), *cuts])
    signs = np.where(column.evaluate(starts) < 0, -1, 1)
    pieces = tuple(
        scale(column.pieces[piece_at(column.cuts, x)], Fraction(int(sign)))
        for x, sign in zip(starts.tolist(), signs, strict=True)
    )
    assert isinstance(bent, Curve)
    return replace(bent, cuts=cuts, pieces=pieces, direction=0 if turn else column.direction * int(signs[0]))


@rule("PowerTransformer", "QuantileTransformer")
def monotone(trace: Trace, transformer: Any, columns: list[Column], name: str) -> list[Column]:
    step = describe(name, transformer)
    fillers = np.ones(len(columns))
    return [
        elementwise(
            column,
            _ask(transformer, j, fillers, j),
            direction=1,
            reason=_bent(trace, column, step, type(transformer).__name__),
        )
        for j, column in enumerate(columns)
    ]


@rule("SplineTransformer")
def splines(trace: Trace, transformer: Any, columns: list[Column], name: str) -> list[Column]:
    step = describe(name, transformer)
    width = int(transformer.n_features_out_) // len(columns)
    fillers = np.array([float(np.median(spline.t)) for spline in transformer.bsplines_])
    if getattr(transformer, "handle_missing", "error") == "error":
        columns = [needing_numbers(column) for column in columns]
    return [
        elementwise(
            column,
            _ask(transformer, j, fillers, j * width + k),
            reason=_bent(trace, column, step, "a spline"),
        )
        for j, column in enumerate(columns)
        for k in range(width)
    ]


def _ask(transformer: Any, j: int, fillers: FloatArray, place: int) -> Arithmetic:
    """What the fitted transformer makes of numbers in its column j, seen in its output at ``place``."""

    def f(x: FloatArray) -> FloatArray:
        if len(x) == 0:
            return x
        table = np.tile(fillers, (len(x), 1))
        table[:, j] = x
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = transformer.transform(table)
        if hasattr(found, "toarray"):
            found = found.toarray()
        return np.asarray(found, dtype=np.float64)[:, place]

    def safe(x: FloatArray) -> FloatArray:
        """Missing numbers, which some transformers refuse, stay missing; so do numbers that are refused."""
        result = np.full(len(x), np.nan)
        known = np.flatnonzero(~np.isnan(x))
        try:
            result[known] = f(x[known])
        except ValueError:  # some number is outside what it accepts
            for i in known:
                with contextlib.suppress(ValueError):
                    result[i] = f(x[i : i + 1])[0]
        return result

    return safe


def _bent(trace: Trace, column: Column, step: str, what: str) -> UnsupportedError:
    title = f" of column '{trace.name(column.source)}'" if isinstance(column, Curve) else ""
    return UnsupportedError(
        step,
        f"{what}{title} is not a straight line; it is exact only for whole numbers (at most 4096 of them between the "
        "bounds), or with a KBinsDiscretizer behind it",
    )
