"""What can be asked of rows. Written by tools/python-questions.mjs from packages/xpxlc/src/ask: do not edit."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypedDict

from .within import Narrowing

if TYPE_CHECKING:
    from .answers.checks import Checks
    from .answers.counts import Counts, Frequencies, Power
    from .answers.explanations import Explanations
    from .answers.features import Features
    from .answers.predictions import Predictions
    from .answers.smallest import Smallest

#: What may move: of each feature one narrowing.
Within = Mapping[str, Narrowing]
#: What becomes of rows with numbers beyond the bounds of the model.
BeyondBounds = Literal["refuse", "extend"]
#: Options by name, as they were said.
Said = Mapping[str, Any]
#: Options that are lists of features.
FEATURES = ("avoid", "never", "protected")


class SmallestOptions(TypedDict, total=False):
    """As of :meth:`xpxlc.Explainer.smallest`."""

    kind: Literal["axp", "cxp"]
    within: Within | None
    fixed: Sequence[str]


class ExplainOptions(TypedDict, total=False):
    """As of :meth:`xpxlc.Explainer.explain`."""

    kind: Literal["axp", "cxp", "both"]
    limit: int | Literal["all"] | None
    order: Literal["size", "search", "random"] | None
    seed: int | None
    avoid: Sequence[str]
    never: Sequence[str]
    target: object
    inflate: bool
    certificate: bool
    max_time: float | None
    within: Within | None
    fixed: Sequence[str]


class CountOptions(TypedDict, total=False):
    """As of :meth:`xpxlc.Explainer.count`."""

    kind: Literal["axp", "cxp"]
    limit: int | None
    max_steps: int | None
    max_memory: float | None
    within: Within | None
    fixed: Sequence[str]


class Questions(ABC):
    """The questions, each a method; how answers are found: :class:`xpxlc.Explainer`."""

    @abstractmethod
    def _predict(self, X: Any, names: Sequence[str] | None, said: Said) -> Predictions: ...

    @abstractmethod
    def _smallest(self, X: Any, names: Sequence[str] | None, said: Said) -> Smallest: ...

    @abstractmethod
    def _explain(self, X: Any, names: Sequence[str] | None, said: Said) -> Explanations: ...

    @abstractmethod
    def _count(self, X: Any, names: Sequence[str] | None, said: Said) -> Counts: ...

    @abstractmethod
    def _frequencies(self, X: Any, names: Sequence[str] | None, said: Said) -> Frequencies: ...

    @abstractmethod
    def _power(self, X: Any, names: Sequence[str] | None, said: Said) -> Power: ...

    @abstractmethod
    def _features(self, X: Any, names: Sequence[str] | None, said: Said) -> Features: ...

    @abstractmethod
    def _check(self, X: Any, explanations: Any, names: Sequence[str] | None, said: Said) -> Checks: ...

    def predict(
        self, X: Any, *, names: Sequence[str] | None = None,
    ) -> Predictions:
        """The exact class of every row, its margin, and points or probability where the model has them.

        :param names: what the columns of an array are called
        """
        return self._predict(X, names, {})

    def smallest(
        self, X: Any, *, kind: Literal["axp", "cxp"] = "axp", within: Within | None = None, fixed: Sequence[str] = (),
        names: Sequence[str] | None = None,
    ) -> Smallest:
        """One smallest explanation (``axp``) or contrast (``cxp``) of every row, in arrays: millions of rows a second.

        Of contrasts, size 0 says that there is none.

        :param kind: axp: explanations; cxp: contrasts
        :param within: what may move: {"income": "up", "age": (18, 40), "job": ["clerk", "nurse"], "home": "fixed"}
        :param fixed: features that cannot move
        :param names: what the columns of an array are called
        """
        return self._smallest(X, names, {"kind": kind, "within": within, "fixed": fixed})

    def explain(
        self, X: Any, *, kind: Literal["axp", "cxp", "both"] = "axp", limit: int | Literal["all"] | None = None, order: Literal["size",
        "search", "random"] | None = None, seed: int | None = None, avoid: Sequence[str] = (), never: Sequence[str] = (),
        target: object = None, inflate: bool = False, certificate: bool = False, max_time: float | None = None,
        within: Within | None = None, fixed: Sequence[str] = (), names: Sequence[str] | None = None,
    ) -> Explanations:
        """Explanations in words: why a row has its class (``axp``), what would change it (``cxp``), or both.

        :param kind: axp: why (an explanation); cxp: what would change it (a contrast)
        :param limit: at most n explanations per row, or all (default: 1)
        :param order: smallest first (size); as they are found (search), which is faster for long lists; or drawn at random, all equally likely (random)
        :param seed: the random seed of order random (default: 0)
        :param avoid: leave these features out of the explanation where possible
        :param never: never use these features; a row that has no explanation without them says so
        :param target: contrasts that lead to this class (with kind cxp)
        :param inflate: widen each condition as far as the rule still holds: job in {clerk, nurse} instead of job = clerk
        :param certificate: add a proof that xpxlc verify checks
        :param max_time: seconds: stop searching a row after this time; its answer then says that there may be more
        :param within: what may move: {"income": "up", "age": (18, 40), "job": ["clerk", "nurse"], "home": "fixed"}
        :param fixed: features that cannot move
        :param names: what the columns of an array are called
        """
        return self._explain(X, names, {"kind": kind, "limit": limit, "order": order, "seed": seed, "avoid": avoid, "never": never, "target": target,
            "inflate": inflate, "certificate": certificate, "max_time": max_time, "within": within, "fixed": fixed})

    def contrasts(
        self, X: Any, *, limit: int | Literal["all"] | None = None, order: Literal["size", "search", "random"] | None = None,
        seed: int | None = None, target: object = None, certificate: bool = False, max_time: float | None = None,
        within: Within | None = None, fixed: Sequence[str] = (), names: Sequence[str] | None = None,
    ) -> Explanations:
        """What would change the class: each contrast with the changed case (``counterfactual.case``).

        :param limit: at most n explanations per row, or all (default: 1)
        :param order: smallest first (size); as they are found (search), which is faster for long lists; or drawn at random, all equally likely (random)
        :param seed: the random seed of order random (default: 0)
        :param target: contrasts that lead to this class
        :param certificate: add a proof that xpxlc verify checks
        :param max_time: seconds: stop searching a row after this time; its answer then says that there may be more
        :param within: what may move: {"income": "up", "age": (18, 40), "job": ["clerk", "nurse"], "home": "fixed"}
        :param fixed: features that cannot move
        :param names: what the columns of an array are called
        """
        return self._explain(X, names, {"kind": "cxp", "limit": limit, "order": order, "seed": seed, "target": target, "certificate": certificate,
            "max_time": max_time, "within": within, "fixed": fixed})

    def count(
        self, X: Any, *, kind: Literal["axp", "cxp"] = "axp", limit: int | None = None, max_steps: int | None = None,
        max_memory: float | None = None, within: Within | None = None, fixed: Sequence[str] = (), names: Sequence[str] | None = None,
    ) -> Counts:
        """How many explanations (or contrasts) every row has, by size and by feature: exactly, however many.

        A row that costs more than it may has an error ``count-too-large``.

        :param kind: axp: explanations; cxp: contrasts
        :param limit: count only the first n explanations of a row; an answer that was cut off says so
        :param max_steps: give up counting a row after n steps (default: 1.5e9, some seconds)
        :param max_memory: megabytes: memory for counting a row (default: 768)
        :param within: what may move: {"income": "up", "age": (18, 40), "job": ["clerk", "nurse"], "home": "fixed"}
        :param fixed: features that cannot move
        :param names: what the columns of an array are called
        """
        return self._count(X, names, {"kind": kind, "limit": limit, "max_steps": max_steps, "max_memory": max_memory, "within": within, "fixed": fixed})

    def frequencies(
        self, X: Any, *, kind: Literal["axp", "cxp"] = "axp", limit: int | None = None, max_steps: int | None = None,
        max_memory: float | None = None, within: Within | None = None, fixed: Sequence[str] = (), names: Sequence[str] | None = None,
    ) -> Frequencies:
        """The share of each row's explanations that each feature is in.

        :param kind: axp: explanations; cxp: contrasts
        :param limit: count only the first n explanations of a row; an answer that was cut off says so
        :param max_steps: give up counting a row after n steps (default: 1.5e9, some seconds)
        :param max_memory: megabytes: memory for counting a row (default: 768)
        :param within: what may move: {"income": "up", "age": (18, 40), "job": ["clerk", "nurse"], "home": "fixed"}
        :param fixed: features that cannot move
        :param names: what the columns of an array are called
        """
        return self._frequencies(X, names, {"kind": kind, "limit": limit, "max_steps": max_steps, "max_memory": max_memory, "within": within, "fixed": fixed})

    def power(
        self, X: Any, *, kind: Literal["axp", "cxp"] = "axp", max_steps: int | None = None, max_memory: float | None = None,
        within: Within | None = None, fixed: Sequence[str] = (), names: Sequence[str] | None = None,
    ) -> Power:
        """Power indices of each row's features: Shapley–Shubik, Banzhaf, Deegan–Packel and Holler–Packel.

        :param kind: axp: explanations; cxp: contrasts
        :param max_steps: give up counting a row after n steps (default: 1.5e9, some seconds)
        :param max_memory: megabytes: memory for counting a row (default: 768)
        :param within: what may move: {"income": "up", "age": (18, 40), "job": ["clerk", "nurse"], "home": "fixed"}
        :param fixed: features that cannot move
        :param names: what the columns of an array are called
        """
        return self._power(X, names, {"power": True, "kind": kind, "max_steps": max_steps, "max_memory": max_memory, "within": within, "fixed": fixed})

    def features(
        self, X: Any, *, protected: Sequence[str] = (), limit: int | None = None, max_steps: int | None = None, max_memory: float | None = None,
        within: Within | None = None, fixed: Sequence[str] = (), names: Sequence[str] | None = None,
    ) -> Features:
        """Which features are in every explanation of a row, which in some; and what part ``protected`` ones play.

        :param protected: audit these features: do they play a part, and is there an explanation without them?
        :param limit: count only the first n explanations of a row; an answer that was cut off says so
        :param max_steps: give up counting a row after n steps (default: 1.5e9, some seconds)
        :param max_memory: megabytes: memory for counting a row (default: 768)
        :param within: what may move: {"income": "up", "age": (18, 40), "job": ["clerk", "nurse"], "home": "fixed"}
        :param fixed: features that cannot move
        :param names: what the columns of an array are called
        """
        return self._features(X, names, {"protected": protected, "limit": limit, "max_steps": max_steps, "max_memory": max_memory, "within": within,
            "fixed": fixed})

    def check(
        self, X: Any, explanations: Any, *, kind: Literal["axp", "cxp"] = "axp", target: object = None, repair: bool = False,
        within: Within | None = None, fixed: Sequence[str] = (), names: Sequence[str] | None = None,
    ) -> Checks:
        """Whether sets of features explain the rows, of whatever tool.

        :param explanations: names or positions per row, a boolean array rows × features, or answers of this package
        :param kind: for explanations that do not say what they are: axp (explanations) or cxp (contrasts)
        :param target: for contrasts: they must lead to this class
        :param repair: also give a minimal explanation made from each one
        :param within: what may move: {"income": "up", "age": (18, 40), "job": ["clerk", "nurse"], "home": "fixed"}
        :param fixed: features that cannot move
        :param names: what the columns of an array are called
        """
        return self._check(X, explanations, names, {"kind": kind, "target": target, "repair": repair, "within": within, "fixed": fixed})

    def certify(
        self, X: Any, *, kind: Literal["axp", "cxp", "both"] = "axp", limit: int | Literal["all"] | None = None, order: Literal["size",
        "search", "random"] | None = None, seed: int | None = None, avoid: Sequence[str] = (), never: Sequence[str] = (),
        target: object = None, inflate: bool = False, max_time: float | None = None, within: Within | None = None,
        fixed: Sequence[str] = (), names: Sequence[str] | None = None,
    ) -> Explanations:
        """Explanations with proofs (``answer.certificates``) that :meth:`verify` and ``xpxlc verify`` check.

        :param kind: axp: why (an explanation); cxp: what would change it (a contrast)
        :param limit: at most n explanations per row, or all (default: 1)
        :param order: smallest first (size); as they are found (search), which is faster for long lists; or drawn at random, all equally likely (random)
        :param seed: the random seed of order random (default: 0)
        :param avoid: leave these features out of the explanation where possible
        :param never: never use these features; a row that has no explanation without them says so
        :param target: contrasts that lead to this class (with kind cxp)
        :param inflate: widen each condition as far as the rule still holds: job in {clerk, nurse} instead of job = clerk
        :param max_time: seconds: stop searching a row after this time; its answer then says that there may be more
        :param within: what may move: {"income": "up", "age": (18, 40), "job": ["clerk", "nurse"], "home": "fixed"}
        :param fixed: features that cannot move
        :param names: what the columns of an array are called
        """
        return self._explain(X, names, {"certificate": True, "kind": kind, "limit": limit, "order": order, "seed": seed, "avoid": avoid, "never": never,
            "target": target, "inflate": inflate, "max_time": max_time, "within": within, "fixed": fixed})
