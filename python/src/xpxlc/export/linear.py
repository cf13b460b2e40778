"""Linear classifiers: a weight per column, one row for two classes, else one per class."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import UnsupportedError
from .column import Column
from .scores import Parabola, Row, Scores, exact, family
from .trace import Trace, describe

#: Binary estimators whose probability of the second class is the logistic function of the score.
LOGISTIC = {"LogisticRegression", "LogisticRegressionCV", "LinearDiscriminantAnalysis"}

#: What to do about weights that are infinite or NaN.
AGAIN = "it did not converge or was changed: scale the columns and train it again"


@family(
    "LogisticRegression",
    "LogisticRegressionCV",
    "LinearSVC",
    "SGDClassifier",
    "Perceptron",
    "PassiveAggressiveClassifier",
    "RidgeClassifier",
    "RidgeClassifierCV",
    "LinearDiscriminantAnalysis",
)
def linear(trace: Trace, estimator: Any, columns: list[Column], name: str) -> Scores:
    step = describe(name, estimator)
    coefficients = estimator.coef_
    if hasattr(coefficients, "toarray"):  # after sparsify()
        coefficients = coefficients.toarray()
    weights = np.atleast_2d(np.asarray(coefficients, dtype=np.float64))
    classes = tuple(estimator.classes_.tolist())
    if weights.shape[0] != (1 if len(classes) == 2 else len(classes)):
        raise UnsupportedError(
            step, f"{weights.shape[0]} rows of weights for {len(classes)} classes (several targets?)"
        )
    intercepts = np.broadcast_to(np.asarray(estimator.intercept_, dtype=np.float64).ravel(), (weights.shape[0],))
    rows = tuple(
        Row(
            exact(intercept, step, "the intercept", AGAIN),
            tuple((c, Parabola(exact(w, step, "a weight", AGAIN))) for c, w in zip(columns, row, strict=True)),
        )
        for row, intercept in zip(weights, intercepts, strict=True)
    )
    kind = type(estimator).__name__
    logistic = kind in LOGISTIC or (kind == "SGDClassifier" and estimator.loss == "log_loss")
    return Scores(classes, rows, log_odds=logistic, link=_link(estimator, len(classes)) if logistic else None)


def _link(estimator: Any, classes: int) -> str | None:
    """How predict_proba makes probabilities of the scores."""
    # Gone from scikit-learn by and by; what it says where it is there counts.
    way = getattr(estimator, "multi_class", "auto")
    if classes == 2:
        # The softmax of a score and its opposite is not the logistic function of the score.
        return None if way == "multinomial" else "softmax"
    by_class = type(estimator).__name__ == "SGDClassifier" or getattr(estimator, "solver", "") == "liblinear"
    return "one-vs-rest" if by_class or way == "ovr" else "softmax"
