"""The one door for questions: a fitted estimator or a model file, and tables of any kind."""

from __future__ import annotations

import copy
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, get_args

import numpy as np

from .answers.checks import Check, Checks, check_of, claims_of
from .answers.counts import Counts, Frequencies, Power, count_rows, shares
from .answers.explanations import Explanations, Literals, RowExplanations, bad_row, row_explanations
from .answers.features import Features, RowFeatures, row_features
from .answers.predictions import Predictions
from .answers.row_error import RowError, error_of
from .answers.smallest import Smallest
from .asker import Asker, Record
from .bounds import Bounds, is_table
from .case import Case
from .cells import AnyArray
from .core_model import CoreModel, Description
from .encode import Encoder
from .engine import Limits
from .errors import InputError
from .model import Model
from .model_source import Source
from .population import Population
from .questions import FEATURES, BeyondBounds, Questions, Said
from .to_model import AnyTable, warned_model
from .within import names_of, within_of


class Explainer(Questions):
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
        if beyond_bounds not in get_args(BeyondBounds):
            raise InputError(f"beyond_bounds: expected {' or '.join(map(repr, get_args(BeyondBounds)))}, got {beyond_bounds!r}")
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

    def _predict(self, X: Any, names: Sequence[str] | None, said: Said) -> Predictions:
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

    def _smallest(self, X: Any, names: Sequence[str] | None, said: Said) -> Smallest:
        rows = self._asker.encode(X, names)
        options = self._options(said)
        found, errors = self._asker.numbers(rows, "smallest", options, options.get("within"))
        good = found["status"] == 0
        subject = self._asker.subject(rows)
        return Smallest(
            kind=said["kind"],
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

    def _explain(self, X: Any, names: Sequence[str] | None, said: Said) -> Explanations:
        options = self._options(said)
        rows = self._asker.encode(X, names)
        subject = self._asker.subject(rows)
        drawn: Record = {key: options[key] for key in ("within", "target") if key in options}

        def read(records: Sequence[Record], conditions: Any) -> Iterator[RowExplanations]:
            literals = Literals(self.description.features, conditions)
            for record in records:
                yield row_explanations(record, subject, Case(self._asker.core, rows, record["row"], drawn), literals)

        answered = self._asker.words(rows, "explain", options, read)
        return Explanations(tuple(bad_row(one) if isinstance(one, RowError) else one for [one] in answered), subject)

    def _count(self, X: Any, names: Sequence[str] | None, said: Said) -> Counts:
        return count_rows(self._asker, self._asker.encode(X, names), self._options(said))

    def _frequencies(self, X: Any, names: Sequence[str] | None, said: Said) -> Frequencies:
        found = self._count(X, names, said)
        return Frequencies(
            kind=found.kind,
            share=shares(found),
            count=found.count,
            complete=found.complete,
            predicted=found.predicted,
            features=found.features,
            errors=found.errors,
            subject=found.subject,
        )

    def _power(self, X: Any, names: Sequence[str] | None, said: Said) -> Power:
        rows = self._asker.encode(X, names)
        answered = [one for [one] in self._asker.words(rows, "count", self._options(said))]
        failed = {row: one if isinstance(one, RowError) else error_of(row, one["error"]) for row, one in enumerate(answered) if _failed(one)}

        def index(key: str) -> AnyArray:
            values = np.full((rows.rows, len(self.feature_names)), np.nan)
            for row, one in enumerate(answered):
                if row not in failed:
                    values[row] = [power[key] for power in one["power"].values()]
            return values

        subject = self._asker.subject(rows)
        return Power(
            kind=said["kind"],
            shapley_shubik=index("shapleyShubik"),
            banzhaf=index("banzhaf"),
            banzhaf_normalized=index("banzhafNormalized"),
            deegan_packel=index("deeganPackel"),
            holler_packel=index("hollerPackel"),
            predicted=np.array([None if row in failed else subject.label(one["class"]) for row, one in enumerate(answered)], object),
            features=self.feature_names,
            errors=tuple(failed.values()),
            subject=subject,
        )

    def _features(self, X: Any, names: Sequence[str] | None, said: Said) -> Features:
        options = self._options(said)
        rows = self._asker.encode(X, names)
        subject = self._asker.subject(rows)
        answered = self._asker.words(rows, "features", options)
        return Features(
            tuple(RowFeatures(one.row, error=one) if isinstance(one, RowError) else row_features(one, subject) for [one] in answered),
            subject,
            Population(self._asker.core, rows),
        )

    def _check(self, X: Any, explanations: Any, names: Sequence[str] | None, said: Said) -> Checks:
        options = self._options(said)
        rows = self._asker.encode(X, names)
        claims = claims_of(explanations, rows.rows)
        subject = self._asker.subject(rows)

        def checked(one: Record | RowError) -> Check:
            if isinstance(one, RowError):
                return Check(one.row, said["kind"], (), error=one)
            return check_of(one, subject, Case(self._asker.core, rows, one["row"], {}))

        answered = self._asker.words(rows, "check", options, claims=claims)
        return Checks(tuple(checked(one) for found in answered for one in found), subject)

    def verify(self, certificates: Sequence[Mapping[str, Any]]) -> list[str | None]:
        """Per certificate None if it proves what it says about this model; otherwise why not. Shares no code with what made them."""
        found = self._asker.call("verify", {"certificates": list(certificates)})
        return [None if verdict["valid"] else str(verdict.get("reason", "not valid")) for verdict in found]

    def _options(self, said: Said) -> dict[str, Any]:
        """The options as the core has them, without those that say nothing.

        :raises InstanceError: ``bad-option``, ``bad-within``
        """
        options = within_of(said.get("within"), said.get("fixed", ()), self.description.features)
        for name, value in said.items():
            if name == "target" and value is not None:
                options[name] = self._class_name(value)
            elif name in FEATURES:
                options |= {name: names} if (names := names_of(value, name)) else {}
            elif name not in ("within", "fixed", "target") and value is not None and value is not False:
                options[re.sub("_(.)", lambda found: found[1].upper(), name)] = value
        return options

    def _class_name(self, target: object) -> str:
        """A class as the model file calls it."""
        for label, name in zip(self.classes, self.description.classes, strict=True):
            if label == target:
                return name
        return str(target)

    def __repr__(self) -> str:
        count = len(self.feature_names)
        return f"<xpxlc.Explainer of {count} features: {', '.join(map(str, self.classes))}>"


def _failed(answer: Record | RowError) -> bool:
    return isinstance(answer, RowError) or "error" in answer
