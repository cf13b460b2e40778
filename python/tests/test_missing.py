"""Missing is not one thing: every encoder and imputer, fitted on every kind of missing and asked with every kind, is held against ``predict``."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.compose import ColumnTransformer
from sklearn.impute import MissingIndicator, SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import FeatureUnion, Pipeline, make_pipeline
from sklearn.preprocessing import KBinsDiscretizer, OneHotEncoder, OrdinalEncoder, StandardScaler, TargetEncoder

import xpxlc

NAN = float("nan")
TEXTS = [*"aabzab", None, "b", "z", None] * 12
NUMBERS = [1, 2, 5, None, 3, 8, 2, 4, None, 7] * 12
X_OF = np.round(np.random.default_rng(1).normal(size=120), 3)

#: A column with None where a cell is missing → the cells of a kind of table.
KINDS: dict[str, Callable[[list[Any]], Any]] = {
    "objects, None": lambda cells: pd.Series(cells, dtype=object),
    "objects, NaN": lambda cells: pd.Series([NAN if cell is None else cell for cell in cells], dtype=object),
    "objects, NA": lambda cells: pd.Series([pd.NA if cell is None else cell for cell in cells], dtype=object),
    "objects, NaT": lambda cells: pd.Series([pd.NaT if cell is None else cell for cell in cells], dtype=object),
    "str": lambda cells: pd.Series(cells, dtype="str"),
    "string": lambda cells: pd.Series(cells, dtype="string"),
    "arrow string": lambda cells: pd.Series(cells, dtype="string[pyarrow]").astype(pd.ArrowDtype(__import__("pyarrow").string())),
    "category": lambda cells: pd.Series(cells, dtype="str").astype("category"),
    "category of objects": lambda cells: pd.Series(cells, dtype=object).astype("category"),
    "category of string": lambda cells: pd.Series(cells, dtype="string").astype("category"),
    "polars String": lambda cells: pl.Series(cells, dtype=pl.String),
    "polars Categorical": lambda cells: pl.Series(cells, dtype=pl.Categorical),
    "polars Enum": lambda cells: pl.Series(cells, dtype=pl.Enum(["a", "b", "z", "q"])),
    "array, None": lambda cells: np.array(cells, dtype=object),
    "array, NaN": lambda cells: np.array([NAN if cell is None else cell for cell in cells], dtype=object),
}
#: All of them are tried with one encoder, these with the others.
USUAL = ["objects, None", "objects, NaN", "objects, NA", "str", "string", "category", "polars String", "array, None", "array, NaN"]
FITTED = ["objects, None", "objects, NaN", "objects, NA", "str", "category", "polars String", "array, None", "array, NaN", "no gap"]

ENCODERS: dict[str, Callable[[], Any]] = {
    "one-hot": lambda: OneHotEncoder(),
    "one-hot, ignoring": lambda: OneHotEncoder(handle_unknown="ignore"),
    "one-hot, infrequent": lambda: OneHotEncoder(handle_unknown="infrequent_if_exist", min_frequency=0.25),
    "ordinal": lambda: OrdinalEncoder(encoded_missing_value=-2),
    "ordinal, unknown": lambda: OrdinalEncoder(handle_unknown="use_encoded_value", unknown_value=-1, encoded_missing_value=7),
    "ordinal, unknown as missing": lambda: OrdinalEncoder(
        handle_unknown="use_encoded_value", unknown_value=-1, encoded_missing_value=-1
    ),
    "target": lambda: TargetEncoder(random_state=1),
}
IMPUTERS: dict[str, Callable[[], Any]] = {
    "most frequent": lambda: SimpleImputer(strategy="most_frequent"),
    "constant": lambda: SimpleImputer(strategy="constant", fill_value="?"),
    "most frequent for None": lambda: SimpleImputer(strategy="most_frequent", missing_values=None),
    "constant for None": lambda: SimpleImputer(strategy="constant", fill_value="z", missing_values=None),
    "most frequent for NA": lambda: SimpleImputer(strategy="most_frequent", missing_values=pd.NA),
    "constant for a text": lambda: SimpleImputer(strategy="constant", fill_value="a", missing_values="z"),
}
STEPS: dict[str, Callable[[], Any]] = {
    **ENCODERS,
    **{
        f"{fill}, then {code}": lambda fill=fill, code=code: make_pipeline(IMPUTERS[fill](), ENCODERS[code]())
        for fill in IMPUTERS
        for code in (("one-hot, ignoring", "ordinal") if "constant" in fill else ("one-hot, ignoring",))
    },
    "indicator beside one-hot": lambda: FeatureUnion([("gap", MissingIndicator(features="all")), ("code", OneHotEncoder())]),
    "constant with an indicator": lambda: make_pipeline(
        SimpleImputer(strategy="constant", fill_value="a", add_indicator=True), OneHotEncoder(handle_unknown="ignore")
    ),
}


def table(kind: str, cells: list[Any], x: Any) -> Any:
    column = KINDS[kind](cells)
    if isinstance(column, pd.Series):
        return pd.DataFrame({"c": column, "x": x})
    return pl.DataFrame({"c": column, "x": x}) if isinstance(column, pl.Series) else np.array([column, np.asarray(x, object)], object).T


def fitted(step: Any, kind: str, cells: list[Any]) -> tuple[Any, Any]:
    """A pipeline and its table; none where scikit-learn cannot be fitted so."""
    X = table("objects, NaN" if kind == "no gap" else kind, ["a" if cell is None and kind == "no gap" else cell for cell in cells], X_OF)
    at: list[Any] = [0, 1] if isinstance(X, np.ndarray) else ["c", "x"]
    worth = {"a": 0.5, "b": -0.8, "z": 1.5, None: -1.6}
    y = [int((worth[cell] if cell in worth else cell / 5 - 1) + 0.7 * x > 0) for cell, x in zip(cells, X_OF, strict=True)]
    split = ColumnTransformer([("c", step, at[:1]), ("x", "passthrough", at[1:])], sparse_threshold=0)
    try:
        return Pipeline([("split", split), ("model", LogisticRegression(C=20))]).fit(X, y), X
    except (ValueError, TypeError):
        return None, None


#: Rows of each cell that is asked about.
EACH = 9
ASKED = [cell for cell in ("a", "z", "q", None) for _ in range(EACH)]
ASKED_X = [float(x) for x in np.linspace(float(X_OF.min()), float(X_OF.max()), EACH)] * 4


def predicted(estimator: Any, asked: Any) -> list[Any]:
    """Per row the class; None where the estimator raises an error because of such a cell, which all of its rows have."""
    try:
        return list(estimator.predict(asked).tolist())
    except Exception:  # whatever it raises
        if len(asked) <= EACH:
            return [None] * len(asked)
    parts = [(asked.iloc if isinstance(asked, pd.DataFrame) else asked)[start : start + EACH] for start in range(0, len(asked), EACH)]
    return [label for part in parts for label in predicted(estimator, part)]


@pytest.mark.parametrize("name", STEPS)
def test_each_kind_is_what_it_is_to_the_pipeline(name: str) -> None:
    compared = 0
    for own in FITTED:
        estimator, X = fitted(STEPS[name](), own, TEXTS)
        if estimator is None:
            continue
        explainer = pickle.loads(pickle.dumps(xpxlc.Explainer(estimator, X)))
        for kind in KINDS if name == "one-hot, ignoring" else USUAL:
            if kind.startswith("array") != own.startswith("array"):
                continue
            asked = table(kind, ASKED, ASKED_X)
            theirs = predicted(estimator, asked)
            found = explainer.predict(asked)
            refused = {error.row for error in found.errors}
            for r, label in enumerate(theirs):
                said = (own, kind, ASKED[r], found.predicted[r], label)
                if label is None:  # scikit-learn raises an error
                    assert r in refused, said
                elif r in refused:  # nobody knows what NaT is
                    assert kind == "objects, NaT", (said, found.errors)
                else:
                    assert found.predicted[r] == label or found.doubtful[r], said
                    compared += 1
    assert compared > 100


def test_a_kind_that_was_not_fitted_is_another_category() -> None:
    """348 of 367 rows had another class than ``predict``, without a note."""
    estimator, X = fitted(OneHotEncoder(handle_unknown="ignore"), "objects, NaN", TEXTS)
    explainer = xpxlc.Explainer(estimator, X)
    gone = table("objects, None", [None] * 120, X_OF)
    wrong = estimator.predict(gone) != estimator.predict(table("objects, NaN", [None] * 120, X_OF))
    assert wrong.sum() > 20
    for kind in ("objects, None", "objects, NA", "string", "polars String"):
        asked = table(kind, [None] * 120, X_OF)
        assert explainer.predict(asked).predicted.tolist() == estimator.predict(asked).tolist()
    [remark] = explainer.model.to_dict()["notes"]["remarks"]
    assert remark == (
        "a missing 'c' means NaN, as the pipeline was fitted with; to the pipeline None is 'other', pandas.NA is 'other'"
    )


@pytest.mark.parametrize("own", ["objects, NaN", "str", "objects, None", "polars String"])
def test_rows_without_types_are_missing_as_fitted_or_refused(own: str) -> None:
    """Of an absent key and a null of Arrow nobody knows the kind, of None in a dictionary neither: it is answered if that makes no difference."""
    import pyarrow as pa

    ways = {"refused": 0, "answered": 0}
    for name in ("one-hot", "one-hot, ignoring", "most frequent, then one-hot, ignoring", "ordinal, unknown as missing"):
        estimator, X = fitted(STEPS[name](), own, TEXTS)
        explainer = xpxlc.Explainer(estimator, X)
        wanted = predicted(estimator, table(own, [None] * EACH, ASKED_X[:EACH]))
        absent = [{"x": x} for x in ASKED_X[:EACH]]
        given: dict[str, Any] = {
            "None": [{"c": None, **row} for row in absent],
            "absent": [{"c": "a", **absent[0]}, *absent],
            "null": pa.table({"c": pa.array([None] * EACH, pa.string()), "x": ASKED_X[:EACH]}),
            "NaN": [{"c": NAN, **row} for row in absent],
        }
        meanings = {gap: predicted(estimator, table(f"objects, {gap}", [None] * EACH, ASKED_X[:EACH])) for gap in ("None", "NaN")}
        for door, rows in given.items():
            found = explainer.predict(rows)
            answers = list(found.predicted)[-EACH:]
            ways["refused" if answers[0] is None else "answered"] += 1
            if door == "NaN":
                assert answers == meanings["NaN"], (name, door)
            elif answers != wanted:
                assert answers == [None] * EACH, (name, door)
                assert meanings["None"] != meanings["NaN"], (name, door)
                assert found.errors[-1].code == "missing-value"
                assert f"expected {'NaN' if own in ('str', 'objects, NaN') else 'None'}, got" in found.errors[-1].message
            else:
                ways["answered"] += 1
    assert ways["refused"] >= 1
    assert ways["answered"] >= 8


NUMBER_STEPS: dict[str, Callable[[], Any]] = {
    "median": lambda: SimpleImputer(strategy="median"),
    "mean, scaled": lambda: make_pipeline(SimpleImputer(), StandardScaler()),
    "scaled, mean": lambda: make_pipeline(StandardScaler(), SimpleImputer()),
    "most frequent": lambda: SimpleImputer(strategy="most_frequent"),
    "constant": lambda: SimpleImputer(strategy="constant", fill_value=20),
    "constant for None": lambda: SimpleImputer(strategy="constant", fill_value=20, missing_values=None),
    "for NA": lambda: SimpleImputer(strategy="most_frequent", missing_values=pd.NA),
    "bins": lambda: make_pipeline(SimpleImputer(), KBinsDiscretizer(3, encode="onehot-dense")),
    "bins, then a gap": lambda: make_pipeline(KBinsDiscretizer(3, encode="ordinal"), SimpleImputer()),
    "indicator": lambda: make_pipeline(SimpleImputer(add_indicator=True), KBinsDiscretizer(3, encode="onehot-dense")),
    "indicator beside": lambda: FeatureUnion(
        [("gap", MissingIndicator(features="all")), ("bins", make_pipeline(SimpleImputer(), KBinsDiscretizer(3, encode="onehot-dense")))]
    ),
    "one-hot, ignoring": lambda: OneHotEncoder(handle_unknown="ignore"),
    "ordinal, unknown": lambda: OrdinalEncoder(handle_unknown="use_encoded_value", unknown_value=-1, encoded_missing_value=17),
    "target": lambda: TargetEncoder(random_state=1),
}
NUMBER_KINDS: dict[str, Callable[[list[Any]], Any]] = {
    "float64": lambda cells: pd.Series(cells, dtype=float),
    "Int64": lambda cells: pd.Series(cells, dtype="Int64"),
    "Float64": lambda cells: pd.Series(cells, dtype="Float64"),
    "arrow int64": lambda cells: pd.Series(cells, dtype="int64[pyarrow]"),
    **{kind: KINDS[kind] for kind in ("objects, None", "objects, NaN", "objects, NA", "array, None", "array, NaN")},
    "category of numbers": lambda cells: pd.Series(cells, dtype="Int64").astype("category"),
    "polars Int64": lambda cells: pl.Series(cells, dtype=pl.Int64),
    "polars Float64": lambda cells: pl.Series(cells, dtype=pl.Float64),
}


@pytest.mark.parametrize("name", NUMBER_STEPS)
def test_each_kind_of_a_missing_number_is_what_it_is_to_the_pipeline(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for kind, make in NUMBER_KINDS.items():
        monkeypatch.setitem(KINDS, kind, make)
    compared = 0
    asked_cells = [cell for cell in (1, 4, 8, None) for _ in range(EACH)]
    for own in NUMBER_KINDS:
        cells = [3 if cell is None else cell for cell in NUMBERS] if name == "bins, then a gap" else NUMBERS
        estimator, X = fitted(NUMBER_STEPS[name](), own, cells)
        if estimator is None or None in predicted(estimator, X):
            continue
        explainer = xpxlc.Explainer(estimator, X)
        for kind in NUMBER_KINDS:
            if kind.startswith("array") != own.startswith("array"):
                continue
            asked = table(kind, asked_cells, ASKED_X)
            theirs = predicted(estimator, asked)
            if set(theirs) == {None}:  # it does not take columns of this type
                continue
            found = explainer.predict(asked)
            refused = {error.row: error for error in found.errors}
            for r, label in enumerate(theirs):
                said = (own, kind, asked_cells[r], found.predicted[r], label)
                if label is None:
                    assert r in refused, said
                elif r in refused:  # kinds that X did not have, where one of the columns is of objects
                    assert asked_cells[r] is None, said
                    assert own.startswith(("objects", "array")) or kind.startswith("objects"), (said, refused[r])
                else:
                    assert found.predicted[r] == label or found.doubtful[r], said
                    compared += 1
    assert compared > 100


def test_both_kinds_in_one_table_are_two_categories() -> None:
    cells = [NAN if cell is None and r % 2 else cell for r, cell in enumerate(TEXTS)]
    X = pd.DataFrame({"c": pd.Series(cells, dtype=object), "x": X_OF})
    y = [int({"a": 0.5, "b": -0.8, "z": 1.5, None: -1.6}.get(cell, 1.2) + 0.7 * x > 0) for cell, x in zip(cells, X_OF, strict=True)]
    split = ColumnTransformer([("c", OneHotEncoder(), ["c"])], remainder="passthrough", sparse_threshold=0)
    estimator = make_pipeline(split, LogisticRegression(C=20)).fit(X, y)
    explainer = xpxlc.Explainer(estimator, X)
    assert explainer.predict(X).predicted.tolist() == estimator.predict(X).tolist()
    [feature, _] = explainer.description.features
    assert feature.values == ("a", "b", "z", "missing", "missing (NaN)")
    [remark] = explainer.model.to_dict()["notes"]["remarks"]
    assert remark == "a missing 'c' means None, as the pipeline was fitted with; to the pipeline NaN is 'missing (NaN)'"


def test_a_mask_of_pandas_is_refused_where_objects_were_fitted() -> None:
    """scikit-learn takes such a column for numbers, and cannot look for objects in it."""
    X = pd.DataFrame({"c": pd.Series([True, False, None] * 20, dtype=object)})
    estimator = make_pipeline(OneHotEncoder(handle_unknown="ignore"), LogisticRegression()).fit(X, [1, 0, 0] * 20)
    explainer = xpxlc.Explainer(estimator, X)
    asked = pd.DataFrame({"c": pd.Series([True, None], dtype="boolean")})
    with pytest.raises(TypeError):
        estimator.predict(asked)
    [error] = explainer.predict(asked).errors
    assert error.message.startswith("row 1, feature 'c': missing in another way than the pipeline was fitted with; expected None, got pandas.NA")


def test_a_change_to_a_missing_cell_is_told_as_such() -> None:
    X = pd.DataFrame({"home": ["own", "rent", None] * 40})
    y = [home == "own" for home in X.home]
    explainer = xpxlc.Explainer(make_pipeline(OneHotEncoder(), LogisticRegression()).fit(X, y), X)
    found = explainer.contrasts(X.iloc[[0]], within={"home": ["own", "missing"]})
    assert found.to_pandas().changes.tolist() == ["home: missing"]
    assert '"changes": {"home": null}' in found.to_json()
