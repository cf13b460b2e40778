"""Contrasts replayed in the programs that the models came from: a changed case gets the promised class, or is marked.

``node tools/replay.mjs sklearn`` runs these alone and prints what each program came to.
"""

from __future__ import annotations

import importlib
import pathlib
import sys
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd
import pytest
from cases import all_cases, make, people

import xpxlc
from xpxlc.frame import is_missing, to_frame

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "tools" / "replay"))
from replay import Contrasts, Tally  # noqa: E402

ROWS = 3


@pytest.fixture(scope="module")
def contrasts() -> Iterator[Contrasts]:
    with Contrasts() as process:
        yield process


def raw_rows(table: pd.DataFrame, model: xpxlc.Model) -> list[dict[str, Any]]:
    """Rows as a model file takes them: categories by name, None where a value is missing."""
    frame = to_frame(table)
    kinds = {feature["name"]: feature["kind"] for feature in model.to_dict()["features"]}

    def cell(name: str, value: Any) -> Any:
        if is_missing(value):
            return None
        return frame.label(name, value) if kinds[name] == "categorical" else float(value)

    return [{name: cell(name, row[name]) for name in kinds} for row in table.to_dict("records")]


def as_table(cases: list[dict[str, Any]], model: xpxlc.Model, known: pd.DataFrame) -> pd.DataFrame:
    """Changed cases as the pipeline takes them: names of categories become cells again."""
    frame = to_frame(known)
    features = {feature["name"]: feature for feature in model.to_dict()["features"]}
    columns: dict[str, pd.Series] = {}
    for name in known.columns:
        feature = features.get(name)
        if feature is None:  # the model does not look at it
            columns[name] = pd.Series([known[name].iloc[0]] * len(cases))
            continue
        values = [case["case"][name] for case in cases]
        if feature["kind"] != "categorical":
            columns[name] = pd.Series([np.nan if v is None else v for v in values], dtype=float)
            continue
        cells = {frame.label(name, value): value for value in known[name].unique() if not is_missing(value)}
        cells[feature.get("missing")] = None
        unseen = "astronaut" if known[name].dtype == object else 77
        cells.update({feature["other"]: unseen} if "other" in feature else {})
        back = [None if v is None else cells[v] for v in values]
        plain = known[name].dtype != object and all(v is not None for v in back)
        columns[name] = pd.Series(back, dtype=known[name].dtype if plain else object)
    return pd.DataFrame(columns)


def replay(contrasts: Contrasts, tally: Tally, case: tuple[str, str, int]) -> None:
    estimator = make(*case)
    known = people(800, 1)
    try:
        model = xpxlc.to_model(estimator, known)
    except xpxlc.UnsupportedError:
        return
    found, _ = contrasts.of(raw_rows(known.iloc[:ROWS], model), text=model.to_json(), limit=3, targetLimit=1)
    if not found:
        return
    table = as_table(found, model, known)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        given = estimator.predict(table)
        # Some of them one by one: matrices of another shape are added up in another order.
        alone = [str(estimator.predict(table.iloc[[r]])[0]) for r in range(0, len(found), 7)]
    tally.add("-".join(map(str, case)), found, [str(label) for label in given])
    tally.add("-".join(map(str, case)), found[::7], alone)


FAMILIES = list(dict.fromkeys(family for family, _, _ in all_cases()))


@pytest.mark.parametrize("family", FAMILIES)
def test_scikit_learn_keeps_every_promise(contrasts: Contrasts, family: str) -> None:
    tally = Tally(f"scikit-learn {family}")
    for case in all_cases():
        if case[0] == family:
            replay(contrasts, tally, case)
    print(tally)
    tally.check(at_least=30)


@pytest.mark.parametrize(
    ("name", "package", "script", "at_least"),
    [
        ("onnxruntime", "onnxruntime", "with_onnxruntime", 1000),
        ("InterpretML", "interpret", "with_interpret", 500),
    ],
)
def test_other_programs_keep_every_promise(
    contrasts: Contrasts, name: str, package: str, script: str, at_least: int
) -> None:
    pytest.importorskip(package)
    tally = Tally(name)
    importlib.import_module(script).replay(contrasts, tally)
    print(tally)
    tally.check(at_least=at_least)


def test_a_broken_promise_is_seen(contrasts: Contrasts) -> None:
    model = (
        '{"format": "xpxlc-model", "version": 1, "kind": "linear", "classes": ["no", "yes"], "weights": [[1]], '
        '"intercept": [-5], "features": [{"name": "x", "kind": "real", "lower": 0, "upper": 10}]}'
    )
    cases, about = contrasts.of([{"x": 3}, {"x": 99}], text=model)
    assert about["refused"] == 1
    assert [case["movement"] for case in cases] == ["least", "worst"]
    assert all(case["class"] == "yes" and case["case"]["x"] > 5 and case["continuous"] for case in cases)
    # A program with another boundary breaks the first promise, and keeps the second.
    given = ["yes" if case["case"]["x"] > 8 else "no" for case in cases]
    tally = Tally("another program")
    assert tally.add("line", cases, given) == cases[:1]
    assert (tally.contrasts, tally.continuous, tally.equal, len(tally.wrong)) == (2, 2, 1, 1)
    with pytest.raises(AssertionError, match="row 0, least"):
        tally.check(at_least=0)
    marked = Tally("the same, marked")
    marked.add("line", [{**case, "doubtful": True} for case in cases], given)
    assert (marked.marked, marked.marked_differing, marked.wrong) == (2, 1, [])
    with pytest.raises(AssertionError):  # doubting everything is no answer
        marked.check(at_least=0)
