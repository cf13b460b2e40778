"""The same model whatever brings the table, and what becomes of each kind of column."""

from __future__ import annotations

import doctest
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import joblib
import numpy as np
import pandas as pd
import polars as pl
import pytest
import sklearn
from cases import classes, make, numbers, people, split, texts
from scipy import sparse
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import BernoulliNB, CategoricalNB, GaussianNB, MultinomialNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import KBinsDiscretizer, OneHotEncoder, OrdinalEncoder, PolynomialFeatures, StandardScaler

import xpxlc

TABLE = people(500, 4)
TARGET = classes(TABLE, 2, 4)


@pytest.mark.skipif(
    tuple(map(int, sklearn.__version__.split(".")[:2])) < (1, 8),
    reason="this scikit-learn does not know polars 2 in column transformers"
)
def test_pandas_and_polars_give_the_same_model() -> None:
    steps = split(("num", numbers(StandardScaler()), ["age", "income", "rate"]), ("cat", texts(), ["job", "home"]))
    estimator = make_pipeline(steps, LogisticRegression()).fit(TABLE, TARGET)
    frame = pl.DataFrame(
        {name: [None if cell != cell else cell for cell in TABLE[name].tolist()] for name in TABLE.columns}
    )
    assert xpxlc.to_model(estimator, frame).to_dict() == xpxlc.to_model(estimator, TABLE).to_dict()
    fitted = make_pipeline(steps, LogisticRegression()).fit(frame, TARGET)
    assert xpxlc.to_model(fitted, frame).fidelity.agreeing == 500


def test_numpy_needs_names_or_gets_some() -> None:
    X = TABLE[["age", "income"]].to_numpy(dtype=float)
    estimator = LogisticRegression().fit(X, TARGET)
    assert xpxlc.to_model(estimator, X).feature_names == ["x0", "x1"]
    named = xpxlc.to_model(estimator, X, feature_names=["age", "income"])
    assert named.feature_names == ["age", "income"]
    assert list(named.predict(X)) == list(estimator.predict(X))


def test_object_arrays_lists_and_sparse_matrices() -> None:
    X = TABLE[["age", "job"]].to_numpy(dtype=object)
    estimator = make_pipeline(
        split(("s", StandardScaler(), [0]), ("o", OneHotEncoder(), [1])), LogisticRegression()
    ).fit(X, TARGET)
    kinds = [feature["kind"] for feature in xpxlc.to_model(estimator, X).to_dict()["features"]]
    assert kinds == ["integer", "categorical"]
    assert xpxlc.to_model(estimator, X.tolist()).to_dict() == xpxlc.to_model(estimator, X).to_dict()
    counts = sparse.csr_matrix(np.random.default_rng(1).poisson(0.3, (500, 6)))
    model = xpxlc.to_model(MultinomialNB().fit(counts, TARGET), counts)
    assert model.kind == "multinomial-naive-bayes"
    assert model.to_dict()["features"][0]["kind"] == "integer"


def test_single_precision_is_read_as_the_doubles_it_is() -> None:
    X = TABLE[["age", "income"]].to_numpy(dtype=np.float32)
    assert xpxlc.to_model(LogisticRegression().fit(X, TARGET), X).fidelity.agreeing == 500


def test_bounds_come_from_the_data_or_are_given_and_integers_stay_integers() -> None:
    X = TABLE[["age", "income"]]
    estimator = LogisticRegression().fit(X, TARGET)
    age, income = xpxlc.to_model(estimator, X, bounds={"income": (0, None)}).to_dict()["features"]
    assert age == {"name": "age", "kind": "integer", "lower": 18.0, "upper": 80.0}
    assert income == {"name": "income", "kind": "real", "lower": 0.0}


def test_bounds_may_be_wide_or_quantiles() -> None:
    X = TABLE[["age", "income"]].assign(balance=TABLE["income"] - TABLE["income"].median())
    estimator = LogisticRegression().fit(X, TARGET)

    def spans(**options: Any) -> list[tuple[float, float]]:
        features = xpxlc.to_model(estimator, X, **options).to_dict()["features"]
        return [(feature["lower"], feature["upper"]) for feature in features]

    data = [(float(X[name].min()), float(X[name].max())) for name in X]
    assert spans() == spans(bounds="data") == data
    age, income, balance = spans(bounds="wide")
    assert age == (0, 80 + 62)  # never negative, so it stays so
    assert income[0] == 0
    assert balance == pytest.approx((data[2][0] - (data[2][1] - data[2][0]), data[2][1] + (data[2][1] - data[2][0])))
    assert spans(bounds={"age": "wide"}) == [age, data[1], data[2]]
    inner = xpxlc.to_model(estimator, X, bounds=(0.05, 0.95))
    for feature in inner.to_dict()["features"]:
        numbers = X[feature["name"]]
        assert feature["lower"] in set(numbers)
        assert feature["upper"] in set(numbers)
        share = ((numbers >= feature["lower"]) & (numbers <= feature["upper"])).mean()
        assert 0.9 <= share < 1
    assert inner.fidelity.rows < len(X)
    assert inner.fidelity.agreeing == inner.fidelity.rows


