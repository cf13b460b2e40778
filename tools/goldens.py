"""What the Python package says, as JSON by name: signatures, documents, and answers about examples. Used by goldens.mjs."""

from __future__ import annotations

import inspect
import json
import re
import sys
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import xpxlc
from sklearn.compose import make_column_transformer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler

root = Path(sys.argv[1])
found: dict[str, str] = {}


def interface() -> None:
    """Signatures and documentation; what is inherited within the package, too."""
    for name in sorted(xpxlc.__all__):
        thing = getattr(xpxlc, name)
        lines = [inspect.getdoc(thing) or ""]
        if callable(thing):
            try:
                lines.append(f"{name}{inspect.signature(thing)}")
            except ValueError:
                pass
        if inspect.isclass(thing):
            for key in sorted(key for kind in thing.__mro__ if kind.__module__.startswith("xpxlc") for key in vars(kind)):
                if not key.startswith("_"):
                    member = inspect.getattr_static(thing, key)
                    shown = str(inspect.signature(member)) if inspect.isfunction(member) else type(member).__name__
                    lines += [f"{key}{shown}", inspect.getdoc(member) or ""]
        found[f"api-{name}"] = "\n".join(lines)


def told(name: str, ask: Callable[[], Any]) -> None:
    """All that an answer gives, or the error."""
    try:
        answer = ask()
    except Exception as error:
        said = {key: getattr(error, key, None) for key in ("code", "place", "expected", "got")}
        found[name] = f"{type(error).__name__}: {error}\n{said}"
        return
    found[f"{name}-text"] = f"{answer!r}\n{answer}"
    if hasattr(answer, "to_pandas"):
        table = answer.to_pandas()
        found[f"{name}-table"] = f"{table.to_csv()}\n{table.dtypes}\n{answer.to_arrow().schema}\n{answer.to_polars().schema}"
        found[f"{name}-json"] = answer.to_json(indent=1)
        found[f"{name}-errors"] = "\n".join(map(repr, answer.errors))
    if hasattr(answer, "_repr_html_"):
        found[f"{name}-html"] = re.sub(r"(?s)<style>.*?</style>", "", answer._repr_html_())


def asked(name: str, explainer: xpxlc.Explainer, X: Any, *, within: dict[str, Any], target: object, names: tuple[str, ...]) -> None:
    """Every question, with every option."""
    one, two = names[0], names[1]
    claims = [[[one]], [[]], [list(names)], [[two, one]]]
    count = len(X)
    questions: dict[str, Callable[[], Any]] = {
        "predict": lambda: explainer.predict(X),
        **{f"smallest-{kind}": lambda kind=kind: explainer.smallest(X, kind=kind) for kind in ("axp", "cxp")},
        "smallest-within": lambda: explainer.smallest(X, within=within, fixed=[one]),
        "smallest-cxp-within": lambda: explainer.smallest(X, within=within, kind="cxp"),
        **{f"explain-{kind}": lambda kind=kind: explainer.explain(X, kind=kind) for kind in ("axp", "cxp", "both")},
        "explain-limit": lambda: explainer.explain(X, kind="both", limit=3),
        "explain-search": lambda: explainer.explain(X, limit=5, order="search"),
        "explain-all": lambda: explainer.explain(X[:2], limit="all" if len(explainer.feature_names) < 20 else 50),
        "explain-inflate": lambda: explainer.explain(X, inflate=True),
        "explain-certificate": lambda: explainer.explain(X, certificate=True),
        "explain-avoid": lambda: explainer.explain(X, avoid=[one]),
        "explain-never": lambda: explainer.explain(X, never=[one, two]),
        "explain-fixed": lambda: explainer.explain(X, fixed=two, kind="both"),
        "explain-within": lambda: explainer.explain(X, within=within, kind="both", limit=2),
        "explain-one": lambda: explainer.explain(X[:1], kind="both")[0],
        "contrasts": lambda: explainer.contrasts(X, limit=2),
        "contrasts-target": lambda: explainer.contrasts(X, target=target),
        "contrasts-within": lambda: explainer.contrasts(X, within=within, fixed=[two], order="size"),
        "count": lambda: explainer.count(X),
        "count-cxp": lambda: explainer.count(X, kind="cxp", within=within),
        "count-first": lambda: explainer.count(X, limit=2),
        "count-steps": lambda: explainer.count(X, max_steps=1),
        "frequencies": lambda: explainer.frequencies(X),
        "frequencies-cxp": lambda: explainer.frequencies(X, kind="cxp", fixed=[one]),
        "power": lambda: explainer.power(X),
        "power-cxp": lambda: explainer.power(X, kind="cxp", within=within, max_steps=10**6),
        "features": lambda: explainer.features(X, protected=[one]),
        "features-within": lambda: explainer.features(X, within=within, limit=3),
        "check": lambda: explainer.check(X, [claims[r % 4][0] for r in range(count)]),
        "check-repair": lambda: explainer.check(X, [claims[r % 4][0] for r in range(count)], repair=True, kind="cxp"),
        "check-target": lambda: explainer.check(X, [[one, two]] * count, kind="cxp", target=target, repair=True, within=within),
        "check-own": lambda: explainer.check(X, explainer.explain(X, kind="both")),
        "check-smallest": lambda: explainer.check(X, explainer.smallest(X)),
        "certify": lambda: explainer.certify(X, kind="both"),
        "verify": lambda: explainer.verify([*explainer.certify(X).certificates, {"kind": "no proof"}]),
    }
    for question, ask in questions.items():
        told(f"{name}-{question}", ask)


