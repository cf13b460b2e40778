"""Small models for tests."""

from __future__ import annotations

from typing import Any

#: Two classes, a number, an integer with a stand-in for missing values, and categories.
LOAN: dict[str, Any] = {
    "format": "xpxlc-model",
    "version": 1,
    "kind": "linear",
    "classes": ["refuse", "grant"],
    "features": [
        {"name": "age", "kind": "integer", "lower": 18, "upper": 99, "missing": 40},
        {"name": "income", "kind": "real", "lower": 0, "upper": 200},
        {"name": "home", "kind": "categorical", "values": ["rent", "own", "free"], "missing": "rent"},
        {"name": "late", "kind": "categorical", "values": ["0", "1", "2"]},
        {"name": "guarantor", "kind": "categorical", "values": ["false", "true"]},
    ],
    "weights": [[0.25, 0.5, [0, 9, 3], [12, 0, -20], [-1, 6]]],
    "intercept": [-60],
}

#: Good cases of it.
CASES: list[dict[str, Any]] = [
    {"age": 25, "income": 31.5, "home": "rent", "late": 1, "guarantor": False},
    {"age": 61, "income": 120.0, "home": "own", "late": 0, "guarantor": True},
    {"age": 44, "income": 78.25, "home": "free", "late": 2, "guarantor": True},
    {"age": 30, "income": 90.0, "home": "own", "late": 0, "guarantor": False},
]
