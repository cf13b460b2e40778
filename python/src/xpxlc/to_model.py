"""The one door: a fitted estimator and a table → a model, checked against the estimator itself."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from .bounds import Bounds, bounds_of, domain_remarks, is_table, rows_within
from .check import Check, predict_of
from .details import Details
from .errors import DomainWarning, InputError
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
from .frame import Frame, brand_of, to_frame
from .model import Fidelity, Model
from .nearest import absent
from .reading import Reader

#: A table of pandas or polars, an array.
AnyTable = Any

# Importing a module of rules registers them.
_RULES = (bins, compose, encoders, functions, imputers, linear, naive_bayes, polynomial, scalers, selectors, wrappers)


def to_model(
    estimator: Any,
    X: Any,
    *,
    feature_names: Sequence[str] | None = None,
    bounds: Bounds | AnyTable | None = None,
    details: Mapping[str, Any] | None = None,
) -> Model:
    """
    Translate a fitted scikit-learn classifier or pipeline into an exact additive model in the raw columns of ``X``.

    ``X`` is a table such as the estimator was fitted on: it gives the names, the categories, the bounds of numbers
    and the rows on which the translation is checked against ``estimator.predict``. ``bounds`` says more about bounds:
    ``"wide"`` leaves room for as much again on either side of what ``X`` has, ``(0.01, 0.99)`` leaves out what is beyond
    these quantiles, a mapping replaces the bounds of columns by name (None on a side means none), a table is taken instead of ``X``.
    What has few rows, or one value in a column, says little of what there can be: a ``DomainWarning`` says so.

    ``details`` says what the estimator does not: ``{"values": {"sex": {0: "female", 1: "male"}}, "units": {"age": "years"},
    "classes": ["refuse", "grant"]}``.

    Raises UnsupportedError with the step and the reason when the estimator has no exact additive form.

    >>> import numpy as np
    >>> from sklearn.linear_model import LogisticRegression
    >>> X = np.array([[0.0], [1.0], [2.0], [3.0]])
    >>> model = to_model(LogisticRegression().fit(X, [0, 0, 1, 1]), X, feature_names=["dose"])
    >>> model.kind, model.fidelity.agreeing
    ('linear', 4)
    """
    return warned_model(estimator, X, feature_names, bounds, details)


def warned_model(
    estimator: Any,
    X: Any,
    feature_names: Sequence[str] | None,
    bounds: Bounds | AnyTable | None,
    details: Mapping[str, Any] | None,
) -> Model:
    """As to_model. Warns the caller's caller."""
    given: Bounds | None = None
    if is_table(bounds):
        X = bounds
    else:
        given = cast("Bounds | None", bounds)
    X, feature_names = _as_fitted(estimator, X, feature_names)
    frame = to_frame(X, feature_names)
    model = translate(estimator, X, frame, given, Details.of(details, [column.name for column in frame.columns]))
    for remark in domain_remarks(frame.rows, model.to_dict()["features"], given):
        warnings.warn(remark, DomainWarning, stacklevel=3)
    return model


def _as_fitted(estimator: Any, X: Any, feature_names: Sequence[str] | None) -> tuple[Any, Sequence[str] | None]:
    """The columns that the estimator was fitted on, in their order, where it and X have names; and the names of those of an array.

    :raises InputError: a column is not there
    """
    fitted = _fitted_names(estimator)
    if fitted is None:
        return X, feature_names
    if brand_of(X) == "numpy":
        return X, fitted if feature_names is None and len(fitted) == _width(X) else feature_names
    given = [str(name) for name in X.columns]
    if any(given.count(name) > 1 for name in fitted):
        return X, feature_names  # said where names are checked
    places = {name: j for j, name in enumerate(given)}
    if (gone := absent(fitted, given)) is not None:
        raise InputError(f"X: no column {gone[0]}, which the estimator was fitted on{gone[1]}")
    order = [places[name] for name in fitted]
    if order == list(range(len(given))):
        return X, feature_names
    if feature_names is not None and len(feature_names) == len(given):
        feature_names = [feature_names[j] for j in order]
    return (X.iloc[:, order] if brand_of(X) == "pandas" else X[:, order]), feature_names


def _fitted_names(estimator: Any) -> list[str] | None:
    names = getattr(estimator, "feature_names_in_", None)
    return None if names is None else [str(name) for name in names]


def _width(X: Any) -> int:
    """How many columns an array or a list of rows has; 0 of what is no table, which is told later."""
    if hasattr(X, "shape"):
        return int(X.shape[1]) if len(X.shape) == 2 else 0
    return len(X[0]) if isinstance(X, Sequence) and len(X) and isinstance(X[0], Sequence) else 0


def translate(estimator: Any, X: Any, frame: Frame, bounds: Bounds | None, details: Details = Details()) -> Model:  # noqa: B008  (frozen)
    """As to_model, for a table whose columns are known already."""
    expected = getattr(estimator, "n_features_in_", len(frame.columns))
    if expected != len(frame.columns):
        raise InputError(f"X: the estimator was fitted on {expected} columns, got {len(frame.columns)}")
    if frame.rows == 0:
        raise InputError("X: expected at least one row")
    theirs = predict_of(estimator, X)
    limits = bounds_of(frame, bounds)
    frame = details.name(frame)
    inside = rows_within(frame, limits)
    if not inside.any():
        raise InputError("bounds: expected at least one row of X within them")
    refused: dict[int, set[str]] = {}
    while True:
        model, check = _translated(estimator, X, frame, limits, theirs, inside, refused, details)
        found = check.made(X, frame)
        if not found:
            return model
        for source, gap in found:
            refused.setdefault(source, set()).add(gap)


def _translated(
    estimator: Any,
    X: Any,
    frame: Frame,
    limits: list[tuple[float, float]],
    theirs: npt.NDArray[Any],
    inside: npt.NDArray[np.bool_],
    refused: dict[int, set[str]],
    details: Details,
) -> tuple[Model, Check]:
    """A model that agrees on X, and what checks it further. ``refused`` are kinds of missing cells that the estimator does not take."""
    trace, scores = _trace(estimator, frame, limits, refused, details)
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
        **({"arithmetic": "single"} if any(column.single for column in frame.columns) else {}),
        **{key: value for key, value in payload.items() if key != "kind"},
    }
    document = details.described(document, scores.classes)
    refuse_surrogates(document)
    reader = Reader({entry.reading.name: entry.reading for entry in entries}, by_name=_fitted_names(estimator) is not None)
    names = tuple(column.name for column in frame.columns)
    check = Check(estimator, document, scores, reader, names)
    fidelity = check.rows(X, theirs, inside)
    document["notes"] = _notes(fidelity, trace, rounded=writer.rounded)
    return Model(document, classes=scores.classes, columns=names, fidelity=fidelity, slack=scores.slack, reader=reader, names=details.values), check


def _trace(
    estimator: Any, frame: Frame, bounds: list[tuple[float, float]], refused: dict[int, set[str]], details: Details
) -> tuple[Trace, Scores]:
    """Walks again whenever an encoder shows that a column has other values than the table does."""
    codes = details.finite(frame)
    trace = Trace(frame, bounds, set(codes), codes, refused=refused)
    while True:
        try:
            return trace, read_estimator(trace, estimator, trace.raw(), "")
        except Restart:
            trace = Trace(frame, bounds, trace.finite, trace.extra, refused=refused)


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
