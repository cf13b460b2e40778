"""What is wrong with a row: an error in its place, so that one bad row is not a lost batch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..cells import AnyArray
from ..encode import Rows
from ..errors import InstanceError
from ..process import Session
from ..reading import Refusal

#: As the core has it (``ROW_STATUS``).
OUTSIDE_WITHIN = 5


@dataclass(frozen=True)
class RowError:
    """Why a row has no answer. ``row`` is its number in the table, from 0."""

    row: int
    code: str
    message: str
    place: str | None = None
    expected: str | None = None
    got: str | None = None

    def exception(self) -> InstanceError:
        """The same as an exception.

        >>> raise RowError(3, "not-finite", "row 3, feature 'age': not a finite number").exception()
        Traceback (most recent call last):
        xpxlc.errors.InstanceError: row 3, feature 'age': not a finite number
        """
        return InstanceError(self.message, code=self.code, place=self.place, expected=self.expected, got=self.got)


def error_of(row: int, failure: Mapping[str, Any]) -> RowError:
    """From what the core says; the row is put before it."""
    said = failure.get("place")
    place = f"row {row}" if said is None else said if said.startswith("row ") else f"row {row}, {said}"
    message = failure["message"]
    if said is not None and message.startswith(said):
        message = place + message[len(said) :]
    elif said is None:
        message = f"{place}: {message}"
    return RowError(row, failure["code"], message, place, failure.get("expected"), failure.get("got"))


def row_errors(
    open_session: Session,
    number: int,
    rows: Rows,
    status: AnyArray,
    bad_feature: AnyArray,
    within: object = None,
    extend: bool = False,
) -> tuple[RowError, ...]:
    """The errors of all rows that the core takes for bad."""
    bad = np.flatnonzero(status)
    if len(bad) == 0:
        return ()
    outside = bad[status[bad] == OUTSIDE_WITHIN]
    found = _cell_errors(open_session, number, rows, bad[status[bad] != OUTSIDE_WITHIN], bad_feature)
    if len(outside):
        values = [[_json(column[r]) for column in rows.columns] for r in outside]
        said = open_session.call("refusals", {"id": number, "rows": values, "within": within, "extend": extend})
        found += [error_of(int(r), failure) for r, failure in zip(outside, said, strict=True)]
    return tuple(sorted(found, key=lambda error: error.row))


def _cell_errors(open_session: Session, number: int, rows: Rows, bad: AnyArray, bad_feature: AnyArray) -> list[RowError]:
    """Equal cells are wrong in the same way: each is asked about once."""
    cells: dict[tuple[int, float | None, str | None], list[int]] = {}
    refused: list[RowError] = []
    for r in bad.tolist():
        feature = int(bad_feature[r])
        refusal = rows.refusal(feature, r)
        if refusal is not None:
            refused.append(_refused(r, refusal))
            continue
        key = (feature, _json(rows.columns[feature][r]), rows.text(feature, r))
        cells.setdefault(key, []).append(r)
    asked = [{"feature": feature, "value": value, "text": text} for feature, value, text in cells]
    said: Sequence[Mapping[str, Any]] = open_session.call("troubles", {"id": number, "cells": asked})
    return refused + [error_of(r, failure) for found, failure in zip(cells.values(), said, strict=True) for r in found]


def _refused(row: int, refusal: Refusal) -> RowError:
    """What the pipeline would not take."""
    place = f"row {row}, feature '{refusal.feature}'"
    message = f"{place}: {refusal.what}; expected {refusal.expected}, got {refusal.got}"
    return RowError(row, refusal.code, message, place, refusal.expected, refusal.got)


def _json(value: Any) -> float | None:
    number = float(value)
    return number if np.isfinite(number) else None
