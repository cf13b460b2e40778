"""Functions of one column that are no straight lines: exact for categories, bins and whole numbers only."""

from __future__ import annotations

import warnings
from fractions import Fraction
from typing import Any

import numpy as np

from ..errors import UnsupportedError
from ..frame import FloatArray
from .column import Arithmetic, Column, Curve, elementwise
from .polynomial import times
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
    result = []
    for column in columns:
        reason = _bent(trace, column, step, f"numpy.{known}")
        if known == "positive":
            result.append(column)
        elif known == "negative":
            result.append(elementwise(column, np.negative, line=(Fraction(0), Fraction(-1))))
        elif known == "square":
            result.append(times(column, column, reason))
        else:
            result.append(elementwise(column, f, direction=int(known in RISING), reason=reason))
    return result


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
        """Missing numbers, which some transformers refuse, stay missing."""
        result = np.full(len(x), np.nan)
        known = ~np.isnan(x)
        result[known] = f(x[known])
        return result

    return safe


def _bent(trace: Trace, column: Column, step: str, what: str) -> UnsupportedError:
    title = f" of column '{trace.name(column.source)}'" if isinstance(column, Curve) else ""
    return UnsupportedError(
        step,
        f"{what}{title} is not a straight line; it is exact only for whole numbers (at most 4096 of them between the "
        "bounds), or with a KBinsDiscretizer behind it",
    )
