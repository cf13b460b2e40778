"""What SHAP, Anchor and LIME give, as the lines that ``xpxlc check MODEL DATA --grade --explanations FILE`` reads.

The functions take live objects of those packages and give one record per row: a rule ``{"tool": "anchor", "row": 0,
"features": […], "precision": …, "coverage": …}`` or weights ``{"tool": "shap", "row": 0, "weights": {…}}``.
None of the packages is imported here.

>>> class Anchor:  # as anchor-exp's AnchorExplanation
...     def features(self): return [2, 0, 2]
...     def precision(self): return 0.97
...     def coverage(self): return 0.25
>>> list(from_anchor([Anchor()], ["age", "job", "income"], rows=[7]))
[{'tool': 'anchor', 'row': 7, 'features': ['income', 'age'], 'precision': 0.97, 'coverage': 0.25}]
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from .errors import InputError
from .whole_file import whole_file

Record = dict[str, Any]


def from_shap(
    explanation: Any,
    *,
    output: int | str | Sequence[int] | None = None,
    columns: Mapping[str, str] | None = None,
    feature_names: Sequence[str] | None = None,
    rows: Iterable[int] | None = None,
    tool: str = "shap",
) -> Iterator[Record]:
    """Weights from a ``shap.Explanation`` of one row or many.

    ``output`` says which output of the model is meant where there are several: its position, its name, or a position
    per row (such as the predicted classes). ``columns`` maps columns to features: the values of one-hot columns add up
    to that of their feature. ``feature_names`` are needed where the explanation has none. ``rows`` are the numbers of
    the rows in the table, from 0; without it the rows are counted.
    """
    values = np.asarray(explanation.values, dtype=float)
    names = feature_names if feature_names is not None else explanation.feature_names
    if names is None:
        raise InputError("the SHAP explanation has no feature names: give feature_names")
    names = [str(name) for name in names]
    if values.ndim == 1 or (values.ndim == 2 and values.shape[1] != len(names) == values.shape[0]):
        values = values[np.newaxis]  # a single row
    if values.ndim == 3:
        values = _one_output(values, output, getattr(explanation, "output_names", None))
    elif output is not None and values.ndim == 2:
        raise InputError(f"the SHAP explanation has one output only, but output is {output!r}")
    if values.ndim != 2 or values.shape[1] != len(names):
        raise InputError(f"SHAP values of {len(names)} features expected, got an array of shape {values.shape}")
    for row, weights in _numbered(values, rows, len(values)):
        yield {"tool": tool, "row": row, "weights": _weights(zip(names, weights, strict=True), columns)}


def from_anchor(
    explanations: Iterable[Any] | Any,
    feature_names: Sequence[str],
    *,
    rows: Iterable[int] | None = None,
    tool: str = "anchor",
) -> Iterator[Record]:
    """Rules from ``AnchorExplanation`` objects of anchor-exp, with the precision and coverage that Anchor claims.

    ``feature_names`` are those of the explainer (``explainer.feature_names``). A rule is graded with its features
    held at the row's own values. Where Anchor has an interval of a number instead, that is a weaker rule than the
    graded one.
    """
    listed = _listed(explanations)
    for row, explanation in _numbered(listed, rows, len(listed)):
        features = dict.fromkeys(_name(feature_names, i) for i in explanation.features())  # both ends of an interval
        yield {
            "tool": tool,
            "row": row,
            "features": list(features),
            "precision": _finite(explanation.precision(), "precision"),
            "coverage": _finite(explanation.coverage(), "coverage"),
        }


def from_lime(
    explanations: Iterable[Any] | Any,
    feature_names: Sequence[str],
    *,
    labels: int | Sequence[int] | None = None,
    rows: Iterable[int] | None = None,
    tool: str = "lime",
) -> Iterator[Record]:
    """Weights from ``lime.explanation.Explanation`` objects of tables; features that LIME left out have none.

    ``feature_names`` are those of the explainer. ``labels`` is the class whose weights are meant, for all rows or
    one per row; it may be left out where each explanation is about one class only.
    """
    listed = _listed(explanations)
    for i, (row, explanation) in enumerate(_numbered(listed, rows, len(listed))):
        label = labels[i] if isinstance(labels, Sequence) else labels
        found = explanation.local_exp
        if label is None and len(found) != 1:
            raise InputError(f"the LIME explanation of row {row} is about classes {sorted(found)}: say which in labels")
        if label is not None and label not in found:
            raise InputError(f"the LIME explanation of row {row} is about classes {sorted(found)}, not {label}")
        pairs = found[next(iter(found)) if label is None else label]
        yield {"tool": tool, "row": row, "weights": _weights((_name(feature_names, j), w) for j, w in pairs)}


def save(records: Iterable[Mapping[str, Any]], path: str | os.PathLike[str]) -> None:
    """Writes records as lines of JSON; the file appears when all are there."""
    with whole_file(path) as file:
        for record in records:
            line = json.dumps(record, ensure_ascii=False, allow_nan=False)
            try:
                file.write(line + "\n")
            except UnicodeEncodeError:
                raise InputError("a name has a lone surrogate, which no file can hold; rename it") from None


def _one_output(values: Any, output: int | str | Sequence[int] | None, names: Any) -> Any:
    """Values of shape (rows, features) of one output for all rows, or of one for each."""
    count = values.shape[2]
    if output is None:
        if count > 1:
            raise InputError(f"the SHAP explanation has {count} outputs: say which is meant in output")
        output = 0
    if isinstance(output, str):
        known = [] if names is None else [str(name) for name in names]
        if output not in known:
            raise InputError(f"no output {output!r} in the SHAP explanation; it has {', '.join(known) or 'no names'}")
        output = known.index(output)
    chosen = np.broadcast_to(np.asarray(output), (len(values),)) if np.ndim(output) == 0 else np.asarray(output)
    if len(chosen) != len(values) or np.any((chosen < 0) | (chosen >= count)):
        raise InputError(f"output: one position below {count} for each of {len(values)} rows expected")
    return values[np.arange(len(values)), :, chosen]


def _weights(pairs: Iterable[tuple[str, Any]], columns: Mapping[str, str] | None = None) -> dict[str, float]:
    result: dict[str, list[float]] = {}
    for name, weight in pairs:
        feature = name if columns is None else columns.get(name, name)
        result.setdefault(feature, []).append(_finite(weight, f"weight of '{name}'"))
    return {feature: math.fsum(weights) for feature, weights in result.items()}


def _finite(value: Any, what: str) -> float:
    number = float(value)
    if not math.isfinite(number):
        raise InputError(f"the {what} is {number}, a finite number was expected")
    return number


def _name(feature_names: Sequence[str], position: Any) -> str:
    if not 0 <= int(position) < len(feature_names):
        raise InputError(f"feature {position} in an explanation, but {len(feature_names)} feature_names")
    return str(feature_names[int(position)])


def _listed(explanations: Iterable[Any] | Any) -> list[Any]:
    return list(explanations) if isinstance(explanations, Iterable) else [explanations]


def _numbered(items: Iterable[Any], rows: Iterable[int] | None, count: int) -> Iterator[tuple[int, Any]]:
    numbers = list(range(count)) if rows is None else [int(row) for row in rows]
    if len(numbers) != count:
        raise InputError(f"{count} explanations, but {len(numbers)} row numbers")
    return zip(numbers, items, strict=True)
