"""Pipelines put together at random, with every encoder, imputer and kind of table: what the Explainer says of them is true in themselves.

2,000 rows a run, with a fixed seed. XPXLC_TRUTH_ROWS=20000 asks about more, XPXLC_TRUTH_SEED=7 about others.
"""

from __future__ import annotations

import os
import random
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from cases import LINEAR, NUMBERS, TEXTS, WHOLE, classes, people
from sklearn.compose import ColumnTransformer
from sklearn.impute import MissingIndicator, SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import CategoricalNB
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
from truth import Questions, Tally, hold_classes, predicted

import xpxlc

ROWS = int(os.environ.get("XPXLC_TRUTH_ROWS", "2000"))
SEED = int(os.environ.get("XPXLC_TRUTH_SEED", "1"))
BLOCKS = 10
#: Rows that are asked about of each pipeline.
OF_EACH = 20


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


def encoder(rng: random.Random) -> Any:
    return rng.choice(
        [
            lambda: OneHotEncoder(
                sparse_output=False,
                drop=rng.choice([None, "first", "if_binary"]),
                handle_unknown=rng.choice(["error", "ignore", "ignore", "infrequent_if_exist"]),
                min_frequency=rng.choice([None, 0.1]),
            ),
            lambda: OrdinalEncoder(encoded_missing_value=-1),
            lambda: OrdinalEncoder(handle_unknown="use_encoded_value", unknown_value=-1, encoded_missing_value=rng.choice([-1, -2, 9])),
            lambda: TargetEncoder(),
        ]
    )()


def text_step(rng: random.Random, gap: Any) -> Any:
    """An encoder of categories, with or without what fills those that are missing in the table's way."""
    fill = rng.choice(
        [
            lambda: None,
            lambda: None,
            lambda: SimpleImputer(strategy="most_frequent", missing_values=gap),
            lambda: SimpleImputer(strategy="constant", fill_value="?", missing_values=gap, add_indicator=rng.random() < 0.2),
            lambda: SimpleImputer(strategy="constant", fill_value="clerk"),
        ]
    )()
    steps = [] if fill is None else [fill]
    last = encoder(rng)
    if not isinstance(last, OneHotEncoder) and rng.random() < 0.5:
        return make_pipeline(*steps, last, number_step(rng))
    if fill is None and rng.random() < 0.15:
        return FeatureUnion([("gap", MissingIndicator(features="all", missing_values=gap)), ("known", last)])
    return make_pipeline(*steps, last)


Change = Callable[[pd.DataFrame], Any]


def _gaps(table: pd.DataFrame, gap: Any) -> pd.DataFrame:
    home = [gap if cell is None else cell for cell in table["home"]]
    return table.assign(home=pd.Series(home, dtype=object, index=table.index))


def _both(table: pd.DataFrame) -> pd.DataFrame:
    home = [cell if cell is not None else (None, np.nan)[r % 2] for r, cell in enumerate(table["home"])]
    return table.assign(home=pd.Series(home, dtype=object, index=table.index))


def _polars(table: pd.DataFrame) -> pl.DataFrame:
    return pl.DataFrame({name: [None if cell is None or cell != cell else cell for cell in table[name].tolist()] for name in table})


#: Kinds of tables that pipelines are fitted on and asked about, and how a missing text is in them.
KINDS: dict[str, tuple[Change, Any]] = {
    "objects with None": (lambda table: table, None),
    "objects with NaN": (lambda table: _gaps(table, np.nan), np.nan),
    "objects with both": (_both, np.nan),
    "objects with NA": (lambda table: _gaps(table, pd.NA), pd.NA),
    "str": (lambda table: table.astype({"job": "str", "home": "str"}), np.nan),
    "nullable": (lambda table: table.convert_dtypes(), pd.NA),
    "categories": (lambda table: table.astype({"job": "category", "home": "category", "grade": "category"}), np.nan),
    "polars": (_polars, None),
    "polars categories": (lambda table: _polars(table).with_columns(pl.col("job", "home").cast(pl.Categorical)), None),
    "array": (lambda table: table.to_numpy(dtype=object), None),
    "array with NaN": (lambda table: _gaps(table, np.nan).to_numpy(dtype=object), np.nan),
}


def random_pipeline(seed: int, kind: str, table: pd.DataFrame) -> Any:
    """A fitted pipeline; None where scikit-learn itself does not take what came out."""
    rng = random.Random(seed)
    change, gap = KINDS[kind]
    known = list(table.columns)
    parts: list[tuple[str, Any, list[Any]]] = []
    for j, name in enumerate(rng.sample([*NUMBERS, *WHOLE, *TEXTS, "member"], rng.randint(2, 6))):
        step = text_step(rng, gap) if name in TEXTS else None
        if step is None:
            chain = [number_step(rng) for _ in range(rng.randint(0, 2))]
            strategy = rng.choice(["mean", "median", "most_frequent", "constant"])
            chain.insert(rng.choice([0, 0, len(chain)]), SimpleImputer(strategy=strategy, add_indicator=rng.random() < 0.2))
            coded = name in (*WHOLE, "member") and rng.random() < 0.4
            step = encoder(rng) if coded else make_pipeline(*chain)
        parts.append((f"part{j}", step, [known.index(name) if kind.startswith("array") else name]))
    steps: list[tuple[str, Any]] = [("split", ColumnTransformer(parts, sparse_threshold=0))]
    if rng.random() < 0.4:
        steps.append(("again", rng.choice([StandardScaler(), MaxAbsScaler(), MinMaxScaler()])))
    cheap = sorted(set(LINEAR) - {"LogisticRegression-l1", "GridSearch"})
    last = LINEAR[rng.choice(cheap)]() if rng.random() < 0.9 else CategoricalNB(min_categories=40)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return Pipeline([*steps, ("model", last)]).fit(change(table), classes(table, rng.choice([2, 3]), seed))
        except (ValueError, AttributeError, TypeError, IndexError):
            return None


