"""The same value is the same category, however pandas, polars or a file writes it."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder

import xpxlc
from xpxlc.same_value import plain_spelling, same_values

TRUTH: dict[str, int | None] = {"True": 1, "true": 1, "TRUE": 1, "1": 1, "1.0": 1, "False": 0, "0": 0, "0.00": 0}
TRUTH |= dict.fromkeys(["01", "yes", "2"])


@pytest.mark.parametrize(
    ("names", "means"),
    [
        (["False", "True"], TRUTH),
        (["0", "1"], TRUTH),
        (["0.0", "1.0", "not known"], TRUTH),
        (["0", "1", "2"], {"1.0": 1, "2.0": 2, "true": None}),
        (["17", "18.5"], {"17.0": 0, "18.50": 1, "017": None}),
        (["1", "1.0"], {"1": 0, "1.0": 1, "1.00": None, "true": None}),
        (["True", "1"], {"True": 0, "TRUE": 0, "1.0": 1, "0": None}),
    ],
)
def test_a_text_means_the_name_itself_or_the_only_one_with_its_value(
    names: list[str], means: dict[str, int | None]
) -> None:
    others = same_values(names)

    def place(text: str) -> float | None:
        return float(names.index(text)) if text in names else others.get(plain_spelling(text) or "")

    assert {text: place(text) for text in means} == means


@pytest.mark.parametrize(
    "cells", [[True, False], [1, 0], [1.0, 0.0], ["True", "False"], ["TRUE", "false"], ["1.0", "0"]], ids=str
)
def test_a_model_file_of_truth_values_predicts_whatever_the_type_of_the_column(cells: list[Any]) -> None:
    X = pd.DataFrame({"flag": [True, False] * 10, "code": pd.Categorical([17, 18, 17, 17] * 5)})
    estimator = make_pipeline(OneHotEncoder(), LogisticRegression()).fit(X, [1, 0] * 10)
    model = xpxlc.Explainer(xpxlc.to_model(estimator, X).to_dict())
    for codes in ([17, 18], [17.0, 18.0], ["17", "18.0"]):
        assert list(model.predict(pd.DataFrame({"flag": cells, "code": codes})).predicted) == ["1", "0"]
