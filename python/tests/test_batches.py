"""Batches of Arrow: the same answers as the Explainer's, a schema known beforehand, bad rows in their place."""

from __future__ import annotations

import math
import pickle
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import numpy as np
import polars as pl
import pytest
from models import CASES, LOAN

import xpxlc
from xpxlc.batch_questions import Explaining
from xpxlc.batches import BatchAnswerer, explainer_of_batches

pa = pytest.importorskip("pyarrow")

explainer = xpxlc.Explainer(LOAN)
BAD = [{**CASES[0], "home": "hotel"}, {**CASES[1], "income": None}, {**CASES[2], "age": 17}]
MIXED = [CASES[0], BAD[0], CASES[1], BAD[1], CASES[2], BAD[2], CASES[3]]
QUESTIONS: dict[str, dict[str, Any]] = {
    "explanations": {},
    "contrasts": {"kind": "cxp"},
    "explanations without words": {"rules": False},
    "contrasts without words": {"rules": False, "kind": "cxp"},
    "contrasts where some rows have none": {"kind": "cxp", "fixed": ["income", "age"]},
    "two of each kind": {"kind": "both", "limit": 2},
    "all": {"limit": None},
    "where a feature is never used": {"never": ["income"]},
}


def table(cases: list[dict[str, Any]]) -> Any:
    schema = pa.schema({"age": pa.int64(), "income": pa.float64(), "home": pa.string(), "late": pa.int64(), "guarantor": pa.bool_()})
    return pa.Table.from_pylist(cases, schema).append_column("id", pa.array(range(100, 100 + len(cases)), pa.int64()))


