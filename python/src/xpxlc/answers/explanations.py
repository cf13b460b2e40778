"""The explanations and contrasts of rows, in words: what the command line writes as records, as dataclasses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, overload

from ..case import Case
from ..cells import AnyArray
from ..core_model import Feature
from ..display.many_rows import explanations_html, explanations_text
from ..display.one_row import row_html, row_text
from ..domain import domain_of, domain_text
from ..encode import Extended
from ..frame import is_missing
from .attributed import Attributed
from .conditions import Condition, condition_of, missing_cell
from .listed import Listed
from .plain import Plain, plain
from .row_error import RowError, error_of
from .subject import Subject


@dataclass(frozen=True)
class Change(Plain):
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
class Explanation(Plain):
    """One set of features: enough for the class (``axp``), or able to change it (``cxp``)."""

    kind: str
    features: tuple[str, ...]
    #: Positions of the features in the model.
    indices: tuple[int, ...]
    #: One condition a feature, in words.
    literals: tuple[str, ...]
    #: As a sentence: ``IF age < 31 AND job = clerk THEN refuse``, ``BUT grant if age ≥ 50``.
    rule: str
    #: The conditions that the rule states, as data: of an explanation its literals, widened ones with ``inflate``; of a contrast its region.
    conditions: tuple[Condition, ...] = ()
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
class RowExplanations(Plain, Sequence[Explanation]):
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
    #: Why there is none of those that were asked for: in words; None where there are some.
    none: str | None = None
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
        return "\n".join([*(explanation.rule for explanation in self.explanations), *([] if self.none is None else [self.none])])

    @property
    def extended(self) -> Extended | None:
        """The bounds that are wider for this row than in the model; None where none are."""
        return None if self.case is None else self.case.rows.extended.get(self.case.row)

    @property
    def domain(self) -> dict[str, Any]:
        """What the explanations hold for, by feature: ``lower`` and ``upper`` bounds, None for none, or ``values``; empty for a bad row."""
        return {} if self.case is None else domain_of(self.case.core.description.features, self.extended)

    @property
    def domain_text(self) -> str:
        """The bounds of numbers, in words: ``within age 18 to 99, income 0 to 200``."""
        return "" if self.case is None else domain_text(self.case.core.description.features, self.extended)

    def to_dict(self) -> dict[str, Any]:
        """Everything that is said, as plain data, with the ``domain`` it holds for."""
        return {**super().to_dict(), "domain": self.domain, "extended": plain(self.extended)}

    @property
    def rule(self) -> str | None:
        """The rule of the first explanation; None where there is none (``none`` says why)."""
        return self.explanations[0].rule if self.explanations else None

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

    @property
    def domain(self) -> dict[str, Any]:
        """As that of a row; of those with wider bounds their own."""
        return next((domain_of(row.case.core.description.features) for row in self.rows if row.case is not None), {})

    def to_dict(self) -> dict[str, Any]:
        """``rows``: each row as a dictionary, with its ``index`` where the table was one of pandas; ``domain``: what all of it holds for."""
        rows = [{name: told for name, told in row.items() if name != "domain"} for row in super().to_dict()["rows"]]
        return {"rows": rows, "domain": self.domain}

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
            "rule": [row.none if e is None and row.error is None else None if e is None else e.rule for row, e in lines],
        }
        if changed:
            moved = [None if e is None else e.counterfactual for _, e in lines]
            table["to"] = [None if change is None else change.predicted for change in moved]
            table["changes"] = [
                None if change is None else "; ".join(f"{name}: {_cell(value)}" for name, value in change.changes.items()) for change in moved
            ]
        if self.errors:
            table["error"] = [None if row.error is None else row.error.message for row, _ in lines]
        return dict(table)


def _cell(value: Any) -> str:
    """How a table shows it."""
    return "missing" if is_missing(value) else str(value)


class Literals:
    """What the literals of a block say, as data; each is made once, as rows share most."""

    def __init__(self, features: Sequence[Feature], told: Sequence[Mapping[str, Any]]) -> None:
        self._features = features
        self._told = told
        self._made: dict[tuple[int, str], Condition] = {}

    def __getitem__(self, literal: tuple[int, str]) -> Condition:
        """By position of the feature, and text."""
        if literal not in self._made:
            feature, text = literal
            self._made[literal] = condition_of(self._features[feature], self._told[feature][text])
        return self._made[literal]


def row_explanations(record: Mapping[str, Any], subject: Subject, case: Case, said: Literals) -> RowExplanations:
    """A record of the bridge (``RowWords``), and the row it is about."""
    row = int(record["row"])
    error = None if "error" not in record else error_of(row, record["error"])
    if "class" not in record:
        return RowExplanations(row, (), error=error, none=_none(record, error))
    entries = record["explanations"]
    return RowExplanations(
        row,
        tuple(_explanation(entry, record, subject, case, said) for entry in entries),
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
        at_least=next((entry["atLeast"] for entry in entries if "atLeast" in entry), None),
        impossible=record.get("impossible"),
        none=_none(record, error),
        error=error,
        decision=record.get("decision", ""),
        case=case,
    )


def bad_row(error: RowError) -> RowExplanations:
    return RowExplanations(error.row, (), error=error, none=f"error: {error.message}")


def _none(record: Mapping[str, Any], error: RowError | None) -> str | None:
    """Why there is no explanation, or no contrast."""
    if error is not None:
        return f"error: {error.message}"
    if "impossible" in record:
        return f"no explanation: {record['impossible']}"
    if "none" in record:
        return str(record["none"])
    if record.get("explanations"):
        return None
    stopped = record.get("stopped")
    return "none was found, but there may be some" + ("" if stopped is None else f" ({stopped})")


def _explanation(entry: Mapping[str, Any], record: Mapping[str, Any], subject: Subject, case: Case, said: Literals) -> Explanation:
    indices: list[int] = entry["indices"]
    literals = tuple(record["literals"][str(i)] for i in indices)
    widened = entry.get("widened")
    return Explanation(
        kind=entry["kind"],
        features=tuple(subject.features[i] for i in indices),
        indices=tuple(indices),
        literals=literals,
        rule=entry["rule"],
        conditions=tuple(_conditions(entry, literals, record, case, said)),
        widened=None if widened is None else tuple(widened),
        counterfactual=change_of(entry.get("counterfactual"), subject, case),
        certificate=entry.get("certificate"),
    )


def _conditions(
    entry: Mapping[str, Any], literals: Sequence[str], record: Mapping[str, Any], case: Case, said: Literals
) -> Iterator[Condition]:
    """As the literals: a cell that is missing says so, and a widened condition holds for others, too."""
    features = case.core.description.features
    if "conditions" in record:  # of a row in bounds of its own
        said = Literals(features, record["conditions"])
    if entry["kind"] == "cxp":
        region = entry.get("counterfactual", {"region": {}})["region"]
        yield from (condition_of(features[i], region[features[i].name]) for i in entry["indices"] if features[i].name in region)
        return
    wide, missing = entry.get("conditions"), record.get("missing", {})
    for i, literal in zip(entry["indices"], literals, strict=True):
        feature = features[i]
        gone = feature.name in missing
        if gone and wide is None:
            yield missing_cell(feature)
            continue
        found = said[i, literal] if wide is None else condition_of(feature, wide[feature.name])
        yield Condition(feature.name, "or", (found, missing_cell(feature))) if gone and found.operator != "any" else found


def change_of(found: Mapping[str, Any] | None, subject: Subject, case: Case) -> Change | None:
    """A changed case; None where there is none."""
    if found is None:
        return None
    changes = case.in_own_values(found["changes"])
    return Change(
        predicted=subject.label(found["class"]),
        changes=changes,
        case={**case.values(), **changes},
        literals=tuple(found.get("literals", ())),
        region=found.get("region", {}),
        doubtful=found.get("doubtful", False),
    )
