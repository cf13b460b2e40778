"""What each kind of answer says, held against definitions and against each other."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from models import CASES, LOAN

import xpxlc

explainer = xpxlc.Explainer(LOAN)
NAMES = explainer.feature_names


def everything(kind: str) -> list[set[frozenset[str]]]:
    answer = explainer.explain(CASES, kind=kind, limit="all")  # type: ignore[arg-type]
    assert all(row.complete for row in answer)
    return [{frozenset(one.features) for one in row} for row in answer]


def test_explanations_and_contrasts_meet_each_other() -> None:
    """Every explanation has a feature in common with every contrast, and both are minimal for that (Reiter's duality)."""
    for axps, cxps in zip(everything("axp"), everything("cxp"), strict=True):
        hitting = [
            frozenset(chosen)
            for size in range(len(NAMES) + 1)
            for chosen in itertools.combinations(NAMES, size)
            if all(set(chosen) & contrast for contrast in cxps)
        ]
        assert axps == {one for one in hitting if not any(other < one for other in hitting)}


@pytest.mark.parametrize("kind", ["axp", "cxp"])
def test_counts_and_frequencies_are_those_of_the_lists(kind: Any) -> None:
    lists = everything(kind)
    counts = explainer.count(CASES, kind=kind)
    assert counts.count.tolist() == [len(found) for found in lists]
    assert counts.frequency.tolist() == [[sum(name in one for one in found) for name in NAMES] for found in lists]
    assert [sum(sizes.values()) for sizes in counts.sizes] == counts.count.tolist()
    assert [min(sizes) for sizes in counts.sizes] == explainer.smallest(CASES, kind=kind).size.tolist()
    shares = explainer.frequencies(CASES, kind=kind)
    np.testing.assert_array_equal(shares.share, counts.frequency / counts.count[:, None])
    first = explainer.count(CASES, kind=kind, limit=1)
    assert first.count.tolist() == [1] * len(CASES)
    assert first.complete.tolist() == [len(found) == 1 for found in lists]


def test_counts_beyond_what_can_be_listed_are_exact() -> None:
    names = [f"x{i}" for i in range(70)]
    model = {
        "format": "xpxlc-model",
        "version": 1,
        "kind": "linear",
        "classes": ["no", "yes"],
        "features": [{"name": name, "kind": "categorical", "values": ["0", "1"]} for name in names],
        "weights": [[[0, 1] for _ in names]],
        "intercept": [-34.5],
    }
    many = xpxlc.Explainer(model)
    rows = [dict.fromkeys(names, 1), dict.fromkeys(names, 0), {**dict.fromkeys(names, 1), "x0": 7}]
    from math import comb

    counts = many.count(rows)
    # Any 35 ones are enough for yes, any 36 zeros for no.
    assert counts.count.tolist() == [comb(70, 35), comb(70, 36), 0]
    assert counts.frequency[0].tolist() == [comb(69, 34)] * 70
    assert counts.sizes == ({35: comb(70, 35)}, {36: comb(70, 36)}, {})
    assert [error.row for error in counts.errors] == [2]
    shares = many.frequencies(rows).share
    assert shares[0].tolist() == [0.5] * 70 and np.isnan(shares[2]).all()
    refused = many.count(rows[:1], max_steps=1)
    assert [error.code for error in refused.errors] == ["count-too-large"]


def test_options_that_every_door_has_are_known_here() -> None:
    drawn = explainer.explain(CASES, order="random", limit=2, seed=3)
    assert [len(row) for row in drawn] == [2] * len(CASES) and not any(row.complete for row in drawn)
    assert str(drawn) == str(explainer.explain(CASES, order="random", limit=2, seed=3))
    assert explainer.contrasts(CASES, certificate=True).certificates == explainer.certify(CASES, kind="cxp").certificates
    assert explainer.count(CASES, max_memory=16).count.tolist() == explainer.count(CASES).count.tolist()
    for wrong in ({"limit": 0}, {"max_steps": -1}, {"max_memory": "much"}):
        with pytest.raises(xpxlc.InstanceError, match=f"^{next(iter(wrong))}: ") as caught:
            explainer.count(CASES, **wrong)
        assert caught.value.code == "bad-option"


def test_contrasts_have_the_changed_case() -> None:
    for row, case in zip(explainer.contrasts(CASES), CASES, strict=True):
        change = row[0].counterfactual
        assert change is not None
        assert {name for name in NAMES if change.case[name] != case[name]} == set(change.changes)
        assert explainer.predict(change.case).predicted.tolist() == [change.predicted]
        assert change.predicted != row.predicted
    towards = explainer.contrasts(CASES, target="grant")
    assert [len(row) for row in towards] == [int(row.predicted != "grant") for row in towards]


def test_what_may_not_move_is_in_no_explanation() -> None:
    for answer in (explainer.smallest(CASES, fixed=["income"]), explainer.smallest(CASES, within={"income": "fixed"})):
        assert not answer.mask[:, NAMES.index("income")].any()
    told = explainer.explain(CASES, fixed=["income"])
    assert all("income" not in row[0].features and row.given for row in told)
    outside = explainer.smallest(CASES, within={"home": ["own", "free"]})
    assert [error.row for error in outside.errors] == [0]
    assert [row.error is not None for row in explainer.explain(CASES, within={"home": ["own", "free"]})] == [True, False, False, False]
    never = explainer.explain(CASES, never=["income"])
    assert all(row.impossible is not None or "income" not in row[0].features for row in never)


def test_features_say_what_plays_a_part() -> None:
    for row, found in zip(explainer.features(CASES, protected=["age"]), everything("axp"), strict=True):
        assert set(row.necessary) == set.intersection(*map(set, found))
        assert row.relevant is not None and set(row.relevant) == set.union(*map(set, found))
        assert row.audit is not None
        part = sum("age" in one for one in found)
        assert row.audit.verdict == ("none" if part == 0 else "all" if part == len(found) else "some")
        assert (row.audit.avoiding is None) == (row.audit.verdict == "all")


def test_checks_tell_explanations_from_others() -> None:
    smallest = explainer.smallest(CASES)
    for claimed in (smallest, smallest.mask, explainer.explain(CASES), [smallest.names(r) for r in range(len(CASES))]):
        checks = explainer.check(CASES, claimed)
        assert [(check.holds, check.minimal) for check in checks] == [(True, True)] * len(CASES)
    nothing = explainer.check(CASES, [[] for _ in CASES], repair=True)
    for check, case in zip(nothing, CASES, strict=True):
        assert check.holds is False and check.counterexample is not None and check.repaired
        assert explainer.predict(check.counterexample.case).predicted[0] != explainer.predict(case).predicted[0]
    assert [check.redundant for check in explainer.check(CASES[:1], [list(NAMES)])] != [()]
    wrong = explainer.check(CASES[:1], ["aeg"])
    assert wrong[0].error is not None and wrong[0].error.code == "unknown-feature"
    with pytest.raises(xpxlc.InputError, match="those of 4 rows"):
        explainer.check(CASES, [["age"]])


def test_power_adds_up() -> None:
    power = explainer.power([*CASES, {**CASES[0], "age": 5}])
    np.testing.assert_allclose(power.shapley_shubik[:4].sum(axis=1), 1)
    np.testing.assert_allclose(power.banzhaf_normalized[:4].sum(axis=1), 1)
    assert np.isnan(power.shapley_shubik[4]).all() and [error.row for error in power.errors] == [4]
    assert power.predicted.tolist() == [*explainer.predict(CASES).predicted.tolist(), None]
    assert len(power.to_pandas()) == 25


def test_shap_draws_attributions_that_add_up_to_the_margin() -> None:
    shap = pytest.importorskip("shap")
    for answer in (explainer.smallest(CASES), explainer.predict(CASES), explainer.explain(CASES)):
        drawn = answer.to_shap()
        assert isinstance(drawn, shap.Explanation) and drawn.feature_names == list(NAMES)
        np.testing.assert_allclose(drawn.values.sum(axis=1) + drawn.base_values, explainer.predict(CASES).margin)
    np.testing.assert_array_equal(explainer.frequencies(CASES).to_shap().values, explainer.frequencies(CASES).share)
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    shap.plots.waterfall(explainer.smallest(CASES).to_shap()[0], show=False)
    shap.plots.bar(explainer.frequencies(CASES).to_shap(), show=False)


def test_every_answer_is_a_table() -> None:
    cases = [*CASES, {**CASES[0], "age": 5}]
    answers = [
        explainer.predict(cases),
        explainer.smallest(cases),
        explainer.explain(cases, kind="both"),
        explainer.count(cases),
        explainer.frequencies(cases),
        explainer.power(cases),
        explainer.features(cases, protected=["age"]),
        explainer.check(cases, explainer.smallest(cases)),
    ]
    for answer in answers:
        rows = len(answer.to_pandas())
        assert rows >= 5 and answer.to_polars().height == rows and answer.to_arrow().num_rows == rows
