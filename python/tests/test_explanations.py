"""Adapters of SHAP, Anchor and LIME: what they refuse. With the real packages they are tested in experiments/python."""

from __future__ import annotations

import doctest
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from xpxlc import InputError, explanations
from xpxlc.explanations import from_anchor, from_lime, from_shap


def shap_values(shape: tuple[int, ...], **more: Any) -> Any:
    return SimpleNamespace(values=np.ones(shape), feature_names=["a", "b", "c"], output_names=["no", "yes"], **more)


def refusal(records: Iterator[Any]) -> str:
    with pytest.raises(InputError) as caught:
        list(records)
    return str(caught.value)


def test_the_example_in_the_documentation() -> None:
    assert doctest.testmod(explanations).failed == 0


def test_a_single_row_of_shap_with_several_outputs() -> None:
    assert len(list(from_shap(shap_values((3, 2)), output="yes"))) == 1
    assert [record["row"] for record in from_shap(shap_values((2, 3)))] == [0, 1]


def test_shap_that_does_not_say_which_output() -> None:
    assert "2 outputs" in refusal(from_shap(shap_values((4, 3, 2))))
    assert "no output 'maybe'" in refusal(from_shap(shap_values((4, 3, 2)), output="maybe"))
    assert "below 2" in refusal(from_shap(shap_values((4, 3, 2)), output=[0, 1]))
    assert "below 2" in refusal(from_shap(shap_values((4, 3, 2)), output=2))
    assert "one output only" in refusal(from_shap(shap_values((4, 3)), output=0))


def test_shap_whose_features_are_not_known() -> None:
    unnamed = SimpleNamespace(values=np.ones((4, 3)), feature_names=None)
    assert "feature_names" in refusal(from_shap(unnamed))
    assert "2 features expected" in refusal(from_shap(unnamed, feature_names=["a", "b"]))
    broken = SimpleNamespace(values=np.array([[np.nan]]), feature_names=["a"])
    assert "weight of 'a' is nan" in refusal(from_shap(broken))


def test_row_numbers_that_do_not_fit() -> None:
    assert "4 explanations, but 1 row numbers" in refusal(from_shap(shap_values((4, 3)), rows=[0]))


def test_rules_and_weights_about_unknown_features() -> None:
    rule = SimpleNamespace(features=lambda: [3], precision=lambda: 1.0, coverage=lambda: 1.0)
    assert "feature 3" in refusal(from_anchor(rule, ["a", "b", "c"]))
    weights = SimpleNamespace(local_exp={0: [(0, 0.5)], 1: [(0, -0.5)]})
    assert "say which" in refusal(from_lime(weights, ["a"]))
    assert "not 2" in refusal(from_lime(weights, ["a"], labels=2))
    assert next(from_lime([weights], ["a"], labels=[1]))["weights"] == {"a": -0.5}
