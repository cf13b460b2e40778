"""Pipelines put together at random: each predicts as scikit-learn does, or is refused with the step and the reason."""

from __future__ import annotations

import random
import warnings
from typing import Any

import numpy as np
import pytest
from cases import LINEAR, NUMBERS, TEXTS, WHOLE, classes, people
from sklearn.compose import ColumnTransformer
from sklearn.impute import SimpleImputer
from sklearn.pipeline import FeatureUnion, Pipeline, make_pipeline
from sklearn.preprocessing import (
    Binarizer,
    FunctionTransformer,
    KBinsDiscretizer,
    MaxAbsScaler,
    MinMaxScaler,
    OneHotEncoder,
    OrdinalEncoder,
    PolynomialFeatures,
    PowerTransformer,
    QuantileTransformer,
    RobustScaler,
    SplineTransformer,
    StandardScaler,
    TargetEncoder,
)

import xpxlc


def number_step(rng: random.Random) -> Any:
    return rng.choice(
        [
            lambda: StandardScaler(with_mean=rng.random() < 0.8),
            lambda: MinMaxScaler(clip=rng.random() < 0.3, feature_range=rng.choice([(0, 1), (-2, 3)])),
            lambda: MaxAbsScaler(),
            lambda: RobustScaler(with_centering=rng.random() < 0.7),
            lambda: KBinsDiscretizer(rng.randint(2, 6), encode="ordinal", strategy=rng.choice(["uniform", "quantile"])),
            lambda: KBinsDiscretizer(rng.randint(2, 6), encode="onehot-dense", strategy="uniform"),
            lambda: Binarizer(threshold=rng.choice([0.0, 0.5, 3.0])),
            lambda: FunctionTransformer(rng.choice([None, np.negative, np.cbrt, np.arctan, np.square, np.abs])),
            lambda: PowerTransformer(),
            lambda: QuantileTransformer(n_quantiles=10),
            lambda: PolynomialFeatures(2, include_bias=rng.random() < 0.5, interaction_only=rng.random() < 0.3),
            lambda: SplineTransformer(n_knots=3, degree=rng.choice([0, 2]) or 1),
            lambda: FeatureUnion([("a", number_step(rng)), ("b", StandardScaler())]),
        ]
    )()


def text_step(rng: random.Random) -> Any:
    return rng.choice(
        [
            lambda: OneHotEncoder(
                sparse_output=False,
                drop=rng.choice([None, "first", "if_binary"]),
                handle_unknown=rng.choice(["error", "ignore", "infrequent_if_exist"]),
                min_frequency=rng.choice([None, 0.1]),
            ),
            lambda: make_pipeline(OrdinalEncoder(encoded_missing_value=-1), number_step(rng)),
            lambda: make_pipeline(TargetEncoder(), number_step(rng)),
            lambda: make_pipeline(
                OrdinalEncoder(), SimpleImputer(strategy="most_frequent"), OneHotEncoder(sparse_output=False)
            ),
        ]
    )()


def random_pipeline(seed: int) -> Any:
    """A fitted pipeline; None where scikit-learn itself does not take what came out."""
    rng = random.Random(seed)
    parts: list[tuple[str, Any, list[str]]] = []
    for j, name in enumerate(rng.sample([*NUMBERS, *WHOLE, *TEXTS, "member"], rng.randint(2, 6))):
        step = text_step(rng) if name in TEXTS else None
        if step is None:
            chain = [number_step(rng) for _ in range(rng.randint(0, 2))]
            fill = SimpleImputer(strategy=rng.choice(["mean", "median", "constant"]), add_indicator=rng.random() < 0.2)
            chain.insert(rng.choice([0, 0, len(chain)]), fill)
            step = text_step(rng) if name in WHOLE and rng.random() < 0.3 else make_pipeline(*chain)
        parts.append((f"part{j}", step, [name]))
    steps: list[tuple[str, Any]] = [("split", ColumnTransformer(parts, sparse_threshold=0))]
    if rng.random() < 0.4:
        steps.append(("again", rng.choice([StandardScaler(), MaxAbsScaler(), MinMaxScaler()])))
    table = people(300, seed)
    family = rng.choice(sorted(LINEAR))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return Pipeline([*steps, ("model", LINEAR[family]())]).fit(table, classes(table, rng.choice([2, 3]), seed))
        except (ValueError, AttributeError, TypeError):
            return None


@pytest.mark.parametrize("block", range(10))
def test_is_translated_exactly_or_refused(block: int) -> None:
    done = 0
    for seed in range(100 * block, 100 * block + 15):
        estimator = random_pipeline(seed)
        if estimator is None:
            continue
        try:
            model = xpxlc.to_model(estimator, people(300, seed))
        except xpxlc.UnsupportedError as error:
            assert str(error).startswith(("step '", "column '"))
            continue
        done += 1
        assert model.fidelity.agreeing + len(model.fidelity.differing) == 300
    assert done >= 2
