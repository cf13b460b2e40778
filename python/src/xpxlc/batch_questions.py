"""The questions of :mod:`xpxlc.batches`: predictions, explanations with and without words, counts."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from .answers.explanations import Explanation, RowExplanations
from .answers.smallest import Smallest
from .batch_question import BatchQuestion, Lines, class_type, error_columns, error_fields, good_rows, head, head_fields, without_row
from .errors import InputError
from .questions import SmallestOptions

if TYPE_CHECKING:
    import pyarrow as pa

    from .explainer import Explainer

#: Options of a question that answers without words know, too.
_WITHOUT_WORDS = {*SmallestOptions.__annotations__, "limit"}


@dataclass(frozen=True)
class Predicting(BatchQuestion):
    def fields(self, explainer: Explainer) -> list[pa.Field]:
        import pyarrow as pa

        standing = explainer.description.standing
        own = [] if standing is None else [pa.field(standing, pa.float64())]
        return [*head_fields(explainer), *own, *error_fields()]

    def lines(self, explainer: Explainer, batch: pa.RecordBatch) -> Lines:
        import pyarrow as pa

        found = explainer.predict(batch)
        good = good_rows(found.errors, len(found))
        columns = head(found, good)
        if found.standing_name is not None:
            columns[found.standing_name] = pa.array(found.standing, mask=~good)
        return Lines(columns)


@dataclass(frozen=True)
class Explaining(BatchQuestion):
    """``options`` are those of :meth:`xpxlc.Explainer.explain`; without ``rules`` answers are those of ``smallest``."""

    rules: bool = True
    options: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.rules:
            return
        beyond = set(self.options) - _WITHOUT_WORDS
        if beyond or self.kind == "both" or self.several:
            said = ", ".join(sorted(beyond)) or ("kind='both'" if self.kind == "both" else "limit")
            raise InputError(f"rules=False gives one smallest set of one kind; {said} needs rules=True")

    @property
    def kind(self) -> str:
        return str(self.options.get("kind", "axp"))

    @property
    def several(self) -> bool:  # type: ignore[override]
        return self.kind == "both" or self.options.get("limit", 1) != 1

    def fields(self, explainer: Explainer) -> list[pa.Field]:
        import pyarrow as pa

        text = pa.string()
        fields = [pa.field("kind", text), pa.field("number", pa.int64())] if self.several else []
        fields += [pa.field("size", pa.int32()), pa.field("at_least", pa.int32()), pa.field("features", pa.list_(text))]
        if self.rules:
            fields.append(pa.field("rule", text))
        if self.rules and self.kind != "axp":
            fields += [pa.field("new_class", class_type(explainer.classes)), pa.field("change", pa.map_(text, text))]
        return [*head_fields(explainer), *fields, *error_fields()]

    def lines(self, explainer: Explainer, batch: pa.RecordBatch) -> Lines:
        if self.rules:
            return _in_words(explainer.explain(batch, **self.options).rows)
        options = {name: value for name, value in self.options.items() if name != "limit"}
        return _in_arrays(explainer.smallest(batch, **options))


def _in_arrays(found: Smallest) -> Lines:
    """Rows with the same set share its list of names."""
    import pyarrow as pa

    good = good_rows(found.errors, len(found))
    there = good if found.kind == "axp" else good & (found.size > 0)
    words = found.words if found.words.shape[1] > 1 else found.words[:, 0]
    first, codes = np.unique(words, axis=0, return_index=True, return_inverse=True)[1:]
    names = pa.array([found.names(row) for row in first.tolist()], pa.list_(pa.string()))
    return Lines(
        {
            **head(found, good),
            "size": pa.array(found.size.astype(np.int32), mask=~there),
            "at_least": pa.array(found.at_least.astype(np.int32), mask=~there | found.complete),
            "features": names.take(pa.array(codes.reshape(-1), mask=~there)),
        }
    )


def _in_words(rows: tuple[RowExplanations, ...]) -> Lines:
    lines: list[tuple[RowExplanations, int, Explanation | None]] = []
    for row in rows:
        numbers: Counter[str] = Counter()
        for found in row.explanations:
            numbers[found.kind] += 1
            lines.append((row, numbers[found.kind], found))
        if not row.explanations:
            lines.append((row, 0, None))
    changes = [None if found is None else found.counterfactual for _, _, found in lines]
    good = [row.error is None for row, _, _ in lines]
    return Lines(
        {
            "predicted": [row.predicted for row, _, _ in lines],
            "margin": [row.margin if fine else None for (row, _, _), fine in zip(lines, good, strict=True)],
            "doubtful": [row.doubtful if fine else None for (row, _, _), fine in zip(lines, good, strict=True)],
            "kind": [None if found is None else found.kind for _, _, found in lines],
            "number": [None if found is None else number for _, number, found in lines],
            "size": [None if found is None else found.size for _, _, found in lines],
            "at_least": [None if found is None else row.at_least for row, _, found in lines],
            "features": [None if found is None else found.features for _, _, found in lines],
            "rule": [None if found is None else found.rule for _, _, found in lines],
            "new_class": [None if change is None else change.predicted for change in changes],
            "change": [None if change is None else [(name, str(value)) for name, value in change.changes.items()] for change in changes],
            "error": [None if row.error is None else row.error.code for row, _, _ in lines],
            "message": [_message(row) for row, _, _ in lines],
        },
        np.array([row.row for row, _, _ in lines], np.intp),
    )


def _message(row: RowExplanations) -> str | None:
    return row.impossible if row.error is None else without_row(row.error.message)


@dataclass(frozen=True)
class Counting(BatchQuestion):
    """``options`` are those of :meth:`xpxlc.Explainer.count`."""

    options: Mapping[str, Any] = field(default_factory=dict)

    def fields(self, explainer: Explainer) -> list[pa.Field]:
        import pyarrow as pa

        return [
            pa.field("predicted", class_type(explainer.classes)),
            pa.field("count", pa.float64()),
            pa.field("exact", pa.string()),
            pa.field("complete", pa.bool_()),
            pa.field("smallest", pa.int32()),
            pa.field("largest", pa.int32()),
            *error_fields(),
        ]

    def lines(self, explainer: Explainer, batch: pa.RecordBatch) -> Lines:
        found = explainer.count(batch, **self.options)
        good = good_rows(found.errors, len(found)).tolist()
        counts = [count if fine else None for count, fine in zip(found.count.tolist(), good, strict=True)]
        return Lines(
            {
                "predicted": found.predicted,
                "count": [_nearest(count) for count in counts],
                "exact": counts,
                "complete": [done if fine else None for done, fine in zip(found.complete.tolist(), good, strict=True)],
                "smallest": [min(sizes, default=None) for sizes in found.sizes],
                "largest": [max(sizes, default=None) for sizes in found.sizes],
                **error_columns(found.errors, len(found)),
            }
        )


def _nearest(count: int | None) -> float | None:
    """Beyond all doubles there is none."""
    try:
        return None if count is None else float(count)
    except OverflowError:
        return math.inf
