"""The explanations and contrasts of rows, in words: what the command line writes as records, as dataclasses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, overload

from ..case import Case
from ..cells import AnyArray
from ..display.many_rows import explanations_html, explanations_text
from ..display.one_row import row_html, row_text
from .attributed import Attributed
from .listed import Listed
from .row_error import RowError, error_of
from .subject import Subject


@dataclass(frozen=True)
class Change:
    """A changed case of another class."""

    #: The other class.
    predicted: object
    #: The values that differ, by feature.
    changes: Mapping[str, Any]
    #: The whole case with them.
    case: Mapping[str, Any]
    #: What must be so for this class, in words; true all together.
    literals: tuple[str, ...] = ()
    #: Per changed feature all values with this class, the ends exact.
    region: Mapping[str, Any] = field(default_factory=dict)
    #: The class is within the rounding noise of the model's own arithmetic.
    doubtful: bool = False


@dataclass(frozen=True)
class Explanation:
    """One set of features: enough for the class (``axp``), or able to change it (``cxp``)."""

    kind: str
    features: tuple[str, ...]
    #: Positions of the features in the model.
    indices: tuple[int, ...]
    #: One condition a feature, in words.
    literals: tuple[str, ...]
    #: As a sentence: ``IF age < 31 AND job = clerk THEN refuse``, ``BUT grant if age ≥ 50``.
    rule: str
    #: With ``inflate``: the conditions, widened as far as they stay enough.
    widened: tuple[str, ...] | None = None
    #: Contrasts: a changed case; None when only numbers that are no doubles would do.
    counterfactual: Change | None = None
    #: With ``certificate``: a proof that :meth:`xpxlc.Explainer.verify` and ``xpxlc verify`` check.
    certificate: Mapping[str, Any] | None = None

    @property
    def size(self) -> int:
        return len(self.features)

    def __str__(self) -> str:
        return self.rule


@dataclass(frozen=True)
class RowExplanations(Sequence[Explanation]):
    """The explanations of one row, smallest first unless asked for otherwise; or the error of a bad one."""

    row: int
    explanations: tuple[Explanation, ...]
    #: The class; None of a bad row.
    predicted: object = None
    #: Lead over the strongest rival: the nearest double.
    margin: float = float("nan")
    #: Nothing was left out by a limit.
    complete: bool = False
    #: Of the class, where the model has probabilities.
    probability: float | None = None
    #: Of a scorecard, with what is needed for the second class.
    points: float | None = None
    cutoff: float | None = None
    #: The margin is within the noise of the model's own arithmetic.
    doubtful: bool = False
    #: Values that the row does not have, and what they count as.
    missing: Mapping[str, Any] = field(default_factory=dict)
    #: What all explanations take as given, in words.
    given: tuple[str, ...] = ()
    #: Why there may be more, or a smaller one: ``max-explanations``, ``max-steps`` or ``max-time``.
    stopped: str | None = None
    #: Where a smallest one is not proved: how few features another could have.
    at_least: int | None = None
    #: Why there is no explanation without the features of ``never``.
    impossible: str | None = None
    error: RowError | None = None
    #: The class and how clear it is, in words: ``grant, 612 points, 600 needed``.
    decision: str = ""
    #: What draws the row in a notebook.
    case: Case | None = field(default=None, repr=False, compare=False)

    @overload
    def __getitem__(self, index: int) -> Explanation: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Explanation]: ...
    def __getitem__(self, index: int | slice) -> Explanation | Sequence[Explanation]:
        return self.explanations[index]

    def __len__(self) -> int:
        return len(self.explanations)

    def __str__(self) -> str:
        if self.error is not None:
            return f"error: {self.error.message}"
        if self.impossible is not None:
            return self.impossible
        return "\n".join(explanation.rule for explanation in self.explanations)

    def __repr__(self) -> str:
        return row_text(self)

    def _repr_html_(self) -> str:
        return row_html(self)


@dataclass(frozen=True)
class Explanations(Attributed, Listed[RowExplanations]):
    """The explanations of all rows, in their order. As a table it has one line per explanation."""

    rows: tuple[RowExplanations, ...]
    subject: Subject = field(repr=False)

    @property
    def certificates(self) -> list[Mapping[str, Any]]:
        """The proofs of all explanations that have one, row after row."""
        return [one.certificate for row in self.rows for one in row if one.certificate is not None]

    def __repr__(self) -> str:
        return repr(self.rows[0]) if len(self) == 1 else explanations_text(self)

    def _repr_html_(self) -> str:
        return row_html(self.rows[0]) if len(self) == 1 else explanations_html(self)

    def _table(self) -> Mapping[str, AnyArray | list[Any]]:
        lines: list[tuple[RowExplanations, Explanation | None]] = []
        for row in self.rows:
            lines.extend((row, explanation) for explanation in row.explanations)
            if not row.explanations:
                lines.append((row, None))
        changed = any(e is not None and e.counterfactual is not None for _, e in lines)
        table: dict[str, list[Any]] = {
            "row": [row.row for row, _ in lines],
            "predicted": [row.predicted for row, _ in lines],
            "margin": [row.margin for row, _ in lines],
            "kind": [None if e is None else e.kind for _, e in lines],
            "size": [None if e is None else e.size for _, e in lines],
            "features": [None if e is None else list(e.features) for _, e in lines],
            "rule": [row.impossible if e is None else e.rule for row, e in lines],
        }
        if changed:
            moved = [None if e is None else e.counterfactual for _, e in lines]
            table["to"] = [None if change is None else change.predicted for change in moved]
            table["changes"] = [
                None if change is None else "; ".join(f"{name}: {value}" for name, value in change.changes.items()) for change in moved
            ]
        if self.errors:
            table["error"] = [None if row.error is None else row.error.message for row, _ in lines]
        return dict(table)


def row_explanations(record: Mapping[str, Any], subject: Subject, case: Case) -> RowExplanations:
    """A record of the core, and the row it is about."""
    row = int(record["row"])
    error = None if "error" not in record else error_of(row, record["error"])
    values = case.values()
    found = tuple(_explanation(entry, subject, values) for entry in record.get("explanations", ()))
    if "class" not in record:
        return RowExplanations(row, found, error=error)
    return RowExplanations(
        row,
        found,
        predicted=subject.label(record["class"]),
        margin=float(record["margin"]),
        complete=record.get("complete", False),
        probability=record.get("probability"),
        points=record.get("points"),
        cutoff=record.get("cutoff"),
        doubtful=record.get("doubtful", False),
        missing=record.get("missing", {}),
        given=tuple(record.get("given", ())),
        stopped=record.get("stopped"),
        at_least=record.get("atLeast"),
        impossible=record.get("impossible"),
        error=error,
        decision=record.get("decision", ""),
        case=case,
    )


def _explanation(entry: Mapping[str, Any], subject: Subject, case: Mapping[str, Any]) -> Explanation:
    widened = entry.get("widened")
    return Explanation(
        kind=entry["kind"],
        features=tuple(entry["features"]),
        indices=tuple(entry["indices"]),
        literals=tuple(entry["literals"]),
        rule=entry["rule"],
        widened=None if widened is None else tuple(widened),
        counterfactual=_change(entry.get("counterfactual"), subject, case),
        certificate=entry.get("certificate"),
    )


def _change(found: Mapping[str, Any] | None, subject: Subject, case: Mapping[str, Any]) -> Change | None:
    if found is None:
        return None
    return Change(
        predicted=subject.label(found["class"]),
        changes=found["changes"],
        case={**case, **found["changes"]},
        literals=tuple(found["literals"]),
        region=found["region"],
        doubtful=found.get("doubtful", False),
    )
