"""From a threshold function to a sentential decision diagram (SDD), as STEP does it: first a decision diagram over
the variables in a fixed order, one variable after the other, then the same as an SDD. With a right-linear vtree
both have the same nodes.

Two residual thresholds between which no sum of the remaining weights lies have the same function. So a node stands
for an interval of residuals, and a residual that falls into a known interval needs no new node (Chan and Darwiche
2003).
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import Any

from pysdd.sdd import SddManager, Vtree

from .threshold import Threshold


@dataclass(frozen=True)
class Compiled:
    """The diagrams of "class 0" and of "class 1"; variable ``v`` of the manager (from 1) is ``order[v - 1]`` of the
    function.
    """

    manager: Any
    by_class: tuple[Any, Any]
    order: tuple[int, ...]
    #: Decision nodes made on the way.
    nodes: int


def compile_threshold(function: Threshold) -> Compiled:
    """The diagram of a function; variables of weight 0 are not in it."""
    relevant = [j for j, weight in enumerate(function.weights) if weight != 0]
    order = tuple(sorted(relevant, key=lambda j: (-abs(function.weights[j]), j)))
    count = max(len(order), 1)
    vtree = Vtree(var_count=count, var_order=list(range(1, count + 1)), vtree_type="right")
    manager = SddManager.from_vtree(vtree)
    manager.auto_gc_and_minimize_off()
    expansion = _Expansion(manager, [function.weights[j] for j in order])
    root, _, _ = expansion.node(0, -function.bias)
    return Compiled(manager, (root, manager.negate(root)), order, expansion.nodes)


class _Expansion:
    """``node(i, r)`` is the function "the weights from ``i`` on add up to at least ``r``"."""

    def __init__(self, manager: Any, weights: list[int]) -> None:
        self.weights = weights
        self.true, self.false = manager.true(), manager.false()
        self.conjoin, self.disjoin = manager.conjoin, manager.disjoin
        self.nodes = 0
        n = len(weights)
        self.least = [0] * (n + 1)
        self.most = [0] * (n + 1)
        for i in reversed(range(n)):
            self.least[i] = self.least[i + 1] + min(weights[i], 0)
            self.most[i] = self.most[i + 1] + max(weights[i], 0)
        # Per level the known intervals: their lower ends in order, and beside each (upper end, node).
        self.lower: list[list[int]] = [[] for _ in range(n)]
        self.known: list[list[tuple[int, Any]]] = [[] for _ in range(n)]
        self.literals = [(manager.literal(i + 1), manager.literal(-i - 1)) for i in range(n)]

    def node(self, i: int, r: int) -> tuple[Any, int | None, int | None]:
        """The node, and the residuals (both ends included; None: endless) that it stands for."""
        if r <= self.least[i]:
            return self.true, None, self.least[i]
        if r > self.most[i]:
            return self.false, self.most[i] + 1, None
        lower, known = self.lower[i], self.known[i]
        at = bisect_right(lower, r)
        if at > 0 and r <= known[at - 1][0]:
            return known[at - 1][1], lower[at - 1], known[at - 1][0]
        weight = self.weights[i]
        without, low, high = self.node(i + 1, r)
        with_it, low_with, high_with = self.node(i + 1, r - weight)
        if low_with is not None and (low is None or low_with + weight > low):
            low = low_with + weight
        if high_with is not None and (high is None or high_with + weight < high):
            high = high_with + weight
        assert low is not None and high is not None  # it is not constant, so neither are both parts, on the same side
        made = self._choice(i, with_it, without)
        lower.insert(at, low)
        known.insert(at, (high, made))
        return made, low, high

    def _choice(self, i: int, with_it: Any, without: Any) -> Any:
        present, absent = self.literals[i]
        self.nodes += 1
        return self.disjoin(self.conjoin(present, with_it), self.conjoin(absent, without))
