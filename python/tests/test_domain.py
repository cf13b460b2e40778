"""What answers hold for: the bounds are told, doubtful ones are warned of, and rows beyond them are answered where that is asked for."""

from __future__ import annotations

import pickle
import warnings
from typing import Any

import numpy as np
import pandas as pd
import pytest
from cases import NUMBERS, TEXTS, classes, numbers, people, split
from models import CASES, LOAN
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler

import xpxlc

TABLE = people(400, 5)
TARGET = classes(TABLE, 2, 5)
PIPELINE = make_pipeline(split(("cat", OneHotEncoder(), TEXTS), ("num", numbers(), NUMBERS)), LogisticRegression(max_iter=500)).fit(
    TABLE, TARGET
)

PLAIN = make_pipeline(split(("cat", OneHotEncoder(), ["job"]), ("num", StandardScaler(), ["visits"])), LogisticRegression()).fit(
    TABLE[["visits", "job"]], TARGET
)


def warned(*given: Any, **options: Any) -> list[str]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        xpxlc.Explainer(*given, **options)
    assert all(one.filename == __file__ for one in caught if one.category is xpxlc.DomainWarning)
    return [str(one.message) for one in caught if one.category is xpxlc.DomainWarning]


def test_a_domain_of_one_row_is_warned_of() -> None:
    rows, points = warned(PLAIN, TABLE[["visits", "job"]].iloc[[0]])
    assert rows.startswith("X has 1 row only, and what is explained holds only within its numbers (visits only 3); ")
    assert "as X or as bounds=" in rows and "bounds={'name': (lower, upper)}" in rows
    assert points.startswith("X has one value only in 'visits', which is taken for the only one there is")


def test_few_rows_are_warned_of_and_many_are_not() -> None:
    [few] = warned(PIPELINE, TABLE.head(99))
    assert few.startswith("X has 99 rows only")
    assert warned(PIPELINE, TABLE.head(100)) == []
    assert warned(PIPELINE, TABLE) == []
    assert warned(xpxlc.to_model(PIPELINE, TABLE)) == [] and warned(LOAN) == []


def test_bounds_that_are_said_are_not_warned_of() -> None:
    known = {name: (None, None) for name in NUMBERS}
    assert warned(PIPELINE, TABLE.head(50), bounds=known) == []
    [partly] = warned(PIPELINE, TABLE.head(50), bounds={name: known[name] for name in NUMBERS[1:]})
    assert f"({NUMBERS[0]} " in partly and NUMBERS[1] not in partly.split(";")[0]
    assert warned(PIPELINE, TABLE.head(50), bounds="wide") == []
    assert len(warned(PLAIN, TABLE[["visits", "job"]].iloc[[0]], bounds="wide")) == 1
    assert len(warned(PIPELINE, TABLE.head(50), bounds=(0.01, 0.99))) == 1


def test_another_table_gives_the_bounds() -> None:
    row = TABLE.iloc[[3]]
    wanted = xpxlc.Explainer(PIPELINE, TABLE).explain(row, kind="both", limit="all")
    assert warned(PIPELINE, row, bounds=TABLE) == warned(PIPELINE, bounds=TABLE) == []
    for explainer in (xpxlc.Explainer(PIPELINE, row, bounds=TABLE), xpxlc.Explainer(PIPELINE, bounds=TABLE)):
        assert str(explainer.explain(row, kind="both", limit="all")) == str(wanted)


def test_values_that_only_other_rows_have_belong_to_the_domain_where_an_encoder_knows_them() -> None:
    one = TABLE[TABLE["job"] == TABLE["job"].iloc[0]]
    known = xpxlc.Explainer(PIPELINE, one).explain(one.head(1))[0].domain["job"]["values"]
    assert set(TABLE["job"].dropna()) <= set(known)


def test_the_domain_stands_beside_the_rule() -> None:
    explainer = xpxlc.Explainer(LOAN)
    told = explainer.explain(CASES)
    words = "within age 18 to 99, income 0 to 200"
    assert repr(told[0]).splitlines()[-1] == repr(told).splitlines()[-1] == f"({words})"
    assert f"All of this holds {words}." in told._repr_html_() and f"All of this holds {words}." in told[0]._repr_html_()
    domain = told.to_dict()["domain"]
    assert domain == told[0].to_dict()["domain"] == told[0].domain
    assert domain["age"] == {"lower": 18, "upper": 99} and domain["home"] == {"values": ["rent", "own", "free"]}


