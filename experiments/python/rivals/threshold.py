"""A classifier of binary features as a threshold function with whole numbers: nothing is rounded, so ties are ties.

Class 0 is predicted iff ``bias + Σ weights[j]·x[j] ≥ 0``: of equal scores the class listed first wins, as
scikit-learn's argmax has it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Threshold:
    """One weight per binary variable, all numbers in a common unit."""

    weights: tuple[int, ...]
    bias: int

    def class_of(self, instance: Sequence[int]) -> int:
        """0 or 1."""
        value = self.bias + sum(w for w, x in zip(self.weights, instance, strict=True) if x)
        return 0 if value >= 0 else 1


def threshold(biases: Sequence[float], tables: Sequence[Sequence[Sequence[float]]]) -> Threshold:
    """The exact function of these doubles.

    ``biases`` has a number per class (two of them), ``tables[j][k]`` what variable ``j`` adds to class ``k`` when
    it is 0 and when it is 1.

    >>> threshold([0.5, 0.25], [[[0, 1], [0, 0.5]], [[-1, 0], [0, 0]]])
    Threshold(weights=(2, 4), bias=-3)
    """
    base = Fraction(biases[0]) - Fraction(biases[1])
    steps = []
    for first, second in tables:
        absent = Fraction(first[0]) - Fraction(second[0])
        present = Fraction(first[1]) - Fraction(second[1])
        base += absent
        steps.append(present - absent)
    # Denominators are powers of two, so the largest is a multiple of all.
    unit = max([base.denominator, *(step.denominator for step in steps)])
    return Threshold(tuple(int(step * unit) for step in steps), int(base * unit))
