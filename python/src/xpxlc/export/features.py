"""A raw column as a feature of the model file: its values or bounds, and what stands for missing and unknown cells."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from ..errors import UnsupportedError
from ..frame import is_missing
from ..gaps import NAN, gap_of
from ..reading import ANY, NUMBER, TEXT, CategoryReading, NumberReading, Reading
from .column import OTHER
from .contributions import Bins, Line, Shape, Table, missing_number
from .trace import Trace


@dataclass(frozen=True)
class Entry:
    """A feature of the file with its contributions in the order of the file, and how the pipeline reads its cells."""

    feature: dict[str, Any]
    shape: Shape
    reading: Reading


def to_entry(trace: Trace, source: int, shape: Shape) -> Entry:
    if isinstance(shape, Table):
        return _categorical(trace, source, shape)
    return _numeric(trace, source, shape)


def _categorical(trace: Trace, source: int, shape: Table) -> Entry:
    name = trace.name(source)
    place = f"column '{name}'"
    labels: list[str] = []
    kept: list[int] = []
    for i, entry in enumerate(shape.entries):
        if entry is not OTHER and not is_missing(entry):
            labels.append(trace.frame.label(name, entry))
            kept.append(i)
    if len(set(labels)) != len(labels):
        raise UnsupportedError(place, "two of its values are written alike (such as 1 and '1')")
    feature: dict[str, Any] = {"name": name, "kind": "categorical", "values": labels}

    def weights(i: int) -> tuple[Fraction, ...]:
        return tuple(row[i] for row in shape.values)

    def add(label: str, i: int) -> str:
        while label in labels:
            label = f"({label})"
        labels.append(label)
        kept.append(i)
        return label

    other = next((i for i, entry in enumerate(shape.entries) if entry is OTHER), None)
    gaps = {gap: i for i, entry in enumerate(shape.entries) if entry is not OTHER and (gap := gap_of(entry)) is not None}
    fitted = trace.fitted_gap(source, gaps)
    places: dict[Hashable, str] = {shape.entries[i]: label for i, label in zip(kept, labels, strict=True)}
    read: dict[str, str] = {}
    if fitted is not None:
        own = gaps[fitted]
        found = _stand_in(trace, source, shape, own)
        if found is None and (other is None or weights(other) != weights(own)):
            found = add("missing", own)
        if other is not None:
            feature["other"] = add("other", other)
        read[fitted] = feature["missing"] = feature["other"] if found is None else found
        for kind, i in gaps.items():
            if kind != fitted:
                alike = weights(i) == weights(own)
                rest = feature["other"] if other is not None and weights(i) == weights(other) else None
                read[kind] = read[fitted] if alike else rest or add(f"missing ({kind})", i)
        _tell(trace, name, fitted, read)
    elif other is not None:
        feature["other"] = add("other", other)
    order = ("name", "kind", "values", "missing", "other")
    return Entry(
        {key: feature[key] for key in order if key in feature},
        Table(tuple(shape.entries[i] for i in kept), tuple(tuple(row[i] for i in kept) for row in shape.values)),
        CategoryReading(name, _family(list(places)), places, read, fitted, trace.frame.brand == "polars", feature.get("other"), trace.frame.columns[source].objects, source in trace.in_own_type),
    )


def _tell(trace: Trace, name: str, fitted: str, read: Mapping[str, str]) -> None:
    """A file has one kind of missing: which one, if the pipeline knows several."""
    others = [f"{gap} is '{label}'" for gap, label in read.items() if label != read[fitted]]
    if others:
        trace.remarks.append(f"a missing '{name}' means {fitted}, as the pipeline was fitted with; to the pipeline {', '.join(others)}")


def _family(values: Sequence[object]) -> str:
    if all(isinstance(value, str) for value in values):
        return TEXT
    return NUMBER if all(isinstance(value, (int, float, np.bool_, np.number)) for value in values) else ANY


def _stand_in(trace: Trace, source: int, shape: Table, gap: int) -> str | None:
    """The category that missing cells are filled with, if the model takes them for it."""
    filler = trace.filled.get(source)
    for i, entry in enumerate(shape.entries):
        if filler is not None and entry is not OTHER and not is_missing(entry) and entry == filler:
            same = all(row[i] == row[gap] for row in shape.values)
            return trace.frame.label(trace.name(source), entry) if same else None
    return None


def _numeric(trace: Trace, source: int, shape: Bins | Line) -> Entry:
    lower, upper = trace.range(source)
    integer = trace.is_integer(source)
    feature: dict[str, Any] = {"name": trace.name(source), "kind": "integer" if integer else "real"}
    if isinstance(shape, Bins):
        shape = _neat(shape, integer=integer)
    if shape.missing is not None:
        number = missing_number(shape)
        if isinstance(shape, Line):
            assert number is not None  # shape_of makes no other lines
            if not lower <= number <= upper:
                trace.remarks.append(
                    f"the bounds of '{trace.name(source)}' include {number!r}, which a missing one counts as"
                )
            lower, upper = min(lower, number), max(upper, number)
            if integer and not number.is_integer():
                trace.remarks.append(f"'{trace.name(source)}' is no integer: a missing one counts as {number!r}")
                feature["kind"] = "real"
            feature["missing"] = number
        elif number is not None and lower <= number <= upper and (not integer or number.is_integer()):
            feature["missing"] = number
            shape = Bins(shape.cuts, shape.values, None, number)
        else:
            feature["missing"] = True
    if np.isfinite(lower):
        feature["lower"] = float(lower)
    if np.isfinite(upper):
        feature["upper"] = float(upper)
    order = ("name", "kind", "lower", "upper", "missing")
    column = trace.frame.columns[source]
    differs = source in trace.none_differs
    gaps = frozenset(column.gaps if differs and column.gaps else {NAN, *column.gaps}) - set(trace.refused.get(source, ()))
    reading = NumberReading(column.name, gaps if "missing" in feature else frozenset(), differs, column.single, column.objects, source in trace.in_own_type)
    return Entry({key: feature[key] for key in order if key in feature}, shape, reading)


def _neat(shape: Bins, *, integer: bool) -> Bins:
    """Whole numbers are cut at whole numbers."""
    if not integer:
        return shape
    cuts: list[float] = []
    chosen = [0]
    for j, cut in enumerate(shape.cuts):
        whole = float(np.ceil(cut))
        if cuts and cuts[-1] == whole:
            chosen[-1] = j + 1
        else:
            cuts.append(whole)
            chosen.append(j + 1)
    return Bins(tuple(cuts), tuple(tuple(row[j] for j in chosen) for row in shape.values), shape.missing, shape.imputed)
