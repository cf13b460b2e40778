"""What has no exact additive form is refused with the step and the reason; nothing is approximated."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from cases import NUMBERS, TEXTS, classes, numbers, people, split
from sklearn.calibration import CalibratedClassifierCV
from sklearn.decomposition import PCA
from sklearn.ensemble import RandomForestClassifier
from sklearn.impute import KNNImputer, SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import FixedThresholdClassifier
from sklearn.naive_bayes import MultinomialNB
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import (
    FunctionTransformer,
    MinMaxScaler,
    Normalizer,
    OneHotEncoder,
    PolynomialFeatures,
    PowerTransformer,
    QuantileTransformer,
    SplineTransformer,
    StandardScaler,
)

import xpxlc

TABLE = people(400, 3)
TARGET = classes(TABLE, 2, 3)


def refusal(estimator: Any, columns: list[str], bounds: Any = None) -> str:
    table = TABLE[columns]
    with pytest.raises(xpxlc.UnsupportedError) as caught:
        xpxlc.to_model(estimator.fit(table, TARGET), table, bounds=bounds)
    return str(caught.value)


def after(step: Any, name: str = "step") -> Pipeline:
    return Pipeline([(name, step), ("model", LogisticRegression(max_iter=500))])


def test_a_product_of_two_columns_is_named() -> None:
    message = refusal(after(PolynomialFeatures(2), "poly"), ["age", "income"])
    assert message == "step 'poly' (PolynomialFeatures): column 'age income' is a product of two columns"


def test_a_product_without_a_weight_is_no_obstacle() -> None:
    columns = ["age", "income"]
    estimator = after(PolynomialFeatures(2, include_bias=False)).fit(TABLE[columns], TARGET)
    estimator[-1].coef_[0, 3] = 0.0  # age · income
    model = xpxlc.to_model(estimator, TABLE[columns])
    assert [shapes[1]["kind"] for shapes in model.to_dict()["shapes"]] == ["quadratic", "quadratic"]


@pytest.mark.parametrize(
    "step",
    [
        PowerTransformer(),
        QuantileTransformer(n_quantiles=20),
        SplineTransformer(n_knots=3),
        FunctionTransformer(np.log1p),
    ],
    ids=lambda step: type(step).__name__,
)
def test_a_bent_function_of_a_real_number_is_refused_with_the_way_out(step: Any) -> None:
    message = refusal(after(step), ["income"])
    assert message.startswith(f"step 'step' ({type(step).__name__}): ")
    assert "'income'" in message
    assert "whole numbers" in message


def test_a_function_of_ones_own_cannot_be_looked_into() -> None:
    def mine(x: Any) -> Any:
        return x

    assert "'mine' cannot be looked into" in refusal(after(FunctionTransformer(mine)), ["age"])


def test_clipping_inside_the_bounds_is_refused_and_outside_not() -> None:
    estimator = after(MinMaxScaler(clip=True), "scale")
    assert "step 'scale' (MinMaxScaler): clip bends column 'income'" in refusal(
        estimator, ["income"], {"income": (-100.0, 1000.0)}
    )
    assert xpxlc.to_model(estimator, TABLE[["income"]]).kind == "linear"


@pytest.mark.parametrize("step", [PCA(2), Normalizer(), KNNImputer()], ids=lambda step: type(step).__name__)
def test_steps_that_mix_columns_are_refused(step: Any) -> None:
    message = refusal(make_pipeline(SimpleImputer(), step, LogisticRegression()), NUMBERS)
    assert f"({type(step).__name__}): this transformer is not known to keep each column apart" in message


def test_an_indicator_beside_a_straight_line_is_refused() -> None:
    message = refusal(after(SimpleImputer(add_indicator=True)), ["age", "rate"])
    assert message.startswith("column 'rate': a missing number has a weight of its own")


def test_an_indicator_beside_a_line_of_whole_numbers_becomes_steps() -> None:
    table = TABLE[["visits", "income"]].copy()
    table["visits"] = table["visits"].astype(float).where(np.arange(len(table)) % 7 != 0)
    model = xpxlc.to_model(after(SimpleImputer(add_indicator=True)).fit(table, TARGET), table)
    visits = model.to_dict()["features"][0]
    assert (visits["kind"], visits["missing"]) == ("integer", True)
    assert "missing" in model.to_dict()["shapes"][0][1]


def test_other_classifiers_are_refused() -> None:
    assert refusal(RandomForestClassifier(5), ["age"]).startswith(
        "RandomForestClassifier: not a classifier whose scores"
    )


def test_several_calibrated_folds_are_refused() -> None:
    message = refusal(CalibratedClassifierCV(LogisticRegression(), cv=3, ensemble=True), ["age"])
    assert message.startswith("CalibratedClassifierCV: 3 calibrated classifiers are averaged")


def test_isotonic_calibration_of_three_classes_is_refused() -> None:
    estimator = CalibratedClassifierCV(LogisticRegression(), method="isotonic", ensemble=False, cv=3)
    with pytest.raises(xpxlc.UnsupportedError, match="isotonic calibration of 3 classes"):
        xpxlc.to_model(estimator.fit(TABLE[["age"]], classes(TABLE, 3, 3)), TABLE[["age"]])


def test_a_threshold_that_decides_everything_is_refused() -> None:
    estimator = FixedThresholdClassifier(LogisticRegression(), threshold=0.0, pos_label="yes")
    assert "one class is never predicted" in refusal(estimator, ["age"])


def test_logarithms_of_zero_are_refused() -> None:
    estimator = make_pipeline(split(("cat", OneHotEncoder(), ["job"])), MultinomialNB(alpha=0.0, force_alpha=True))
    table = TABLE[["job"]]
    target = np.where(TABLE["job"] == "nurse", "yes", "no")
    with pytest.raises(xpxlc.UnsupportedError, match="train with smoothing"):
        xpxlc.to_model(estimator.fit(table, target), table)


def test_bins_beside_a_line_of_the_same_real_number_are_refused() -> None:
    from sklearn.pipeline import FeatureUnion
    from sklearn.preprocessing import KBinsDiscretizer

    both = FeatureUnion([("line", StandardScaler()), ("bins", KBinsDiscretizer(3))])
    assert "bins beside a straight line" in refusal(after(both), ["income"])
    assert xpxlc.to_model(after(both).fit(TABLE[["age"]], TARGET), TABLE[["age"]]).fidelity.agreeing == 400


def test_wrong_input_is_said_in_a_sentence() -> None:
    estimator = after(StandardScaler()).fit(TABLE[["age", "income"]], TARGET)
    for X, options, words in [
        (TABLE[["age"]], {}, "no column 'income', which the estimator was fitted on"),
        (TABLE[["age"]].to_numpy(), {}, "fitted on 2 columns, got 1"),
        (TABLE[["age", "income"]][:0], {}, "at least one row"),
        (TABLE[["age", "income"]], {"bounds": {"agee": (0, 1)}}, "no column 'agee'"),
        (TABLE[["age", "income"]], {"bounds": {"age": (30, 40)}}, "beyond"),
        (TABLE[["age", "income"]], {"feature_names": ["a"]}, "expected 2 names"),
        (TABLE[["age", "income"]], {"feature_names": ["a", "a"]}, "different names"),
        (TABLE["age"].to_numpy(), {}, "rows and columns"),
    ]:
        with pytest.raises(xpxlc.InputError, match=words):
            xpxlc.to_model(estimator, X, **options)


def test_an_estimator_that_is_not_fitted_or_refuses_the_rows_is_said_so() -> None:
    with pytest.raises(xpxlc.InputError, match="not fitted"):
        xpxlc.to_model(LogisticRegression(), TABLE[["age"]])
    with pytest.raises(xpxlc.InputError, match="NaN"):
        xpxlc.to_model(
            LogisticRegression().fit(TABLE[["income"]], TARGET), TABLE[["rate"]].rename(columns={"rate": "income"})
        )
    with pytest.raises(xpxlc.InputError, match="expected a fitted classifier"):
        xpxlc.to_model(StandardScaler().fit(TABLE[["age"]]), TABLE[["age"]])


def test_a_translation_that_predicts_otherwise_is_never_handed_out() -> None:
    class Liar(LogisticRegression):
        def predict(self, X: Any) -> Any:
            return self.classes_[1 - np.searchsorted(self.classes_, super().predict(X))]

    Liar.__module__, Liar.__name__ = "sklearn.linear_model", "LogisticRegression"
    estimator = Liar().fit(TABLE[["age"]], TARGET)
    with pytest.raises(xpxlc.FidelityError, match="predicted otherwise"):
        xpxlc.to_model(estimator, TABLE[["age"]])


def test_texts_that_only_an_encoder_knows_belong_to_the_model() -> None:
    estimator = after(split(("cat", OneHotEncoder(), TEXTS), ("num", numbers(), NUMBERS))).fit(TABLE, TARGET)
    few = TABLE[TABLE["job"] == "clerk"]
    values = next(f["values"] for f in xpxlc.to_model(estimator, few).to_dict()["features"] if f["name"] == "job")
    assert values == ["clerk", "cook", "driver", "nurse", "pilot", "études"]
