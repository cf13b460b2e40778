"""Columns in another order, more of them, or of other types: as ``predict`` has it, or refused; and a few rows of X are no proof."""

from __future__ import annotations

import datetime
import os
import random
import warnings
from decimal import Decimal
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from cases import classes, numbers, people, split
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, KBinsDiscretizer, OneHotEncoder, OrdinalEncoder, StandardScaler, TargetEncoder
from truth import predicted

import xpxlc

TABLE = people(400, 8)
TARGET = classes(TABLE, 3, 8)
TABLES = 40 if int(os.environ.get("XPXLC_TRUTH_ROWS", "2000")) <= 2000 else 200


def pipeline(X: Any = TABLE, y: Any = TARGET) -> Any:
    steps = split(
        ("num", numbers(StandardScaler()), ["age", "income", "rate"]),
        ("cat", OneHotEncoder(handle_unknown="ignore"), ["job", "home", "grade"]),
    )
    return make_pipeline(steps, LogisticRegression(C=5, max_iter=200)).fit(X, y)


def test_columns_in_any_order_are_those_of_the_pipeline() -> None:
    """With five rows of X, 2 of 200 permuted tables gave another model, and 7.6 % of other rows another class."""
    rng = random.Random(5)
    estimator = pipeline()
    for seed in range(TABLES):
        names = rng.sample(list(TABLE), len(TABLE.columns))
        X = TABLE[names].assign(more=1).iloc[rng.sample(range(400), 5)]
        bounds = {name: (float(TABLE[name].min()), float(TABLE[name].max())) for name in ("age", "income", "rate", "grade")}
        explainer = xpxlc.Explainer(estimator, X, bounds={n: b for n, b in bounds.items() if X[n].notna().any()})
        other = people(50, seed)[rng.sample(names, len(names))]
        for name, (low, high) in bounds.items():
            other[name] = other[name].clip(low, high)
        found = explainer.predict(other.assign(last="x"))
        wrong = [r for r, label in enumerate(estimator.predict(other)) if found.predicted[r] != label and not found.doubtful[r]]
        assert wrong == [], found.errors


@pytest.mark.parametrize("change", [lambda X: X, lambda X: pl.from_pandas(X)], ids=["pandas", "polars"])
def test_a_model_is_the_same_whatever_the_order_of_X(change: Any) -> None:
    X = TABLE.drop(columns="home").assign(home=TABLE["home"].fillna("none"))
    estimator = pipeline(change(X[list(TABLE)]))
    wanted = xpxlc.to_model(estimator, change(X[list(TABLE)])).to_dict()
    turned = change(X[X.columns[::-1]].assign(extra=0.5))
    assert xpxlc.to_model(estimator, turned).to_dict() == wanted
    renamed = [f"{name}!" for name in turned.columns]
    names = [feature["name"] for feature in xpxlc.to_model(estimator, turned, feature_names=renamed).to_dict()["features"]]
    assert names == [f"{feature['name']}!" for feature in wanted["features"]]


def test_a_column_that_is_not_there_is_named_and_another_suggested() -> None:
    estimator = pipeline()
    X = TABLE.rename(columns={"income": "Income"})
    with pytest.raises(xpxlc.InputError, match=r"X: no column 'income', which the estimator was fitted on \(did you mean 'Income'\?\)"):
        xpxlc.Explainer(estimator, X)
    with pytest.raises(xpxlc.InputError, match=r"X: no column 'income'; the model needs .* \(did you mean 'Income'\?\)"):
        xpxlc.Explainer(estimator, TABLE).predict(X)


def test_an_estimator_without_names_takes_columns_by_their_places() -> None:
    X = TABLE[["age", "income", "visits"]]
    estimator = LogisticRegression(max_iter=500).fit(X.to_numpy(dtype=float), TARGET)
    explainer = xpxlc.Explainer(estimator, X)
    assert explainer.predict(X).predicted.tolist() == estimator.predict(X.to_numpy()).tolist()
    assert explainer.predict(X.to_dict("records")[:3]).predicted.tolist() == estimator.predict(X.to_numpy()[:3]).tolist()
    for turned in (X[X.columns[::-1]], pl.from_pandas(X[X.columns[::-1]])):
        with pytest.raises(xpxlc.InputError, match="fitted without names, so it takes columns by their places; expected them in this order: age, income"):
            explainer.predict(turned)


