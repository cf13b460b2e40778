"""Every family behind every transformer predicts as scikit-learn does, on thousands of rows it has not seen."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from cases import all_cases, make, people

import xpxlc
from xpxlc import evaluate


@pytest.mark.parametrize(("family", "preparation", "count"), all_cases(), ids=lambda value: str(value))
def test_predicts_like_the_estimator(family: str, preparation: str, count: int) -> None:
    estimator = make(family, preparation, count)
    known = people(800, 1)
    fresh = people(3000, 2)
    bounds = {"income": (0.0, 300.0), "age": (0.0, 120.0)}
    if "clip" in preparation or preparation in ("minmax", "curves-then-bins"):
        # clipping is straight only between the numbers it was fitted on
        bounds = {}
        for name in ("age", "income", "rate"):
            fresh[name] = fresh[name].clip(known[name].min(), known[name].max())
    if (
        preparation in ("maxabs-unknown", "unknown", "infrequent", "robust-ordinal", "target")
        and family != "CategoricalNB"
    ):
        fresh.loc[::50, "job"] = "astronaut"
    if family == "GaussianNB" and preparation == "powers":
        with pytest.raises(xpxlc.UnsupportedError, match=r"income|power above the second"):
            xpxlc.to_model(estimator, known)
        return
    model = xpxlc.to_model(estimator, pd.concat([known, fresh]), bounds=bounds)
    assert model.fidelity.rows == 3800
    assert len(model.fidelity.differing) <= min(38, model.fidelity.near_ties)
    again = model.predict(fresh) == estimator.predict(fresh)
    assert np.all(again | model.near_ties(fresh))


@pytest.mark.parametrize(("family", "preparation", "count"), all_cases(), ids=lambda value: str(value))
def test_has_the_probabilities_of_the_estimator_or_none(family: str, preparation: str, count: int) -> None:
    estimator = make(family, preparation, count)
    known = people(800, 1)
    try:
        model = xpxlc.to_model(estimator, known)
    except xpxlc.UnsupportedError:
        pytest.skip("not additive")
    document = model.to_dict()
    bayes = {"categorical", "bernoulli", "multinomial", "gaussian"}
    link = "softmax" if document["kind"].removesuffix("-naive-bayes") in bayes else document.get("link")
    if link is None:
        return
    form = evaluate.to_form(document)
    scores, _ = evaluate._float_scores(form, evaluate.encode(document, known, model.columns, model.reader).values, len(known))
    # a threshold is in the score of the second class, but not in the probability
    scores = scores + np.array([0, document.get("threshold", 0)] if len(model.classes) == 2 else 0)
    if link == "softmax":
        parts = np.exp(scores - scores.max(axis=1, keepdims=True))
    else:
        parts = 1 / (1 + np.exp(-scores))
    np.testing.assert_allclose(parts / parts.sum(axis=1, keepdims=True), estimator.predict_proba(known), atol=1e-9)
