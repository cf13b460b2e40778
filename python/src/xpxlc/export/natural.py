"""Naive Bayes models whose columns are the raw ones have a kind of their own in the model file."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..gaps import gap_of
from .column import OTHER, Column, Curve, Finite
from .contributions import Table
from .features import Entry
from .scores import Scores
from .trace import Trace

#: How far probabilities may miss a sum of 1 in a model file.
SUM_TOLERANCE = 1e-7


def natural_body(trace: Trace, scores: Scores, entries: list[Entry]) -> dict[str, Any] | None:
    """The keys of that kind, or None if the general form is needed."""
    # Those kinds have probabilities of their own; where the estimator has others, the general form has none.
    if scores.natural is None or scores.link is None:
        return None
    model, columns = scores.natural
    sources = [c.source for c in columns if isinstance(c, (Finite, Curve))]
    if len(sources) != len(columns) or len(set(sources)) != len(sources):
        return None
    order = np.argsort(sources)  # features of the file are in the order of the raw columns
    raw = all(isinstance(c, Curve) and c.identity for c in columns)
    kind = type(model).__name__
    if kind == "GaussianNB" and raw:
        return {
            "kind": "gaussian-naive-bayes",
            "prior": model.class_prior_.tolist(),
            "mean": model.theta_[:, order].tolist(),
            "variance": model.var_[:, order].tolist(),
        }
    if kind == "MultinomialNB" and raw and _sums(model.class_log_prior_) and _sums(*model.feature_log_prob_):
        return {
            "kind": "multinomial-naive-bayes",
            "scale": "log",
            "prior": model.class_log_prior_.tolist(),
            "likelihood": model.feature_log_prob_[:, order].tolist(),
        }
    if kind == "ComplementNB" and raw and not model.norm and _sums(*-model.feature_log_prob_):
        return {
            "kind": "complement-naive-bayes",
            "link": scores.link,
            "scale": "log",
            "complement": (-model.feature_log_prob_[:, order]).tolist(),
        }
    if (
        kind == "BernoulliNB"
        and _sums(model.class_log_prior_)
        and all(_two_valued(trace, c, e) for c, e in zip([columns[j] for j in order], entries, strict=True))
    ):
        return {
            "kind": "bernoulli-naive-bayes",
            "scale": "log",
            "prior": model.class_log_prior_.tolist(),
            "likelihood": model.feature_log_prob_.T[order].tolist(),
        }
    if kind == "CategoricalNB" and _sums(model.class_log_prior_):
        return _categorical(
            trace, model, [columns[j] for j in order], [model.feature_log_prob_[j] for j in order], entries
        )
    return None


def _categorical(
    trace: Trace, model: Any, columns: list[Any], tables: list[Any], entries: list[Entry]
) -> dict[str, Any] | None:
    likelihood = []
    bins: list[dict[str, Any] | None] = []
    for column, table, entry in zip(columns, tables, entries, strict=True):
        count = table.shape[1]
        if not _sums(*table):
            return None
        if isinstance(column, Curve):
            if not column.identity or entry.feature.get("missing") is True:
                return None
            bins.append({"cuts": [float(c) for c in range(1, count)], "closed": "left"})
            likelihood.append(table.tolist())
            continue
        assert isinstance(entry.shape, Table)
        code = dict(zip(map(_key, trace.domain(column.source)), column.values, strict=True))
        codes = [int(code[_key(value)]) for value in entry.shape.entries]
        if sorted(codes) != list(range(count)):
            return None
        bins.append(None)
        likelihood.append(table[:, codes].tolist())
    body: dict[str, Any] = {
        "kind": "categorical-naive-bayes",
        "scale": "log",
        "prior": model.class_log_prior_.tolist(),
        "likelihood": likelihood,
    }
    return body if all(entry is None for entry in bins) else {**body, "bins": bins}


def _two_valued(trace: Trace, column: Column, entry: Entry) -> bool:
    """Absent first, then present, and nothing else."""
    if not isinstance(column, Finite) or not isinstance(entry.shape, Table):
        return False
    code = dict(zip(map(_key, trace.domain(column.source)), column.values, strict=True))
    return [code[_key(value)] for value in entry.shape.entries] == [0.0, 1.0]


def _key(value: object) -> object:
    gap = None if value is OTHER else gap_of(value)
    return ("value", value) if gap is None else gap


def _sums(*rows: Any) -> bool:
    return all(abs(float(np.exp(row).sum()) - 1) <= SUM_TOLERANCE and bool(np.all(row <= 0)) for row in rows)
