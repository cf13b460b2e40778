"""Tables of any kind give the same answers; bad rows keep their place."""

from __future__ import annotations

import gzip
import json
from importlib.util import find_spec
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from models import CASES, LOAN
from sklearn.compose import make_column_transformer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler

import xpxlc

explainer = xpxlc.Explainer(LOAN)


def tables() -> dict[str, Any]:
    frame = pd.DataFrame(CASES)
    return {
        "dictionaries": CASES,
        "columns": {name: [case[name] for case in CASES] for name in CASES[0]},
        "lists": [list(case.values()) for case in CASES],
        "objects": np.array([list(case.values()) for case in CASES], dtype=object),
        "pandas": frame,
        "pandas, shuffled columns and one more": frame[frame.columns[::-1]].assign(extra="x"),
        "pandas categories": frame.astype({"home": "category", "late": "category", "guarantor": "category"}),
        "pandas nullable": frame.convert_dtypes(),
        "pandas objects": frame.astype(object),
        "pandas texts": frame.astype({"late": str, "guarantor": str}),
        "pandas floats": frame.astype({"late": float, "age": float}),
        "polars": pl.DataFrame(CASES),
        "polars categories": pl.DataFrame(CASES).with_columns(pl.col("home").cast(pl.Categorical)),
        "polars lazy": pl.DataFrame(CASES).lazy(),
        **({} if find_spec("pyarrow") is None else arrow_tables()),
    }


def arrow_tables() -> dict[str, Any]:
    import pyarrow as pa

    return {
        "pandas arrow": pd.DataFrame(CASES).convert_dtypes(dtype_backend="pyarrow"),
        "arrow": pa.Table.from_pylist(CASES),
        "arrow batch": pa.RecordBatch.from_pylist(CASES),
        "arrow chunks": pa.concat_tables([pa.Table.from_pylist(CASES[:2]), pa.Table.from_pylist(CASES[2:])]),
    }


