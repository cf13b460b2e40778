"""Are these sets of features explanations? Of any tool's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..case import Case
from ..cells import AnyArray
from ..errors import InputError
from .explanations import Change, Explanations, RowExplanations, change_of
from .listed import Listed
from .plain import Plain
from .row_error import RowError, error_of
from .smallest import Smallest
from .subject import Subject


@dataclass(frozen=True)
class Check(Plain):
    """One claim: whether it holds, is minimal, and why not."""

    row: int
    kind: str
    features: tuple[str | int, ...]
    predicted: object = None
    #: Enough for the class (``axp``), or able to change it (``cxp``).
    holds: bool | None = None
    #: Holds, and no feature can be left out.
    minimal: bool | None = None
    #: Features that can be left out, one at a time.
    redundant: tuple[str, ...] = ()
    #: A case of another class: that agrees with a set that is not enough, or that a contrast leads to.
    counterexample: Change | None = None
    #: With ``repair``: the features of a minimal explanation made from the set; None where there is none.
    repaired: tuple[str, ...] | None = None
    error: RowError | None = None


@dataclass(frozen=True, repr=False)
class Checks(Listed[Check]):
    """All claims, row after row."""

    rows: tuple[Check, ...]
    subject: Subject = field(repr=False)

    def _table(self) -> Mapping[str, AnyArray | list[Any]]:
        table: dict[str, AnyArray | list[Any]] = {
            "row": [check.row for check in self.rows],
            "predicted": [check.predicted for check in self.rows],
            "kind": [check.kind for check in self.rows],
            "features": [[str(feature) for feature in check.features] for check in self.rows],
            "holds": [check.holds for check in self.rows],
            "minimal": [check.minimal for check in self.rows],
            "redundant": [list(check.redundant) for check in self.rows],
        }
        if self.errors:
            table["error"] = [None if check.error is None else check.error.message for check in self.rows]
        return table


Claim = dict[str, Any]


def claims_of(explanations: Any, rows: int) -> list[list[Claim]]:
    """Per row what is claimed: from answers of this package, a boolean array rows × features, or names (or positions) per row.

    >>> claims_of([["age"], ["age", 2]], 2)
    [[{'features': ['age']}], [{'features': ['age', 2]}]]
    """
    if isinstance(explanations, Smallest):
        found = [[{"kind": explanations.kind, "features": np.flatnonzero(row).tolist()}] for row in explanations.mask]
    elif isinstance(explanations, (Explanations, RowExplanations)):
        listed = [explanations] if isinstance(explanations, RowExplanations) else explanations
        found = [[{"kind": one.kind, "features": list(one.indices)} for one in row] for row in listed]
    elif isinstance(explanations, np.ndarray) and explanations.dtype == bool:
        found = [[{"features": np.flatnonzero(row).tolist()}] for row in np.atleast_2d(explanations)]
    else:
        found = _from_lists(explanations, rows)
    if len(found) != rows:
        raise InputError(f"explanations: expected those of {rows} rows, got {len(found)}")
    return found


def _from_lists(explanations: Any, rows: int) -> list[list[Claim]]:
    listed = list(explanations)
    flat = all(isinstance(one, (str, int, np.integer)) for one in listed)
    if flat and rows == 1:
        listed = [listed]
    elif flat:
        raise InputError("explanations: expected a list of features for each row")
    return [[{"features": [_plain(feature) for feature in features]}] for features in listed]


def _plain(feature: Any) -> str | int:
    return feature if isinstance(feature, str) else int(feature)


def check_of(record: Mapping[str, Any], subject: Subject, case: Case) -> Check:
    """A record of the core."""
    row = int(record["row"])
    head = (row, record["kind"], tuple(record["features"]))
    if "error" in record:
        return Check(*head, error=error_of(row, record["error"]))
    repaired = record.get("repaired")
    return Check(
        *head,
        predicted=subject.label(record["class"]),
        holds=record["holds"],
        minimal=record["minimal"],
        redundant=tuple(record["redundant"]),
        counterexample=change_of(record.get("counterexample"), subject, case),
        repaired=None if repaired is None else tuple(repaired["features"]),
    )
