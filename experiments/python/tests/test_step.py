"""The whole task: encoding, retraining, compiling, explaining, under limits."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
from sklearn.naive_bayes import BernoulliNB

from rivals.binary import one_hot, one_hot_columns, train
from rivals.step import run
from rivals.threshold import threshold


def random_task(seed: int = 0, **limits: Any) -> dict[str, Any]:
    draw = random.Random(seed)
    sizes = [2, 3, 2, 4, 1]
    labels = [draw.randint(0, 1) for _ in range(80)]
    rows = [[(draw.randrange(size) + label) % size for size in sizes] for label in labels]
    task = {"sizes": sizes, "rows": rows, "labels": labels, "explain": [3, 0, 7]}
    return {**task, "compileSeconds": 20, "rowSeconds": 20, "memory": 1 << 30, "most": 10_000, **limits}


def events_of(task: dict[str, Any]) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = []
    run(task, events.append)
    return events


def test_the_classifier_is_scikit_learns() -> None:
    task = random_task()
    columns = one_hot_columns(task["sizes"])
    encoded = one_hot(columns, np.array(task["rows"]))
    assert encoded.shape == (80, 1 + 3 + 1 + 4)
    model = train(encoded, task["labels"])
    function = threshold(model.biases, model.tables)
    predicted = BernoulliNB().fit(encoded, task["labels"]).predict(encoded)
    assert [function.class_of(row) for row in encoded] == predicted.tolist()


def test_a_task_within_its_limits() -> None:
    model, compiled, *rows, end = events_of(random_task())
    assert len(model["tables"]) == len(model["columns"]) == 9
    assert compiled["nodes"] > 0
    assert [(row["row"], row["outcome"]) for row in rows] == [(3, "done"), (0, "done"), (7, "done")]
    assert (end["phase"], end["outcome"]) == ("enumerate", "done")


def test_the_same_task_has_the_same_answers() -> None:
    def answers() -> list[Any]:
        return [{k: v for k, v in event.items() if k not in ("seconds", "peak")} for event in events_of(random_task())]

    assert answers() == answers()


def test_too_many_explanations_concern_the_row_alone() -> None:
    _, _, *rows, end = events_of(random_task(most=1))
    assert {row["outcome"] for row in rows} == {"too many"}
    assert all(int(row["count"]) > 1 for row in rows)
    assert end["outcome"] == "done"


def test_a_diagram_that_takes_too_long_or_too_much() -> None:
    draw = random.Random(5)
    sizes = [2] * 60
    labels = [draw.randint(0, 1) for _ in range(300)]
    # Random probabilities per column, so that no two weights are alike.
    chances = [(draw.random(), draw.random()) for _ in sizes]
    rows = [[int(draw.random() < chance[label]) for chance in chances] for label in labels]
    hard = random_task(sizes=sizes, rows=rows, labels=labels)
    _, late = events_of({**hard, "compileSeconds": 0.5})
    assert (late["phase"], late["outcome"]) == ("compile", "out of time")
    _, large = events_of({**hard, "compileSeconds": 60, "memory": 60 << 20})
    assert (large["phase"], large["outcome"]) == ("compile", "out of memory")
