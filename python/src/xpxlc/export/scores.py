"""What every family delivers: rows of scores, each a bias plus a function of each transformed column."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np

from ..errors import UnsupportedError
from .column import Column
from .trace import Trace, describe, is_from_sklearn


@dataclass(frozen=True)
class Parabola:
    """``constant + linear·z + square·z²`` of a transformed column z."""

    linear: Fraction
    square: Fraction = Fraction(0)
    constant: Fraction = Fraction(0)


@dataclass(frozen=True)
class Lookup:
    """A contribution per code 0, 1, 2, …"""

    values: tuple[Fraction, ...]


Term = Parabola | Lookup


@dataclass(frozen=True)
class Row:
    """One score."""

    bias: Fraction
    parts: tuple[tuple[Column, Term], ...]


@dataclass(frozen=True)
class Scores:
    """
    One row: the second class wins where its score is positive. One per class: the largest wins. Two rows of two classes
    may have a threshold for the difference.
    """

    classes: tuple[object, ...]
    rows: tuple[Row, ...]
    #: Two classes: what the second must beat the first by.
    threshold: float = 0.0
    #: Two classes: who wins a tie.
    tie: int = 0
    #: What the score, or the difference of two, is to the library.
    response: str = "decision_function"
    #: log-odds: the probability of the second class is the logistic function of the score (or the difference).
    log_odds: bool = False
    #: How all scores become probabilities, in the words of the model file; None where they do not, or in another way.
    link: str | None = None
    #: How far rounding of probabilities by the library can move a decision, in units of the score.
    slack: float = 0.0
    #: The fitted naive Bayes estimator, and the columns it was given, where the model file has a kind for it.
    natural: tuple[Any, tuple[Column, ...]] | None = None
    remarks: tuple[str, ...] = field(default=())


Family = Callable[[Trace, Any, "list[Column]", str], Scores]
_families: dict[str, Family] = {}


def family(*names: str) -> Callable[[Family], Family]:
    """Registers how estimators of these classes of scikit-learn are read."""

    def register(function: Family) -> Family:
        _families.update(dict.fromkeys(names, function))
        return function

    return register


def read_estimator(trace: Trace, estimator: Any, columns: list[Column], name: str) -> Scores:
    """The scores of a fitted classifier over these columns."""
    found = _families.get(type(estimator).__name__) if is_from_sklearn(estimator) else None
    if found is None:
        raise UnsupportedError(
            describe(name, estimator), "not a classifier whose scores are sums over the columns (linear, naive Bayes)"
        )
    classes = getattr(estimator, "classes_", None)
    # Of wrappers, what is inside is told.
    if classes is None and not _is_wrapper(estimator):
        raise UnsupportedError(describe(name, estimator), "it has no classes_: expected a fitted classifier")
    if classes is not None and len(classes) < 2:
        raise UnsupportedError(describe(name, estimator), "it knows one class only: there is nothing to explain")
    return found(trace, estimator, columns, name)


def _is_wrapper(estimator: Any) -> bool:
    return any(hasattr(estimator, name) for name in ("steps", "estimator", "best_estimator_"))


def exact(number: Any, step: str, what: str, way_out: str = "train with smoothing (alpha > 0)") -> Fraction:
    """A fitted number as a fraction; log 0 and NaN have none."""
    x = float(number)
    if not np.isfinite(x):
        raise UnsupportedError(step, f"{what} is {x}; {way_out}")
    return Fraction(x)
