"""Invented tables, and every family behind a representative set of transformers. Also used to make the fixtures."""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import sklearn
from sklearn.calibration import CalibratedClassifierCV
from sklearn.compose import ColumnTransformer
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.feature_selection import SelectFromModel, SelectKBest, SelectPercentile, VarianceThreshold, chi2
from sklearn.impute import MissingIndicator, SimpleImputer
from sklearn.linear_model import (
    LogisticRegression,
    PassiveAggressiveClassifier,
    Perceptron,
    RidgeClassifier,
    SGDClassifier,
)
from sklearn.model_selection import FixedThresholdClassifier, GridSearchCV, TunedThresholdClassifierCV
from sklearn.multiclass import OneVsRestClassifier
from sklearn.naive_bayes import BernoulliNB, CategoricalNB, ComplementNB, GaussianNB, MultinomialNB
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
from sklearn.svm import LinearSVC

NUMBERS = ["age", "income", "rate"]
WHOLE = ["visits", "grade"]
TEXTS = ["job", "home"]
JOBS = ["clerk", "nurse", "driver", "cook", "études", "pilot"]


def people(rows: int, seed: int) -> pd.DataFrame:
    """An invented table: whole numbers, real ones, texts and truth values; `rate` and `home` have gaps."""
    rng = np.random.default_rng(seed)
    age = rng.integers(18, 81, rows)
    income = np.round(np.exp(rng.normal(3.3, 0.6, rows)), 1).clip(1, 250)
    rate = np.where(rng.random(rows) < 0.1, np.nan, np.round(rng.beta(2, 3, rows), 3))
    job = rng.choice(JOBS, rows, p=[0.4, 0.25, 0.2, 0.1, 0.03, 0.02])
    home = rng.choice(np.array(["rent", "own", "family", None], dtype=object), rows, p=[0.45, 0.3, 0.15, 0.1])
    return pd.DataFrame(
        {
            "age": age,
            "income": income,
            "rate": rate,
            "visits": rng.poisson(2.0, rows).clip(0, 9),
            "grade": rng.integers(1, 6, rows),
            "job": pd.Series(job).astype(object),
            "home": pd.Series(home, dtype=object),
            "member": rng.random(rows) < 0.4,
        }
    )


def classes(table: pd.DataFrame, count: int, seed: int) -> np.ndarray[Any, Any]:
    """Two or three classes that follow a noisy score."""
    rng = np.random.default_rng(seed)
    score = (
        0.03 * (table["age"] - 45)
        + 0.03 * (table["income"] - 30)
        - 2 * table["rate"].fillna(0.7)
        + 0.3 * table["visits"]
        - 0.25 * table["grade"]
        + 0.9 * (table["job"] == "nurse")
        - 0.8 * (table["home"] == "rent")
        + 0.5 * table["member"]
        + rng.normal(0, 0.8, len(table))
    ).to_numpy()
    names = np.array(["no", "yes"] if count == 2 else ["low", "middle", "top"], dtype=object)
    return names[np.searchsorted(np.quantile(score, np.linspace(0, 1, count + 1)[1:-1]), score)]


def split(*steps: tuple[str, Any, list[str]], remainder: Any = "drop") -> ColumnTransformer:
    return ColumnTransformer(list(steps), remainder=remainder)


def texts(**options: Any) -> Pipeline:
    return Pipeline(
        [("fill", SimpleImputer(missing_values=None, strategy="most_frequent")), ("hot", OneHotEncoder(**options))]
    )


def numbers(*steps: Any, strategy: str = "median") -> Pipeline:
    return make_pipeline(SimpleImputer(strategy=strategy), *steps)


