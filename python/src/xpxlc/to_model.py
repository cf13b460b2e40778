"""The one door: a fitted estimator and a table → a model, checked against the estimator itself."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from .bounds import Bounds, bounds_of, rows_within
from .errors import FidelityError, InputError
from .evaluate import predict
from .export import (
    bins,
    compose,
    encoders,
    functions,
    imputers,
    linear,
    naive_bayes,
    polynomial,
    scalers,
    selectors,
    wrappers,
)
from .export.document import Writer, head, refuse_surrogates
from .export.features import to_entry
from .export.natural import natural_body
from .export.scores import Scores, read_estimator
from .export.shapes import check_refused, constants, shape_of, used_sources
from .export.trace import Restart, Trace, is_from_sklearn
from .frame import Frame, to_frame
from .model import Fidelity, Model

# Importing a module of rules registers them.
_RULES = (bins, compose, encoders, functions, imputers, linear, naive_bayes, polynomial, scalers, selectors, wrappers)


def to_model(
    estimator: Any,
    X: Any,
    *,
    feature_names: Sequence[str] | None = None,
    bounds: Bounds | None = None,
) -> Model:
    """
    Translate a fitted scikit-learn classifier or pipeline into an exact additive model in the raw columns of ``X``.

    ``X`` is a table such as the estimator was fitted on: it gives the names, the categories, the bounds of numbers
    and the rows on which the translation is checked against ``estimator.predict``. ``bounds`` says more about bounds:
    ``"wide"`` leaves room for as much again on either side of what ``X`` has, ``(0.01, 0.99)`` leaves out what is beyond
    these quantiles, a mapping replaces the bounds of columns by name (None on a side means none).

    Raises UnsupportedError with the step and the reason when the estimator has no exact additive form.

    >>> import numpy as np
    >>> from sklearn.linear_model import LogisticRegression
    >>> X = np.array([[0.0], [1.0], [2.0], [3.0]])
    >>> model = to_model(LogisticRegression().fit(X, [0, 0, 1, 1]), X, feature_names=["dose"])
    >>> model.kind, model.fidelity.agreeing
    ('linear', 4)
    """
    frame = to_frame(X, feature_names)
    return translate(estimator, X, frame, bounds)


def translate(estimator: Any, X: Any, frame: Frame, bounds: Bounds | None) -> Model:
    """As to_model, for a table whose columns are known already."""
    expected = getattr(estimator, "n_features_in_", len(frame.columns))
    if expected != len(frame.columns):
        raise InputError(f"X: the estimator was fitted on {expected} columns, got {len(frame.columns)}")
    if frame.rows == 0:
        raise InputError("X: expected at least one row")
    theirs = _predict(estimator, X)
    limits = bounds_of(frame, bounds)
    trace, scores = _trace(estimator, frame, limits)
    check_refused(scores)
    entries = [to_entry(trace, source, shape_of(trace, scores, source)) for source in used_sources(scores)]
    writer = Writer()
    payload = natural_body(trace, scores, entries) or writer.body(scores, entries, constants(scores))
    document: dict[str, Any] = {
        "format": "xpxlc-model",
        "version": 1,
        "origin": _origin(estimator),
        "kind": payload["kind"],
        **head(scores, entries),
        **{key: value for key, value in payload.items() if key != "kind"},
    }
    refuse_surrogates(document)
    inside = rows_within(frame, limits)
    if not inside.any():
        raise InputError("bounds: expected at least one row of X within them")
    fidelity = _check(document, theirs, frame, scores, inside)
    document["notes"] = _notes(fidelity, trace, rounded=writer.rounded)
    names = tuple(column.name for column in frame.columns)
    return Model(document, classes=scores.classes, columns=names, fidelity=fidelity, slack=scores.slack)


def _trace(estimator: Any, frame: Frame, bounds: list[tuple[float, float]]) -> tuple[Trace, Scores]:
    """Walks again whenever an encoder shows that a column has other values than the table does."""
    trace = Trace(frame, bounds)
    while True:
        try:
            return trace, read_estimator(trace, estimator, trace.raw(), "")
        except Restart:
            trace = Trace(frame, bounds, trace.finite, trace.extra)


def _notes(fidelity: Fidelity, trace: Trace, *, rounded: bool) -> dict[str, Any]:
    notes: dict[str, Any] = {
        "checked": {"rows": fidelity.rows, "agreeing": fidelity.agreeing, "nearTies": fidelity.near_ties}
    }
    if rounded:
        notes["rounding"] = "contributions in raw units are the doubles nearest to the exact ones"
    if trace.remarks:
        notes["remarks"] = trace.remarks
    return notes


def _origin(estimator: Any) -> dict[str, str]:
    last = estimator
    while type(last).__name__ == "Pipeline" and is_from_sklearn(last):
        last = last.steps[-1][1]
    origin = {"tool": f"scikit-learn {type(last).__name__}"}
    if is_from_sklearn(estimator):
        import sklearn

        origin["version"] = str(sklearn.__version__)
    return origin


def _predict(estimator: Any, X: Any) -> npt.NDArray[Any]:
    """What the estimator itself says; it must be fitted and accept every row."""
    if not hasattr(estimator, "predict"):
        raise InputError(f"estimator: expected a fitted classifier, got {type(estimator).__name__}")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return np.asarray(estimator.predict(_in_doubles(X)))
    except Exception as error:  # whatever it raises: it is the user's estimator with the user's table
        what = str(error) if isinstance(error, ValueError) else f"{type(error).__name__}: {error}"
        raise InputError(f"the estimator itself does not predict X: {what}") from error


def _check(
    document: Mapping[str, Any],
    theirs: npt.NDArray[Any],
    frame: Frame,
    scores: Scores,
    inside: npt.NDArray[np.bool_],
) -> Fidelity:
    """What is handed out predicts as the estimator does, on every row within the bounds that is no near tie."""
    kept = np.flatnonzero(inside)
    theirs = theirs[kept]
    answer = predict(document, frame.taken(inside), scores.slack)
    place = {label: k for k, label in enumerate(scores.classes)}
    wanted = np.array([place[label] for label in theirs.tolist()])
    differing = np.flatnonzero(wanted != answer.winners)
    wrong = [int(r) for r in differing if not answer.near_ties[r]]
    if wrong:
        r = wrong[0]
        raise FidelityError(
            f"{len(wrong)} of {len(kept)} rows are predicted otherwise, the first is row {kept[r]}: "
            f"{document['classes'][answer.winners[r]]} by {answer.margins[r]:g} instead of {theirs[r]}; please report"
        )
    near_ties = int(answer.near_ties.sum())
    return Fidelity(len(kept), len(kept) - len(differing), near_ties, tuple(map(int, kept[differing])))


def _in_doubles(X: Any) -> Any:
    """Single precision is widened: the model speaks of double arithmetic."""
    dtype = getattr(X, "dtype", None)
    return X.astype(np.float64) if dtype is not None and np.dtype(dtype) in (np.float32, np.float16) else X
