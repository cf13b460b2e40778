"""What the features of every row are to its decision."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..cells import AnyArray
from ..display.population import features_html, features_text
from ..population import Population
from .listed import Listed
from .plain import Plain
from .row_error import RowError, error_of
from .subject import Subject


@dataclass(frozen=True)
class Audit:
    """What part protected features play: in no, some or all explanations."""

    verdict: str
    #: An explanation without any of them; None where there is none.
    avoiding: tuple[str, ...] | None
    #: The same verdict for each.
    features: Mapping[str, str]


@dataclass(frozen=True)
class RowFeatures(Plain):
    """One row; or the error of a bad one."""

    row: int
    predicted: object = None
    #: In every explanation.
    necessary: tuple[str, ...] = ()
    #: In some explanation; None when that could not be decided within the limits.
    relevant: tuple[str, ...] | None = ()
    #: A smallest explanation, and its rule.
    smallest: tuple[str, ...] = ()
    rule: str = ""
    #: Share of the explanations that each feature is in.
    frequency: Mapping[str, float] = field(default_factory=dict)
    complete: bool = False
    #: Where features are protected.
    audit: Audit | None = None
    error: RowError | None = None


@dataclass(frozen=True)
class Features(Listed[RowFeatures]):
    """All rows, in their order."""

    rows: tuple[RowFeatures, ...]
    subject: Subject
    #: What draws the rows in a notebook.
    population: Population | None = field(default=None, compare=False)

    def __repr__(self) -> str:
        return features_text(self)

    def _repr_html_(self) -> str:
        return features_html(self)

    def _table(self) -> Mapping[str, AnyArray | list[Any]]:
        table: dict[str, AnyArray | list[Any]] = {
            "predicted": [row.predicted for row in self.rows],
            "necessary": [list(row.necessary) for row in self.rows],
            "relevant": [None if row.relevant is None else list(row.relevant) for row in self.rows],
            "smallest": [list(row.smallest) for row in self.rows],
            "rule": [row.rule for row in self.rows],
        }
        if any(row.audit is not None for row in self.rows):
            table["verdict"] = [None if row.audit is None else row.audit.verdict for row in self.rows]
            avoiding = [None if row.audit is None else row.audit.avoiding for row in self.rows]
            table["avoiding"] = [None if names is None else list(names) for names in avoiding]
        if self.errors:
            table["error"] = [None if row.error is None else row.error.message for row in self.rows]
        return table


def row_features(record: Mapping[str, Any], subject: Subject) -> RowFeatures:
    """A record of the core."""
    if "error" in record:
        return RowFeatures(record["row"], error=error_of(record["row"], record["error"]))
    audit = record.get("audit")
    relevant = record["relevant"]
    return RowFeatures(
        row=int(record["row"]),
        predicted=subject.label(record["class"]),
        necessary=tuple(record["necessary"]),
        relevant=None if relevant is None else tuple(relevant),
        smallest=tuple(record["smallest"]),
        rule=record["rule"],
        frequency=record["frequency"],
        complete=record["complete"],
        audit=None
        if audit is None
        else Audit(audit["verdict"], None if audit["avoiding"] is None else tuple(audit["avoiding"]), audit["features"]),
    )
