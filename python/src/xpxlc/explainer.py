"""The one door for questions: a fitted estimator or a model file, and tables of any kind."""

from __future__ import annotations

import copy
import json
import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

import numpy as np

from .answers.explanations import Explanations, RowExplanations, row_explanations
from .answers.predictions import Predictions
from .answers.row_error import RowError, row_errors
from .answers.smallest import Smallest
from .answers.subject import Subject
from .blocks import parts, send, send_chosen
from .bounds import Bounds
from .case import Case
from .cells import AnyArray
from .core_model import CoreModel, Description
from .encode import Encoder, Rows
from .engine import Limits
from .errors import InputError
from .model import Model
from .model_source import Source
from .process import Session, session
from .progress import progress_of
from .to_model import to_model
from .within import Narrowing, within_of

Kind = Literal["axp", "cxp"]

#: Rows that are answered in words at a time.
_ROWS_IN_WORDS = 2048


class Explainer:
    """Exact explanations of one classifier.

    ``model`` is a fitted scikit-learn classifier or pipeline (with the table ``X`` it was fitted on, or one like it: its columns and their
    bounds are taken from there), a model made by :func:`xpxlc.to_model`, or a model file: its path, its bytes, or its content as a
    dictionary. Model files may be the project's own, PMML, ONNX, an EBM, a scorecard or coefficients in CSV, or one of the paper's
    formats; ``format``, ``xmap``, ``file_bounds`` and ``details`` say what such a file does not.

    Rows come as pandas, polars or pyarrow tables, as numpy arrays (columns in the order of the features, or with ``names=``), or as
    dictionaries. A bad row never ends a call: it has an error in its place (``errors`` of the answer). With ``progress`` work that takes
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
        bounds: Bounds | None = None,
        format: str | None = None,
        xmap: Source | None = None,
        file_bounds: Source | None = None,
        details: Mapping[str, Any] | None = None,
        limits: Limits = Limits(),  # noqa: B008  (frozen)
        progress: bool = False,
    ) -> None:
        columns: Sequence[str] | None = None
        self._limits = limits
        self._progress = progress
        #: The translated model, where an estimator was given.
        self.model: Model | None = None
        if isinstance(model, Model):
            self.model = model
        elif not isinstance(model, (str, os.PathLike, bytes, bytearray, memoryview, Mapping)):
            if X is None:
                raise InputError(
                    f"X: a {type(model).__name__} is explained in the columns of its table: give the one it was fitted on, "
                    "or one like it, as Explainer(estimator, X)"
                )
            self.model = to_model(model, X, feature_names=feature_names, bounds=bounds)
        if self.model is not None:
            columns = self.model.columns
        self._core = CoreModel(model if self.model is None else self.model, xmap=xmap, bounds=file_bounds, format=format, details=details)
        self._encoder = Encoder(self._core.description.features, columns)
        names = self._core.description.classes
        self.classes: tuple[object, ...] = names if self.model is None else self.model.classes

    @property
    def description(self) -> Description:
        """What is known of the model: its features with their domains, its classes, its format."""
        return self._core.description

    @property
    def feature_names(self) -> tuple[str, ...]:
        return tuple(feature.name for feature in self.description.features)

    def limited(self, *, seconds: float | None = None, megabytes: float | None = None) -> Explainer:
        """The same explainer, whose calls end with a :class:`xpxlc.LimitError` (``max-time``, ``max-memory``) beyond these limits.

        ``seconds`` are those of a whole call, ``megabytes`` those of all objects of the engine, which needs about 20 for itself.
        """
        other = copy.copy(self)
        other._limits = Limits(seconds, megabytes)
        return other

    def predict(self, X: Any, *, names: Sequence[str] | None = None) -> Predictions:
        """The exact class of every row, its margin, and points or probability where the model has them."""
        rows = self._encoder.encode(X, names)
        with session(self._limits) as open_session:
            found = self._numbers(open_session, rows, "predict", {})
            errors = self._errors(open_session, rows, found)
        good = found["status"] == 0
        count = len(self.description.classes)
        standing = found.get("standing")
        return Predictions(
            predicted=self._subject(rows).labels(found["classes"], good),
            margin=np.where(good, found["margins"], np.nan),
            doubtful=found["doubtful"].astype(bool),
            scores=np.where(good[:, np.newaxis], found["scores"].reshape(-1, count), np.nan),
            standing=None if standing is None else np.where(good, standing, np.nan),
            standing_name=self.description.standing,
            errors=errors,
            subject=self._subject(rows),
        )

    def smallest(
        self,
        X: Any,
        *,
        kind: Kind = "axp",
        within: Mapping[str, Narrowing] | None = None,
        fixed: Sequence[str] = (),
        names: Sequence[str] | None = None,
    ) -> Smallest:
        """One smallest explanation (``axp``) or contrast (``cxp``) of every row, in arrays: millions of rows a second.

        Of contrasts, size 0 says that there is none. ``fixed`` and ``within`` say what may move, as in :meth:`explain`.
        """
        rows = self._encoder.encode(X, names)
        narrowed = within_of(within, fixed)
        request = {"kind": kind, "margins": True, "changes": False, **narrowed}
        with session(self._limits) as open_session:
            found = self._numbers(open_session, rows, "smallest", request)
            errors = self._errors(open_session, rows, found, narrowed.get("within"))
        good = found["status"] == 0
        subject = self._subject(rows)
        return Smallest(
            kind=kind,
            size=found["sizes"],
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
        within: Mapping[str, Narrowing] | None = None,
        target: object = None,
        inflate: bool = False,
        certificate: bool = False,
        names: Sequence[str] | None = None,
    ) -> Explanations:
        """Explanations in words: why a row has its class (``axp``), what would change it (``cxp``), or both.

        ``limit`` is how many of each kind, None for all; ``order`` is smallest first (``size``) or as they are found (``search``).
        ``avoid`` leaves features out where possible, ``never`` in any case. ``fixed`` features cannot move; ``within`` says what may, per feature:
        ``"fixed"``, ``"up"``, ``"down"``, a list of values, or an interval ``{"from": …, "to": …}``. ``target`` is the class that
        contrasts lead to. ``inflate`` widens each condition as far as the rule still holds; ``certificate`` adds a proof.
        """
        options: dict[str, Any] = {
            "kind": kind,
            **({"all": True} if limit is None else {} if limit == 1 else {"limit": limit}),
            **({} if order is None else {"order": order}),
            **({"avoid": list(avoid)} if len(avoid) else {}),
            **({"never": list(never)} if len(never) else {}),
            **({} if target is None else {"target": self._class_name(target)}),
            **({"inflate": True} if inflate else {}),
            **({"certificate": True} if certificate else {}),
            **within_of(within, fixed),
        }
        rows = self._encoder.encode(X, names)
        subject = self._subject(rows)
        drawn: dict[str, Any] = {key: options[key] for key in ("within", "target") if key in options}
        answered = self._in_words(
            rows, "explain", options, lambda record: row_explanations(record, subject, Case(self._core, rows, int(record["row"]), drawn))
        )
        return Explanations(
            tuple(found if not isinstance(found, RowError) else RowExplanations(found.row, (), error=found) for found in answered),
            subject,
        )

    def _in_words(self, rows: Rows, endpoint: str, options: Mapping[str, Any], read: Callable[[Mapping[str, Any]], Any]) -> list[Any]:
        """Per row what ``read`` makes of its record; or what is wrong with it."""
        with session(self._limits) as open_session:
            number = self._core.loaded(open_session)
            question = {"id": number, "endpoint": endpoint, "options": options}
            open_session.call("check", question)
            known = self._numbers(open_session, rows, "predict", {})
            answered: list[Any] = [None] * rows.rows
            for error in self._errors(open_session, rows, known):
                answered[error.row] = error
            good = np.flatnonzero(known["status"] == 0)
            with progress_of(self._progress, len(good), endpoint) as done:
                for start in range(0, len(good), _ROWS_IN_WORDS):
                    chosen = good[start : start + _ROWS_IN_WORDS]
                    request = {**question, **send_chosen(open_session, rows, chosen)}
                    lines = open_session.arrays("records", request)["lines"].tobytes()
                    for line in lines.splitlines():
                        record = json.loads(line)
                        answered[int(record["row"])] = read(record)
                    done(len(chosen))
        return answered

    def _numbers(self, open_session: Session, rows: Rows, question: str, request: Mapping[str, Any]) -> dict[str, AnyArray]:
        """The arrays of all blocks, laid end to end."""
        number = self._core.loaded(open_session)
        found = []
        with progress_of(self._progress, rows.rows, question) as done:
            for part in parts(rows):
                found.append(open_session.arrays(question, {"id": number, **send(open_session, rows, part), **request}))
                done(part.stop - part.start)
        if len(found) == 1:
            return found[0]
        return {name: np.concatenate([arrays[name] for arrays in found]) for name in found[0]}

    def _errors(self, open_session: Session, rows: Rows, found: Mapping[str, AnyArray], within: object = None) -> tuple[RowError, ...]:
        return row_errors(open_session, self._core.number, rows, found["status"], found["badFeature"], within)

    def _subject(self, rows: Rows) -> Subject:
        return Subject(self.feature_names, self.classes, self.description.classes, rows.index)

    def _class_name(self, target: object) -> str:
        """A class as the model file calls it."""
        for label, name in zip(self.classes, self.description.classes, strict=True):
            if label == target:
                return name
        return str(target)

    def __repr__(self) -> str:
        count = len(self.feature_names)
        return f"<xpxlc.Explainer of {count} features: {', '.join(map(str, self.classes))}>"
