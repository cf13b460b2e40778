"""The walk through pipelines: which raw column does each transformed column come from, and how?"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np

from ..errors import InputError, UnsupportedError
from ..frame import Frame, in_order
from ..gaps import NA, NAN, NONE, cell_of, gap_of, known_gaps
from .column import OTHER, Column, Curve, Finite

#: More different values than this are no categories that anyone could read.
MAX_CATEGORIES = 3000


class Restart(Exception):
    """A raw column turned out to have other values than assumed; trace again with what is known now."""


@dataclass
class Trace:
    """What is known about the raw columns while walking."""

    frame: Frame
    #: Per raw number: lower, upper.
    bounds: list[tuple[float, float]]
    #: Raw columns that are lists of values although their cells are numbers.
    finite: set[int] = field(default_factory=set)
    #: Values of raw columns that only an encoder knows.
    extra: dict[int, dict[object, None]] = field(default_factory=dict)
    #: What an imputer puts where a raw category is missing.
    filled: dict[int, object] = field(default_factory=dict)
    #: The kinds of missing that a step knows of a raw category.
    steps_gaps: dict[int, list[str]] = field(default_factory=dict)
    #: Raw columns that a function of numpy is applied to in their own type.
    in_own_type: set[int] = field(default_factory=set)
    #: Raw numbers of which a step takes None for something else than NaN.
    none_differs: set[int] = field(default_factory=set)
    #: Kinds of missing cells that the estimator was seen to refuse.
    refused: Mapping[int, Collection[str]] = field(default_factory=dict)
    #: Bounds beyond which the library raises an error.
    limits: dict[int, tuple[float, float]] = field(default_factory=dict)

    #: What a reader of the model should know.
    remarks: list[str] = field(default_factory=list)

    def raw(self) -> list[Column]:
        return [self._raw(j) for j in range(len(self.frame.columns))]

    def _raw(self, j: int) -> Column:
        column = self.frame.columns[j]
        if column.kind == "category" or j in self.finite:
            return Finite(j, self.domain(j))
        return Curve(j, lambda x: x)

    def domain(self, j: int) -> tuple[object, ...]:
        """The values of a categorical raw column, then all kinds of missing, then any other."""
        column = self.frame.columns[j]
        known = column.values()
        seen = set(known)
        extra: list[Any] = [value for value in self.extra.get(j, ()) if value not in seen]
        if column.kind == "integer":
            extra = [int(value) if float(value).is_integer() else value for value in extra]
        if extra:
            known = in_order([*known, *extra])
        if len(known) > MAX_CATEGORIES:
            raise UnsupportedError(
                f"column '{column.name}'", f"{len(known)} different values, at most {MAX_CATEGORIES} can be categories"
            )
        return (*known, *map(cell_of, known_gaps()), OTHER)

    def refuses(self, j: int, entry: object) -> bool:
        """Whether an entry of a domain is missing in a way that the estimator was seen to refuse."""
        return entry is not OTHER and gap_of(entry) in self.refused.get(j, ())

    def fitted_gap(self, j: int, accepted: Collection[str]) -> str | None:
        """The kind of missing that a raw category was fitted with, of those that the model accepts: the table's own, or a step's."""
        usual = (NONE, NAN, NA) if self.frame.brand == "polars" else (NAN, NONE, NA)
        candidates = [*self.frame.columns[j].gaps, *self.steps_gaps.get(j, ()), *usual]
        return next((gap for gap in candidates if gap in accepted), None)

    def knows_gap(self, column: Column, gap: str | None) -> None:
        """A step knows this kind of missing, which comes to it as it is in the raw column."""
        if isinstance(column, Finite) and gap in [gap_of(value) for value in column.values if value is not OTHER]:
            known = self.steps_gaps.setdefault(column.source, [])
            known.extend([gap] if gap is not None and gap not in known else [])

    def name(self, j: int) -> str:
        return self.frame.columns[j].name

    def is_integer(self, j: int) -> bool:
        return self.frame.columns[j].kind == "integer"

    def make_finite(self, j: int) -> None:
        self.finite.add(j)
        raise Restart

    def add_values(self, j: int, values: Sequence[object]) -> None:
        """Values the model knows besides those of the table; starts again if any is new."""
        known = self.extra.setdefault(j, {})
        fresh = [value for value in values if value not in known]
        if fresh:
            known.update(dict.fromkeys(fresh))
            raise Restart

    def limit(self, j: int, lower: float, upper: float) -> None:
        old = self.limits.get(j, (-np.inf, np.inf))
        self.limits[j] = (max(old[0], lower), min(old[1], upper))

    def range(self, j: int) -> tuple[float, float]:
        """The bounds of a raw number within which the library answers."""
        low, high = self.bounds[j]
        least, most = self.limits.get(j, (-np.inf, np.inf))
        return max(low, least), min(high, most)


Rule = Callable[[Trace, Any, "list[Column]", str], "list[Column]"]
_rules: dict[str, Rule] = {}


def rule(*names: str) -> Callable[[Rule], Rule]:
    """Registers how transformers of these classes of scikit-learn are traced."""

    def register(function: Rule) -> Rule:
        _rules.update(dict.fromkeys(names, function))
        return function

    return register


def is_from_sklearn(thing: object) -> bool:
    return type(thing).__module__.split(".")[0] == "sklearn"


def describe(name: str, thing: object) -> str:
    """How a step is called in messages."""
    kind = type(thing).__name__
    return f"step '{name}' ({kind})" if name else kind


def transform(trace: Trace, transformer: Any, columns: list[Column], name: str) -> list[Column]:
    """The columns behind a fitted transformer."""
    if transformer is None or (isinstance(transformer, str) and transformer == "passthrough"):
        return columns
    step = describe(name, transformer)
    found = _rules.get(type(transformer).__name__) if is_from_sklearn(transformer) else None
    if found is None:
        raise UnsupportedError(step, "this transformer is not known to keep each column apart")
    expected = getattr(transformer, "n_features_in_", None)
    if expected is not None and expected != len(columns):
        raise InputError(f"{step}: fitted on {expected} columns, got {len(columns)}")
    return found(trace, transformer, columns, name)


def fractions(values: Any, count: int, default: float, step: str) -> list[Fraction]:
    """Fitted numbers as exact fractions; ``default`` where a step leaves them out."""
    numbers = np.full(count, default) if values is None else np.broadcast_to(np.asarray(values, np.float64), (count,))
    odd = next((float(x) for x in numbers if not np.isfinite(x)), None)
    if odd is not None:
        raise UnsupportedError(step, f"one of its fitted numbers is {odd}; fit it again, on finite numbers")
    return [Fraction(float(x)) for x in numbers]


def inner_name(outer: str, name: str) -> str:
    return f"{outer}.{name}" if outer else name
