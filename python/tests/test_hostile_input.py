"""Odd tables and estimators broken by hand: a typed error with a way out, never a traceback of ours."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from cases import classes, people
from sklearn.calibration import CalibratedClassifierCV
from sklearn.frozen import FrozenEstimator
from sklearn.linear_model import LinearRegression, LogisticRegression, RidgeClassifier
from sklearn.model_selection import FixedThresholdClassifier, GridSearchCV
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MinMaxScaler, OneHotEncoder, StandardScaler

import xpxlc
from xpxlc.explanations import save as save_explanations

TABLE = people(300, 5)[["age", "income"]]
TARGET = classes(people(300, 5), 2, 5)
NUMBER = (TARGET == "yes").astype(float)
SURROGATE = "a\ud800b"


def fitted(estimator: Any = None) -> Any:
    return (LogisticRegression() if estimator is None else estimator).fit(TABLE.to_numpy(dtype=float), TARGET)


def test_a_lazy_frame_is_refused_with_the_way_out() -> None:
    lazy = pl.DataFrame({"age": [1.0, 2.0], "income": [3.0, 4.0]}).lazy()
    with pytest.raises(xpxlc.InputError, match=r"X: .*LazyFrame.*collect\(\)"):
        xpxlc.to_model(fitted(), lazy)


def test_two_columns_of_one_name_are_told_with_the_way_out() -> None:
    twice = TABLE.set_axis(["age", "age"], axis=1)
    with pytest.raises(xpxlc.InputError, match=r"X: two columns are called 'age'.*feature_names"):
        xpxlc.to_model(fitted(), twice)
    with pytest.raises(xpxlc.InputError, match="two columns are called '1'"):
        xpxlc.to_model(fitted(), TABLE.set_axis([1, "1"], axis=1))
    model = xpxlc.to_model(fitted(), twice.to_numpy(), feature_names=["age", "income"])
    assert model.feature_names == ["age", "income"]


def test_a_column_without_a_name_is_told() -> None:
    with pytest.raises(xpxlc.InputError, match="X: column 1 has no name"):
        xpxlc.to_model(fitted(), TABLE.set_axis(["age", ""], axis=1))


@pytest.mark.parametrize("number", [np.nan, np.inf, -np.inf])
def test_weights_that_are_no_numbers_are_refused(number: float) -> None:
    X = TABLE.to_numpy(dtype=float)
    for attribute in ("coef_", "intercept_"):
        broken = fitted()
        getattr(broken, attribute).flat[0] = number
        with pytest.raises(xpxlc.UnsupportedError, match="LogisticRegression: .* train it again"):
            xpxlc.to_model(broken, X)
    bayes = fitted(GaussianNB())
    bayes.theta_[0, 1] = number
    with pytest.raises(xpxlc.UnsupportedError, match="GaussianNB: a mean is"):
        xpxlc.to_model(bayes, X)


@pytest.mark.parametrize("variance", [0.0, -1.0, np.nan])
def test_variances_that_are_not_positive_are_refused(variance: float) -> None:
    bayes = fitted(GaussianNB())
    bayes.var_[0, 0] = variance
    with pytest.raises(xpxlc.UnsupportedError, match="GaussianNB: a variance is"):
        xpxlc.to_model(bayes, TABLE.to_numpy(dtype=float))


@pytest.mark.parametrize("scaler", [StandardScaler(), MinMaxScaler()], ids=lambda step: type(step).__name__)
@pytest.mark.parametrize("number", [np.nan, np.inf, 0.0])
def test_scalers_broken_by_hand_are_refused(scaler: Any, number: float) -> None:
    broken = fitted(make_pipeline(scaler, LogisticRegression()))
    broken[0].scale_[0] = number
    try:
        xpxlc.to_model(broken, TABLE.to_numpy(dtype=float))
    except (xpxlc.InputError, xpxlc.UnsupportedError) as error:
        assert str(error)  # scikit-learn itself refuses some of them


def test_thresholds_and_calibrations_broken_by_hand_are_refused() -> None:
    X = TABLE.to_numpy(dtype=float)
    ridge = FixedThresholdClassifier(RidgeClassifier(), threshold=np.nan, response_method="decision_function")
    with pytest.raises(xpxlc.UnsupportedError, match="threshold"):
        xpxlc.to_model(fitted(ridge), X)
    calibrated = fitted(CalibratedClassifierCV(LogisticRegression(), ensemble=False, cv=3))
    calibrated.calibrated_classifiers_[0].calibrators[0].b_ = np.nan
    with pytest.raises(xpxlc.UnsupportedError, match="calibration"):
        xpxlc.to_model(calibrated, X)


def test_lone_surrogates_are_refused_before_anything_is_written(tmp_path: Path) -> None:
    X = TABLE.to_numpy(dtype=float)
    place = r"'a\\ud800b'"
    with pytest.raises(xpxlc.InputError, match=f"column {place}.*rename"):
        xpxlc.to_model(fitted(), TABLE.set_axis(pd.Index(["age", SURROGATE], dtype=object), axis=1))
    with pytest.raises(xpxlc.InputError, match=f"class {place}.*rename"):
        xpxlc.to_model(LogisticRegression().fit(X, np.where(NUMBER > 0, SURROGATE, "no")), X)
    texts = pd.DataFrame({"job": pd.Series(np.where(NUMBER > 0, SURROGATE, "cook").tolist(), dtype=object)})
    with pytest.raises(xpxlc.InputError, match=f"value {place} of column 'job'.*rename"):
        xpxlc.to_model(make_pipeline(OneHotEncoder(), LogisticRegression()).fit(texts, TARGET), texts)
    file = tmp_path / "kept.jsonl"
    file.write_text("mine")
    with pytest.raises(xpxlc.InputError, match="surrogate"):
        save_explanations([{"tool": "shap", "row": 0, "weights": {SURROGATE: 1.0}}], file)
    assert file.read_text() == "mine"


@pytest.mark.parametrize(
    "estimator",
    [
        make_pipeline(StandardScaler(), LinearRegression()),
        GridSearchCV(LinearRegression(), {"positive": [True, False]}, cv=2),
        FrozenEstimator(LinearRegression().fit(TABLE.to_numpy(dtype=float), NUMBER)),
    ],
    ids=["pipeline", "search", "frozen"],
)
def test_regressors_inside_other_estimators_are_refused(estimator: Any) -> None:
    X = TABLE.to_numpy(dtype=float)
    with pytest.raises(xpxlc.UnsupportedError, match="LinearRegression.*not a classifier"):
        xpxlc.to_model(estimator.fit(X, NUMBER), X)


def test_an_estimator_without_classes_is_refused() -> None:
    class Nameless(LogisticRegression):
        def predict(self, X: Any) -> Any:
            return np.zeros(len(X))

    Nameless.__module__, Nameless.__name__ = "sklearn.linear_model", "LogisticRegression"
    nameless = fitted(Nameless())
    del nameless.classes_
    with pytest.raises(xpxlc.UnsupportedError, match="LogisticRegression: it has no classes_"):
        xpxlc.to_model(nameless, TABLE.to_numpy(dtype=float))


def test_an_estimator_that_raises_whatever_it_likes_is_told() -> None:
    class Raising(LogisticRegression):
        def predict(self, X: Any) -> Any:
            raise KeyError("no such thing")

    with pytest.raises(xpxlc.InputError, match="does not predict X: KeyError: 'no such thing'"):
        xpxlc.to_model(fitted(Raising()), TABLE.to_numpy(dtype=float))
    mixed = TABLE.set_axis(["age", 1], axis=1)
    with pytest.raises(xpxlc.InputError, match="no column 'income', which the estimator was fitted on"):
        xpxlc.to_model(LogisticRegression().fit(TABLE, TARGET), mixed)
    with pytest.raises(xpxlc.InputError, match="does not predict X: TypeError"):  # scikit-learn's own
        xpxlc.to_model(fitted(), mixed)


@pytest.mark.parametrize(
    ("cells", "words"),
    [
        ([[1], [2]], "column 'x': expected numbers, texts or truth values, got a list"),
        ([{}, {}], "got a dict"),
        ([10**400, 1], "column 'x': expected finite numbers"),
    ],
)
def test_cells_that_are_neither_numbers_nor_categories_are_told(cells: list[object], words: str) -> None:
    column = pd.DataFrame({"x": pd.Series(cells, dtype=object), "y": [1.0, 2.0]})
    with pytest.raises(xpxlc.InputError, match=words):
        xpxlc.to_model(fitted(), column)


def test_rows_of_different_lengths_are_told() -> None:
    with pytest.raises(xpxlc.InputError, match="X: expected a table"):
        xpxlc.to_model(fitted(), [[1.0, 2.0], [3.0]])
