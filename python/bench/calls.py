"""What calls cost: importing the package, one row in numbers and in words, many rows in words. Prints JSON, in milliseconds.

    python python/bench/calls.py [ROWS]

The best of several runs each, in an environment with the package and pandas.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

import xpxlc

ROOT = Path(__file__).resolve().parents[2]
ROWS = int(sys.argv[1]) if len(sys.argv) > 1 else 2000


def best(run: Callable[[], Any], times: int) -> float:
    """Milliseconds of the fastest run."""
    found = []
    for _ in range(times):
        start = time.perf_counter()
        run()
        found.append(1000 * (time.perf_counter() - start))
    return min(found)


def import_time() -> float:
    """Beyond that of numpy, which is there anyway."""
    code = "import time, numpy; t = time.perf_counter(); import xpxlc; print(1000 * (time.perf_counter() - t))"
    compiled = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}
    runs = [subprocess.run([sys.executable, "-c", code], env=compiled, capture_output=True, text=True, check=True) for _ in range(5)]
    return min(float(run.stdout) for run in runs)


def main() -> None:
    explainer = xpxlc.Explainer(str(ROOT / "packages/xpxlc/examples/loans.json"))
    X = pd.read_csv(ROOT / "fixtures/loans.csv")
    many = X.iloc[np.resize(np.arange(len(X)), ROWS)].reset_index(drop=True)
    one = X.iloc[:1]
    case = one.to_dict("records")[0]
    found = {
        "import": import_time(),
        "smallest, one row": best(lambda: explainer.smallest(one), 200),
        "smallest, one dictionary": best(lambda: explainer.smallest(case), 200),
        "explain, one row": best(lambda: explainer.explain(one), 200),
    }
    bulk: dict[str, Callable[[], Any]] = {
        "explain": lambda: explainer.explain(many),
        "explain, to_pandas": lambda: explainer.explain(many).to_pandas(),
        "explain, first rule of each row": lambda: [row.rule for row in explainer.explain(many)],
        "explain both, to_pandas": lambda: explainer.explain(many, kind="both").to_pandas(),
        "contrasts, to_pandas": lambda: explainer.contrasts(many).to_pandas(),
        "features, to_pandas": lambda: explainer.features(many).to_pandas(),
        "power, to_pandas": lambda: explainer.power(many).to_pandas(),
    }
    found |= {f"{name}, a row of {ROWS}": best(run, 3) / ROWS for name, run in bulk.items()}
    print(json.dumps({name: round(took, 4) for name, took in found.items()}, indent=1))


main()
