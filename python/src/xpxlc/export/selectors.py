"""Transformers that only leave columns out."""

from __future__ import annotations

from typing import Any

from .column import Column
from .trace import Trace, rule


@rule(
    "VarianceThreshold",
    "SelectKBest",
    "SelectPercentile",
    "SelectFromModel",
    "SelectFpr",
    "SelectFdr",
    "SelectFwe",
    "GenericUnivariateSelect",
    "RFE",
    "RFECV",
    "SequentialFeatureSelector",
)
def select(trace: Trace, selector: Any, columns: list[Column], name: str) -> list[Column]:
    return [column for column, kept in zip(columns, selector.get_support(), strict=True) if kept]