def asked(cases: list[dict[str, Any]], **options: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = xpxlc.explain_batches(table(cases), explainer, keep="id", **options).read_all().to_pylist()
    return found


@pytest.mark.parametrize("name", list(QUESTIONS))
def test_answers_are_those_of_the_explainer(name: str) -> None:
    options = {key: value for key, value in QUESTIONS[name].items() if key != "rules"}
    lines = asked(MIXED, **QUESTIONS[name])
    for place, row in enumerate(explainer.explain(MIXED, **options)):
        mine = [line for line in lines if line["id"] == 100 + place]
        assert len(mine) == max(len(row), 1)
        assert {line["predicted"] for line in mine} == {row.predicted}
        assert [line["margin"] for line in mine] == [None if row.error else row.margin] * len(mine)
        if not len(row):
            assert (mine[0]["size"], mine[0]["features"], mine[0].get("rule")) == (None, None, None)
        for line, one in zip(mine, row, strict=False):
            assert (line["size"], tuple(line["features"])) == (one.size, one.features)
            assert line["at_least"] == row.at_least
            assert line.get("rule", one.rule) == one.rule
            assert line.get("kind", one.kind) == one.kind
            if "change" in line and one.counterfactual is not None:
                assert line["new_class"] == one.counterfactual.predicted
                assert dict(line["change"]) == {feature: str(value) for feature, value in one.counterfactual.changes.items()}


@pytest.mark.parametrize("name", list(QUESTIONS))
def test_the_schema_is_known_beforehand(name: str) -> None:
    answerer = explainer_of_batches(LOAN, "id", **QUESTIONS[name])
    wanted = answerer.schema(table(CASES).schema)
    batches = list(answerer(table(MIXED).to_batches(max_chunksize=2)))
    assert all(batch.schema == wanted for batch in batches)
    assert wanted.names[:2] == ["id", "predicted"]
    assert wanted.names[-2:] == ["error", "message"]
    empty = xpxlc.explain_batches(table([]), LOAN, keep="id", **QUESTIONS[name]).read_all()
    assert (empty.schema, empty.num_rows) == (wanted, 0)


def test_bad_rows_are_errors_in_their_place_without_a_row_number() -> None:
    for lines in (asked(MIXED), asked(MIXED, rules=False), predicted(MIXED)):
        assert [line["error"] for line in lines] == [None, "unknown-category", None, "missing-value", None, "out-of-bounds", None]
        assert lines[1]["message"] == "feature 'home': unknown category; expected one of 'rent', 'own', 'free', got 'hotel'"
        assert lines[0]["message"] is None
        assert all(lines[1][name] is None for name in lines[1] if name not in ("id", "error", "message"))


def predicted(cases: list[dict[str, Any]]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = xpxlc.predict_batches(table(cases), explainer, keep="id").read_all().to_pylist()
    return found


def test_predictions_are_those_of_the_explainer() -> None:
    found = explainer.predict(CASES)
    assert [line["predicted"] for line in predicted(CASES)] == found.predicted.tolist()
    assert [line["margin"] for line in predicted(CASES)] == found.margin.tolist()


def test_counts_are_those_of_the_explainer_however_large() -> None:
    found = explainer.count(CASES, kind="cxp")
    lines = xpxlc.count_batches(table(MIXED), explainer, keep="id", kind="cxp").read_all().to_pylist()
    good = [line for line in lines if line["error"] is None]
    assert [line["exact"] for line in good] == [str(count) for count in found.count]
    assert [line["count"] for line in good] == found.count.tolist()
    assert [(line["smallest"], line["largest"]) for line in good] == [(min(sizes), max(sizes)) for sizes in found.sizes]
    assert [line["error"] for line in lines] == [None, "unknown-category", None, "missing-value", None, "out-of-bounds", None]
    assert all(lines[1][name] is None for name in lines[1] if name not in ("id", "error", "message"))

    features = [{"name": f"f{i}", "kind": "categorical", "values": ["no", "yes"]} for i in range(100)]
    votes = {**LOAN, "features": features, "weights": [[[0, 1]] * 100], "intercept": [-49.5]}
    every = pa.Table.from_pylist([{feature["name"]: "yes" for feature in features}])
    (line,) = xpxlc.count_batches(every, votes).read_all().to_pylist()
    assert line["exact"] == str(math.comb(100, 50))
    assert line["count"] == float(math.comb(100, 50))


def test_numbers_count_the_explanations_of_a_kind() -> None:
    lines = asked(CASES[:1], kind="both", limit=2)
    assert [(line["kind"], line["number"]) for line in lines] == [("axp", 1), ("axp", 2), ("cxp", 1), ("cxp", 2)]


def test_one_batch_is_in_memory_at_a_time() -> None:
    given: list[int] = []

    def batches() -> Iterator[Any]:
        for number in range(1000):
            given.append(number)
            yield from table(CASES).to_batches()

    answers = xpxlc.explain_batches(batches(), explainer, keep="id")
    next(answers)
    next(answers)
    assert given == [0, 1]


def test_large_batches_are_cut_where_a_row_has_several_lines() -> None:
    many = table(CASES * 200).combine_chunks()
    sizes = [batch.num_rows for batch in xpxlc.explain_batches(many.to_batches(), explainer, keep="id", limit=2)]
    assert len(sizes) == 4
    whole = xpxlc.explain_batches(many, explainer, keep="id", limit=2).read_all()
    assert whole.num_rows == sum(sizes)
    assert sorted(set(whole["id"].to_pylist())) == list(range(100, 900))


def test_classes_keep_the_type_of_the_estimator() -> None:
    from sklearn.naive_bayes import GaussianNB

    X = np.array([[0.0, 1.0], [1.0, 0.5], [5.0, 4.0], [6.0, 5.0]])
    fitted = xpxlc.Explainer(GaussianNB().fit(X, [3, 3, 8, 8]), X, feature_names=["a", "b"])
    cases = pa.table({"a": X[:, 0], "b": X[:, 1]})
    found = xpxlc.explain_batches(cases, fitted, kind="cxp").read_all()
    assert found.schema.field("predicted").type == pa.int64() == found.schema.field("new_class").type
    assert found["predicted"].to_pylist() == [3, 3, 8, 8]
    assert found["new_class"].to_pylist() == [8, 8, 3, 3]


def test_kept_columns_of_any_type_are_handed_through() -> None:
    odd = table(CASES).append_column("inner", pa.array([{"x": [1]}, None, {"x": []}, {"x": [2, 3]}]))
    for options in ({}, {"limit": 3}):
        found = xpxlc.explain_batches(odd, explainer, keep=["inner", "home"], **options).read_all()
        assert found.column_names[:2] == ["inner", "home"]
        assert found["inner"][0].as_py() == {"x": [1]}
        assert found["inner"][-1].as_py() == {"x": [2, 3]}


def test_a_polars_frame_has_a_schema_of_its_own() -> None:
    found = pl.from_arrow(xpxlc.explain_batches(pl.DataFrame(CASES), explainer, keep="home", limit=2).read_all())
    assert isinstance(found, pl.DataFrame)
    assert set(found["home"]) == {"rent", "own", "free"}


def test_a_row_beyond_the_limits_is_an_error_and_the_others_are_answered() -> None:
    features = [{"name": f"f{i}", "kind": "categorical", "values": ["no", "yes"]} for i in range(41)]
    weights = [[0, 100], *([0, 1] for _ in range(40))]
    votes = {**LOAN, "features": features, "weights": [weights], "intercept": [-20]}
    easy = {f"f{i}": "no" if i else "yes" for i in range(41)}  # the first feature decides
    hard = {f"f{i}": "yes" if i else "no" for i in range(41)}  # any 21 of 40 do: too many to list
    limited = explainer_of_batches(xpxlc.Explainer(votes).limited(seconds=1), "f0", limit="all")
    sent = pickle.loads(pickle.dumps(limited))
    found = pa.Table.from_batches(sent(pa.Table.from_pylist([easy, hard, easy]).to_batches())).to_pylist()
    assert [line["f0"] for line in found] == ["yes", "no", "yes"]
    assert found[1]["error"] in ("max-time", "max-memory")  # whichever this machine reaches first
    assert [line["error"] for line in found[::2]] == [None, None]
    assert [line["rule"] for line in found] == ["IF f0 = yes THEN grant", None, "IF f0 = yes THEN grant"]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"fixed": ["nope"]}, "unknown feature"),
        ({"kind": "why"}, "kind: invalid option"),
        ({"rules": False, "avoid": ["age"]}, "avoid needs rules=True"),
        ({"rules": False, "limit": 2}, "limit needs rules=True"),
        ({"keep": "size"}, "the answer has a column 'size' of its own"),
    ],
)
def test_a_wrong_question_is_refused_before_any_row(options: dict[str, Any], said: str) -> None:
    def never() -> Iterator[Any]:
        raise AssertionError("a batch was asked for")
        yield

    with pytest.raises(xpxlc.XpxlcError, match=said):
        xpxlc.explain_batches(never(), LOAN, **options)