#: Any sign: for linear models, Gaussian and Bernoulli naive Bayes.
GENERAL: dict[str, Callable[[], Any]] = {
    "standard": lambda: split(
        ("num", numbers(StandardScaler()), NUMBERS), ("cat", texts(), TEXTS), remainder="passthrough"
    ),
    "minmax-clip": lambda: split(
        ("num", numbers(MinMaxScaler(clip=True)), NUMBERS),
        ("cat", texts(drop="first"), TEXTS),
        ("grade", OneHotEncoder(), ["grade"]),
    ),
    "maxabs-unknown": lambda: split(
        ("num", numbers(MaxAbsScaler(), strategy="mean"), NUMBERS),
        ("cat", OneHotEncoder(handle_unknown="ignore", drop="if_binary"), [*TEXTS, "member", "grade"]),
    ),
    "robust-ordinal": lambda: split(
        ("num", numbers(RobustScaler()), NUMBERS + WHOLE),
        ("cat", OrdinalEncoder(handle_unknown="use_encoded_value", unknown_value=-1, encoded_missing_value=-2), TEXTS),
    ),
    "bins": lambda: split(
        ("age", KBinsDiscretizer(5, encode="onehot", strategy="uniform"), ["age"]),
        ("income", KBinsDiscretizer(6, encode="onehot-dense", strategy="quantile"), ["income"]),
        ("rate", numbers(KBinsDiscretizer(4, encode="ordinal", strategy="kmeans")), ["rate"]),
        ("cat", texts(), TEXTS),
    ),
    "scaled-bins": lambda: split(
        ("num", numbers(StandardScaler(), KBinsDiscretizer(4, encode="onehot-dense"), strategy="mean"), NUMBERS),
        ("flag", make_pipeline(MinMaxScaler(), Binarizer(threshold=0.4)), ["visits"]),
    ),
    "target": lambda: split(("num", numbers(StandardScaler()), NUMBERS), ("cat", TargetEncoder(), [*TEXTS, "grade"])),
    "infrequent": lambda: split(
        ("cat", OneHotEncoder(min_frequency=0.08, handle_unknown="infrequent_if_exist"), TEXTS),
        ("few", OneHotEncoder(max_categories=3, handle_unknown="infrequent_if_exist"), ["grade"]),
        ("num", numbers(), NUMBERS),
    ),
    "indicator-bins": lambda: split(
        (
            "rate",
            FeatureUnion(
                [
                    ("gap", MissingIndicator(features="all")),
                    ("bins", numbers(KBinsDiscretizer(3, encode="onehot-dense", strategy="uniform"))),
                ]
            ),
            ["rate"],
        ),
        ("home", OneHotEncoder(), ["home"]),
        ("member", "passthrough", ["member"]),
    ),
    "powers": lambda: split(
        ("age", make_pipeline(StandardScaler(), PolynomialFeatures(2, include_bias=False)), ["age"]),
        ("income", PolynomialFeatures(2), ["income"]),
        ("cat", texts(), TEXTS),
    ),
    "curves-of-whole": lambda: split(
        ("power", make_pipeline(PowerTransformer(), StandardScaler()), ["age"]),
        ("log", FunctionTransformer(np.log1p), ["visits"]),
        ("spline", SplineTransformer(n_knots=4, degree=3), ["grade"]),
        ("cat", texts(), TEXTS),
    ),
    "curves-then-bins": lambda: split(
        ("power", make_pipeline(PowerTransformer(), KBinsDiscretizer(4, encode="onehot-dense")), ["income"]),
        ("quantile", make_pipeline(QuantileTransformer(n_quantiles=50), Binarizer(threshold=0.3)), ["age"]),
        ("log", make_pipeline(FunctionTransformer(np.log), KBinsDiscretizer(3, strategy="uniform")), ["income"]),
    ),
    "selected": lambda: Pipeline(
        [
            ("split", split(("num", numbers(StandardScaler()), NUMBERS), ("cat", texts(sparse_output=False), TEXTS))),
            ("still", VarianceThreshold(0.01)),
            ("percent", SelectPercentile(percentile=90)),
            ("best", SelectKBest(k=7)),
            ("from", SelectFromModel(LogisticRegression(), threshold=-np.inf, max_features=6)),
        ]
    ),
    "scaled-then-filled": lambda: split(
        ("num", make_pipeline(StandardScaler(), SimpleImputer(strategy="constant", fill_value=0.25)), NUMBERS),
        ("whole", "passthrough", WHOLE),
    ),
    "nested": lambda: Pipeline(
        [
            (
                "outer",
                split(
                    (
                        "inner",
                        Pipeline(
                            [
                                ("fill", SimpleImputer(strategy="mean")),
                                (
                                    "again",
                                    ColumnTransformer([("s", StandardScaler(), [0, 2])], remainder=MinMaxScaler()),
                                ),
                            ]
                        ),
                        NUMBERS,
                    ),
                    (
                        "codes",
                        make_pipeline(
                            SimpleImputer(missing_values=None, strategy="constant", fill_value="?"),
                            OrdinalEncoder(),
                            OneHotEncoder(),
                        ),
                        TEXTS,
                    ),
                    remainder="passthrough",
                ),
            ),
            ("last", MaxAbsScaler()),
        ]
    ),
}

#: Nothing negative: for multinomial and complement naive Bayes.
NONNEGATIVE: dict[str, Callable[[], Any]] = {
    "raw": lambda: split(("whole", "passthrough", ["age", *WHOLE])),
    "minmax": lambda: split(("num", numbers(MinMaxScaler(clip=True)), NUMBERS), ("cat", texts(), TEXTS)),
    "bins": lambda: split(
        ("num", numbers(KBinsDiscretizer(4, encode="onehot-dense")), NUMBERS), ("whole", MaxAbsScaler(), WHOLE)
    ),
    "chosen": lambda: make_pipeline(
        split(("cat", texts(sparse_output=False), TEXTS), ("whole", "passthrough", WHOLE)), SelectKBest(chi2, k=6)
    ),
    "unknown": lambda: split(("cat", OneHotEncoder(handle_unknown="ignore"), [*TEXTS, "member"]), remainder="drop"),
}