def odd_rows(rng: random.Random, fresh: pd.DataFrame, gaps: list[Any]) -> pd.DataFrame:
    """With cells that are missing in other ways, or unseen."""
    odd = fresh.copy()
    for name in TEXTS:
        cells = odd[name].tolist()
        for r in rng.sample(range(len(cells)), 5):
            cells[r] = rng.choice([*gaps, "astronaut"])
        odd[name] = pd.Series(cells, dtype=object, index=odd.index)
    return odd


def askable(kind: str) -> list[str]:
    """Tables that may come to a pipeline that was fitted on this kind."""
    return [other for other in KINDS if other.startswith("array") == kind.startswith("array") and other != "categories"]


def hold(tally: Tally, seed: int) -> int:
    """Everything about one pipeline; how many rows were asked about."""
    rng = random.Random(seed)
    kind = rng.choice(list(KINDS))
    table = people(300, seed)
    estimator = random_pipeline(seed, kind, table)
    if estimator is None:
        return 0
    change, _ = KINDS[kind]
    few = rng.choice([1, 2, 5, 50, 300])
    X = change(table.iloc[:few])
    spans = {name: (float(table[name].min()), float(table[name].max())) for name in (*NUMBERS, *WHOLE)}
    try:
        if few == 300 or rng.random() < 0.4 or kind.startswith("array"):
            explainer = xpxlc.Explainer(estimator, X)
        else:  # a small table, and bounds of its own
            numeric = [name for name in spans if table[name].iloc[:few].notna().any() and kind != "categories"]
            explainer = xpxlc.Explainer(estimator, X, bounds={name: spans[name] for name in numeric})
    except xpxlc.UnsupportedError as error:
        assert str(error).startswith(("step '", "column '")), error
        return 0
    except xpxlc.InputError as error:  # a number beyond what a step takes, say
        assert str(error).startswith(("the estimator itself does not predict X", "column '")), error
        return 0
    tally.tried["pipelines"] += 1
    fresh = people(OF_EACH, seed + 1)
    for name, (low, high) in spans.items():
        fresh[name] = fresh[name].clip(low, high)
    own = pd.concat([table.iloc[:few], fresh]).iloc[: max(OF_EACH, min(few, 5) + OF_EACH - 5)].reset_index(drop=True)
    asked = change(own)
    hold_classes(tally, estimator, explainer, asked, predicted(estimator, asked), "own")
    questions = Questions(estimator, explainer, asked, seed)
    questions.about(asked)
    questions.hold(tally)
    for other in rng.sample(askable(kind), 2):
        gaps = [None, np.nan, pd.NA] if other.startswith(("objects", "array")) else [None]
        given = KINDS[other][0](odd_rows(rng, own, gaps))
        if isinstance(given, pd.DataFrame) and hasattr(estimator, "feature_names_in_"):
            given = given[rng.sample(list(given), len(given.columns))].assign(extra="x")
        if isinstance(given, pl.DataFrame):
            given = given.select(rng.sample(given.columns, len(given.columns))).with_columns(extra=pl.lit("x"))
        hold_classes(tally, estimator, explainer, given, predicted(estimator, given), "another table")
    if not kind.startswith("array"):
        records = own.to_dict("records")
        hold_classes(tally, estimator, explainer, records, predicted(estimator, pd.DataFrame(records, dtype=object)), "dictionaries")
    return len(own)


@pytest.mark.parametrize("block", range(BLOCKS))
def test_what_is_said_is_true_in_the_pipeline_itself(block: int) -> None:
    tally = Tally()
    rows = 0
    seed = 1_000_000 * SEED + 10_000 * block
    while rows < ROWS / BLOCKS:
        seed += 1
        rows += hold(tally, seed)
    print({"rows": rows, **tally.tried})
    assert not tally.wrong, "\n".join(tally.wrong[:20])
    assert tally.tried["pipelines"] >= 3
    for what in ("own: class", "another table: class", "completion", "worst completion", "literal dropped", "contrast"):
        assert tally.tried[what] >= 10, what


def test_a_model_that_says_otherwise_is_seen() -> None:
    """The harness itself: an estimator that changes after it was explained is found out in every way."""
    table = people(300, 1)
    X = table[["age", "visits"]]
    estimator = LogisticRegression().fit(X, classes(table, 2, 1))
    explainer = xpxlc.Explainer(estimator, X)
    estimator.coef_ = -estimator.coef_
    estimator.intercept_ = -estimator.intercept_
    tally = Tally()
    hold_classes(tally, estimator, explainer, X, predicted(estimator, X), "own")
    questions = Questions(estimator, explainer, X, 1)
    questions.about(X.iloc[:20])
    questions.hold(tally)
    for what in ("own: class", "completion", "worst completion", "literal dropped", "contrast"):
        wrong = sum(said.startswith(what) for said in tally.wrong)
        assert wrong > tally.tried[what] / 2, what
