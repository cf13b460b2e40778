"""Where does a computed number cross an edge? Found by bisection over the doubles with the library's own arithmetic,
so that a cut in raw units decides every double as the library decides it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ..frame import FloatArray
from .column import Arithmetic

LARGEST = float(np.finfo(np.float64).max)


def _keys(x: FloatArray) -> npt.NDArray[np.int64]:
    """Doubles as integers in the same order (-0.0 and 0.0 are neighbours)."""
    bits = x.view(np.int64)
    return np.where(bits < 0, np.int64(-(2**63)) - bits, bits)


def _doubles(keys: npt.NDArray[np.int64]) -> FloatArray:
    bits = np.where(keys < 0, np.int64(-(2**63)) - keys, keys)
    return bits.view(np.float64)


def crossings(
    evaluate: Arithmetic, edges: FloatArray, *, lower: float, upper: float, strict: bool = False
) -> list[float | None]:
    """
    Per edge the smallest double x between the bounds where "evaluate(x) >= edge" (``strict``: ">") is no longer what it
    was at the lower bound; None where it never changes. ``evaluate`` rises or falls.
    """
    edges = np.asarray(edges, dtype=np.float64)
    if len(edges) == 0:
        return []

    def beyond(x: FloatArray) -> npt.NDArray[np.bool_]:
        with np.errstate(all="ignore"):
            y = evaluate(x)
        result: npt.NDArray[np.bool_] = y > edges if strict else y >= edges
        return result

    first = np.full(len(edges), max(lower, -LARGEST))
    last = np.full(len(edges), min(upper, LARGEST))
    before = beyond(first)
    changes = beyond(last) != before
    low, high = _keys(first), _keys(last)
    # invariant: `before` holds at low; where it changes at all, it has changed at high
    for _ in range(66):
        # halves added apart, as their sum may not fit
        middle = (low >> 1) + (high >> 1) + (low & high & 1)
        changed = beyond(_doubles(middle)) != before
        high = np.where(changed, middle, high)
        low = np.where(changed, low, middle)
    cuts = _doubles(high) + 0.0
    return [float(cut) if change else None for cut, change in zip(cuts, changes, strict=True)]
