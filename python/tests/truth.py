"""Is what the Explainer says true of the user's own pipeline? Held against ``predict`` of the very tables that were asked about."""

from __future__ import annotations

import random
import warnings
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd
import polars as pl

import xpxlc
from xpxlc import evaluate
from xpxlc.frame import is_missing
from xpxlc.gaps import cell_of
from xpxlc.made_rows import _holds, _like, _unseen
from xpxlc.reading import CategoryReading

#: Completions that are tried of each explanation, beside the worst ones.
COMPLETIONS = 8


@dataclass
class Tally:
    """What was tried, and what was wrong."""

    tried: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def hold(self, what: str, good: bool, said: object = "") -> None:
        self.tried[what] += 1
        if not good:
            self.wrong.append(f"{what}: {said}")


def predicted(estimator: Any, table: Any) -> list[Any]:
    """Per row the class, or None where the estimator raises an error because of that row."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return list(np.asarray(estimator.predict(table)).tolist())
        except Exception:  # whatever it raises
            if len(table) == 1:
                return [None]
    half = len(table) // 2
    parts = (table[:half], table[half:]) if not isinstance(table, pd.DataFrame) else (table.iloc[:half], table.iloc[half:])
    return [label for part in parts for label in predicted(estimator, part)]


def hold_classes(tally: Tally, estimator: Any, explainer: xpxlc.Explainer, table: Any, theirs: Sequence[Any], what: str) -> None:
    """Every row has the class of ``predict``, is refused, or is too near a tie to say."""
    found = explainer.predict(table)
    refused = {error.row: error for error in found.errors}
    for r, label in enumerate(theirs):
        if r in refused:
            error = refused[r]
            tally.tried[f"{what}: refused"] += 1
            tally.tried["refused for its bounds"] += error.code == "out-of-bounds"
            if what == "own" and label is not None:  # what X does not have is no input
                tally.hold("own: refused as X is the domain", error.code in ("out-of-bounds", "unknown-category", "not-integer"), error.message)
            continue
        ours = found.predicted[r]
        tally.hold(f"{what}: class", label is None or ours == label or bool(found.doubtful[r]), (r, ours, label))
        tally.tried["answered, but an error of predict"] += label is None


@dataclass
class Cells:
    """What a feature may be, as cells of the table and as the model has them."""

    cells: list[Any]
    encoded: np.ndarray[Any, Any]


class Questions:
    """All completions of the answers about one table, asked of the estimator at once."""

    def __init__(self, estimator: Any, explainer: xpxlc.Explainer, X: Any, seed: int) -> None:
        model = explainer.model
        assert model is not None
        assert model.reader is not None
        self.estimator, self.explainer, self.model, self.X = estimator, explainer, model, X
        self.random = random.Random(seed)
        self.document = model.to_dict()
        self.form = evaluate.to_form(self.document)
        self.names = list(model.columns)
        self.features = [feature["name"] for feature in self.document["features"]]
        self.places = [self.names.index(name) for name in self.features]
        self.choices = [self._choices(i) for i in range(len(self.features))]
        self.asked: list[tuple[list[Any], str, object, bool, object]] = []

    def _choices(self, i: int) -> Cells:
        feature, j = self.document["features"][i], self.places[i]
        reading = self.model.reader.readings[feature["name"]]
        holds = _holds(self.X, j)
        found: list[tuple[Any, float]] = []
        if isinstance(reading, CategoryReading):
            place = {label: float(k) for k, label in enumerate(feature["values"])}
            found += [(cell, place[label]) for cell, label in reading.places.items() if holds(cell)]
            found += [(cell_of(gap), place[label]) for gap, label in reading.gaps.items() if holds(cell_of(gap))]
            found += [(cell, place[feature["other"]]) for cell in _unseen(reading) if "other" in feature and holds(cell)]
        else:
            low, high = feature.get("lower", -1e4), feature.get("upper", 1e4)
            shapes = self.form.shapes[i]
            cuts = {cut for shape in shapes for cut in shape.get("cuts", ())} | {shape["center"] for shape in shapes if "center" in shape}
            numbers = [low, high, *cuts, *np.nextafter(sorted(cuts), -np.inf), *(self.random.uniform(low, high) for _ in range(6))]
            if feature["kind"] == "integer":
                numbers = [float(side(x)) for x in numbers for side in (np.floor, np.ceil)]
            numbers = sorted({float(x) for x in numbers if low <= x <= high})
            cells = [int(x) if x.is_integer() else x for x in numbers]
            found += [(cell, x) for cell, x in zip(cells, numbers, strict=True) if holds(cell)]
            if "missing" in feature:
                worth = np.nan if feature["missing"] is True else feature["missing"]
                found += [(cell_of(gap), worth) for gap in reading.gaps if holds(cell_of(gap))]
        return Cells([cell for cell, _ in found], np.array([x for _, x in found], dtype=float))

    def about(self, table: Any) -> None:
        """Explanations and contrasts of every row of a table of the same kind as X."""
        own = list(zip(*[_column(table, j) for j in range(len(self.names))], strict=True))
        encoded = evaluate.encode(self.document, table, self.names, self.model.reader)
        for r, row in enumerate(self.explainer.explain(table, kind="both", limit=2)):
            if row.error is not None:
                continue
            values = [float(column[r]) for column in encoded.values]
            for one in row:
                if one.kind == "axp":
                    self._explanation(list(own[r]), values, row.predicted, set(one.indices))
                elif one.counterfactual is not None:
                    self._contrast(list(own[r]), one)

    def _explanation(self, own: list[Any], values: list[float], label: object, held: set[int]) -> None:
        free = [i for i in range(len(self.features)) if i not in held]
        for _ in range(COMPLETIONS):
            chosen = {i: self.random.randrange(len(self.choices[i].cells)) for i in free if self.choices[i].cells}
            self._ask(own, values, chosen, "completion", label, same=True)
        for chosen in self._worst(values, label, free):
            self._ask(own, values, chosen[0], "worst completion", label, same=True)
        for i in held:
            margin, chosen = min(((m, c) for c, m in self._worst(values, label, [*free, i])), key=lambda pair: pair[0])
            if margin < 0:
                self._ask(own, values, chosen, "literal dropped", label, same=False)

    def _worst(self, values: list[float], label: object, free: list[int]) -> list[tuple[dict[int, int], float]]:
        """Per rival the completion with the least lead over it, and that lead."""
        classes = list(self.model.classes)
        winner = classes.index(label)
        found = []
        for rival in range(len(classes)):
            if rival == winner:
                continue
            chosen: dict[int, int] = {}
            lead = sum(self.form.bias[winner]) - sum(self.form.bias[rival])
            for i, shapes in enumerate(self.form.shapes):
                if i in free and self.choices[i].cells:
                    encoded = self.choices[i].encoded
                    leads = _worth(shapes[winner], encoded) - _worth(shapes[rival], encoded)
                    chosen[i] = int(np.argmin(leads))
                    lead += float(leads[chosen[i]])
                else:
                    x = np.array([values[i]])
                    lead += float((_worth(shapes[winner], x) - _worth(shapes[rival], x))[0])
            found.append((chosen, lead))
        return found

    def _ask(self, own: list[Any], values: list[float], chosen: dict[int, int], what: str, label: object, *, same: bool) -> None:
        cells = list(own)
        for i, k in chosen.items():
            cells[self.places[i]] = self.choices[i].cells[k]
        self.asked.append((cells, what, label, same, None))

    def _contrast(self, own: list[Any], one: Any) -> None:
        change = one.counterfactual
        cells = list(own)
        for name, value in change.changes.items():
            i = self.features.index(name)
            feature = self.document["features"][i]
            reading = self.model.reader.readings[name]
            if isinstance(reading, CategoryReading) and not is_missing(value) and value not in reading.places:
                known = [cell for cell, x in zip(self.choices[i].cells, self.choices[i].encoded, strict=True) if feature["values"][int(x)] == value]
                if not known:
                    return  # a column of this type cannot have such a cell
                value = known[0]
            if not _holds(self.X, self.places[i])(value):
                return
            cells[self.places[i]] = value
        self.asked.append((cells, "contrast", change.predicted, True, change.doubtful))

    def hold(self, tally: Tally) -> None:
        if not self.asked:
            return
        columns = [list(column) for column in zip(*(cells for cells, *_ in self.asked), strict=True)]
        table = _like(self.X)(columns)
        theirs = predicted(self.estimator, table)
        encoded = evaluate.encode(self.document, table, self.names, self.model.reader)
        near = evaluate.predict(self.document, encoded.values, len(self.asked), self.model._slack).near_ties
        for r, (cells, what, label, same, doubtful) in enumerate(self.asked):
            said = (cells, label, theirs[r], doubtful)
            if what == "contrast":
                tally.hold(what, theirs[r] == label or bool(doubtful), said)
                tally.tried["contrast: doubtful"] += bool(doubtful)
            else:
                tally.hold(what, theirs[r] is not None and ((theirs[r] == label) == same or bool(near[r])), said)


def _worth(shape: dict[str, Any], x: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    return evaluate._contribution(shape, x)[0]


def _column(table: Any, j: int) -> list[Any]:
    if isinstance(table, pd.DataFrame):
        return list(table.iloc[:, j].tolist())
    return list(table.to_series(j).to_list()) if isinstance(table, pl.DataFrame) else list(table[:, j].tolist())
