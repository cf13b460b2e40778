"""The real Anchor, SHAP and LIME on a small generated setting."""

from __future__ import annotations

import io
import json
import random
import sys
from typing import Any

import numpy as np
import pytest

from rivals import explain
from rivals.classifier import Classifier

TOOLS = ["anchor", "shap-kernel-20", "shap-permutation", "shap-linear", "lime"]


def make_task(seed: int = 3, **changes: Any) -> dict[str, Any]:
    """A naive Bayes model with strong and weak features, and rows drawn at random."""
    draw = random.Random(seed)
    sizes = [3, 2, 4, 2, 3, 2]
    tables = [[draw.gauss(0, 3 / (i + 1)) for _ in range(size)] for i, size in enumerate(sizes)]
    rows = [[draw.randrange(size) for size in sizes] for _ in range(200)]
    task = {
        "bias": 0.25,
        "tables": tables,
        "tie": 0,
        "features": [f"x{i}" for i in range(len(sizes))],
        "values": [[f"v{v}" for v in range(size)] for size in sizes],
        "classes": ["no", "yes"],
        "rows": rows,
        "seed": seed,
        "threshold": 0.95,
        "seconds": 60,
    }
    return {**task, **changes}


def answers(tools: list[str], rows: list[int], **changes: Any) -> dict[tuple[str, int], dict[str, Any]]:
    """Everything but the times."""
    answerer = explain.Answerer(make_task(**changes))
    found = {}
    for tool in tools:
        for row in rows:
            record = answerer.answer({"tool": tool, "row": row})
            assert record.pop("seconds") >= 0
            found[tool, row] = record
    return found


@pytest.fixture(scope="module")
def uninterrupted() -> dict[tuple[str, int], dict[str, Any]]:
    return answers(TOOLS, [0, 1, 2])


@pytest.mark.parametrize("tool", TOOLS)
def test_a_resumed_run_gives_what_an_uninterrupted_one_gives(tool: str, uninterrupted: Any) -> None:
    resumed = answers([tool], [2, 1])
    assert resumed == {key: record for key, record in uninterrupted.items() if key in resumed}


def test_weights_name_every_feature_and_add_up_to_what_is_explained(uninterrupted: Any) -> None:
    setting = explain.read_setting(make_task())
    classifier, rows = setting.classifier, setting.rows
    for row in (0, 1, 2):
        instance = rows[row : row + 1]
        k = classifier.classes(instance)[0]
        sign = 1 if k == 1 else -1
        lead = sign * (classifier.lead(instance)[0] - classifier.lead(rows).mean())
        assert sum(uninterrupted["shap-linear", row]["weights"].values()) == pytest.approx(lead)
        for tool, background in (("shap-kernel-20", 20), ("shap-permutation", 100)):
            usual = classifier.probabilities(setting.background(background))[:, k].mean()
            probability = classifier.probabilities(instance)[0, k] - usual
            assert sum(uninterrupted[tool, row]["weights"].values()) == pytest.approx(probability, abs=1e-6)
        for tool in TOOLS[1:]:
            assert list(uninterrupted[tool, row]["weights"]) and set(uninterrupted[tool, row]["weights"]) == set(
                setting.feature_names
            )


def test_rules_hold_at_the_row_and_say_how_often_they_hold_in_the_table(uninterrupted: Any) -> None:
    setting = explain.read_setting(make_task())
    rng = np.random.default_rng(0)
    for row in (0, 1, 2):
        record = uninterrupted["anchor", row]
        assert set(record["features"]) <= set(setting.feature_names)
        assert 0.9 < record["precision"] <= 1
        # A large sample of rows with the rule's values put in.
        drawn = setting.rows[rng.integers(len(setting.rows), size=20_000)].copy()
        for name in record["features"]:
            at = setting.feature_names.index(name)
            drawn[:, at] = setting.rows[row, at]
        same = setting.classifier.classes(drawn) == setting.classifier.classes(setting.rows[row : row + 1])
        assert record["held"] == pytest.approx(same.mean(), abs=0.02)


def test_an_explanation_that_takes_too_long_is_an_outcome_and_the_next_one_is_given() -> None:
    answerer = explain.Answerer(make_task(seconds=0.0001))
    late = answerer.answer({"tool": "anchor", "row": 0})
    assert (late["tool"], late["row"], late["outcome"]) == ("anchor", 0, "out of time")
    answerer.options["seconds"] = 60
    assert "features" in answerer.answer({"tool": "anchor", "row": 0})


def test_ties_go_where_the_model_says() -> None:
    for tie in (0, 1):
        classifier = Classifier(0.0, [np.array([0.0, 1.0, -1.0])], tie)
        assert classifier.classes(np.array([[0], [1], [2]])).tolist() == [tie, 1, 0]


def test_the_process_answers_line_by_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [make_task(), {"tool": "shap-linear", "row": 4}]
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(json.dumps(line) + "\n" for line in lines)))
    before = sys.stdout
    explain.main()
    sys.stdout = before
    head, answer = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert head["versions"]["shap"] == "0.51.0"
    assert (answer["tool"], answer["row"]) == ("shap-linear", 4)
