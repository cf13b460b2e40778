"""One suite, two doors: Python answers as Node does, on every model file of the repository and on random models."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import xpxlc

ROOT = Path(__file__).resolve().parents[2]
Answer = dict[str, Any]


def explainer_of(given: Answer) -> xpxlc.Explainer:
    source = given["text"].encode() if "text" in given else ROOT / given["path"]
    xmap = ROOT / given["xmap"] if "xmap" in given else None
    return xpxlc.Explainer(source, xmap=xmap, file_bounds=given.get("bounds"), details=given.get("details"))


def label(given: Answer) -> str:
    return f"{given['name']} {given.get('bounds', '')}"


def test_the_suite_has_models_of_all_formats(node_answers: list[Answer]) -> None:
    formats = {given["format"] for given in node_answers if "format" in given}
    assert formats >= {"xpxlc-model", "pmml", "onnx", "ebm", "scorecard", "cnbc"}
    known = [given for given in node_answers if "core" in given]
    assert len(known) > 200
    assert any(len(given["classes"]) > 2 for given in known)
    assert any(float(one["margin"]) == 0 for given in known for one in given["core"])  # ties


def test_models_that_node_refuses_are_refused_with_the_same_code(node_answers: list[Answer]) -> None:
    differing = []
    for given in node_answers:
        if "refused" not in given:
            continue
        try:
            explainer_of(given)
            differing.append((label(given), given["refused"], "accepted"))
        except xpxlc.CoreError as error:
            if error.code != given["refused"]:
                differing.append((label(given), given["refused"], error.code))
    assert differing == []


def differences(given: Answer) -> list[Any]:
    """What Python answers otherwise than the core on Node."""
    explainer = explainer_of(given)
    wanted = [{**one, "margin": float(one["margin"])} for one in given["core"]]
    width = len(given["features"])
    assert explainer.classes == tuple(given["classes"])
    assert explainer.feature_names == tuple(given["features"])
    cases = [dict(zip(given["features"], row, strict=True)) for row in given["rows"]] if width else np.empty((len(given["rows"]), 0))
    found: dict[str, list[Any]] = {}
    for kind in ("axp", "cxp"):
        smallest = explainer.smallest(cases, kind=kind)
        assert smallest.errors == ()
        found[kind] = [np.flatnonzero(row).tolist() for row in smallest.mask]
        found["class"] = smallest.predicted.tolist()
        found["margin"] = smallest.margin.tolist()
        found["doubtful"] = smallest.doubtful.tolist()
    counts = explainer.count(cases)
    found["count"] = [str(number) for number in counts.count]
    found["frequency"] = [[str(times) for times in row] for row in counts.frequency]
    found["contrasts"] = [str(number) for number in explainer.count(cases, kind="cxp").count]
    found["necessary"] = [[given["features"].index(name) for name in row.necessary] for row in explainer.features(cases)]
    predictions = explainer.predict(cases)
    assert predictions.predicted.tolist() == found["class"] and predictions.margin.tolist() == found["margin"]
    return [
        (label(given), row, key, one[key], found[key][row])
        for row, one in enumerate(wanted)
        for key in found
        if one[key] != found[key][row]
    ]


@pytest.mark.parametrize("source", ["files", "random models"])
def test_numbers_are_those_of_the_core_on_node(node_answers: list[Answer], source: str) -> None:
    chosen = [given for given in node_answers if "core" in given and ("text" in given) == (source == "random models")]
    assert [difference for given in chosen for difference in differences(given)] == []


def plain(value: Any) -> Any:
    return json.loads(json.dumps(value))


def as_record(row: Any) -> Answer:
    """An answer as the program writes it."""
    record: Answer = {"row": row.row, "class": row.predicted, "margin": row.margin}
    for key in ("probability", "points", "cutoff"):
        if getattr(row, key) is not None:
            record[key] = getattr(row, key)
    if row.doubtful:
        record["doubtful"] = True
    record["explanations"] = []
    for one in row:
        entry: Answer = {
            "kind": one.kind,
            "features": one.features,
            "indices": one.indices,
            "literals": one.literals,
            "size": one.size,
            "certificate": one.certificate,
        }
        if one.counterfactual is not None:
            change = one.counterfactual
            entry["counterfactual"] = {
                "class": change.predicted,
                "changes": change.changes,
                "literals": change.literals,
                "region": change.region,
                **({"doubtful": True} if change.doubtful else {}),
            }
        record["explanations"].append(entry)
    record["complete"] = row.complete
    return record


def test_records_are_those_of_the_program(node_answers: list[Answer]) -> None:
    differing = []
    for given in node_answers:
        if "records" not in given:
            continue
        cases = pd.DataFrame([dict(zip(given["features"], row, strict=True)) for row in given["rows"]])
        answer = explainer_of(given).explain(cases, kind="both", limit=3, certificate=True)
        for wanted, found in zip(given["records"], map(as_record, answer), strict=True):
            record = {**wanted, "margin": float(wanted["margin"])}
            if plain(found) != record:
                differing.append((label(given), record, found))
    assert differing == []


def test_certificates_hold_for_their_own_model_only(node_answers: list[Answer]) -> None:
    given = next(given for given in node_answers if given["name"].endswith("loans.json") and "records" in given)
    other = next(given for given in node_answers if given["name"].endswith("stations.json") and "records" in given)
    explainer = explainer_of(given)
    cases = [dict(zip(given["features"], row, strict=True)) for row in given["rows"]]
    proofs = explainer.certify(cases, kind="both").certificates
    assert len(proofs) >= len(cases) and explainer.verify(proofs) == [None] * len(proofs)
    assert all(explainer_of(other).verify(proofs))
    broken = [{**proofs[0], "class": "none of them"}]
    assert all(explainer.verify(broken))
