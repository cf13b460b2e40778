"""Compilation and enumeration against the definitions, by brute force over all instances and all sets."""

from __future__ import annotations

import itertools
import random

import pytest

from rivals.compilation import compile_threshold
from rivals.primes import explanations
from rivals.threshold import Threshold, threshold


def brute_force(function: Threshold, instance: tuple[int, ...]) -> set[frozenset[int]]:
    """Subset-minimal sets of variables whose values fix the class, from the definition."""
    n = len(function.weights)
    predicted = function.class_of(instance)
    space = list(itertools.product((0, 1), repeat=n))
    other = [point for point in space if function.class_of(point) != predicted]
    found: list[frozenset[int]] = []
    for size in range(n + 1):
        for chosen in itertools.combinations(range(n), size):
            if any(smaller <= set(chosen) for smaller in found):
                continue
            if not any(all(point[j] == instance[j] for j in chosen) for point in other):
                found.append(frozenset(chosen))
    return set(found)


def random_function(seed: int) -> Threshold:
    """Small weights, zeros and ties are frequent."""
    draw = random.Random(seed)
    n = draw.randint(0, 7)
    largest = draw.choice([1, 3, 50])
    weights = tuple(draw.randint(-largest, largest) for _ in range(n))
    return Threshold(weights, draw.randint(-2 * largest, 2 * largest))


@pytest.mark.parametrize("seed", range(30))
def test_the_diagram_is_the_function(seed: int) -> None:
    function = random_function(seed)
    compiled = compile_threshold(function)
    for point in itertools.product((0, 1), repeat=len(function.weights)):
        for k in (0, 1):
            diagram = compiled.by_class[k]
            for v, j in enumerate(compiled.order, 1):
                diagram = compiled.manager.condition(v if point[j] else -v, diagram)
            assert diagram.is_true() == (function.class_of(point) == k)


@pytest.mark.parametrize("seed", range(30))
def test_primes_of_the_diagram_are_the_explanations(seed: int) -> None:
    function = random_function(seed)
    compiled = compile_threshold(function)
    for point in itertools.product((0, 1), repeat=len(function.weights)):
        primes = explanations(compiled, point, function.class_of(point))
        listed = [frozenset(compiled.order[v - 1] for v in chosen) for chosen in primes]
        assert len(listed) == len(set(listed)) == primes.count()
        assert set(listed) == brute_force(function, point)


def test_equal_residuals_share_a_node() -> None:
    # Of 20 equal weights only the number of ones matters: a node per level and number, instead of 2^20.
    compiled = compile_threshold(Threshold((1,) * 20, -10))
    assert compiled.nodes == 10 * 11


def test_a_tie_goes_to_the_first_class_however_small_the_doubles() -> None:
    assert threshold([0.1, 0.1], [[[0.0, 5e-324], [0.0, 0.0]]]).class_of([0]) == 0
    assert threshold([0.1, 0.1], [[[0.0, -5e-324], [0.0, 0.0]]]).class_of([1]) == 1
    # 0.1 + 0.2 is more than 0.3 in doubles, and in these three doubles exactly, too: by less than the sum in
    # doubles has.
    exact = threshold([0.1, 0.3], [[[0.0, 0.2], [0.0, 0.0]]])
    assert exact.class_of([1]) == 0
    assert exact.bias + exact.weights[0] == 1