def test_an_array_has_the_names_that_the_estimator_was_fitted_with() -> None:
    X = TABLE[["age", "income"]]
    estimator = make_pipeline(StandardScaler(), LogisticRegression()).fit(X, TARGET)
    explainer = xpxlc.Explainer(estimator, X.to_numpy())
    assert explainer.feature_names == ("age", "income")
    assert explainer.predict(X[["income", "age"]]).predicted.tolist() == estimator.predict(X).tolist()


@pytest.mark.parametrize(
    "told",
    [
        lambda X: X["job"] == "pilot",
        lambda X: X["home"].isna(),
        lambda X: ~X["job"].isin(["clerk", "nurse", "driver", "cook", "études", "pilot"]),
        lambda X: X["income"] > 100,
        lambda X: (X["age"] == 80) & X["rate"].notna(),
    ],
    ids=["a category", "a missing cell", "an unseen category", "between the bounds", "an end"],
)
def test_a_translation_that_is_wrong_elsewhere_is_seen_with_one_row_of_X(told: Any) -> None:
    """An estimator that predicts otherwise where X has no rows."""

    class Elsewhere(LogisticRegression):
        asked: pd.DataFrame

        def predict(self, X: Any) -> Any:
            found = super().predict(X)
            return np.where(told(type(self).asked), self.classes_[(np.searchsorted(self.classes_, found) + 1) % 3], found)

    class Noting(type(split())):  # type: ignore[misc]
        def transform(self, X: Any) -> Any:
            Elsewhere.asked = X
            return super().transform(X)

    Elsewhere.__module__, Elsewhere.__name__ = "sklearn.linear_model", "LogisticRegression"
    Noting.__module__, Noting.__name__ = "sklearn.compose", "ColumnTransformer"
    plain = pipeline()
    estimator = make_pipeline(Noting(plain[0].transformers), Elsewhere(C=5, max_iter=200)).fit(TABLE, TARGET)
    row = TABLE[(TABLE["job"] == "clerk") & TABLE["home"].notna() & TABLE["rate"].notna() & (TABLE["age"] < 40)].iloc[[0]]
    bounds: Any = {"age": (18, 80), "income": (1, 250), "rate": (0, 1)}
    assert xpxlc.to_model(plain, row, bounds=bounds).fidelity.rows == 1
    with pytest.raises(xpxlc.FidelityError, match=r"a row of our own is predicted otherwise: .* of \{'age': "):
        xpxlc.to_model(estimator, row, bounds=bounds)


# -- types ---------------------------------------------------------------------------------------------------------------------------


def series(cells: list[Any], dtype: Any) -> pd.DataFrame:
    return pd.DataFrame({"c": pd.Series(cells, dtype=dtype)})


