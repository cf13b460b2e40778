"""Live objects of shap, anchor-exp and lime become the lines that ``xpxlc check --grade`` reads."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import shap
from anchor.anchor_tabular import AnchorTabularExplainer
from lime.lime_tabular import LimeTabularExplainer
from sklearn.linear_model import LogisticRegression
from xpxlc.explanations import from_anchor, from_lime, from_shap, save

NAMES = ["age", "income", "job"]


@pytest.fixture(scope="module")
def fitted() -> tuple[Any, Any]:
    """Numbers and a category of three values; the class follows income."""
    rng = np.random.default_rng(1)
    X = np.column_stack([rng.uniform(18, 90, 300), rng.uniform(0, 100, 300), rng.integers(0, 3, 300)])
    return LogisticRegression().fit(X, X[:, 1] + 5 * X[:, 2] > 55), X


def test_shap_of_several_outputs(fitted: Any) -> None:
    model, X = fitted
    found = shap.PermutationExplainer(model.predict_proba, X[:30], feature_names=NAMES)(X[:4])
    assert found.values.shape == (4, 3, 2)
    predicted = model.predict(X[:4]).astype(int)
    records = list(from_shap(found, output=predicted, rows=[5, 6, 7, 8]))
    assert [record["row"] for record in records] == [5, 6, 7, 8]
    for i, record in enumerate(records):
        assert record["weights"] == dict(zip(NAMES, found.values[i, :, predicted[i]].tolist(), strict=True))
    assert next(from_shap(found[2], output=1))["weights"] == dict(
        zip(NAMES, found.values[2, :, 1].tolist(), strict=True)
    )


def test_shap_of_one_output_and_of_one_hot_columns(fitted: Any) -> None:
    model, X = fitted
    encoded = np.column_stack([X[:, :2], X[:, 2:] == np.arange(3)]).astype(float)
    columns = ["age", "income", "job_a", "job_b", "job_c"]
    linear = LogisticRegression().fit(encoded, model.predict(X))
    found = shap.LinearExplainer(linear, encoded, feature_names=columns)(encoded[:2])
    folded = list(from_shap(found, columns=dict.fromkeys(columns[2:], "job")))
    for i, record in enumerate(folded):
        assert list(record["weights"]) == NAMES
        assert record["weights"]["job"] == pytest.approx(found.values[i, 2:].sum())
    assert next(from_shap(found[0]))["weights"]["age"] == found.values[0, 0]


def test_anchor_with_both_ends_of_an_interval(fitted: Any) -> None:
    model, X = fitted
    explainer = AnchorTabularExplainer(["no", "yes"], NAMES, X, {2: ["a", "b", "c"]})
    np.random.seed(2)
    found = [explainer.explain_instance(row, model.predict, threshold=0.95) for row in X[:6]]
    records = list(from_anchor(found, explainer.feature_names))
    for record, one in zip(records, found, strict=True):
        assert set(record["features"]) == {NAMES[i] for i in one.features()}
        assert len(record["features"]) == len(set(record["features"]))
        assert (record["precision"], record["coverage"]) == (one.precision(), one.coverage())
    assert "income" in records[0]["features"]


def test_lime(fitted: Any, tmp_path: Path) -> None:
    model, X = fitted
    explainer = LimeTabularExplainer(
        X, feature_names=NAMES, categorical_features=[2], categorical_names={2: ["a", "b", "c"]}, random_state=1
    )
    found = [explainer.explain_instance(row, model.predict_proba, labels=(0, 1), num_features=2) for row in X[:2]]
    records = list(from_lime(found, NAMES, labels=[1, 0]))
    for record, one, label in zip(records, found, (1, 0), strict=True):
        assert record["weights"] == {NAMES[i]: float(w) for i, w in one.as_map()[label]}
    save(records, tmp_path / "lime.ndjson")
    lines = (tmp_path / "lime.ndjson").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line) for line in lines] == records
