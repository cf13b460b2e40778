"""Estimators around estimators that keep the decision additive: searches, thresholds, calibration, one-vs-rest."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from ..errors import UnsupportedError
from .column import Column
from .preimage import LARGEST, crossings
from .scores import Lookup, Parabola, Row, Scores, Term, exact, family, read_estimator
from .trace import Trace, describe, inner_name, transform

EPSILON = float(np.finfo(np.float64).eps)

#: What a number of a calibrator is called, and what to do where it is infinite or NaN.
CALIBRATION = ("a number of the calibration", "calibrate it again")


@family("Pipeline")
def pipeline(trace: Trace, steps: Any, columns: list[Column], name: str) -> Scores:
    *before, (last, estimator) = steps.steps
    for step, transformer in before:
        columns = transform(trace, transformer, columns, inner_name(name, step))
    return read_estimator(trace, estimator, columns, inner_name(name, last))


@family("GridSearchCV", "RandomizedSearchCV", "HalvingGridSearchCV", "HalvingRandomSearchCV")
def search(trace: Trace, found: Any, columns: list[Column], name: str) -> Scores:
    return read_estimator(trace, found.best_estimator_, columns, name)


@family("FrozenEstimator")
def frozen(trace: Trace, wrapper: Any, columns: list[Column], name: str) -> Scores:
    return read_estimator(trace, wrapper.estimator, columns, name)


@family("FixedThresholdClassifier")
def fixed_threshold(trace: Trace, wrapper: Any, columns: list[Column], name: str) -> Scores:
    estimator = getattr(wrapper, "estimator_", wrapper.estimator)
    response = _response(wrapper, estimator)
    threshold = wrapper.threshold
    if isinstance(threshold, str):
        threshold = 0.5 if response == "predict_proba" else 0.0
    inner = read_estimator(trace, estimator, columns, name)
    return _at(inner, float(threshold), response, wrapper.pos_label, describe(name, wrapper))


@family("TunedThresholdClassifierCV")
def tuned_threshold(trace: Trace, wrapper: Any, columns: list[Column], name: str) -> Scores:
    positive = wrapper._curve_scorer._get_pos_label()
    inner = read_estimator(trace, wrapper.estimator_, columns, name)
    response = _response(wrapper, wrapper.estimator_)
    return _at(inner, float(wrapper.best_threshold_), response, positive, describe(name, wrapper))


def _response(wrapper: Any, estimator: Any) -> str:
    if wrapper.response_method != "auto":
        return str(wrapper.response_method)
    return "predict_proba" if hasattr(estimator, "predict_proba") else "decision_function"


def _at(scores: Scores, threshold: float, response: str, positive: Any, step: str) -> Scores:
    """The positive class wins where its probability (or decision function) reaches the threshold."""
    exact(threshold, step, "the threshold", "choose a finite one")
    first = positive is not None and bool(scores.classes[0] == positive)
    slack = 0.0
    if scores.threshold != 0 or scores.tie != 0:
        raise UnsupportedError(step, "a threshold on top of a threshold or a calibration")
    if response == "predict_proba":
        if not scores.log_odds:
            raise UnsupportedError(step, "the probability is not a logistic function of the score")
        if not 0 < threshold < 1:
            raise UnsupportedError(step, f"at the threshold {threshold} one class is never predicted")
        slack = 8 * EPSILON / (threshold * (1 - threshold))
        threshold = float(np.log(threshold) - np.log1p(-threshold))
    elif scores.response != "decision_function":
        raise UnsupportedError(step, "it has no decision function")
    # P(first) >= t and P(second) <= 1 - t are the same; ties go to the positive class
    return replace(scores, threshold=-threshold if first else threshold, tie=0 if first else 1, slack=slack)


@family("CalibratedClassifierCV")
def calibrated(trace: Trace, wrapper: Any, columns: list[Column], name: str) -> Scores:
    step = describe(name, wrapper)
    folds = wrapper.calibrated_classifiers_
    if len(folds) != 1:
        raise UnsupportedError(
            step,
            f"{len(folds)} calibrated classifiers are averaged; one fold (ensemble=False) keeps the scores additive",
        )
    fold = folds[0]
    # inside, the classes may have been replaced by their positions
    inner = replace(read_estimator(trace, fold.estimator, columns, name), classes=tuple(wrapper.classes_.tolist()))
    decisions = hasattr(fold.estimator, "decision_function")
    if inner.threshold != 0 or inner.tie != 0:
        raise UnsupportedError(step, "calibration on top of a threshold")
    if fold.method == "temperature":
        # the logits are multiplied by one positive number: the class does not change
        return replace(inner, log_odds=False, link=None, slack=_saturation())
    binary = len(inner.classes) == 2
    if fold.method == "sigmoid" and decisions and (not binary or len(inner.rows) == 1):
        # argmax of logistic(-(a·d + b)) is argmax of -(a·d + b), the logistic function being the same for all
        rows = tuple(
            _scaled(row, -exact(c.a_, step, *CALIBRATION), -exact(c.b_, step, *CALIBRATION))
            for row, c in zip(inner.rows, fold.calibrators, strict=True)
        )
        return replace(
            inner,
            rows=rows,
            natural=None,
            response="predict_proba",
            log_odds=binary,
            link="softmax" if binary else "one-vs-rest",
            slack=_saturation(),
        )
    if not binary:
        raise UnsupportedError(
            step, f"{fold.method} calibration of {len(inner.classes)} classes bends each score differently"
        )
    calibrator = fold.calibrators[0]
    half = np.array([0.5])
    low, high = (-LARGEST, LARGEST) if decisions else (0.0, 1.0)
    turn = crossings(lambda d: np.asarray(calibrator.predict(d)), half, lower=low, upper=high, strict=True)[0]
    rising = float(calibrator.predict(np.array([high]))[0]) > 0.5
    if turn is None or not rising:
        raise UnsupportedError(
            step, "the calibrated probability never rises above one half: one class is never predicted"
        )
    before = float(np.nextafter(turn, -np.inf))  # the second class wins strictly above it
    if decisions:
        return replace(inner, threshold=before, natural=None, link=None, slack=4 * EPSILON * abs(before))
    if not inner.log_odds or not 0 < before < 1:
        raise UnsupportedError(step, "the probability is not a logistic function of the score")
    slack = 8 * EPSILON / (before * (1 - before))
    return replace(inner, threshold=float(np.log(before) - np.log1p(-before)), link=None, slack=slack)


def _saturation() -> float:
    """Probabilities near one half are computed to a few units in the last place."""
    return 32 * EPSILON


@family("OneVsRestClassifier")
def one_vs_rest(trace: Trace, wrapper: Any, columns: list[Column], name: str) -> Scores:
    step = describe(name, wrapper)
    if wrapper.multilabel_:
        raise UnsupportedError(step, "several labels at once are several models")
    inner = [read_estimator(trace, estimator, columns, name) for estimator in wrapper.estimators_]
    for scores, estimator in zip(inner, wrapper.estimators_, strict=True):
        if len(scores.rows) != 1 or scores.threshold != 0 or not hasattr(estimator, "decision_function"):
            raise UnsupportedError(step, f"{type(estimator).__name__} has no linear score to compare between classes")
    rows = tuple(scores.rows[0] for scores in inner)
    classes = tuple(wrapper.classes_.tolist())
    logistic = all(scores.log_odds and scores.link == "softmax" for scores in inner)
    link = ("softmax" if len(classes) == 2 else "one-vs-rest") if logistic else None
    return Scores(classes, rows, log_odds=False, link=link)


def _scaled(row: Row, factor: Fraction, shift: Fraction) -> Row:
    return Row(row.bias * factor + shift, tuple((column, _times(term, factor)) for column, term in row.parts))


def _times(term: Term, factor: Fraction) -> Term:
    if isinstance(term, Lookup):
        return Lookup(tuple(value * factor for value in term.values))
    return Parabola(term.linear * factor, term.square * factor, term.constant * factor)