FITTED: dict[str, pd.DataFrame | pl.DataFrame | np.ndarray[Any, Any]] = {
    "text": series(["0", "1", "2", "True"] * 20, "str"),
    "bool": series([True, False] * 40, bool),
    "int64": series([0, 1, 2, 3] * 20, "int64"),
    "float64": series([0.0, 1.0, 0.1, 2.5] * 20, "float64"),
    "boolean": series([True, False] * 40, "boolean"),
    "Int64": series([0, 1, 2, 3] * 20, "Int64"),
    "category of int64": series([0, 1, 2, 3] * 20, pd.CategoricalDtype([0, 1, 2, 3, 9])),
    "category of texts": series(["0", "1", "2", "True"] * 20, pd.CategoricalDtype(["0", "1", "2", "True", "not used"])),
    "objects, bool": series([True, False] * 40, object),
    "polars": pl.DataFrame({"c": [0, 1, 2, 3] * 20}),
    "polars Boolean": pl.DataFrame({"c": [True, False] * 40}),
    "array of texts": np.array(["0", "1", "2", "True"] * 20)[:, None],
}
ASKED: dict[str, Any] = {
    **FITTED,
    "text of truth": series(["True", "true", "1", "1.0", "3", "TRUE "], "str"),
    "objects, text of truth": series(["True", "true", "1", "1.0", "3"], object),
    "objects, int": series([1, 0, 3], object),
    "objects, float": series([1.0, 0.1, 3.0], object),
    "objects, mixed": series([1, "1", True, 1.0, "True", 2.5], object),
    "objects, numpy": series([np.str_("1"), np.int64(1), np.float64(0.1), np.bool_(True)], object),
    "objects, Decimal": series([Decimal(1), Decimal("0.1"), Decimal("2.5")], object),
    "objects, others": series([(1,), b"1", datetime.date(2020, 1, 1), 1 + 0j], object),
    "datetime": series(pd.to_datetime(["2020-01-01", "2020-01-02"]), None),
    "float32": series([1.0, 0.1, 2.5], "float32"),
    "float16": series([1.0, 0.1, 2.5], "float16"),
    "int8": series([1, 0, 3], "int8"),
    "Float64": series([1.0, 0.1], "Float64"),
    "category of floats": series([1.0, 0.1], "category"),
    "category of bool": series([True, False], "category"),
    "polars text": pl.DataFrame({"c": ["True", "1"]}),
    "polars Float32": pl.DataFrame({"c": pl.Series([1.0, 0.1], dtype=pl.Float32)}),
    "polars Date": pl.DataFrame({"c": [datetime.date(2020, 1, 1)]}),
    "array of float32": np.array([[1.0], [0.1]], np.float32),
    "array of objects": np.array([["1"], [1], [True], [0.1]], object),
}


def frames(X: Any) -> bool:
    return not isinstance(X, np.ndarray)


@pytest.mark.parametrize("own", FITTED)
@pytest.mark.parametrize(
    "step",
    [
        lambda: OneHotEncoder(handle_unknown="ignore", sparse_output=False),
        lambda: OrdinalEncoder(handle_unknown="use_encoded_value", unknown_value=-1),
        lambda: TargetEncoder(random_state=1),
        lambda: OneHotEncoder(sparse_output=False),
    ],
    ids=["one-hot, ignoring", "ordinal, unknown", "target", "one-hot"],
)
def test_a_value_of_another_type_is_what_it_is_to_the_pipeline_or_refused(step: Any, own: str) -> None:
    X = FITTED[own]
    cells = X[:, 0].tolist() if isinstance(X, np.ndarray) else list(X["c"])
    y = [int(cell in (1, 3, "1", "True")) for cell in cells]
    estimator = make_pipeline(step(), LogisticRegression(C=50)).fit(X, y)
    explainer = xpxlc.Explainer(estimator, X)
    compared = 0
    for name, table in ASKED.items():
        if frames(table) != frames(X):
            continue
        asked = table[:6]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            theirs = predicted(estimator, asked)
        try:
            ours = list(explainer.predict(asked).predicted)
        except xpxlc.InputError as error:
            assert "float" in str(error)
            continue
        for cell, mine, label in zip(list(asked[:, 0] if isinstance(asked, np.ndarray) else asked["c"]), ours, theirs, strict=True):
            assert mine is None or label is None or mine == label, (own, name, cell, mine, label)
            compared += mine is not None and label is not None
    assert compared >= 6
    if own in ("bool", "boolean"):
        for text in ("True", "true", "1"):
            [error] = explainer.predict(series([text], "str")).errors
            assert error.code == "unknown-category"
            assert error.message.endswith(f"expected numbers or truth values, got {text!r} (str)")


@pytest.mark.parametrize("gaps", [False, True], ids=["no gaps", "a missing number is one of its own"])
def test_what_is_no_number_is_refused_and_never_taken_for_a_missing_one(gaps: bool) -> None:
    X = series([1.0, 2.0, 3.0, np.nan if gaps else 4.0] * 20, float)
    first = OneHotEncoder(handle_unknown="ignore") if gaps else KBinsDiscretizer(3, encode="onehot-dense")
    estimator = make_pipeline(first, LogisticRegression(C=50)).fit(X, [0, 1, 1, 0] * 20)
    explainer = xpxlc.Explainer(estimator, X)
    for bad in ("much", "True", "true", "3", datetime.date(2020, 1, 1), (1,), b"3", 1j):
        for table in (series([bad], object), [{"c": bad}]):
            [error] = explainer.predict(table).errors
            assert error.code in ("not-finite", "unknown-category"), error
    for good in (True, 2, 2.0, np.int8(2)):
        assert explainer.predict([{"c": good}]).errors == ()