def refused(explainer: xpxlc.Explainer, X: Any) -> None:
    """What options must not be."""
    wrong: dict[str, Callable[[], Any]] = {
        "kind": lambda: explainer.explain(X, kind="why"),
        "kind-smallest": lambda: explainer.smallest(X, kind="both"),
        "kind-count": lambda: explainer.count(X, kind="both"),
        "kind-power": lambda: explainer.power(X, kind="both"),
        "kind-check": lambda: explainer.check(X, [["age"]] * len(X), kind="both"),
        "limit": lambda: explainer.explain(X, limit=0),
        "limit-text": lambda: explainer.explain(X, limit="3"),
        "limit-half": lambda: explainer.contrasts(X, limit=1.5),
        "limit-function": lambda: explainer.contrasts(X, limit=len),
        "order": lambda: explainer.explain(X, order="best"),
        "avoid": lambda: explainer.explain(X, avoid=["agee"]),
        "avoid-number": lambda: explainer.explain(X, avoid=3),
        "avoid-cxp": lambda: explainer.explain(X, avoid=["age"], kind="cxp"),
        "avoid-limit": lambda: explainer.explain(X, avoid=["age"], limit=2),
        "avoid-all": lambda: explainer.explain(X, avoid=["age"], limit="all"),
        "never": lambda: explainer.explain(X, never=["agee", "x"]),
        "never-cxp": lambda: explainer.explain(X, never=["age"], kind="cxp"),
        "target": lambda: explainer.contrasts(X, target="Grant it"),
        "target-axp": lambda: explainer.explain(X, target="grant"),
        "fixed": lambda: explainer.smallest(X, fixed=["agee"]),
        "fixed-number": lambda: explainer.count(X, fixed=3),
        "within": lambda: explainer.count(X, within={"agee": "up"}),
        "within-rule": lambda: explainer.power(X, within={"age": 3}),
        "within-text": lambda: explainer.features(X, within="age: up"),
        "within-word": lambda: explainer.features(X, within={"age": "upwards"}),
        "protected": lambda: explainer.features(X, protected=["agee"]),
        "max-explanations": lambda: explainer.count(X, limit=0),
        "max-explanations-features": lambda: explainer.features(X, limit=0),
        "max-steps": lambda: explainer.count(X, max_steps=-1),
        "max-steps-power": lambda: explainer.power(X, max_steps=0),
        "explanations": lambda: explainer.check(X, [["age"]]),
        "claims": lambda: explainer.check(X[:2], [["agee"], [17]]),
        "names": lambda: explainer.predict(np.zeros((2, 3)), names=["a"]),
        "option": lambda: explainer.explain(X, limits=3),
        "certify": lambda: explainer.certify(X, target="refuse"),
        "beyond": lambda: xpxlc.Explainer(loans_file, beyond_bounds="clip"),
    }
    for name, ask in wrong.items():
        told(f"refused-{name}", ask)


def batches(explainer: xpxlc.Explainer, X: pd.DataFrame) -> None:
    import pyarrow as pa

    X = X.assign(income=pd.to_numeric(X["income"], errors="coerce"), index=range(len(X)))
    table = pa.Table.from_pandas(X.reset_index(drop=True))
    ways: dict[str, Callable[[], Any]] = {
        "predict": lambda: xpxlc.predict_batches(table, explainer, keep="index"),
        "explain": lambda: xpxlc.explain_batches(table, explainer, keep="index"),
        "explain-both": lambda: xpxlc.explain_batches(table, explainer, keep=["index"], kind="both", limit=2, inflate=True),
        "explain-cxp": lambda: xpxlc.explain_batches(table, explainer, kind="cxp"),
        "explain-plain": lambda: xpxlc.explain_batches(table, explainer, rules=False, kind="cxp"),
        "explain-refused": lambda: xpxlc.explain_batches(table, explainer, rules=False, avoid=["age"]),
        "explain-wrong": lambda: xpxlc.explain_batches(table, explainer, knid="cxp"),
        "count": lambda: xpxlc.count_batches(table, explainer, kind="cxp", max_steps=10**6),
    }
    for name, ask in ways.items():
        try:
            read = ask().read_all()
            found[f"batches-{name}"] = f"{read.schema}\n{read.to_pandas().to_csv()}"
        except Exception as error:
            found[f"batches-{name}"] = f"{type(error).__name__}: {error}"


