"""How long an explanation of the same model and rows takes here, and with shap, lime and anchor-exp. Prints one line of JSON.

Usage: rivals.py ROWS. A logistic regression of 12 numbers; every tool explains the same rows, one at a time;
those that take whole tables also many rows at once.
"""

from __future__ import annotations

import json
import sys
import time
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import shap
import xpxlc
from anchor.anchor_tabular import AnchorTabularExplainer
from lime.lime_tabular import LimeTabularExplainer
from sklearn.datasets import make_classification
from sklearn.linear_model import LogisticRegression

FEATURES = 12
TABLE = 5000
MANY = 10_000


def main() -> None:
    warnings.filterwarnings("ignore")
    count = int(sys.argv[1])
    values, target = make_classification(TABLE, FEATURES, n_informative=8, random_state=1)
    names = [f"x{i}" for i in range(FEATURES)]
    model = LogisticRegression().fit(values, target)
    rows = values[:count]
    explainer = xpxlc.Explainer(model, pd.DataFrame(values, columns=names))
    many = np.tile(values, (-(-MANY // TABLE), 1))[:MANY]
    background = shap.sample(values, 100, random_state=1)
    np.random.seed(1)
    kernel = shap.KernelExplainer(model.predict_proba, background)
    permutation = shap.PermutationExplainer(model.predict_proba, background, seed=1)
    linear = shap.LinearExplainer(model, values)
    lime = LimeTabularExplainer(values, feature_names=names, random_state=1)
    anchor = AnchorTabularExplainer(["no", "yes"], names, values, {})
    tools: dict[str, Callable[[np.ndarray], Any]] = {
        "xpxlc, one row a call": lambda row: explainer.smallest(row[np.newaxis]),
        "shap LinearExplainer": lambda row: linear.shap_values(row[np.newaxis]),
        "shap KernelExplainer": lambda row: kernel.shap_values(row[np.newaxis], silent=True),
        "shap PermutationExplainer": lambda row: permutation(row[np.newaxis], silent=True),
        "LIME": lambda row: lime.explain_instance(row, model.predict_proba),
        "Anchor": lambda row: anchor.explain_instance(row, model.predict, threshold=0.95),
    }
    seconds = {
        "xpxlc, all rows in one call": timed(lambda: explainer.smallest(many)) / MANY,
        "shap LinearExplainer, all rows in one call": timed(lambda: linear.shap_values(many)) / MANY,
    }
    for name, explain in tools.items():
        explain(rows[0])  # what is loaded or compiled at the first call
        seconds[name] = sum(timed(lambda row=row: explain(row)) for row in rows) / count
    print(json.dumps(seconds))


def timed(call: Callable[[], Any]) -> float:
    start = time.process_time()
    call()
    return time.process_time() - start


main()
