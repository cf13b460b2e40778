"""Encoders of categories. What becomes of a category is not worked out here: the fitted encoder is asked."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np

from ..errors import UnsupportedError
from ..frame import is_missing
from ..gaps import NAN, NONE, cell_of, gap_of
from .column import INVALID, OTHER, Column, Constant, Curve, Finite, Refused, Steps, as_number
from .trace import Trace, describe, rule


@rule("OneHotEncoder")
def one_hot(trace: Trace, encoder: Any, columns: list[Column], name: str) -> list[Column]:
    infrequent = getattr(encoder, "infrequent_categories_", None)
    widths = []
    for j, categories in enumerate(encoder.categories_):
        width = len(categories)
        if infrequent is not None and infrequent[j] is not None:
            width -= len(infrequent[j]) - 1
        if encoder.drop_idx_ is not None and encoder.drop_idx_[j] is not None:
            width -= 1
        widths.append(width)
    return _encode(trace, encoder, columns, name, widths)


@rule("OrdinalEncoder")
def ordinal(trace: Trace, encoder: Any, columns: list[Column], name: str) -> list[Column]:
    return _encode(trace, encoder, columns, name, [1] * len(columns))


@rule("TargetEncoder")
def target(trace: Trace, encoder: Any, columns: list[Column], name: str) -> list[Column]:
    width = len(encoder.classes_) if encoder.target_type_ == "multiclass" else 1
    return _encode(trace, encoder, columns, name, [width] * len(columns))


def _encode(trace: Trace, encoder: Any, columns: list[Column], name: str, widths: list[int]) -> list[Column]:
    result: list[Column] = []
    start = 0
    for j, (column, width) in enumerate(zip(columns, widths, strict=True)):
        ask = _Encoder(encoder, j, slice(start, start + width))
        result += _encode_column(trace, ask, column, describe(name, encoder), width)
        start += width
    return result


def _encode_column(trace: Trace, ask: _Encoder, column: Column, step: str, width: int) -> list[Column]:
    if isinstance(column, Refused):
        return [column] * width
    if isinstance(column, Constant):
        row = ask([column.value])[0]
        if row is INVALID:
            raise UnsupportedError(step, f"it does not know the constant {column.value}")
        return [Constant(float(x)) for x in row]
    if isinstance(column, Curve):
        return _encode_number(trace, ask, column, width)
    if isinstance(column, Finite):
        domain = trace.domain(column.source)
        pairs = zip(domain, column.values, strict=True)
        if all(a is b or is_missing(a) or (not is_missing(b) and a == b) for a, b in pairs):  # the encoder may know categories that are not in this table
            known = [value for value in domain if value is OTHER or not is_missing(value)]
            trace.add_values(column.source, [c for c in ask.categories if c not in known])
        for gap in ask.gaps:
            trace.knows_gap(column, gap)
        rows = ask(column.values)
        return [Finite(column.source, _pick(rows, k)) for k in range(width)]
    rows = ask([*column.values, column.missing])
    return [
        Steps(column.source, column.cuts, _pick(rows[:-1], k), _pick(rows[-1:], k)[0], column.imputed)
        for k in range(width)
    ]


def _encode_number(trace: Trace, ask: _Encoder, column: Curve, width: int) -> list[Column]:
    """
    Numbers as categories. Whole numbers without gaps (or with "unknown" in the gaps) stay numbers, each a bin of its
    own; otherwise the column becomes a list of values.
    """
    j = column.source
    gaps = trace.frame.columns[j].gaps
    if len(gaps) > 1 and column.identity and np.isnan(column.missing):
        trace.make_finite(j)
    gap = cell_of(gaps[0]) if gaps and column.identity and np.isnan(column.missing) else column.missing
    whole = all(float(c).is_integer() for c in ask.categories)
    unknown, *by_gap = ask([OTHER, cell_of(NONE), cell_of(NAN)])
    if by_gap[0] is not INVALID and (by_gap[1] is INVALID or not np.array_equal(*by_gap)):
        trace.none_differs.add(j)
    values = sorted(int(c) for c in ask.categories) if whole else []
    gapless = bool(values) and values[-1] - values[0] + 1 == len(values)
    if not (column.identity and trace.is_integer(j) and values and (unknown is not INVALID or gapless)):
        trace.make_finite(j)
    if unknown is INVALID:
        trace.limit(j, values[0], values[-1])
    cuts = sorted({*values, *(c + 1 for c in values)})
    known = set(values)
    rows = ask([OTHER, *(c if c in known else OTHER for c in cuts), gap])
    if column.needs_number:
        rows[-1] = INVALID
    if unknown is INVALID:  # below and above lie outside the bounds now; any value will do
        rows = [rows[1], *rows[1:-2], rows[-3], rows[-1]]
    return [
        Steps(j, tuple(map(float, cuts)), _pick(rows[:-1], k), _pick(rows[-1:], k)[0], column.imputed)
        for k in range(width)
    ]


def _pick(rows: Sequence[Any], k: int) -> tuple[object, ...]:
    return tuple(INVALID if row is INVALID else float(row[k]) for row in rows)


class _Encoder:
    """One column of a fitted encoder as a function from values to rows of numbers."""

    def __init__(self, encoder: Any, j: int, columns: slice) -> None:
        self.encoder = encoder
        self.j = j
        self.columns = columns
        own = encoder.categories_[j]
        self.numeric = own.dtype.kind in "iuf"
        self.categories: list[Any] = [c for c in own.tolist() if not is_missing(c)]
        self.gaps = [gap for c in own.tolist() if (gap := gap_of(c)) is not None]
        self.fillers = [categories[0] for categories in encoder.categories_]

    def __call__(self, values: Sequence[object]) -> list[Any]:
        """A row per value; INVALID where the encoder raises an error."""
        cells = [self._cell(value) for value in values]
        good = [i for i, cell in enumerate(cells) if cell is not INVALID]
        result: list[Any] = [INVALID] * len(cells)
        try:
            rows = self._transform([cells[i] for i in good])
            for i, row in zip(good, rows, strict=True):
                result[i] = row
        except (ValueError, TypeError):  # one of them is unknown, or pandas.NA: ask for each
            for i in good:
                try:
                    result[i] = self._transform([cells[i]])[0]
                except (ValueError, TypeError):
                    result[i] = INVALID
        return result

    def _cell(self, value: object) -> object:
        if value is INVALID:
            return INVALID
        if value is OTHER:  # something that surely is no category
            if self.numeric:
                return max([*self.categories, 0.0]) + 1
            return "".join(["unknown ", *(str(c) for c in self.categories)])
        return as_number(value) if self.numeric and not is_missing(value) else value

    def _transform(self, cells: list[object]) -> Any:
        if not cells:
            return []
        table = np.empty((len(cells), len(self.fillers)), dtype=object)
        for k, filler in enumerate(self.fillers):
            table[:, k] = filler
        for i, cell in enumerate(cells):
            table[i, self.j] = cell
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = self.encoder.transform(table)
        if hasattr(found, "toarray"):
            found = found.toarray()
        return np.asarray(found, dtype=np.float64)[:, self.columns]
