"""Counts of many rows: by going through the sets of each where they are few, otherwise without listing them, one row at a time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from .answers.row_error import RowError, error_of
from .asker import Asker
from .cells import AnyArray
from .encode import Rows

#: Sets of a row that are gone through; those of rows with more are counted without.
_FEW = 4096
#: Counts are kept as 64-bit integers up to here.
_MOST = 2**63 - 1


@dataclass(frozen=True)
class Counted:
    """Per row; see :class:`xpxlc.answers.counts.Counts`."""

    count: AnyArray
    frequency: AnyArray
    complete: AnyArray
    sizes: tuple[Mapping[int, int], ...]
    predicted: AnyArray
    errors: tuple[RowError, ...]


def count_rows(asker: Asker, rows: Rows, kind: str, within: Mapping[str, Any], options: Mapping[str, Any]) -> Counted:
    """``options`` are those of the endpoint ``count``; ``within`` is the option of that name, if there is one."""
    most = options.get("maxExplanations")
    tallied = {"kind": kind, "limit": _FEW if most is None else min(int(most), 2**31 - 1), **within}
    found, errors = asker.numbers(rows, "tally", tallied, within.get("within"))
    width = len(rows.columns)
    good = found["status"] == 0
    counts: list[int] = found["counts"].astype(object).tolist()
    frequency = found["frequency"].reshape(rows.rows, width).astype(np.int64)
    sizes = [_by_size(row) for row in found["sizes"].reshape(rows.rows, width + 1)]
    complete = found["complete"].astype(bool) & good
    for error in errors:
        sizes[error.row] = {}
    more = good & (found["complete"] == 0)
    larger: dict[int, list[int]] = {}
    failed: list[RowError] = []
    if most is None and more.any():
        asked = {**options, "kind": kind, **within}
        for told in asker.words(rows, "count", asked, dict, only=more):
            for record in told:
                if isinstance(record, RowError):
                    continue
                row = int(record["row"])
                if "error" in record:
                    failed.append(error_of(row, record["error"]))
                    counts[row], frequency[row], sizes[row] = 0, 0, {}
                    continue
                complete[row] = record["complete"]
                counts[row] = int(record["count"])
                sizes[row] = {int(size): int(times) for size, times in record.get("sizes", {}).items()}
                # One per feature, in the order of the model.
                larger[row] = [int(times) for times in record.get("frequency", {}).values()] or [0] * width
    if any(max(times, default=0) > _MOST for times in larger.values()):
        frequency = frequency.astype(object)
    for row, times in larger.items():
        frequency[row] = times
    dtype = object if any(number > _MOST for number in counts) else np.int64
    return Counted(
        count=np.array(counts, dtype),
        frequency=frequency,
        complete=complete,
        sizes=tuple(sizes),
        predicted=asker.subject(rows).labels(found["classes"], good),
        errors=tuple(sorted([*errors, *failed], key=lambda error: error.row)),
    )


def _by_size(row: AnyArray) -> Mapping[int, int]:
    return {int(size): int(row[size]) for size in np.flatnonzero(row)}


def shares(counted: Counted) -> AnyArray:
    """Of the sets of a row, those with each feature; NaN where there are none."""
    if counted.frequency.dtype != object and counted.count.dtype != object and (counted.count < 2**53).all():
        with np.errstate(divide="ignore", invalid="ignore"):
            found: AnyArray = counted.frequency / counted.count[:, np.newaxis].astype(np.float64)
        return found
    rows = [
        [int(times) / int(total) if total else float("nan") for times in row]
        for row, total in zip(counted.frequency, counted.count, strict=True)
    ]
    return np.array(rows, np.float64).reshape(counted.frequency.shape)
