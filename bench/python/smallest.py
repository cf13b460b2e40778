"""How long `Explainer.smallest` takes: from a numpy array, a pandas frame of strings, and Parquet. Prints one line of JSON.

Usage: smallest.py FOLDER ROWS RUNS. FOLDER has card.json (numbers in bins) and names.json (categories); the numbers are written to
FOLDER/numbers.bin for the block interface in Node, feature by feature.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import xpxlc


def main() -> None:
    folder, rows, runs = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    card = xpxlc.Explainer(folder / "card.json")
    names = xpxlc.Explainer(folder / "names.json")
    numbers = np.random.default_rng(1).uniform(0, 100, (len(card.feature_names), rows))
    numbers.tofile(folder / "numbers.bin")
    # A tenth of the rows for strings: their memory is Python's.
    frame = strings(names, rows // 10)
    pq.write_table(pa.Table.from_pandas(frame, preserve_index=False), folder / "strings.parquet")
    small, rowwise = numbers[:, : rows // 10].T, np.ascontiguousarray(numbers.T)
    questions: dict[str, tuple[int, Callable[[], Any]]] = {
        "numpy": (rows, lambda: card.smallest(rowwise)),
        "numpy, by column": (rows, lambda: card.smallest(numbers.T)),
        "numpy, a tenth": (rows // 10, lambda: card.smallest(small)),
        "pandas, strings": (len(frame), lambda: names.smallest(frame)),
        "pandas, categoricals": (len(frame), lambda f=frame.astype("category"): names.smallest(f)),
        "Parquet through Arrow": (len(frame), lambda: names.smallest(pq.read_table(folder / "strings.parquet"))),
    }
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in questions}
    sizes: dict[str, int] = {}
    for _ in range(runs):
        for name, (_, ask) in questions.items():
            wall, cpu = time.perf_counter(), time.process_time()
            answer = ask()
            times[name].append((time.perf_counter() - wall, time.process_time() - cpu))
            sizes[name] = int(answer.size.sum())
    print(
        json.dumps(
            {
                name: {"rows": count, "sizes": sizes[name], "runs": [{"wall": w, "cpu": c} for w, c in times[name]]}
                for name, (count, _) in questions.items()
            }
        )
    )


def strings(explainer: xpxlc.Explainer, rows: int) -> pd.DataFrame:
    """Categories drawn at random, as texts."""
    draw = np.random.default_rng(2)
    return pd.DataFrame(
        {
            feature.name: np.asarray(feature.values, dtype=object)[draw.integers(0, len(feature.values), rows)]
            for feature in explainer.description.features
        }
    )


main()
