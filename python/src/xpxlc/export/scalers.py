"""Straight lines: scalers, with what clipping bends."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from ..errors import UnsupportedError
from ..frame import FloatArray
from .column import Arithmetic, Column, Curve, Polynomial, elementwise, piece_at
from .preimage import LARGEST, crossings
from .trace import Trace, describe, fractions, rule

#: Scaling the bounds themselves may miss the ends of the range by this much (relative): rounding, not clipping.
NOISE = 2.0**-48


@rule("StandardScaler")
def standard(trace: Trace, scaler: Any, columns: list[Column], name: str) -> list[Column]:
    return _shift_and_divide(describe(name, scaler), columns, scaler.mean_ if scaler.with_mean else None, scaler.scale_)


@rule("RobustScaler")
def robust(trace: Trace, scaler: Any, columns: list[Column], name: str) -> list[Column]:
    center = scaler.center_ if scaler.with_centering else None
    return _shift_and_divide(describe(name, scaler), columns, center, scaler.scale_ if scaler.with_scaling else None)


@rule("MaxAbsScaler")
def max_abs(trace: Trace, scaler: Any, columns: list[Column], name: str) -> list[Column]:
    scaled = _shift_and_divide(describe(name, scaler), columns, None, scaler.scale_)
    if not getattr(scaler, "clip", False):
        return scaled
    return [_clip(trace, column, -1.0, 1.0, describe(name, scaler)) for column in scaled]


@rule("MinMaxScaler")
def min_max(trace: Trace, scaler: Any, columns: list[Column], name: str) -> list[Column]:
    step = describe(name, scaler)
    slopes = fractions(scaler.scale_, len(columns), 1.0, step)
    shifts = fractions(scaler.min_, len(columns), 0.0, step)
    result = []
    for column, slope, shift in zip(columns, slopes, shifts, strict=True):
        scaled = elementwise(column, _multiply_add(float(slope), float(shift)), line=(shift, slope))
        if scaler.clip:
            low, high = scaler.feature_range
            scaled = _clip(trace, scaled, float(low), float(high), step)
        result.append(scaled)
    return result


def _shift_and_divide(step: str, columns: list[Column], center: Any, divisor: Any) -> list[Column]:
    shifts = fractions(center, len(columns), 0.0, step)
    divisors = fractions(divisor, len(columns), 1.0, step)
    if 0 in divisors:
        raise UnsupportedError(step, "it divides by zero; fit it again")
    return [
        elementwise(column, _subtract_divide(float(shift), float(by)), line=(-shift / by, 1 / by))
        for column, shift, by in zip(columns, shifts, divisors, strict=True)
    ]


def _subtract_divide(shift: float, divisor: float) -> Arithmetic:
    return lambda x: (x - shift) / divisor


def _multiply_add(slope: float, shift: float) -> Arithmetic:
    return lambda x: x * slope + shift


def _clip(trace: Trace, column: Column, low: float, high: float, step: str) -> Column:
    """Flat outside [low, high]; a straight line where the bounds of the raw number keep it inside."""

    def clip(x: FloatArray) -> FloatArray:
        return np.clip(x, low, high)

    if not isinstance(column, Curve) or column.pieces is None or column.direction == 0:
        return elementwise(column, clip, direction=1)
    lower, upper = trace.range(column.source)
    inner, pieces = column.evaluate, column.pieces
    with np.errstate(all="ignore"):
        ends = inner(np.array([max(lower, -LARGEST), min(upper, LARGEST)]))
    if np.all(ends >= low - NOISE * (high - low)) and np.all(ends <= high + NOISE * (high - low)):
        return elementwise(column, clip, line=(Fraction(0), Fraction(1)))  # at most a rounding error is clipped
    # where the value leaves the flat part at one end and reaches that at the other
    found = crossings(inner, np.array([low]), lower=lower, upper=upper)
    found += crossings(inner, np.array([high]), lower=lower, upper=upper, strict=True)
    bends = [cut for cut in found if cut is not None]
    cuts = sorted({*column.cuts, *bends})
    clipped: list[Polynomial] = []
    for start in [max(lower, -LARGEST), *cuts]:
        value = float(inner(np.array([start]))[0])
        flat = low if value < low else high if value > high else None
        clipped.append(pieces[piece_at(column.cuts, start)] if flat is None else (Fraction(flat),))
    reason = UnsupportedError(
        step,
        f"clip bends column '{trace.name(column.source)}' at {', '.join(f'{cut:g}' for cut in bends)}, "
        "inside its bounds; give narrower bounds, or fit without clip",
    )
    return Curve(
        column.source,
        lambda x: clip(inner(x)),
        tuple(cuts),
        tuple(clipped),
        float(clip(np.array([column.missing]))[0]),
        column.imputed,
        column.direction,
        identity=False,
        reason=reason if bends else column.reason,
        needs_number=column.needs_number,
    )
