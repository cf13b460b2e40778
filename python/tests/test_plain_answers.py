"""Answers as programs take them: with the table's own index, as plain data, with typed errors, and never empty without a word."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pandas as pd
import pytest
from models import CASES, LOAN

import xpxlc
from xpxlc.answers.conditions import Condition

explainer = xpxlc.Explainer(LOAN)
INDEX = ["a", "b", "c", "d"]
FRAME = pd.DataFrame(CASES, index=INDEX)
CLASSES = explainer.smallest(CASES)


def holds(condition: Condition, value: Any) -> bool:
    """As the class says it."""
    operator, values = condition.operator, condition.values
    if operator == "any":
        return True
    if operator == "missing":
        return value is None
    if operator == "or":
        return any(holds(one, value) for one in values)
    if value is None:
        return False
    if operator in ("=", "in"):
        return value in values or str(value).lower() in values
    if operator == "between":
        low, high = values
        above = value >= low if condition.closed in ("left", "both") else value > low
        return bool(above and (value <= high if condition.closed in ("right", "both") else value < high))
    return {"<": value < values[0], "<=": value <= values[0], ">": value > values[0], ">=": value >= values[0]}[operator]


@pytest.mark.parametrize("kind", ["axp", "both"])
def test_tables_with_several_lines_a_row_keep_the_index(kind: Any) -> None:
    lines = explainer.explain(FRAME, kind=kind, limit=2)
    wanted = [INDEX[row.row] for row in lines for _ in row]
    assert lines.to_pandas().index.tolist() == wanted
    assert explainer.contrasts(FRAME).to_pandas().index.tolist() == INDEX
    checks = explainer.check(FRAME, lines)
    assert checks.to_pandas().index.tolist() == wanted
    assert explainer.power(FRAME).to_pandas().index.tolist() == [name for name in INDEX for _ in explainer.feature_names]
    assert all(repr(checks).splitlines()[1 + at].split()[0] == name for at, name in enumerate(wanted[:10]))


def test_an_index_of_several_levels_is_kept_too() -> None:
    frame = FRAME.set_axis(pd.MultiIndex.from_tuples([("x", 1), ("x", 2), ("y", 1), ("y", 1)], names=["branch", "no"]))
    table = explainer.explain(frame, kind="both").to_pandas()
    assert table.index.names == ["branch", "no"] and table.index.tolist()[:2] == [("x", 1), ("x", 1)]


@pytest.mark.parametrize("inflate", [False, True])
def test_conditions_say_what_the_literals_say(inflate: bool) -> None:
    rows = [*CASES, {**CASES[0], "age": None, "home": None}]
    for row, case in zip(explainer.explain(rows, limit="all", inflate=inflate), rows, strict=True):
        for one in row:
            assert tuple(condition.feature for condition in one.conditions) == one.features
            assert all(holds(condition, case[condition.feature]) for condition in one.conditions)
            others = [other for other in CASES if all(holds(c, other[c.feature]) for c in one.conditions)]
            assert all(found == row.predicted for found in explainer.predict(others).predicted) if others else True
    for row, case in zip(explainer.contrasts(rows, limit="all"), rows, strict=True):
        for one in row:
            assert one.counterfactual is not None
            assert all(holds(condition, one.counterfactual.case[condition.feature]) for condition in one.conditions)
            assert not all(holds(condition, case[condition.feature]) for condition in one.conditions)


def test_a_condition_on_a_missing_cell_says_what_it_counts_as() -> None:
    found = explainer.explain({**CASES[0], "age": None}, limit="all")[0]
    [age] = {c for one in found for c in one.conditions if c.feature == "age"}
    assert (age.operator, age.values) == ("missing", (40,))


def test_every_answer_is_json() -> None:
    bad = pd.concat([FRAME, FRAME.head(1).assign(age=5).set_axis(["z"])])
    answers = [
        explainer.predict(bad),
        explainer.smallest(bad),
        explainer.explain(bad, kind="both"),
        explainer.count(bad),
        explainer.frequencies(bad),
        explainer.power(bad),
        explainer.features(bad, protected=["age"]),
        explainer.check(bad, [["age"]] * 5, repair=True),
    ]
    for answer in answers:
        told = json.loads(answer.to_json())
        assert told == answer.to_dict()
        assert {row["index"] for row in told["rows"]} == {*INDEX, "z"}
        assert "index" not in type(answer).to_dict(explainer.predict(CASES))["rows"][0] if answer is answers[0] else True
    assert answers[0].to_dict()["rows"][4]["predicted"] is None
    assert answers[2].to_dict()["rows"][4]["error"]["code"] == "out-of-bounds"
    [one] = explainer.explain(CASES[0])[0]
    assert json.loads(one.to_json())["rule"] == one.rule and json.loads(explainer.explain(CASES[0])[0].to_json())["row"] == 0


def test_a_row_has_its_first_rule() -> None:
    row = explainer.explain(CASES[0], limit=3)[0]
    assert row.rule == row[0].rule
    assert explainer.contrasts(CASES[0], target="refuse")[0].rule is None


@pytest.mark.parametrize("values", [[True, False], [np.True_, np.False_], ["true", "false"], [1, 0], (False, True), {False, True}])
def test_values_within_which_to_move_are_named_as_cells_are(values: Any) -> None:
    free = explainer.explain(CASES, within={"guarantor": values})
    assert free.errors == () and [row.given for row in free] == [()] * 4
    held = explainer.explain(CASES[0], within={"guarantor": [False]})
    assert held[0].given == ("guarantor = false",)


def test_numbers_in_a_list_are_values_and_not_positions() -> None:
    """A category called 1 need not be the second one."""
    features = [{"name": "late", "kind": "categorical", "values": ["1", "2", "3"]}, LOAN["features"][0]]
    late = xpxlc.Explainer({**LOAN, "features": features, "weights": [[[12, 0, -20], 0.25]], "intercept": [-10]})
    assert late.explain({"late": 1, "age": 30}, within={"late": [1, 2]})[0].given == ("late in {1, 2}",)


def test_ends_of_an_interval_come_as_a_pair() -> None:
    told = explainer.explain(CASES[0], within={"income": (30, np.float64(60)), "age": (None, np.int64(50))})[0]
    assert told.given == ("30 ≤ income ≤ 60", "age ≤ 50")
    assert told == explainer.explain(CASES[0], within={"income": {"from": 30, "to": 60}, "age": {"to": 50}})[0]
    assert explainer.explain(CASES[0], within={"age": (20, float("inf"))})[0].given == ("age ≥ 20",)


@pytest.mark.parametrize(
    ("options", "code", "words"),
    [
        ({"within": {"age": lambda x: x}}, "bad-within", "within, feature 'age': not a narrowing"),
        ({"within": {"age": 3}}, "bad-within", "got 3"),
        ({"within": {"age": [1, 2, 3]}}, "bad-within", r"an interval: \(from, to\)"),
        ({"within": {"age": (1, "x")}}, "bad-within", "numbers as ends"),
        ({"within": {"age": {"from": float("nan")}}}, "bad-within", "numbers as ends"),
        ({"within": "age"}, "bad-within", "a mapping from features"),
        ({"within": {"home": ["hotel"]}}, "unknown-category", "'hotel'"),
        ({"within": {"agee": "up"}}, "unknown-feature", "did you mean 'age'"),
        ({"fixed": 3}, "bad-option", "expected names of features, got 3"),
        ({"avoid": len}, "bad-option", "avoid: expected names of features"),
    ],
)
def test_what_is_no_option_is_a_typed_error(options: Any, code: str, words: str) -> None:
    with pytest.raises(xpxlc.InstanceError, match=words) as caught:
        explainer.explain(CASES[0], **options)
    assert caught.value.code == code


def test_what_cannot_be_told_the_core_is_an_input_error() -> None:
    with pytest.raises(xpxlc.InputError, match="an option is neither text"):
        explainer.explain(CASES[0], limit=len)  # type: ignore[arg-type]


def test_a_column_that_is_not_there_may_be_called_otherwise() -> None:
    with pytest.raises(xpxlc.InputError, match=r"no column 'income'.*\(did you mean 'Incom'\?\)"):
        explainer.predict(FRAME.rename(columns={"income": "Incom"}))


def test_what_is_empty_says_why() -> None:
    for asked, words in [
        ({"kind": "cxp", "fixed": list(explainer.feature_names)}, "no contrast: no change of what may move leads to another class"),
        ({"kind": "both", "fixed": list(explainer.feature_names)}, "no contrast: no change of what may move leads to another class"),
        ({"kind": "cxp", "target": "refuse"}, "no contrast: the class is refuse already"),
        ({"never": ["income", "age", "home", "late"]}, "no explanation: without holding 'income' the class can become 'grant'"),
    ]:
        answer = explainer.explain(CASES[0], **asked)
        assert answer[0].none == words
        assert str(answer).splitlines()[-1] == words and repr(answer).splitlines()[-2] == words
        assert words.replace("'", "&#x27;") in answer._repr_html_()
        if asked.get("kind") != "both":
            assert answer.to_pandas()["rule"].tolist() == [words]
    never = {**LOAN, "features": LOAN["features"][:1], "weights": [[0.25]], "intercept": [-60]}
    assert str(xpxlc.Explainer(never).contrasts({"age": 20})) == "no contrast: no change within the bounds leads to another class"
    [bad] = explainer.contrasts({**CASES[0], "age": 5})
    assert bad.none is not None and bad.none.startswith("error: ") and str(bad) == bad.none