@pytest.mark.parametrize("bounds", ["narrow", (0.9, 0.1), (0.1, 0.2, 0.3), {"age": "far"}, 7, {"height": (0, 1)}])
def test_other_bounds_are_refused(bounds: Any) -> None:
    X = TABLE[["age", "income"]]
    with pytest.raises(xpxlc.InputError, match="bounds"):
        xpxlc.to_model(LogisticRegression().fit(X, TARGET), X, bounds=bounds)


def test_classes_of_any_type_come_back_as_they_are() -> None:
    X = TABLE[["age", "income"]]
    for labels in (np.array([7, 3]), np.array([True, False]), np.array([2.0, 1.0])):
        estimator = LogisticRegression().fit(X, labels[(TARGET == "yes").astype(int)])
        model = xpxlc.to_model(estimator, X)
        assert model.predict(X).dtype == estimator.predict(X).dtype
        assert list(model.predict(X)) == list(estimator.predict(X))


def test_natural_kinds_are_kept_where_the_columns_are_raw() -> None:
    X = TABLE[["age", "income"]]
    assert xpxlc.to_model(GaussianNB().fit(X, TARGET), X).kind == "gaussian-naive-bayes"
    table = TABLE[["job", "home"]].fillna("none")
    model = xpxlc.to_model(make_pipeline(OrdinalEncoder(), CategoricalNB()).fit(table, TARGET), table)
    assert model.kind == "categorical-naive-bayes"
    flags = TABLE[["member"]].assign(late=TABLE["visits"] > 2)
    assert xpxlc.to_model(BernoulliNB().fit(flags, TARGET), flags).kind == "bernoulli-naive-bayes"
    whole = TABLE[["visits"]]
    binned = xpxlc.to_model(CategoricalNB().fit(whole, TARGET), whole).to_dict()
    assert binned["bins"][0]["cuts"][0] == 1.0


def test_numbers_that_are_categories() -> None:
    table = pd.DataFrame({"size": np.tile([0.5, 1.5, 4.0], 100), "rooms": np.tile([1, 2, 3, 4], 75)})
    target = np.where((table["size"] > 1) ^ (table["rooms"] == 3), "yes", "no")
    model = xpxlc.to_model(make_pipeline(OneHotEncoder(), LogisticRegression()).fit(table, target), table).to_dict()
    assert model["features"] == [
        {"name": "size", "kind": "categorical", "values": ["0.5", "1.5", "4.0"]},
        {"name": "rooms", "kind": "integer", "lower": 1.0, "upper": 4.0},
    ]
    assert model["shapes"][1][1]["cuts"] == [2.0, 3.0, 4.0]


def test_cuts_of_scaled_bins_decide_every_double_as_scikit_learn_does() -> None:
    X = TABLE[["income"]]
    estimator = make_pipeline(
        StandardScaler(), KBinsDiscretizer(5, encode="onehot-dense"), LogisticRegression(C=100)
    ).fit(X, TARGET)
    cuts = xpxlc.to_model(estimator, X).to_dict()["shapes"][0][1]["cuts"]
    bins = estimator[:-1]
    for cut in cuts:
        around = np.array([[np.nextafter(cut, -np.inf)], [cut], [np.nextafter(cut, np.inf)]])
        found = bins.transform(pd.DataFrame(around, columns=["income"])).argmax(axis=1)
        assert found[0] != found[2]


def test_an_imputed_category_stands_for_missing_cells() -> None:
    estimator = make_pipeline(split(("cat", texts(), ["home"])), LogisticRegression()).fit(TABLE, TARGET)
    home = xpxlc.to_model(estimator, TABLE).to_dict()["features"][0]
    assert home == {"name": "home", "kind": "categorical", "values": ["family", "own", "rent"], "missing": "rent"}


def test_missing_as_a_category_of_its_own() -> None:
    estimator = make_pipeline(split(("cat", OneHotEncoder(), ["home"])), LogisticRegression()).fit(TABLE, TARGET)
    home = xpxlc.to_model(estimator, TABLE).to_dict()["features"][0]
    assert (home["values"], home["missing"]) == (["family", "own", "rent", "missing"], "missing")