def test_a_copy_in_single_precision_is_refused() -> None:
    """At a bound its numbers lie beyond it; behind a scaler they fall on the other side of a cut."""
    X = TABLE[["income", "age"]]
    estimator = make_pipeline(StandardScaler(), KBinsDiscretizer(5, encode="onehot-dense"), LogisticRegression()).fit(X, TARGET)
    explainer = xpxlc.Explainer(estimator, X)
    for copy in (X.astype({"income": "float32"}), X.astype({"income": "float16"}), X.astype({"income": "Float32"}), pl.from_pandas(X).cast(pl.Float32)):
        with pytest.raises(xpxlc.InputError, match=r"column 'income' is float(32|16), .* expected float64, as it was fitted with"):
            explainer.predict(copy)
    assert explainer.predict(X.astype({"age": "int8"})).predicted.tolist() == estimator.predict(X).tolist()


def test_a_pipeline_in_single_precision_is_explained_in_it() -> None:
    X = TABLE[["income", "age"]].to_numpy(dtype=np.float32)
    estimator = make_pipeline(StandardScaler(), LogisticRegression()).fit(X, TARGET)
    explainer = xpxlc.Explainer(estimator, X)
    assert explainer.model is not None
    assert explainer.model.to_dict()["arithmetic"] == "single"
    found = explainer.predict(X)
    assert all(found.doubtful[r] or found.predicted[r] == label for r, label in enumerate(estimator.predict(X)))


def test_contrasts_have_cells_as_the_pipeline_takes_them() -> None:
    """A truth value is no text, and a missing category is missing as the pipeline was fitted with."""
    X = TABLE[["member", "home", "grade"]].assign(home=TABLE["home"].astype("str"))
    y = np.where(X["home"].isna(), "a", np.where(X["member"], "b", "c"))
    split_ = split(("cat", OneHotEncoder(handle_unknown="ignore"), ["member", "home", "grade"]))
    estimator = make_pipeline(split_, LogisticRegression(C=50)).fit(X, y)
    seen = set()
    for target in ("a", "b", "c"):
        for row in xpxlc.Explainer(estimator, X).contrasts(X.iloc[:30], target=target):
            for one in row:
                change = one.counterfactual
                assert change is not None
                case = pd.DataFrame([change.case]).astype(X.dtypes.to_dict())
                assert estimator.predict(case)[0] == change.predicted == target
                seen |= {type(value) for value in change.changes.values()}
    assert seen >= {bool, float, str}


@pytest.mark.parametrize("dtype", ["bool", "boolean", "int8", "uint8", "int16", "float32"])
def test_functions_of_numpy_in_narrow_types_are_refused(dtype: str) -> None:
    """The arc tangent of truth values is computed in half precision: a contrast was wrong by that."""
    X = TABLE[["member", "income"]].astype({"member": dtype})
    steps = split(("bent", FunctionTransformer(np.arctan), ["member"]), ("num", StandardScaler(), ["income"]))
    estimator = make_pipeline(steps, LogisticRegression()).fit(X, TARGET)
    with pytest.raises(xpxlc.UnsupportedError, match=r"numpy.arctan of column 'member' is computed in (bool|u?int\d+|float32); give it as float64 or int64"):
        xpxlc.Explainer(estimator, X)
    wide = X.astype({"member": "int64"})
    explainer = xpxlc.Explainer(estimator.fit(wide, TARGET), wide)
    assert explainer.predict(wide).predicted.tolist() == estimator.predict(wide).tolist()
    with pytest.raises(xpxlc.InputError, match="column 'member' is .*, in which the pipeline computes otherwise"):
        explainer.predict(X)
