"""The one door for questions: a fitted estimator or a model file, and tables of any kind."""

from __future__ import annotations

import copy
import os
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np

from .answers.checks import Check, Checks, check_of, claims_of
from .answers.counts import Counts, Frequencies, Power
from .answers.explanations import Explanations, RowExplanations, bad_row, row_explanations
from .answers.features import Features, RowFeatures, row_features
from .answers.predictions import Predictions
from .answers.row_error import RowError, error_of
from .answers.smallest import Smallest
from .asker import Asker
from .beyond import BeyondBounds
from .bounds import Bounds, is_table
from .case import Case
from .cells import AnyArray
from .core_model import CoreModel, Description
from .counting import count_rows, shares
from .encode import Encoder
from .engine import Limits
from .errors import InputError
from .model import Model
from .model_source import Source
from .population import Population
from .to_model import AnyTable, warned_model
from .within import Narrowing, names_of, within_of

Kind = Literal["axp", "cxp"]
#: What may move: of each feature one narrowing.
Within = Mapping[str, Narrowing]


class Explainer:
    """Exact explanations of one classifier.

    ``model`` is a fitted scikit-learn classifier or pipeline (with the table ``X`` it was fitted on, or one like it: its columns and their
    bounds are taken from there: what is explained holds within them; ``bounds`` says otherwise, as for :func:`xpxlc.to_model`), a model made by :func:`xpxlc.to_model`, or a model file: its path, its bytes, or its content as a
    dictionary. Model files may be the project's own, PMML, ONNX, an EBM, a scorecard or coefficients in CSV, or one of the paper's
    formats; ``format``, ``xmap``, ``file_bounds`` and ``details`` say what such a file does not. Of an estimator ``details`` names coded
    values, units and classes (see :func:`xpxlc.to_model`).

    Rows come as pandas, polars or pyarrow tables, as numpy arrays (columns in the order of the features, or with ``names=``), or as
    dictionaries. Numbers beyond the bounds are refused, or with ``beyond_bounds="extend"`` answered in bounds that are wide enough for their
    row. A bad row never ends a call: it has an error in its place (``errors`` of the answer). With ``progress`` work that takes
    a while shows a bar (by tqdm, which must be installed).

    >>> card = {"format": "xpxlc-model", "version": 1, "kind": "linear", "classes": ["refuse", "grant"],
    ...         "features": [{"name": "age", "kind": "integer", "lower": 18, "upper": 99},
    ...                      {"name": "home", "kind": "categorical", "values": ["rent", "own"]}],
    ...         "weights": [[1, [0, 30]]], "intercept": [-60]}
    >>> explainer = Explainer(card)
    >>> found = explainer.smallest([{"age": 25, "home": "rent"}, {"age": 80, "home": "own"}])
    >>> found.predicted.tolist(), found.size.tolist(), found.names(1)
    (['refuse', 'grant'], [1, 1], ('age',))
    >>> print(explainer.explain({"age": 25, "home": "rent"}, kind="cxp"))
    BUT grant if age ≥ 61
    """

    def __init__(
        self,
        model: Any,
        X: Any = None,
        *,
        feature_names: Sequence[str] | None = None,
        bounds: Bounds | AnyTable | None = None,
        format: str | None = None,
        xmap: Source | None = None,
        file_bounds: Source | None = None,
        details: Mapping[str, Any] | None = None,
        limits: Limits = Limits(),  # noqa: B008  (frozen)
        progress: bool = False,
        beyond_bounds: BeyondBounds = "refuse",
    ) -> None:
        columns: Sequence[str] | None = None
        #: The translated model, where an estimator was given.
        self.model: Model | None = None
        if isinstance(model, Model):
            self.model = model if details is None else model.described(details)
        elif not isinstance(model, (str, os.PathLike, bytes, bytearray, memoryview, Mapping)):
            if X is None and not is_table(bounds):
                raise InputError(
                    f"X: a {type(model).__name__} is explained in the columns of its table: give the one it was fitted on, "
                    "or one like it, as Explainer(estimator, X)"
                )
            self.model = warned_model(model, X, feature_names, bounds, details)
        if self.model is not None:
            columns = self.model.columns
        file = model if self.model is None else self.model
        told, names = (details, None) if self.model is None else (None, self.model.names)
        core = CoreModel(file, xmap=xmap, bounds=file_bounds, format=format, details=told, names=names)
        self.classes: tuple[object, ...] = core.description.classes if self.model is None else self.model.classes
        if beyond_bounds not in ("refuse", "extend"):
            raise InputError(f"beyond_bounds: expected 'refuse' or 'extend', got {beyond_bounds!r}")
        encoder = Encoder(core.description.features, columns, None if self.model is None else self.model.reader)
        self._asker = Asker(core, encoder, self.classes, limits, progress, beyond_bounds)

    @property
    def description(self) -> Description:
        """What is known of the model: its features with their domains, its classes, its format."""
        return self._asker.core.description

    @property
    def feature_names(self) -> tuple[str, ...]:
        return self._asker.feature_names

    def limited(self, *, seconds: float | None = None, megabytes: float | None = None) -> Explainer:
        """The same explainer, whose calls end with a :class:`xpxlc.LimitError` (``max-time``, ``max-memory``) beyond these limits.

        ``seconds`` are those of a whole call, ``megabytes`` those of all objects of the engine, which needs about 20 for itself.
        """
        other = copy.copy(self)
        other._asker = self._asker.limited(Limits(seconds, megabytes))
        return other

    def predict(self, X: Any, *, names: Sequence[str] | None = None) -> Predictions:
        """The exact class of every row, its margin, and points or probability where the model has them."""
        rows = self._asker.encode(X, names)
        found, errors = self._asker.numbers(rows, "predict", {})
        good = found["status"] == 0
        standing = found.get("standing")
        subject = self._asker.subject(rows)
        return Predictions(
            predicted=subject.labels(found["classes"], good),
            margin=np.where(good, found["margins"], np.nan),
            doubtful=found["doubtful"].astype(bool),
            scores=np.where(good[:, np.newaxis], found["scores"].reshape(rows.rows, len(self.classes)), np.nan),
            standing=None if standing is None else np.where(good, standing, np.nan),
            standing_name=self.description.standing,
            errors=errors,
            subject=subject,
        )

    def smallest(
        self,
        X: Any,
        *,
        kind: Kind = "axp",
        fixed: Sequence[str] = (),
        within: Within | None = None,
        names: Sequence[str] | None = None,
    ) -> Smallest:
        """One smallest explanation (``axp``) or contrast (``cxp``) of every row, in arrays: millions of rows a second.

        Of contrasts, size 0 says that there is none. ``fixed`` and ``within`` say what may move, as in :meth:`explain`.
        """
        rows = self._asker.encode(X, names)
        narrowed = self._within(within, fixed)
        request = {"kind": kind, "margins": True, "changes": False, **narrowed}
        found, errors = self._asker.numbers(rows, "smallest", request, narrowed.get("within"))
        good = found["status"] == 0
        subject = self._asker.subject(rows)
        return Smallest(
            kind=kind,
            size=found["sizes"],
            complete=found["complete"].astype(bool),
            at_least=found["atLeast"],
            predicted=subject.labels(found["classes"], good),
            margin=np.where(good, found["margins"], np.nan),
            doubtful=found["doubtful"].astype(bool),
            features=self.feature_names,
            errors=errors,
            words=found["masks"].reshape(rows.rows, -(-len(self.feature_names) // 32) or 1),
            subject=subject,
        )

    def explain(
        self,
        X: Any,
        *,
        kind: Literal["axp", "cxp", "both"] = "axp",
        limit: int | None = 1,
        order: Literal["size", "search"] | None = None,
        avoid: Sequence[str] = (),
        never: Sequence[str] = (),
        fixed: Sequence[str] = (),
        within: Within | None = None,
        target: object = None,
        inflate: bool = False,
        certificate: bool = False,
        names: Sequence[str] | None = None,
    ) -> Explanations:
        """Explanations in words: why a row has its class (``axp``), what would change it (``cxp``), or both.

        ``limit`` is how many of each kind, None for all; ``order`` is smallest first (``size``) or as they are found (``search``).
        ``avoid`` leaves features out where possible, ``never`` in any case. ``fixed`` features cannot move; ``within`` says what may, per
        feature: ``"fixed"``, ``"up"``, ``"down"``, a list of values, or an interval ``(from, to)``, None for no end. ``target`` is the class that
        contrasts lead to. ``inflate`` widens each condition as far as the rule still holds; ``certificate`` adds a proof.
        """
        options: dict[str, Any] = {
            "kind": kind,
            **({"all": True} if limit is None else {} if limit == 1 else {"limit": limit}),
            **({} if order is None else {"order": order}),
            **_named("avoid", avoid),
            **_named("never", never),
            **({} if target is None else {"target": self._class_name(target)}),
            **({"inflate": True} if inflate else {}),
            **({"certificate": True} if certificate else {}),
            **self._within(within, fixed),
        }
        rows = self._asker.encode(X, names)
        subject = self._asker.subject(rows)

        drawn: dict[str, Any] = {key: options[key] for key in ("within", "target") if key in options}

        def read(record: Mapping[str, Any]) -> RowExplanations:
            return row_explanations(record, subject, Case(self._asker.core, rows, int(record["row"]), drawn))

        answered = self._asker.words(rows, "explain", options, read)
        return Explanations(
            tuple(bad_row(one) if isinstance(one, RowError) else one for [one] in answered), subject
        )

    def contrasts(
        self,
        X: Any,
        *,
        limit: int | None = 1,
        order: Literal["size", "search"] | None = None,
        fixed: Sequence[str] = (),
        within: Within | None = None,
        target: object = None,
        names: Sequence[str] | None = None,
    ) -> Explanations:
        """What would change the class: each contrast with the changed case (``counterfactual.case``). As :meth:`explain` with ``cxp``."""
        return self.explain(X, kind="cxp", limit=limit, order=order, fixed=fixed, within=within, target=target, names=names)

    def count(
        self,
        X: Any,
        *,
        kind: Kind = "axp",
        fixed: Sequence[str] = (),
        within: Within | None = None,
        max_explanations: int | None = None,
        max_steps: int | None = None,
        names: Sequence[str] | None = None,
    ) -> Counts:
        """How many explanations (or contrasts) every row has, by size and by feature: exactly, however many.

        ``max_explanations`` goes through so many at most instead; ``max_steps`` is what counting one row may cost. A row beyond it has an
        error ``count-too-large``.
        """
        rows = self._asker.encode(X, names)
        options = _budget(max_explanations, max_steps)
        found = count_rows(self._asker, rows, kind, self._within(within, fixed), options)
        return Counts(
            kind=kind,
            count=found.count,
            frequency=found.frequency,
            complete=found.complete,
            sizes=found.sizes,
            predicted=found.predicted,
            features=self.feature_names,
            errors=found.errors,
            subject=self._asker.subject(rows),
        )

    def frequencies(
        self,
        X: Any,
        *,
        kind: Kind = "axp",
        fixed: Sequence[str] = (),
        within: Within | None = None,
        max_explanations: int | None = None,
        max_steps: int | None = None,
        names: Sequence[str] | None = None,
    ) -> Frequencies:
        """The share of each row's explanations that each feature is in. Options as those of :meth:`count`."""
        rows = self._asker.encode(X, names)
        options = _budget(max_explanations, max_steps)
        found = count_rows(self._asker, rows, kind, self._within(within, fixed), options)
        return Frequencies(
            kind=kind,
            share=shares(found),
            count=found.count,
            complete=found.complete,
            predicted=found.predicted,
            features=self.feature_names,
            errors=found.errors,
            subject=self._asker.subject(rows),
        )

    def power(
        self,
        X: Any,
        *,
        kind: Kind = "axp",
        fixed: Sequence[str] = (),
        within: Within | None = None,
        max_steps: int | None = None,
        names: Sequence[str] | None = None,
    ) -> Power:
        """Power indices of each row's features: Shapley–Shubik, Banzhaf, Deegan–Packel and Holler–Packel."""
        rows = self._asker.encode(X, names)
        options = {"kind": kind, "power": True, **_budget(None, max_steps), **self._within(within, fixed)}
        answered = self._asker.words(rows, "count", options, dict)
        errors = tuple(
            one if isinstance(one, RowError) else error_of(one["row"], one["error"])
            for [one] in answered
            if isinstance(one, RowError) or "error" in one
        )
        wrong = {error.row for error in errors}

        def index(key: str) -> AnyArray:
            values = np.full((rows.rows, len(self.feature_names)), np.nan)
            for row, [one] in enumerate(answered):
                if row not in wrong:
                    values[row] = [power[key] for power in one["power"].values()]
            return values

        names_found = [None if row in wrong else one["class"] for row, [one] in enumerate(answered)]
        subject = self._asker.subject(rows)
        return Power(
            kind=kind,
            shapley_shubik=index("shapleyShubik"),
            banzhaf=index("banzhaf"),
            banzhaf_normalized=index("banzhafNormalized"),
            deegan_packel=index("deeganPackel"),
            holler_packel=index("hollerPackel"),
            predicted=np.array([None if name is None else subject.label(name) for name in names_found], object),
            features=self.feature_names,
            errors=errors,
            subject=subject,
        )

    def features(
        self,
        X: Any,
        *,
        protected: Sequence[str] = (),
        fixed: Sequence[str] = (),
        within: Within | None = None,
        max_explanations: int | None = None,
        max_steps: int | None = None,
        names: Sequence[str] | None = None,
    ) -> Features:
        """Which features are in every explanation of a row, which in some; and what part ``protected`` ones play."""
        options = {
            **_named("protected", protected),
            **_budget(max_explanations, max_steps),
            **self._within(within, fixed),
        }
        rows = self._asker.encode(X, names)
        subject = self._asker.subject(rows)

        def read(record: Mapping[str, Any]) -> RowFeatures:
            if "error" in record:
                return RowFeatures(record["row"], error=error_of(record["row"], record["error"]))
            return row_features(record, subject)

        answered = self._asker.words(rows, "features", options, read)
        return Features(
            tuple(RowFeatures(one.row, error=one) if isinstance(one, RowError) else one for [one] in answered),
            subject,
            Population(self._asker.core, rows),
        )

    def check(
        self,
        X: Any,
        explanations: Any,
        *,
        kind: Kind = "axp",
        target: object = None,
        repair: bool = False,
        fixed: Sequence[str] = (),
        within: Within | None = None,
        names: Sequence[str] | None = None,
    ) -> Checks:
        """Whether sets of features explain the rows, of whatever tool: names or positions per row, a boolean array rows × features, or
        answers of this package. ``kind`` is that of sets that do not say it; ``repair`` also gives a minimal explanation made of each.
        """
        options = {
            "kind": kind,
            **({} if target is None else {"target": self._class_name(target)}),
            **({"repair": True} if repair else {}),
            **self._within(within, fixed),
        }
        rows = self._asker.encode(X, names)
        claims = claims_of(explanations, rows.rows)
        subject = self._asker.subject(rows)

        def read(record: Mapping[str, Any]) -> Check:
            return check_of(record, subject, Case(self._asker.core, rows, int(record["row"]), {}))

        answered = self._asker.words(rows, "check", options, read, claims=claims)
        return Checks(
            tuple(Check(one.row, kind, (), error=one) if isinstance(one, RowError) else one for found in answered for one in found),
            subject,
        )

    def certify(self, X: Any, *, kind: Literal["axp", "cxp", "both"] = "axp", **options: Any) -> Explanations:
        """Explanations with proofs (``answer.certificates``) that :meth:`verify` and ``xpxlc verify`` check; options of :meth:`explain`."""
        return self.explain(X, kind=kind, certificate=True, **options)

    def verify(self, certificates: Sequence[Mapping[str, Any]]) -> list[str | None]:
        """Per certificate None if it proves what it says about this model; otherwise why not. Shares no code with what made them."""
        found = self._asker.call("verify", {"certificates": list(certificates)})
        return [None if verdict["valid"] else str(verdict.get("reason", "not valid")) for verdict in found]

    def _within(self, within: Within | None, fixed: Sequence[str]) -> dict[str, Any]:
        return within_of(within, fixed, self.description.features)

    def _class_name(self, target: object) -> str:
        """A class as the model file calls it."""
        for label, name in zip(self.classes, self.description.classes, strict=True):
            if label == target:
                return name
        return str(target)

    def __repr__(self) -> str:
        count = len(self.feature_names)
        return f"<xpxlc.Explainer of {count} features: {', '.join(map(str, self.classes))}>"


def _named(option: str, features: Sequence[str]) -> dict[str, list[str]]:
    names = names_of(features, option)
    return {option: names} if names else {}


def _budget(max_explanations: int | None, max_steps: int | None) -> dict[str, int]:
    return {
        **({} if max_explanations is None else {"maxExplanations": max_explanations}),
        **({} if max_steps is None else {"maxSteps": max_steps}),
    }
