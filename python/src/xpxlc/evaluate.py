"""Predictions of a model file, computed from the file alone: doubles where they are certain, fractions where not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from .errors import InputError
from .frame import FloatArray, Frame, RawColumn, is_missing
from .same_value import plain_spelling, same_values

EPSILON = float(np.finfo(np.float64).eps)


@dataclass(frozen=True)
class Answer:
    """Per row: the position of the winning class, and whether rounding could have made it another."""

    winners: npt.NDArray[np.intp]
    near_ties: npt.NDArray[np.bool_]
    #: Lead of the winner over the strongest rival, in doubles.
    margins: FloatArray


@dataclass(frozen=True)
class Form:
    """bias[class] as addends, shapes[feature][class]."""

    bias: list[list[float]]
    shapes: list[list[dict[str, Any]]]


def to_form(document: Mapping[str, Any]) -> Form:
    """Any kind that this package writes as a bias and shapes per class."""
    kind = document["kind"]
    classes = range(len(document["classes"]))
    features: list[dict[str, Any]] = document["features"]
    log = (lambda x: x) if document.get("scale") == "log" else (lambda x: float(np.log(x)))
    if kind == "additive":
        form = Form([[b] for b in document["bias"]], document["shapes"])
    elif kind == "linear":
        rows = document["weights"]
        bias = [[b] for b in document["intercept"]]
        shapes = [[_of_weight(row[i]) for row in rows] for i in range(len(features))]
        if len(rows) == 1:
            bias = [[], *bias]
            shapes = [[_zero(row[0]), *row] for row in shapes]
        form = Form(bias, shapes)
    elif kind == "gaussian-naive-bayes":
        shapes = [
            [
                {
                    "kind": "quadratic",
                    "quadratic": -0.5 / document["variance"][k][i],
                    "linear": 0.0,
                    "center": document["mean"][k][i],
                    "constant": float(-0.5 * (np.log(2 * np.pi) + np.log(document["variance"][k][i]))),
                }
                for k in classes
            ]
            for i in range(len(features))
        ]
        form = Form([[log(p)] for p in document["prior"]], shapes)
    elif kind in ("multinomial-naive-bayes", "complement-naive-bayes"):
        multinomial = kind == "multinomial-naive-bayes"
        table = document["likelihood"] if multinomial else document["complement"]
        sign = 1 if multinomial else -1
        shapes = [
            [{"kind": "linear", "weight": sign * log(table[k][i])} for k in classes] for i in range(len(features))
        ]
        form = Form([[log(p)] for p in document["prior"]] if multinomial else [[] for _ in classes], shapes)
    elif kind == "bernoulli-naive-bayes":
        shapes = [
            [{"kind": "table", "values": [float(np.log(-np.expm1(log(p)))), log(p)]} for p in row]
            for row in document["likelihood"]
        ]
        form = Form([[log(p)] for p in document["prior"]], shapes)
    elif kind == "categorical-naive-bayes":
        bins = document.get("bins") or [None] * len(features)
        shapes = []
        for table, entry in zip(document["likelihood"], bins, strict=True):
            extra = {"kind": "table"} if entry is None else {"kind": "steps", **entry}
            shapes.append([{**extra, "values": [log(p) for p in row]} for row in table])
        form = Form([[log(p)] for p in document["prior"]], shapes)
    else:
        raise InputError(f"kind: expected a kind that this package writes, got '{kind}'")
    if document.get("threshold"):
        form.bias[1].append(-document["threshold"])
    return form


def _of_weight(weight: Any) -> dict[str, Any]:
    if isinstance(weight, list):
        return {"kind": "table", "values": weight}
    return {"kind": "linear", "weight": weight}


def _zero(shape: dict[str, Any]) -> dict[str, Any]:
    if shape["kind"] == "table":
        return {"kind": "table", "values": [0.0] * len(shape["values"])}
    return {"kind": "linear", "weight": 0.0}


def encode(document: Mapping[str, Any], frame: Frame) -> list[FloatArray]:
    """Per feature one number per row: the position of the category, or the number (NaN: missing on its own)."""
    columns = {column.name: column for column in frame.columns}
    encoded = []
    for feature in document["features"]:
        column = columns.get(feature["name"])
        if column is None:
            raise InputError(f"X: no column '{feature['name']}'")
        encoded.append(
            _categories(feature, column, frame) if feature["kind"] == "categorical" else _numbers(feature, column)
        )
    return encoded


def _categories(feature: Mapping[str, Any], column: RawColumn, frame: Frame) -> FloatArray:
    places = {label: float(i) for i, label in enumerate(feature["values"])}
    others = same_values(feature["values"])
    cells: Sequence[object] = column.cells
    if column.kind != "category":
        number = int if column.kind == "integer" else float
        cells = [float("nan") if x != x else number(x) for x in column.numbers]
    cache: dict[object, float] = {}
    result = np.empty(len(cells))
    for r, cell in enumerate(cells):
        key = None if is_missing(cell) else cell
        if key not in cache:
            fallback = feature.get("missing") if key is None else feature.get("other")
            label = None if key is None else frame.label(column.name, key)
            place = None if label is None else places.get(label, others.get(plain_spelling(label)))
            if place is None and fallback is not None:
                place = places[fallback]
            if place is None:
                raise InputError(f"column '{column.name}', row {r}: the model has no such category: {cell!r}")
            cache[key] = place
        result[r] = cache[key]
    return result


def _truth(name: str, cell: object) -> float:
    """A truth value as a number; NaN where it is missing."""
    if is_missing(cell):
        return float("nan")
    word = str(cell).lower()
    if not isinstance(cell, (bool, np.bool_, str)) or word not in ("true", "false"):
        raise InputError(f"column '{name}': expected numbers, got {cell!r}")
    return float(word == "true")


def _numbers(feature: Mapping[str, Any], column: RawColumn) -> FloatArray:
    name = column.name
    if column.kind == "category":
        numbers = np.array([_truth(name, cell) for cell in column.cells], dtype=np.float64)
    else:
        numbers = column.numbers.copy()
    gaps = np.isnan(numbers)
    missing = feature.get("missing")
    if gaps.any() and missing is None:
        raise InputError(f"column '{name}', row {int(np.argmax(gaps))}: the model has no answer for a missing number")
    low, high = feature.get("lower", -np.inf), feature.get("upper", np.inf)
    out = ~gaps & ((numbers < low) | (numbers > high))
    if out.any():
        r = int(np.argmax(out))
        raise InputError(f"column '{name}', row {r}: expected {low} to {high}, got {numbers[r]}")
    if missing is not None and missing is not True:
        numbers[gaps] = missing
    return numbers


def predict(document: Mapping[str, Any], frame: Frame, slack: float = 0.0) -> Answer:
    """The winning class of each row; exact fractions decide wherever doubles might not."""
    form = to_form(document)
    values = encode(document, frame)
    scores, noise = _float_scores(form, values, frame.rows)
    rank = np.array([document["tieOrder"].index(name) for name in document["classes"]])
    order = np.lexsort((rank[None, :].repeat(frame.rows, axis=0), -scores), axis=1)
    rows = np.arange(frame.rows)
    winners = order[:, 0]
    margins = scores[rows, winners] - scores[rows, order[:, 1]]
    reach = noise.max(axis=1) * 2
    doubtful = margins <= reach
    winners = winners.copy()
    for r in np.flatnonzero(doubtful):
        winners[r] = _exact_winner(form, [float(v[r]) for v in values], rank)
    near: npt.NDArray[np.bool_] = margins <= reach + slack
    return Answer(winners, near, margins)


def _float_scores(form: Form, values: list[FloatArray], rows: int) -> tuple[FloatArray, FloatArray]:
    count = len(form.bias)
    scores = np.zeros((rows, count))
    size = np.zeros((rows, count))
    for k in range(count):
        for b in form.bias[k]:
            scores[:, k] += b
            size[:, k] += abs(b)
        for shapes, x in zip(form.shapes, values, strict=True):
            part, scale = _contribution(shapes[k], x)
            scores[:, k] += part
            size[:, k] += scale
    # the library adds up the same terms in another order and scales before it multiplies
    noise: FloatArray = 8 * (4 * len(values) + 8) * EPSILON * size
    return scores, noise


def _contribution(shape: Mapping[str, Any], x: FloatArray) -> tuple[FloatArray, FloatArray]:
    kind = shape["kind"]
    if kind == "linear":
        part = shape["weight"] * x
        return part, np.abs(part)
    if kind == "quadratic":
        z = x - shape.get("center", 0.0)
        square, line = shape["quadratic"] * z * z, shape.get("linear", 0.0) * z
        constant = shape.get("constant", 0.0)
        return square + line + constant, np.abs(square) + np.abs(line) + abs(constant)
    part = np.asarray(shape["values"], dtype=np.float64)[_places(shape, x)]
    if "missing" in shape:
        part = np.where(np.isnan(x), shape["missing"], part)
    return part, np.abs(part)


def _places(shape: Mapping[str, Any], x: FloatArray) -> npt.NDArray[np.intp]:
    if shape["kind"] == "table":
        return x.astype(np.intp)
    side: Literal["left", "right"] = "right" if shape.get("closed", "left") == "left" else "left"
    places = np.searchsorted(np.asarray(shape["cuts"], dtype=np.float64), x, side=side)
    return np.where(np.isnan(x), 0, places)


def _exact_winner(form: Form, x: list[float], rank: npt.NDArray[Any]) -> int:
    totals = []
    for k, addends in enumerate(form.bias):
        total = sum((Fraction(b) for b in addends), Fraction(0))
        for shapes, value in zip(form.shapes, x, strict=True):
            total += _exact_contribution(shapes[k], value)
        totals.append(total)
    return min(range(len(totals)), key=lambda k: (-totals[k], rank[k]))


def _exact_contribution(shape: Mapping[str, Any], x: float) -> Fraction:
    kind = shape["kind"]
    if kind == "linear":
        return Fraction(shape["weight"]) * Fraction(x)
    if kind == "quadratic":
        z = Fraction(x) - Fraction(shape.get("center", 0.0))
        square = Fraction(shape["quadratic"]) * z * z
        return square + Fraction(shape.get("linear", 0.0)) * z + Fraction(shape.get("constant", 0.0))
    if x != x:
        return Fraction(shape["missing"])
    return Fraction(shape["values"][int(_places(shape, np.array([x]))[0])])