def test_polars_is_read_without_pyarrow(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = explainer.smallest(CASES).mask.tolist()
    monkeypatch.setattr("xpxlc.table.find_spec", lambda _: None)
    assert explainer.smallest(pl.DataFrame(CASES)).mask.tolist() == wanted


@pytest.mark.parametrize("kind", list(tables()))
def test_tables_of_any_kind_give_the_same_answers(kind: str) -> None:
    wanted = [explainer.smallest(case) for case in CASES]
    found = explainer.smallest(tables()[kind])
    assert found.errors == ()
    assert found.predicted.tolist() == [one.predicted[0] for one in wanted]
    assert found.margin.tolist() == [one.margin[0] for one in wanted]
    assert found.mask.tolist() == [one.mask[0].tolist() for one in wanted]
    assert found.size.tolist() == found.mask.sum(axis=1).tolist()
    assert [str(row) for row in explainer.explain(tables()[kind])] == [str(explainer.explain(case)) for case in CASES]


def test_an_array_of_numbers_has_the_features_in_their_order() -> None:
    codes = np.array([[25, 31.5, 0, 1, 0]])
    model = {**LOAN, "features": [*LOAN["features"][:2], {"name": "home", "kind": "categorical", "values": ["0", "1", "2"]}]}
    model = {**model, "features": [*model["features"], *LOAN["features"][3:]]}
    numbered = xpxlc.Explainer(model)
    assert numbered.predict(codes).margin.tolist() == explainer.predict(CASES[0]).margin.tolist()
    names = ["guarantor", "late", "home", "income", "age"]
    assert numbered.predict(codes[:, ::-1], names=names).margin.tolist() == explainer.predict(CASES[0]).margin.tolist()


def test_bad_rows_keep_their_place_and_say_what_is_wrong() -> None:
    bad = [
        CASES[0],
        {**CASES[0], "home": "hotel"},
        {**CASES[0], "age": 17},
        {**CASES[0], "income": float("inf")},
        {**CASES[0], "income": None},
        {**CASES[0], "age": 25.5},
        {**CASES[0], "late": None},
        {**CASES[0], "income": "much"},
        CASES[1],
    ]
    codes = ["unknown-category", "out-of-bounds", "not-finite", "missing-value", "not-integer", "missing-value", "not-finite"]
    for answer in (explainer.smallest(bad), explainer.predict(bad), explainer.explain(bad)):
        assert [error.code for error in answer.errors] == codes
        assert [error.row for error in answer.errors] == [1, 2, 3, 4, 5, 6, 7]
    found = explainer.smallest(bad)
    assert found.predicted.tolist() == ["refuse", *[None] * 7, "grant"]
    assert np.isnan(found.margin[1:8]).all() and not found.mask[1:8].any()
    error = found.errors[0]
    assert error.message == "row 1, feature 'home': unknown category; expected one of 'rent', 'own', 'free', got 'hotel'"
    assert (error.place, error.expected, error.got) == ("row 1, feature 'home'", "one of 'rent', 'own', 'free'", "'hotel'")
    with pytest.raises(xpxlc.InstanceError) as caught:
        raise error.exception()
    assert caught.value.code == "unknown-category"


def test_missing_values_count_as_what_the_model_says() -> None:
    gone = explainer.explain({**CASES[0], "age": None, "home": None})[0]
    assert gone.missing == {"age": 40, "home": "rent"}
    assert gone.margin == explainer.predict({**CASES[0], "age": 40}).margin[0]


def test_columns_that_are_not_there_are_named() -> None:
    with pytest.raises(xpxlc.InputError, match="no column 'home'"):
        explainer.smallest(pd.DataFrame(CASES).drop(columns="home"))
    with pytest.raises(xpxlc.InputError, match="expected 5 columns"):
        explainer.smallest(np.zeros((3, 4)))
    with pytest.raises(xpxlc.InputError, match="expected a table"):
        explainer.smallest(7)


def test_no_rows_are_no_trouble() -> None:
    empty = pd.DataFrame(CASES).head(0)
    found = explainer.smallest(empty)
    assert len(found) == 0 and found.mask.shape == (0, 5) and len(found.to_pandas()) == 0
    assert len(explainer.explain(empty)) == 0 and len(explainer.predict(empty).to_pandas()) == 0


@pytest.mark.parametrize("make", [dict, lambda m: json.dumps(m).encode(), lambda m: gzip.compress(json.dumps(m).encode())])
def test_models_come_as_dictionaries_and_bytes(make: Any) -> None:
    assert xpxlc.Explainer(make(LOAN)).predict(CASES).predicted.tolist() == explainer.predict(CASES).predicted.tolist()


def test_an_estimator_is_explained_in_its_own_columns_and_classes() -> None:
    frame = pd.DataFrame(CASES * 10).assign(income=lambda f: f.income + np.arange(40))
    y = (frame.income + frame.age > 110).astype(int)
    columns = make_column_transformer((StandardScaler(), ["age", "income"]), (OneHotEncoder(), ["home"]))
    pipeline = make_pipeline(columns, LogisticRegression()).fit(frame, y)
    own = xpxlc.Explainer(pipeline, frame)
    assert own.predict(frame).predicted.tolist() == pipeline.predict(frame).tolist()
    assert np.asarray(own.predict(frame)).dtype.kind == "i"
    change = own.explain(frame.head(1), kind="cxp")[0][0].counterfactual
    assert change is not None
    assert pipeline.predict(pd.DataFrame([change.case]))[0] == change.predicted
    with pytest.raises(xpxlc.InputError, match="give the one it was fitted on"):
        xpxlc.Explainer(pipeline)


def test_tables_of_answers_keep_the_index() -> None:
    frame = pd.DataFrame(CASES, index=["a", "b", "c", "d"])
    assert explainer.smallest(frame).to_pandas().index.tolist() == ["a", "b", "c", "d"]
    table = explainer.explain(frame, kind="both").to_pandas()
    assert table["row"].tolist() == [0, 0, 1, 1, 2, 2, 3, 3]
    assert table["kind"].tolist() == ["axp", "cxp"] * 4
    assert explainer.explain(frame).to_arrow().num_rows == 4
    assert explainer.smallest(frame).to_polars()["size"].to_list() == explainer.smallest(frame).size.tolist()
