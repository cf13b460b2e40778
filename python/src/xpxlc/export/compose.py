"""Pipelines, column transformers and unions: who gets which columns."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import UnsupportedError
from .column import Column
from .trace import Trace, describe, inner_name, rule, transform


@rule("Pipeline")
def pipeline(trace: Trace, steps: Any, columns: list[Column], name: str) -> list[Column]:
    for step, transformer in steps.steps:
        columns = transform(trace, transformer, columns, inner_name(name, step))
    return columns


@rule("ColumnTransformer")
def column_transformer(trace: Trace, split: Any, columns: list[Column], name: str) -> list[Column]:
    result: list[Column] = []
    for step, transformer, chosen in split.transformers_:
        if isinstance(transformer, str) and transformer == "drop":
            continue
        places = _places(chosen, split, len(columns), describe(name, split))
        if places:
            result += transform(trace, transformer, [columns[j] for j in places], inner_name(name, step))
    return result


@rule("FeatureUnion")
def feature_union(trace: Trace, union: Any, columns: list[Column], name: str) -> list[Column]:
    weights = union.transformer_weights
    if weights:
        raise UnsupportedError(describe(name, union), "transformer_weights are not supported; scale inside the steps")
    result: list[Column] = []
    for step, transformer in union.transformer_list:
        if not (isinstance(transformer, str) and transformer == "drop"):
            result += transform(trace, transformer, columns, inner_name(name, step))
    return result


def _places(chosen: Any, split: Any, count: int, step: str) -> list[int]:
    """Positions of the chosen columns: names, positions, a slice of either, or a mask."""
    names = [str(name) for name in getattr(split, "feature_names_in_", [])]
    if isinstance(chosen, slice):
        start, stop = chosen.start, chosen.stop
        if isinstance(start, str) or isinstance(stop, str):  # names: both ends belong to it
            first = 0 if start is None else names.index(start)
            last = count if stop is None else names.index(stop) + 1
            return list(range(first, last, chosen.step or 1))
        return list(range(count))[chosen]
    if isinstance(chosen, (str, int, np.integer)):
        chosen = [chosen]
    listed = list(chosen)
    if listed and all(isinstance(entry, (bool, np.bool_)) for entry in listed):
        return [j for j, wanted in enumerate(listed) if wanted]
    places = []
    for entry in listed:
        if isinstance(entry, str):
            if entry not in names:
                raise UnsupportedError(step, f"column '{entry}' is chosen by a name that the fitted step does not list")
            places.append(names.index(entry))
        else:
            places.append(int(entry) % count)
    return places
