"""The paper's way to binary features: one column per value (one for two values), and a Bernoulli naive Bayes
classifier trained on them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from sklearn.naive_bayes import BernoulliNB


@dataclass(frozen=True)
class Column:
    """A binary variable: is feature ``feature`` equal to value ``value``?"""

    feature: int
    value: int


def one_hot_columns(sizes: Sequence[int]) -> list[Column]:
    """The columns of features with so many values each; a feature with one value says nothing and has none.

    >>> [(c.feature, c.value) for c in one_hot_columns([2, 3, 1])]
    [(0, 1), (1, 0), (1, 1), (1, 2)]
    """
    result = []
    for feature, size in enumerate(sizes):
        values = range(size) if size > 2 else range(1, size)
        result += [Column(feature, value) for value in values]
    return result


def one_hot(columns: Sequence[Column], rows: npt.NDArray[np.integer]) -> npt.NDArray[np.int8]:
    """The rows (positions of values) as zeros and ones."""
    features = [column.feature for column in columns]
    values = np.array([column.value for column in columns])
    encoded: npt.NDArray[np.int8] = (rows[:, features] == values).astype(np.int8)
    return encoded


@dataclass(frozen=True)
class BinaryModel:
    """Logarithms of probabilities: ``biases[k]`` of class ``k``, ``tables[j][k]`` of column ``j`` being 0 and 1 in
    class ``k``.
    """

    biases: list[float]
    tables: list[list[list[float]]]


def train(encoded: npt.NDArray[np.int8], labels: Sequence[int], alpha: float = 1.0) -> BinaryModel:
    """scikit-learn's ``BernoulliNB`` with its default smoothing. The doubles that it computes with *are* the
    classifier explained by both sides.
    """
    if set(labels) != {0, 1}:
        raise ValueError(f"two classes are needed, got {sorted(set(labels))}")
    fitted = BernoulliNB(alpha=alpha).fit(encoded, labels)
    present = fitted.feature_log_prob_
    absent = np.log(1 - np.exp(present))  # as in its _joint_log_likelihood
    tables = [[[float(absent[k, j]), float(present[k, j])] for k in (0, 1)] for j in range(encoded.shape[1])]
    return BinaryModel([float(prior) for prior in fitted.class_log_prior_], tables)
