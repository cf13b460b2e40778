"""How many explanations (or contrasts) every row has, and how much that makes of each feature. Counts are exact, however large."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from ..asker import Asker
from ..cells import AnyArray
from ..encode import Rows
from .attributed import shap_explanation
from .predictions import messages
from .row_error import RowError, error_of
from .subject import Subject
from .tabular import Tabular


#: Sets of a row that are gone through; those of rows with more are counted without.
_FEW = 4096
#: Counts are kept as 64-bit integers up to here.
_MOST = 2**63 - 1




@dataclass(frozen=True, repr=False)
class Counts(Tabular):
    """Per row: how many sets there are, how large they are, and how many have each feature.

    ``count`` and ``frequency`` are 64-bit integers, or Python's where one is larger. Bad rows, and those whose count is beyond the budget,
    have 0 and are listed in ``errors``.
    """

    #: ``axp`` or ``cxp``.
    kind: str
    count: AnyArray
    #: Rows × features: in how many of the sets the feature is.
    frequency: AnyArray
    #: False: there are more; all numbers are those of the first ones that the search finds.
    complete: npt.NDArray[np.bool_]
    #: Per row: how many sets there are of each size that occurs.
    sizes: tuple[Mapping[int, int], ...]
    predicted: AnyArray
    features: tuple[str, ...]
    errors: tuple[RowError, ...]
    subject: Subject = field(repr=False)

    def __len__(self) -> int:
        return len(self.count)

    def _table(self) -> Mapping[str, AnyArray | list[Any]]:
        table: dict[str, AnyArray | list[Any]] = {
            "predicted": self.predicted,
            "count": self.count,
            "complete": self.complete,
            "smallest": [min(sizes, default=None) for sizes in self.sizes],
            "largest": [max(sizes, default=None) for sizes in self.sizes],
        }
        if self.errors:
            table["error"] = messages(self.errors, len(self))
        return table


@dataclass(frozen=True, repr=False)
class Frequencies(Tabular):
    """Per row: the share of its explanations that each feature is in (formal feature attribution)."""

    kind: str
    #: Rows × features, from 0 to 1; NaN in rows without an answer, or without any explanation.
    share: npt.NDArray[np.float64]
    #: How many explanations the shares are of.
    count: AnyArray
    complete: npt.NDArray[np.bool_]
    predicted: AnyArray
    features: tuple[str, ...]
    errors: tuple[RowError, ...]
    subject: Subject = field(repr=False)

    def __len__(self) -> int:
        return len(self.share)

    def to_shap(self) -> Any:
        """A ``shap.Explanation`` of the shares, over a base of 0."""
        return shap_explanation(self.share, np.zeros(len(self)), self.subject.contributions().data, self.features)

    def _table(self) -> Mapping[str, AnyArray | list[Any]]:
        return {name: self.share[:, i] for i, name in enumerate(self.features)}


@dataclass(frozen=True, repr=False)
class Power(Tabular):
    """Per row: the power indices of its features, as nearest doubles; rows × features, NaN in rows without an answer."""

    kind: str
    shapley_shubik: npt.NDArray[np.float64]
    banzhaf: npt.NDArray[np.float64]
    banzhaf_normalized: npt.NDArray[np.float64]
    deegan_packel: npt.NDArray[np.float64]
    holler_packel: npt.NDArray[np.float64]
    predicted: AnyArray
    features: tuple[str, ...]
    errors: tuple[RowError, ...]
    subject: Subject = field(repr=False)

    def __len__(self) -> int:
        return len(self.shapley_shubik)

    def to_shap(self) -> Any:
        """A ``shap.Explanation`` of the Shapley–Shubik indices, which add up to 1, over a base of 0."""
        return shap_explanation(self.shapley_shubik, np.zeros(len(self)), self.subject.contributions().data, self.features)

    def _table(self) -> Mapping[str, AnyArray | list[Any]]:
        rows = np.repeat(np.arange(len(self)), len(self.features))
        return {
            "row": rows,
            "feature": list(self.features) * len(self),
            **{
                name: getattr(self, name).reshape(-1)
                for name in ("shapley_shubik", "banzhaf", "banzhaf_normalized", "deegan_packel", "holler_packel")
            },
        }


def count_rows(asker: Asker, rows: Rows, options: Mapping[str, Any]) -> Counts:
    """By going through the sets of each row where they are few, otherwise without listing them, one row at a time.

    ``options`` are those of the endpoint ``count``.
    """
    asker.check("count", options)
    most = options.get("limit")
    tallied = {"limit": _FEW if most is None else min(most, 2**31 - 1), **{key: options[key] for key in ("kind", "within") if key in options}}
    found, errors = asker.numbers(rows, "tally", tallied, options.get("within"))
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
        for told in asker.words(rows, "count", options, only=more):
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
    subject = asker.subject(rows)
    return Counts(
        kind=options["kind"],
        count=np.array(counts, dtype),
        frequency=frequency,
        complete=complete,
        sizes=tuple(sizes),
        predicted=subject.labels(found["classes"], good),
        features=subject.features,
        errors=tuple(sorted([*errors, *failed], key=lambda error: error.row)),
        subject=subject,
    )


def _by_size(row: AnyArray) -> Mapping[int, int]:
    return {int(size): int(row[size]) for size in np.flatnonzero(row)}


def shares(counted: Counts) -> AnyArray:
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
