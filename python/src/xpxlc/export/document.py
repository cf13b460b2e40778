"""Features and contributions → the JSON model file, each number the double nearest to the exact one."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from ..errors import InputError, UnsupportedError
from .column import Polynomial
from .contributions import Bins, Line, Table
from .features import Entry
from .scores import Scores


def head(scores: Scores, entries: list[Entry]) -> dict[str, Any]:
    classes = [_class_name(c) for c in scores.classes]
    if len(set(classes)) != len(classes) or "" in classes:
        raise UnsupportedError("", "two classes are written alike, or one has no name")
    document: dict[str, Any] = {
        "classes": classes,
        "features": [entry.feature for entry in entries],
        "tieOrder": classes if scores.tie == 0 else [classes[1], classes[0]],
    }
    if scores.threshold != 0:
        document["threshold"] = scores.threshold
    return document


def refuse_surrogates(document: Mapping[str, Any]) -> None:
    """A lone surrogate is half a character: no UTF-8 file can hold it."""

    def check(text: object, what: str) -> None:
        if isinstance(text, str) and any("\ud800" <= c <= "\udfff" for c in text):
            raise InputError(f"{what} has a lone surrogate, which no file can hold; rename it, and fit again")

    for name in document["classes"]:
        check(name, f"class {name!r}")
    for feature in document["features"]:
        check(feature["name"], f"column {feature['name']!r}")
        for value in feature.get("values", ()):
            check(value, f"value {value!r} of column {feature['name']!r}")


def _linked(scores: Scores) -> dict[str, Any]:
    return {} if scores.link is None else {"link": scores.link}


def _class_name(value: object) -> str:
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


class Writer:
    """Writes contributions down as doubles, and remembers whether any had to be rounded."""

    def __init__(self) -> None:
        self.rounded = False

    def double(self, x: Fraction) -> float:
        try:
            nearest = float(x) + 0.0
        except OverflowError:
            raise UnsupportedError("", "a weight in raw units is too large for a double") from None
        self.rounded = self.rounded or Fraction(nearest) != x
        return nearest

    def body(self, scores: Scores, entries: list[Entry], constants: list[Fraction]) -> dict[str, Any]:
        """``linear`` where categories and straight lines are all there is, else ``additive``."""
        bias = list(constants)
        for entry in entries:
            if isinstance(entry.shape, Line) and _straight(entry.shape):
                for k, p in enumerate(entry.shape.polynomials):
                    bias[k] += p[0]  # a line in the file has no constant
        single = len(scores.rows) == 1
        plain = all(isinstance(e.shape, Table) or (isinstance(e.shape, Line) and _straight(e.shape)) for e in entries)
        if plain and len(entries) > 0:
            weights = [[self._weight(entry, k) for entry in entries] for k in range(len(scores.rows))]
            return {"kind": "linear", **_linked(scores), "intercept": [self.double(b) for b in bias], "weights": weights}
        shapes = []
        for entry in entries:
            row = [self._shape(entry, k) for k in range(len(scores.rows))]
            shapes.append([flat(row[0]), *row] if single else row)
        return {
            "kind": "additive",
            **_linked(scores),
            "bias": ([0.0] if single else []) + [self.double(b) for b in bias],
            "shapes": shapes,
        }

    def _weight(self, entry: Entry, k: int) -> Any:
        if isinstance(entry.shape, Table):
            return [self.double(value) for value in entry.shape.values[k]]
        assert isinstance(entry.shape, Line)
        return self._slope(entry.shape.polynomials[k])

    def _slope(self, p: Polynomial) -> float:
        return self.double(p[1]) if len(p) > 1 else 0.0

    def _shape(self, entry: Entry, k: int) -> dict[str, Any]:
        shape = entry.shape
        if isinstance(shape, Table):
            return {"kind": "table", "values": [self.double(value) for value in shape.values[k]]}
        if isinstance(shape, Bins):
            cuts, closed = _side(shape.cuts)
            steps: dict[str, Any] = {
                "kind": "steps",
                "cuts": cuts,
                "values": [self.double(v) for v in shape.values[k]],
                "closed": closed,
            }
            if shape.missing is not None:
                steps["missing"] = self.double(shape.missing[k])
            return steps
        if _straight(shape):
            return {"kind": "linear", "weight": self._slope(shape.polynomials[k])}
        return self._parabola(shape.polynomials[k], entry.feature)

    def _parabola(self, p: Polynomial, feature: dict[str, Any]) -> dict[str, Any]:
        """Around the vertex, or the bound next to it: no two large numbers cancel there."""
        c, b, a = (*p, *[Fraction(0)] * (3 - len(p)))
        vertex = float(-b / (2 * a)) if a != 0 else 0.0
        center = min(max(vertex, feature.get("lower", vertex)), feature.get("upper", vertex)) + 0.0
        m = Fraction(center)
        return {
            "kind": "quadratic",
            "quadratic": self.double(a),
            "linear": self.double(b + 2 * a * m),
            "constant": self.double(c + m * (b + a * m)),
            "center": center,
        }


def _straight(shape: Line) -> bool:
    return all(len(p) <= 2 for p in shape.polynomials)


def _side(cuts: tuple[float, ...]) -> tuple[list[float], str]:
    """``x >= cut`` or ``x > the double before it``: whichever has the shorter numbers."""
    before = [float(np.nextafter(cut, -np.inf)) for cut in cuts]
    if sum(len(repr(x)) for x in before) < sum(len(repr(x)) for x in cuts):
        return before, "right"
    return list(cuts), "left"


def flat(shape: dict[str, Any]) -> dict[str, Any]:
    """The shape of a class that scores nothing."""
    if shape["kind"] == "table":
        return {"kind": "table", "values": [0.0] * len(shape["values"])}
    if shape["kind"] == "steps":
        flat = {**shape, "values": [0.0] * len(shape["values"])}
        return {**flat, "missing": 0.0} if "missing" in shape else flat
    return {"kind": "linear", "weight": 0.0}