def sampled(path: Path, rows: int) -> pd.DataFrame:
    frame = pd.read_csv(path)
    frame = frame.iloc[np.linspace(0, len(frame) - 1, rows).astype(int)]
    return frame.set_axis([f"row {i}" for i in range(len(frame))])


def people() -> Iterator[tuple[pd.DataFrame, pd.Series]]:
    """Numbers, categories, truth values and missing cells of several kinds, for two classes and for three."""
    draw = np.random.default_rng(5)
    frame = pd.DataFrame(
        {
            "age": draw.integers(18, 80, 150),
            "income": draw.uniform(10, 90, 150).round(1),
            "job": draw.choice(["clerk", "nurse", "driver", "a, b"], 150),
            "home": pd.Series(draw.choice(["own", "rent"], 150), dtype=object).where(draw.random(150) > 0.1),
            "late": draw.choice([0, 1, 2], 150),
            "guarantor": draw.choice([True, False], 150),
        }
    )
    score = frame.income + 0.4 * frame.age - 12 * frame.late + 8 * frame.guarantor + 5 * (frame.job == "nurse")
    yield frame, (score > 60).astype(int)
    yield frame, pd.cut(score, [-1e3, 50, 75, 1e3], labels=["no", "perhaps", "yes"]).astype(str)


loans_file = str(root / "packages/xpxlc/examples/loans.json")
interface()
loans = xpxlc.Explainer(loans_file)
X = pd.read_csv(root / "fixtures/loans.csv").head(12)
X.loc[3, "age"] = 7  # beyond the bounds
X["income"] = X["income"].astype(object)
X.loc[5, "income"] = "much"
X.loc[6, "home"] = "tent"
X.loc[7, "income"] = None
X.index = [f"row {i}" for i in range(len(X))]
within = {"income": "up", "late payments": (0, 3), "home": ["own", "rent"]}
asked("loans", loans, X, within=within, target="grant", names=("age", "income", "home", "late payments"))
refused(loans, X)
batches(loans, X)
wider = xpxlc.Explainer(loans_file, beyond_bounds="extend")
asked("extended", wider, X, within={"income": "up"}, target="grant", names=("age", "income", "home", "late payments"))
told("limited", lambda: loans.limited(seconds=1e-4).smallest(pd.concat([X] * 20_000)))
told("description", lambda: loans.description)
for name, rows in (("delivery", 8), ("spam", 3)):
    model = xpxlc.Explainer(str(root / f"fixtures/examples/{name}.json"))
    table = sampled(root / f"fixtures/examples/{name}.csv", rows)
    own = {name: "fixed" for name in model.feature_names[2:4]}
    asked(name, model, table, within=own, target=model.classes[-1], names=model.feature_names[:4])
for name, bounds in (("ebm/binary", None), ("ebm/classes", None), ("onnx/people", "people-bounds.csv")):
    kind, stem = name.split("/")
    suffix = "onnx" if kind == "onnx" else "json"
    file_bounds = None if bounds is None else root / f"fixtures/{kind}/{bounds}"
    model = xpxlc.Explainer(root / f"fixtures/{kind}/{stem}.{suffix}", file_bounds=file_bounds)
    table = sampled(root / f"fixtures/{kind}/{stem}{'-rows' if kind == 'ebm' else ''}.csv", 6)
    asked(name.replace("/", "-"), model, table, within={model.feature_names[1]: "fixed"}, target=model.classes[0], names=model.feature_names[:4])
for frame, y in people():
    columns = make_column_transformer(
        (StandardScaler(), ["age", "income"]),
        (OneHotEncoder(handle_unknown="ignore"), ["job", "home", "late", "guarantor"]),
    )
    pipeline = make_pipeline(columns, LogisticRegression()).fit(frame, y)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = xpxlc.Explainer(pipeline, frame, details={"units": {"income": "k€"}})
    table = frame.head(8).astype({"home": object})
    table.iloc[1, 3], table.iloc[2, 3], table.iloc[3, 0] = None, float("nan"), 5
    table["job"] = [*table["job"][:4], "king", *table["job"][5:]]
    given = {"late": (0, 1), "income": "up", "guarantor": [True, False]}
    asked(f"pipeline-{y.nunique()}", model, table, within=given, target=y.iloc[0], names=("age", "income", "job", "home"))
    cases = [{**row, "home": None} if r == 1 else row for r, row in enumerate(table.to_dict("records"))]
    asked(f"cases-{y.nunique()}", model, cases, within=given, target=y.iloc[0], names=("age", "income", "job", "home"))
json.dump(found, sys.stdout)
