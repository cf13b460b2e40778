"""Names of coded values, units and names of classes, for estimators: in words; answers have the codes of the table."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pandas as pd
import pytest
from sklearn.compose import make_column_transformer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler

import xpxlc

RANDOM = np.random.default_rng(4)
X = pd.DataFrame(
    {
        "age": RANDOM.integers(18, 80, 300),
        "sex": RANDOM.integers(0, 2, 300),
        "region": RANDOM.integers(1, 4, 300),
        "late": RANDOM.integers(0, 5, 300),
    }
)
Y = (X.age / 20 + X.sex - 0.9 * X.late + 1.5 * (X.region == 2) + RANDOM.normal(0, 0.3, 300) > 2).astype(int)
COLUMNS = make_column_transformer((StandardScaler(), ["age", "sex"]), (OneHotEncoder(), ["region", "late"]))
PIPELINE = make_pipeline(COLUMNS, LogisticRegression()).fit(X, Y)
DETAILS: dict[str, Any] = {
    "values": {"sex": {0: "female", 1: "male"}, "region": {1: "north, inner", 2: "south", 3: "west"}},
    "units": {"age": "years"},
    "classes": ["refuse", "grant"],
}
NAMED = xpxlc.Explainer(PIPELINE, X, details=DETAILS)
PLAIN = xpxlc.Explainer(PIPELINE, X)


def test_words_have_names_and_answers_have_codes() -> None:
    assert NAMED.predict(X).predicted.tolist() == PIPELINE.predict(X).tolist()
    assert NAMED.model is not None and NAMED.model.predict(X).tolist() == PIPELINE.predict(X).tolist()
    for row, (_, case) in zip(NAMED.explain(X, kind="both"), X.iterrows(), strict=True):
        for one in row:
            assert ("THEN grant" if row.predicted == 1 else "THEN refuse") in one.rule or one.kind == "cxp"
            for condition, literal in zip(one.conditions, one.literals, strict=True):
                if condition.feature == "sex" and one.kind == "axp":
                    assert condition.values == (case.sex,) and literal == f"sex = {['female', 'male'][case.sex]}"
                if condition.feature == "region" and one.kind == "axp":
                    assert condition.values == (case.region,) and DETAILS["values"]["region"][case.region] in literal
            if one.counterfactual is not None:
                changed = pd.DataFrame([one.counterfactual.case])
                assert PIPELINE.predict(changed)[0] == one.counterfactual.predicted != row.predicted


def test_explanations_are_those_without_names() -> None:
    assert NAMED.smallest(X).size.tolist() == PLAIN.smallest(X).size.tolist()
    assert NAMED.predict(X).margin.tolist() == pytest.approx(PLAIN.predict(X).margin.tolist())


def test_whole_numbers_behind_one_hot_read_as_what_they_are() -> None:
    literals = {text for row in PLAIN.explain(X, limit="all") for one in row for text in one.literals if text.startswith("late")}
    assert literals == {f"late = {number}" for number in range(5)}


def test_questions_take_codes_and_names() -> None:
    one = X.iloc[[0]]
    told = [NAMED.explain(one, within={"region": values})[0] for values in ([1, 2, 3], ["south", "west", "north, inner"])]
    assert told[0] == told[1] and told[0].given == ()
    own, other = int(one.region.iloc[0]), int(one.region.iloc[0]) % 3 + 1
    [given] = NAMED.explain(one, within={"region": [own, other]})[0].given
    assert given.startswith("region in {") and ('"north, inner"' in given) == (1 in (own, other))
    assert [str(row) for row in NAMED.contrasts(one, target="grant")] == [str(row) for row in NAMED.contrasts(one, target=1)]
    check = NAMED.check(one, [["age"]])[0]
    if check.counterexample is not None:
        assert PIPELINE.predict(pd.DataFrame([check.counterexample.case]))[0] == check.counterexample.predicted


def test_names_travel() -> None:
    again = pickle.loads(pickle.dumps(NAMED))
    assert [str(row) for row in again.explain(X.head(20), kind="both")] == [str(row) for row in NAMED.explain(X.head(20), kind="both")]


def test_values_that_are_named_belong_to_the_domain() -> None:
    few = X[X.region != 3]
    domain = xpxlc.Explainer(PIPELINE, few, details=DETAILS).explain(few.head(1))[0].domain
    assert domain["region"]["values"] == ["north, inner", "south", "west"]


def test_a_model_takes_units_and_classes() -> None:
    model = xpxlc.to_model(PIPELINE, X)
    told = xpxlc.Explainer(model, details={"units": {"age": "years"}, "classes": {1: "grant"}})
    assert told.description.classes == ("0", "grant") and told.classes == (0, 1)
    assert "years" in told.explain(X.head(1))[0].domain_text
    with pytest.raises(xpxlc.InputError, match="give them to to_model"):
        xpxlc.Explainer(model, details=DETAILS)
    assert xpxlc.Explainer(xpxlc.to_model(PIPELINE, X, details=DETAILS)).explain(X.head(1)) == NAMED.explain(X.head(1))


@pytest.mark.parametrize(
    ("details", "words"),
    [
        ({"value": {}}, "did you mean 'values'"),
        ({"units": {"agee": "y"}}, "no column 'agee'.*did you mean 'age'"),
        ({"units": {"age": "y"}, "values": {"age": {18: "young"}}}, "'age' is no number"),
        ({"classes": ["a"]}, "expected 2 different names"),
        ({"classes": {7: "a"}}, "the estimator has 0, 1, not 7"),
        ({"values": {"sex": ["a"]}}, "a different name for each value"),
        ({"values": {"sex": {0: "a", 1: "a"}}}, "a different name for each value"),
        ({"values": ["sex"]}, "expected a mapping by column"),
    ],
)
def test_wrong_details_are_said(details: Any, words: str) -> None:
    with pytest.raises(xpxlc.InputError, match=words):
        xpxlc.Explainer(PIPELINE, X, details=details)