#: Codes from 0: for categorical naive Bayes.
CODES: dict[str, Callable[[], Any]] = {
    "ordinal": lambda: split(("cat", OrdinalEncoder(), [*TEXTS, "member"])),
    "bins": lambda: split(
        ("num", numbers(KBinsDiscretizer(4, encode="ordinal")), NUMBERS),
        ("cat", OrdinalEncoder(), ["job"]),
        ("whole", "passthrough", ["visits"]),
    ),
    "infrequent": lambda: split(
        ("cat", OrdinalEncoder(min_frequency=0.08), TEXTS), ("grade", OrdinalEncoder(), ["grade"])
    ),
}

Estimator = Callable[[], Any]

LINEAR: dict[str, Estimator] = {
    "LogisticRegression": lambda: LogisticRegression(max_iter=300),
    "LogisticRegression-l1": lambda: LogisticRegression(l1_ratio=1.0, C=0.05, solver="saga", max_iter=300),
    "LinearSVC": lambda: LinearSVC(),
    "SGDClassifier": lambda: SGDClassifier(random_state=1),
    "Perceptron": lambda: Perceptron(random_state=1),
    "PassiveAggressiveClassifier": lambda: PassiveAggressiveClassifier(random_state=1),
    "RidgeClassifier": lambda: RidgeClassifier(),
    "LinearDiscriminantAnalysis": lambda: LinearDiscriminantAnalysis(),
    "OneVsRest": lambda: OneVsRestClassifier(LogisticRegression(max_iter=300)),
    "Calibrated-sigmoid": lambda: CalibratedClassifierCV(LinearSVC(), ensemble=False, cv=3),
    "Calibrated-temperature": lambda: CalibratedClassifierCV(
        LogisticRegression(max_iter=300), method="temperature", ensemble=False, cv=3
    ),
    "GridSearch": lambda: GridSearchCV(LogisticRegression(max_iter=200), {"C": [0.1, 1.0]}, cv=2),
    "GaussianNB": lambda: GaussianNB(),
    "BernoulliNB": lambda: BernoulliNB(binarize=0.5),
}

if tuple(map(int, sklearn.__version__.split(".")[:2])) < (1, 8):
    del LINEAR["Calibrated-temperature"]

#: Two classes only.
BINARY: dict[str, Estimator] = {
    "FixedThreshold": lambda: FixedThresholdClassifier(
        LogisticRegression(max_iter=300), threshold=0.7, pos_label="yes"
    ),
    "FixedThreshold-first": lambda: FixedThresholdClassifier(
        LogisticRegression(max_iter=300), threshold=0.6, pos_label="no"
    ),
    "FixedThreshold-decision": lambda: FixedThresholdClassifier(LinearSVC(), threshold=-0.3, pos_label="yes"),
    "TunedThreshold": lambda: TunedThresholdClassifierCV(LogisticRegression(max_iter=200), cv=2, thresholds=9),
    "FixedThreshold-GaussianNB": lambda: FixedThresholdClassifier(GaussianNB(), threshold=0.8, pos_label="yes"),
    "Calibrated-isotonic": lambda: CalibratedClassifierCV(LinearSVC(), method="isotonic", ensemble=False, cv=3),
    "Calibrated-GaussianNB": lambda: CalibratedClassifierCV(GaussianNB(), ensemble=False, cv=3),
}

POSITIVE: dict[str, Estimator] = {
    "MultinomialNB": lambda: MultinomialNB(),
    "ComplementNB": lambda: ComplementNB(),
    "ComplementNB-norm": lambda: ComplementNB(norm=True),
}


def all_cases() -> list[tuple[str, str, int]]:
    """Family, preparation, number of classes."""
    cases = [(f, p, k) for f in LINEAR for p in GENERAL for k in (2, 3)]
    cases += [(f, p, 2) for f in BINARY for p in ("standard", "bins", "target")]
    cases += [(f, p, k) for f in POSITIVE for p in NONNEGATIVE for k in (2, 3)]
    cases += [("CategoricalNB", p, k) for p in CODES for k in (2, 3)]
    return cases


@functools.cache
def make(family: str, preparation: str, count: int, *, rows: int = 800, seed: int = 1) -> Any:
    """A fitted pipeline; the same one for whoever asks again."""
    table = people(rows, seed)
    target = classes(table, count, seed)
    if family in POSITIVE:
        steps, last = NONNEGATIVE[preparation](), POSITIVE[family]()
    elif family == "CategoricalNB":
        steps, last = CODES[preparation](), CategoricalNB(min_categories=10 if preparation == "bins" else None)
    else:
        steps, last = GENERAL[preparation](), {**LINEAR, **BINARY}[family]()
    if isinstance(last, GaussianNB) or "GaussianNB" in family or family == "LinearDiscriminantAnalysis":
        _make_dense(steps)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return Pipeline([("prepare", steps), ("model", last)]).fit(table, target)


def _make_dense(steps: Any) -> None:
    """Gaussian naive Bayes and discriminant analysis take no sparse matrices."""
    for name in list(steps.get_params()):
        if name.endswith("sparse_threshold"):
            steps.set_params(**{name: 0})
        if name.endswith("sparse_output"):
            steps.set_params(**{name: False})
