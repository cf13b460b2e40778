"""Naive Bayes: logarithms of probabilities add up."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from ..errors import UnsupportedError
from .bins import cut
from .column import Column
from .linear import AGAIN
from .scores import Lookup, Parabola, Row, Scores, Term, exact, family
from .trace import Trace, describe


@family("GaussianNB")
def gaussian(trace: Trace, model: Any, columns: list[Column], name: str) -> Scores:
    step = describe(name, model)
    rows = []
    for prior, means, variances in zip(model.class_prior_, model.theta_, model.var_, strict=True):
        bias = exact(np.log(prior), step, "the logarithm of a prior")
        terms: list[Term] = []
        for mean, variance in zip(means, variances, strict=True):
            m, v = exact(mean, step, "a mean", AGAIN), exact(variance, step, "a variance", AGAIN)
            if v <= 0:
                raise UnsupportedError(step, f"a variance is {float(v)}; train with var_smoothing > 0")
            constant = Fraction(float(-0.5 * np.log(2.0 * np.pi * variance)))
            terms.append(Parabola(m / v, -1 / (2 * v), constant - m * m / (2 * v)))
        rows.append(Row(bias, tuple(zip(columns, terms, strict=True))))
    return _scores(model, rows, columns)


@family("MultinomialNB")
def multinomial(trace: Trace, model: Any, columns: list[Column], name: str) -> Scores:
    return _scores(
        model, _weights(model.feature_log_prob_, model.class_log_prior_, columns, describe(name, model)), columns
    )


@family("ComplementNB")
def complement(trace: Trace, model: Any, columns: list[Column], name: str) -> Scores:
    nothing = np.zeros(len(model.classes_))
    return _scores(model, _weights(model.feature_log_prob_, nothing, columns, describe(name, model)), columns)


@family("BernoulliNB")
def bernoulli(trace: Trace, model: Any, columns: list[Column], name: str) -> Scores:
    step = describe(name, model)
    if model.binarize is not None:
        edge = np.array([float(model.binarize)])
        columns = [cut(trace, column, edge, strict=True, step=step) for column in columns]
    present = model.feature_log_prob_
    absent = np.log(1 - np.exp(present))
    rows = []
    for prior, yes, no in zip(model.class_log_prior_, present, absent, strict=True):
        terms = []
        for p, q in zip(yes, no, strict=True):
            a, b = exact(p, step, "log P(present)"), exact(q, step, "log P(absent)")
            terms.append(Parabola(a - b, constant=b))
        rows.append(Row(exact(prior, step, "the logarithm of a prior"), tuple(zip(columns, terms, strict=True))))
    return _scores(model, rows, columns)


@family("CategoricalNB")
def categorical(trace: Trace, model: Any, columns: list[Column], name: str) -> Scores:
    step = describe(name, model)
    rows = []
    for k, prior in enumerate(model.class_log_prior_):
        parts = tuple(
            (column, Lookup(tuple(exact(p, step, "log P(category)") for p in table[k])))
            for column, table in zip(columns, model.feature_log_prob_, strict=True)
        )
        rows.append(Row(exact(prior, step, "the logarithm of a prior"), parts))
    return _scores(model, rows, columns)


def _weights(weights: Any, biases: Any, columns: list[Column], step: str) -> list[Row]:
    return [
        Row(
            exact(bias, step, "the logarithm of a prior"),
            tuple((column, Parabola(exact(w, step, "a weight"))) for column, w in zip(columns, row, strict=True)),
        )
        for row, bias in zip(weights, biases, strict=True)
    ]


def _scores(model: Any, rows: list[Row], columns: list[Column]) -> Scores:
    return Scores(
        tuple(model.classes_.tolist()),
        tuple(rows),
        response="predict_proba",
        log_odds=True,
        link="softmax",
        natural=(model, tuple(columns)),
    )