BEYOND = pd.DataFrame(
    [CASES[0], {**CASES[0], "age": 120}, {**CASES[1], "income": 300.0, "home": "hotel"}, {**CASES[1], "income": -5.0, "age": 100}],
    index=list("abcd"),
)


def test_rows_beyond_the_bounds_are_refused_unless_asked_for() -> None:
    assert [error.code for error in xpxlc.Explainer(LOAN).smallest(BEYOND).errors] == ["out-of-bounds"] * 3
    with pytest.raises(xpxlc.InputError, match="expected 'refuse' or 'extend'"):
        xpxlc.Explainer(LOAN, beyond_bounds="wide")  # type: ignore[arg-type]


def wider(case: dict[str, Any]) -> xpxlc.Explainer:
    """The model in bounds that have room for a case."""
    age, income, *others = LOAN["features"]
    features = [
        {**age, "lower": min(18, case["age"]), "upper": max(99, case["age"])},
        {**income, "lower": min(0, case["income"]), "upper": max(200, case["income"])},
        *others,
    ]
    return xpxlc.Explainer({**LOAN, "features": features})


@pytest.mark.parametrize("row", [0, 1, 3])
def test_rows_beyond_the_bounds_are_answered_in_wider_ones(row: int) -> None:
    explainer = xpxlc.Explainer(LOAN, beyond_bounds="extend")
    case = BEYOND.iloc[[row]].to_dict("records")[0]
    own = wider(case)
    assert str(explainer.explain(BEYOND, kind="both", limit="all")[row]) == str(own.explain(case, kind="both", limit="all")[0])
    assert explainer.explain(BEYOND, kind="both", limit="all")[row].domain == own.explain(case)[0].domain
    assert explainer.smallest(BEYOND).mask[row].tolist() == own.smallest(case).mask[0].tolist()
    assert explainer.smallest(BEYOND, kind="cxp").size[row] == own.smallest(case, kind="cxp").size[0]
    assert explainer.predict(BEYOND).margin[row] == own.predict(case).margin[0]
    assert explainer.count(BEYOND).count[row] == own.count(case).count[0]
    assert explainer.count(BEYOND).frequency[row].tolist() == own.count(case).frequency[0].tolist()
    np.testing.assert_array_equal(explainer.power(BEYOND).banzhaf[row], own.power(case).banzhaf[0])
    assert explainer.features(BEYOND)[row].necessary == own.features(case)[0].necessary
    names = own.smallest(case).names(0)
    check = explainer.check(BEYOND, [names] * 4)[row]
    assert (check.holds, check.minimal) == (True, True)
    drawn = explainer.explain(BEYOND)[row]._repr_html_()
    assert pickle.loads(pickle.dumps(explainer.explain(BEYOND)[row]))._repr_html_() == drawn


def test_wider_bounds_are_told() -> None:
    explainer = xpxlc.Explainer(LOAN, beyond_bounds="extend")
    told = [None, "age 18 to 120", None, "age 18 to 100, income -5 to 200"]
    for answer in (explainer.predict(BEYOND), explainer.smallest(BEYOND), explainer.count(BEYOND), explainer.explain(BEYOND)):
        assert [None if text != text else text for text in answer.to_pandas()["extended"]] == told
        assert [error.code for error in answer.errors] == ["unknown-category"]
    rows = explainer.explain(BEYOND)
    assert repr(rows[1]).splitlines()[-1] == "(within age 18 to 120, income 0 to 200; beyond the bounds of the model: age 18 to 120)"
    assert rows[1].extended == {"age": (18, 120)} and rows[0].extended is None
    assert rows.to_dict()["rows"][1]["extended"] == {"age": [18, 120]}
    assert "extended" not in xpxlc.Explainer(LOAN, beyond_bounds="extend").predict(CASES).to_pandas()


def test_what_a_row_beyond_the_bounds_may_not_do_is_refused() -> None:
    explainer = xpxlc.Explainer(LOAN, beyond_bounds="extend")
    for answer in (explainer.smallest(BEYOND, within={"age": (20, 99)}), explainer.explain(BEYOND, within={"age": (20, 99)})):
        assert [(error.row, error.code) for error in answer.errors] == [(1, "outside-within"), (2, "unknown-category"), (3, "outside-within")]
