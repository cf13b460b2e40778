"""Predictions of a model file, computed from the file alone: doubles where they are certain, fractions where not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from .encode import Encoder, Rows
from .errors import InputError
from .export.document import flat
from .feature import Feature, feature_of
from .frame import FloatArray
from .reading import Reader
from .table import to_table

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
            shapes = [[flat(row[0]), *row] for row in shapes]
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


def encode(document: Mapping[str, Any], X: Any, columns: Sequence[str], reader: Reader | None = None) -> Encoded:
    """Per feature one number per row: the position of the category, or the number (NaN: missing on its own)."""
    features = [feature_of(entry) for entry in document["features"]]
    table = to_table(X)
    if table.names is not None and len(table.names) == len(columns) and not {feature.name for feature in features} <= set(table.names):
        table = replace(table, names=columns)  # the model has names of its own
    rows = Encoder(features, columns, reader).encode(table)
    bad = np.full(rows.rows, -1)
    values: list[FloatArray] = []
    for i, (feature, column) in enumerate(zip(features, rows.columns, strict=True)):
        wrong = column == np.iinfo(column.dtype).max if feature.categorical else _no_input(feature, column)
        bad[wrong & (bad < 0)] = i
        values.append(np.where(wrong, 0.0, column))
    return Encoded(values, bad, rows)


@dataclass(frozen=True)
class Encoded:
    """Rows as numbers; ``bad`` is per row the first feature whose cell is no input of the model, or -1."""

    values: list[FloatArray]
    bad: npt.NDArray[np.int_]
    rows: Rows

    def check(self, document: Mapping[str, Any], rows: npt.NDArray[np.intp] | None = None) -> None:
        """
        :raises InputError: one of these rows (or of all) is no input of the model
        """
        wrong = np.flatnonzero(self.bad >= 0)
        wrong = wrong if rows is None else np.intersect1d(wrong, rows)
        if len(wrong):
            r = int(wrong[0])
            i = int(self.bad[r])
            raise InputError(f"column '{document['features'][i]['name']}', row {r}: {_trouble(document['features'][i], self.rows, i, r)}")


def _trouble(feature: Mapping[str, Any], rows: Rows, i: int, row: int) -> str:
    refusal = rows.refusal(i, row)
    cell = rows.cells[i].cell(row)
    if refusal is not None:
        return f"{refusal.what}; expected {refusal.expected}, got {refusal.got}"
    if feature["kind"] == "categorical":
        return f"the model has no such category: {cell!r}"
    if cell is None:
        return "the model has no answer for a missing number"
    if isinstance(cell, str):
        return f"expected a number, got {cell!r}"
    return f"expected {feature.get('lower', -np.inf)} to {feature.get('upper', np.inf)}, got {cell}"


def _no_input(feature: Feature, numbers: FloatArray) -> npt.NDArray[np.bool_]:
    low = -np.inf if feature.lower is None else feature.lower
    high = np.inf if feature.upper is None else feature.upper
    wrong: npt.NDArray[np.bool_] = np.isinf(numbers) | (numbers < low) | (numbers > high)
    return wrong if feature.missing is True else wrong | np.isnan(numbers)


def predict(document: Mapping[str, Any], values: list[FloatArray], count: int, slack: float = 0.0) -> Answer:
    """The winning class of each row; exact fractions decide wherever doubles might not."""
    form = to_form(document)
    scores, noise = _float_scores(form, values, count)
    if document.get("arithmetic") == "single":
        noise = noise * (np.finfo(np.float32).eps / EPSILON)
    rank = np.array([document["tieOrder"].index(name) for name in document["classes"]])
    order = np.lexsort((rank[None, :].repeat(count, axis=0), -scores), axis=1)
    rows = np.arange(count)
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