def test_an_unknown_option_is_a_type_error() -> None:
    with pytest.raises(TypeError, match="colour"):
        xpxlc.explain_batches([], LOAN, colour="red")


@pytest.mark.parametrize(
    ("cases", "keep", "said"),
    [
        (lambda: table(CASES).drop(["home"]), "id", "X: no column 'home'"),
        (lambda: table(CASES), "key", "keep: no column 'key'"),
        (lambda: table(CASES).append_column("age", pa.array([1, 2, 3, 4])), "id", "2 columns 'age'"),
    ],
)
def test_columns_that_are_not_there_are_named(cases: Any, keep: str, said: str) -> None:
    with pytest.raises(xpxlc.InputError, match=said):
        xpxlc.explain_batches(cases(), LOAN, keep=keep)
    with pytest.raises(xpxlc.InputError, match=said):
        list(xpxlc.explain_batches(cases().to_batches(), LOAN, keep=keep))


@pytest.mark.parametrize("how", ["fork", "spawn"])
def test_a_question_travels_to_other_processes_and_each_makes_one_engine(how: str) -> None:
    answerer = BatchAnswerer(Explaining(), explainer, "id")
    wanted = [batch.to_pylist() for batch in answerer(table(MIXED).to_batches())]
    with ProcessPoolExecutor(2, mp_context=get_context(how)) as pool:
        found = list(pool.map(worker, [pickle.dumps(answerer)] * 4))
    assert [lines for lines, _, _ in found] == [wanted] * 4
    for process in {process for _, process, _ in found}:
        assert len({engine for _, where, engine in found if where == process}) == 1


def worker(packed: bytes) -> tuple[Any, int, int]:
    import os

    from xpxlc import process

    answers = [batch.to_pylist() for batch in pickle.loads(packed)(table(MIXED).to_batches())]
    return answers, os.getpid(), id(process._pool.engines[0])