def test_notes_say_what_was_checked_rounded_and_changed() -> None:
    X = TABLE[["age", "income"]]
    assert "rounding" not in xpxlc.to_model(LogisticRegression().fit(X, TARGET), X).to_dict()["notes"]
    whole = TABLE[["visits"]].astype(float).where(np.arange(len(TABLE))[:, None] % 3 > 0)
    model = xpxlc.to_model(
        make_pipeline(SimpleImputer(), StandardScaler(), LogisticRegression()).fit(whole, TARGET), whole
    )
    notes = model.to_dict()["notes"]
    assert notes["checked"] == {"rows": 500, "agreeing": 500, "nearTies": 0}
    assert "nearest" in notes["rounding"]
    assert notes["remarks"][0].startswith("'visits' is no integer: a missing one counts as ")


def test_the_example_in_the_documentation_runs() -> None:
    assert doctest.testmod(sys.modules["xpxlc.to_model"]).failed == 0


def test_a_parabola_that_is_nearly_a_line_loses_no_digits() -> None:
    X = pd.DataFrame({"year": np.linspace(1990.0, 2020.0, 400)})
    estimator = make_pipeline(PolynomialFeatures(2, include_bias=False), LogisticRegression())
    estimator.fit(X, np.where(X["year"] > 2000, "new", "old"))
    estimator[-1].coef_ = np.array([[-1.0, 1e-14]])
    estimator[-1].intercept_ = np.array([2005.0])
    shape = xpxlc.to_model(estimator, X).to_dict()["shapes"][0][1]
    assert (shape["kind"], shape["center"], shape["quadratic"]) == ("quadratic", 2020.0, 1e-14)


def test_columns_that_are_dropped_are_no_features() -> None:
    estimator = make_pipeline(split(("num", "passthrough", ["age"])), LogisticRegression()).fit(TABLE, TARGET)
    assert xpxlc.to_model(estimator, TABLE).feature_names == ["age"]


def test_ties_go_to_the_first_class() -> None:
    X = np.array([[-1.0], [1.0], [0.0]])
    estimator = LogisticRegression(fit_intercept=False).fit(X[:2], ["a", "b"])
    model = xpxlc.to_model(estimator, X)
    assert list(model.predict(X)) == ["a", "b", "a"] == list(estimator.predict(X))


def test_save_writes_json_that_reads_back_as_the_same_numbers(tmp_path: Path) -> None:
    model = xpxlc.to_model(make("LogisticRegression", "powers", 3), people(500, 1))
    model.save(tmp_path / "model.json")
    assert json.loads((tmp_path / "model.json").read_text(encoding="utf-8")) == model.to_dict()
    assert "3 classes" in repr(model)


def run(*arguments: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "xpxlc", *map(str, arguments)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def test_the_shell_exports_a_saved_pipeline(tmp_path: Path) -> None:
    steps = split(("cat", OneHotEncoder(handle_unknown="ignore"), ["job", "member"]), remainder="passthrough")
    columns = ["age", "job", "member"]
    joblib.dump(make_pipeline(steps, LogisticRegression()).fit(TABLE[columns], TARGET), tmp_path / "p.joblib")
    table = TABLE.assign(decision=TARGET, member=TABLE["member"].map({True: "true", False: "false"}))
    table.to_csv(tmp_path / "t.csv", index=False)
    done = run("export", tmp_path / "p.joblib", tmp_path / "t.csv", "-o", tmp_path / "m.json", "--bounds", "age=0:120")
    assert done.returncode == 0, done.stderr
    assert "linear, 3 features, 2 classes; 500 of 500 rows predicted alike" in done.stderr
    model = json.loads((tmp_path / "m.json").read_text(encoding="utf-8"))
    assert model["features"][0] == {"name": "age", "kind": "integer", "lower": 0, "upper": 120}
    assert model["features"][2]["values"] == ["false", "true", "other"]
    assert json.loads(run("export", tmp_path / "p.joblib", tmp_path / "t.csv").stdout)["kind"] == "linear"


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        ([], 2, "required"),
        (["export", "none.joblib", "none.csv"], 3, "none.joblib"),
        (["export", "none.joblib", "none.csv", "--bounds", "age"], 2, "NAME=LOWER:UPPER"),
        (["export", "none.joblib", "none.csv", "--bounds", "wide", "--bounds", "age=0:1"], 2, "alone"),
        (["export", "none.joblib", "none.csv", "--bounds", "1%:99%"], 3, "none.joblib"),
    ],
)
def test_the_shell_says_what_is_wrong(arguments: list[str], code: int, words: str) -> None:
    done = run(*arguments)
    assert done.returncode == code
    assert words in done.stderr
