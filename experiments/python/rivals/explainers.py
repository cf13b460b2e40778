"""The heuristic explainers, each as a function from the number of a row to a record that ``xpxlc check --grade`` reads.

All explain the class that is predicted for the row. What is random is drawn anew for each row from a seed of its own,
so that the answer does not depend on which rows were explained before.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from xpxlc.explanations import Record, from_anchor, from_lime, from_shap

from .classifier import Classifier


@dataclass(frozen=True)
class Setting:
    """A classifier, and the table that explainers draw from."""

    classifier: Classifier
    feature_names: list[str]
    value_names: list[list[str]]
    class_names: list[str]
    rows: npt.NDArray[np.int64]
    seed: int

    def background(self, size: int) -> npt.NDArray[np.int64]:
        """So many rows of the table, the same ones each time; all where there are fewer."""
        if size >= len(self.rows):
            return self.rows
        return self.rows[np.random.default_rng(self.seed).choice(len(self.rows), size, replace=False)]

    def seed_of(self, tool: str, row: int) -> int:
        """A number below 2³² for a row."""
        return zlib.crc32(f"{self.seed} {tool} {row}".encode())


Explain = Callable[[int], Record]


def anchor(setting: Setting, threshold: float = 0.95) -> Explain:
    """anchor-exp's rules for tables. The precision that it aims at is that over the table's rows with the rule's
    values put in.
    """
    from anchor.anchor_tabular import AnchorTabularExplainer

    explainer = AnchorTabularExplainer(
        setting.class_names,
        setting.feature_names,
        setting.rows,
        dict(enumerate(setting.value_names)),
    )

    def explain(row: int) -> Record:
        found = explainer.explain_instance(setting.rows[row], setting.classifier.classes, threshold=threshold)
        return next(from_anchor(found, setting.feature_names, rows=[row]))

    return explain


def shap_kernel(setting: Setting, background: int = 100) -> Explain:
    """shap's KernelExplainer of the predicted class's probability, with its default number of samples."""
    import shap

    explainer = shap.KernelExplainer(setting.classifier.probabilities, setting.background(background))

    def explain(row: int) -> Record:
        instance = setting.rows[row : row + 1]
        values = np.asarray(explainer.shap_values(instance, silent=True))
        found = shap.Explanation(values, feature_names=setting.feature_names)
        return next(from_shap(found, output=_predicted(setting, row), rows=[row], tool=f"shap-kernel-{background}"))

    return explain


def shap_permutation(setting: Setting, background: int = 100) -> Explain:
    """shap's PermutationExplainer of the predicted class's probability, with its default number of evaluations."""
    import shap

    masker = shap.maskers.Independent(setting.background(background), max_samples=background)
    explainer = shap.PermutationExplainer(setting.classifier.probabilities, masker, feature_names=setting.feature_names)

    def explain(row: int) -> Record:
        found = explainer(setting.rows[row : row + 1], silent=True)
        return next(from_shap(found, output=_predicted(setting, row), rows=[row], tool="shap-permutation"))

    return explain


def shap_linear(setting: Setting) -> Explain:
    """shap's LinearExplainer of the lead, on one column per value; columns add up to their feature."""
    import shap

    sizes = [len(names) for names in setting.value_names]
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    columns = [f"{i}={v}" for i, size in enumerate(sizes) for v in range(size)]
    feature_of = {f"{i}={v}": setting.feature_names[i] for i, size in enumerate(sizes) for v in range(size)}

    def one_hot(rows: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
        result = np.zeros((len(rows), len(columns)))
        result[np.arange(len(rows))[:, np.newaxis], starts + rows] = 1
        return result

    weights = np.concatenate(setting.classifier.tables)
    # Exact for independent columns, so all rows of the table can be the background.
    masker = shap.maskers.Independent(one_hot(setting.rows), max_samples=len(setting.rows))
    explainer = shap.LinearExplainer((weights, setting.classifier.bias), masker)

    def explain(row: int) -> Record:
        values = explainer.shap_values(one_hot(setting.rows[row : row + 1]))
        towards = values if _predicted(setting, row) == 1 else -values
        found = shap.Explanation(towards, feature_names=columns)
        return next(from_shap(found, columns=feature_of, rows=[row], tool="shap-linear"))

    return explain


def lime(setting: Setting) -> Explain:
    """LIME for tables: weights of all features for the predicted class's probability; 5,000 samples by default."""
    from lime.lime_tabular import LimeTabularExplainer

    explainer = LimeTabularExplainer(
        setting.rows,
        feature_names=setting.feature_names,
        class_names=setting.class_names,
        categorical_features=list(range(len(setting.feature_names))),
        categorical_names=dict(enumerate(setting.value_names)),
    )

    def explain(row: int) -> Record:
        explainer.random_state = np.random.RandomState(setting.seed_of("lime", row))
        label = _predicted(setting, row)
        found = explainer.explain_instance(
            setting.rows[row],
            setting.classifier.probabilities,
            labels=(label,),
            num_features=len(setting.feature_names),
        )
        return next(from_lime(found, setting.feature_names, rows=[row]))

    return explain


def _predicted(setting: Setting, row: int) -> int:
    return int(setting.classifier.classes(setting.rows[row : row + 1])[0])


def make_tool(name: str, setting: Setting, options: dict[str, Any]) -> Explain:
    """The explainer of this name: ``anchor``, ``lime``, ``shap-linear``, ``shap-permutation`` or ``shap-kernel-N``.

    ``N`` is the number of background rows.
    """
    if name == "anchor":
        made = anchor(setting, options["threshold"])
    elif name.startswith("shap-kernel-"):
        made = shap_kernel(setting, int(name.removeprefix("shap-kernel-")))
    elif name == "shap-permutation":
        made = shap_permutation(setting)
    elif name == "shap-linear":
        made = shap_linear(setting)
    elif name == "lime":
        made = lime(setting)
    else:
        raise ValueError(f"unknown tool: {name}")

    def explain(row: int) -> Record:
        np.random.seed(setting.seed_of(name, row))  # anchor-exp and shap draw from numpy's own state
        return made(row)

    return explain
