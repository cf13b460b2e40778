"""The PI-explanations of an instance from an SDD: all prime implicants of the decision function that are part of
the instance.

With ``g`` and ``h`` the function after the instance's value and after the other value of a variable: an implicant
without that variable is one of ``g ∧ h``, and one with it is a prime of ``g`` that is no implicant of ``g ∧ h``
(Coudert and Madre 1993; restricted to an instance as Shih, Choi and Darwiche 2018 do). The sets are kept in a
zero-suppressed diagram, so that equal parts are found once. Nothing here knows that the function has weights.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from .compilation import Compiled

#: The family without any set, and the family of the empty set.
NONE, EMPTY = 0, 1


class Primes:
    """The explanations of one instance; ``instance[v - 1]`` is the value of the manager's variable ``v``."""

    def __init__(self, manager: Any, instance: Sequence[int], function: Any) -> None:
        self._manager = manager
        self._instance = instance
        #: Nodes (variable, sets with it, sets without it); the first two are the constants.
        self._nodes: list[tuple[int, int, int]] = [(0, 0, 0), (0, 0, 0)]
        self._unique: dict[tuple[int, int, int], int] = {}
        self._families: dict[int, int] = {}
        self._differences: dict[tuple[int, int], int] = {}
        self._root = self._family(function)

    def count(self) -> int:
        """How many there are."""
        counts = [0, 1]
        for _, high, low in self._nodes[2:]:  # children are made before their parents
            counts.append(counts[high] + counts[low])
        return counts[self._root]

    def __iter__(self) -> Iterator[list[int]]:
        """The sets of variables, each in falling order of weight."""
        path: list[int] = []
        todo: list[tuple[int, int]] = [(self._root, 0)]
        while todo:
            node, depth = todo.pop()
            del path[depth:]
            if node == NONE:
                continue
            if node == EMPTY:
                yield list(path)
                continue
            variable, high, low = self._nodes[node]
            todo.append((low, depth))
            if high != NONE:
                # The variable is put on the path when its branch is taken up: next.
                path.append(variable)
                todo.append((high, depth + 1))

    def _family(self, function: Any) -> int:
        if function.is_true():
            return EMPTY
        if function.is_false():
            return NONE
        known = self._families.get(function.id)
        if known is not None:
            return known
        variable, kept, changed = self._cofactors(function)
        without = self._family(self._manager.conjoin(kept, changed))
        family = self._node(variable, self._difference(self._family(kept), without), without)
        self._families[function.id] = family
        return family

    def _cofactors(self, function: Any) -> tuple[int, Any, Any]:
        """The variable on top, and the function after the instance's value of it and after the other one."""
        if function.is_literal():
            literal = function.literal
            halves = {literal: self._manager.true(), -literal: self._manager.false()}
        else:
            halves = {prime.literal: sub for prime, sub in function.elements()}  # a right-linear vtree
            literal = next(iter(halves))
        variable = abs(literal)
        own = variable if self._instance[variable - 1] else -variable
        return variable, halves[own], halves[-own]

    def _node(self, variable: int, high: int, low: int) -> int:
        if high == NONE:
            return low
        key = (variable, high, low)
        found = self._unique.get(key)
        if found is None:
            found = len(self._nodes)
            self._nodes.append(key)
            self._unique[key] = found
        return found

    def _difference(self, a: int, b: int) -> int:
        """The sets of ``a`` that are not in ``b``."""
        if a in (b, NONE):
            return NONE
        if b == NONE:
            return a
        known = self._differences.get((a, b))
        if known is not None:
            return known
        if a == EMPTY or (b != EMPTY and self._nodes[b][0] < self._nodes[a][0]):
            result = self._difference(a, self._nodes[b][2])
        else:
            variable, high, low = self._nodes[a]
            if b != EMPTY and self._nodes[b][0] == variable:
                _, high_b, low_b = self._nodes[b]
                result = self._node(variable, self._difference(high, high_b), self._difference(low, low_b))
            else:
                result = self._node(variable, high, self._difference(low, b))
        self._differences[(a, b)] = result
        return result


def explanations(compiled: Compiled, instance: Sequence[int], predicted: int) -> Primes:
    """The PI-explanations of an instance of this class, in variables of the manager."""
    values = [instance[j] for j in compiled.order]
    return Primes(compiled.manager, values, compiled.by_class[predicted])
