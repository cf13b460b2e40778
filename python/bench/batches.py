"""What a million rows cost: the plain loop over record batches, one and two processes, Spark with one and two workers.

    python python/bench/batches.py --rows 200000 --out bench/results/spark.json

Run in an environment with requirements-spark.txt and the package. All ways read the same Parquet file and drop what comes out. Each is
warmed up with some rows first, so that starting (engine, Java) is not counted; it is stated apart.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

import xpxlc
from xpxlc.batch_questions import Counting, Explaining, Predicting
from xpxlc.batches import BatchAnswerer

#: Rows of a batch, as Spark has them by default, and of a row group.
BATCH = 10_000
GROUPS = 16

#: Questions, and the share of the rows they are asked of: words take longer.
QUESTIONS: dict[str, tuple[Any, float]] = {
    "predict": (Predicting(), 1),
    "explain, rules=False": (Explaining(False), 1),
    "explain": (Explaining(), 0.1),
    "explain, kind='cxp'": (Explaining(True, {"kind": "cxp"}), 0.1),
    "count": (Counting(), 0.1),
}
#: Those that are compared between processes and with Spark.
COMPARED = ("explain, rules=False", "explain")


def model() -> dict[str, Any]:
    """Eight categories and four numbers."""
    rng = np.random.default_rng(7)
    categories = [{"name": f"c{i}", "kind": "categorical", "values": [f"value {v}" for v in range(3 + i)]} for i in range(8)]
    numbers = [{"name": f"x{i}", "kind": "real", "lower": 0, "upper": 10} for i in range(4)]
    weights = [rng.normal(0, 2, 3 + i).round(3).tolist() for i in range(8)] + rng.normal(0, 0.5, 4).round(3).tolist()
    return {
        "format": "xpxlc-model",
        "version": 1,
        "kind": "linear",
        "classes": ["no", "yes"],
        "features": [*categories, *numbers],
        "weights": [weights],
        "intercept": [0],
    }


def table(rows: int) -> pa.Table:
    rng = np.random.default_rng(11)
    columns: dict[str, Any] = {"id": np.arange(rows)}
    for i in range(8):
        columns[f"c{i}"] = np.array([f"value {v}" for v in range(3 + i)])[rng.integers(0, 3 + i, rows)]
    for i in range(4):
        columns[f"x{i}"] = rng.uniform(0, 10, rows)
    return pa.table(columns)


def go_through(packed: tuple[BatchAnswerer, str, int, int]) -> int:
    """Answers row groups ``first``, ``first + step``, …; the number of lines that came out."""
    answerer, path, first, step = packed
    file = pq.ParquetFile(path)
    groups = list(range(first, file.num_row_groups, step))
    return sum(batch.num_rows for batch in answerer(file.iter_batches(BATCH, row_groups=groups)))


def timed(work: Callable[[], int]) -> dict[str, float]:
    """Wall time, and CPU time of this process and all below it: on a busy machine the latter says more."""
    wall, cpu = time.perf_counter(), cpu_seconds()
    lines = work()
    wall, cpu = time.perf_counter() - wall, cpu_seconds() - cpu
    return {"rows": lines, "wallSecondsPerMillion": per_million(wall, lines), "cpuSecondsPerMillion": per_million(cpu, lines)}


def cpu_seconds() -> float:
    """Of this process and all processes below it that are alive (Linux)."""
    parents: dict[int, tuple[int, int]] = {}
    for entry in Path("/proc").iterdir():
        with suppress(OSError, ValueError):
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
            parents[int(entry.name)] = int(fields[1]), int(fields[11]) + int(fields[12])
    family = {os.getpid()}
    while more := {process for process, (parent, _) in parents.items() if parent in family} - family:
        family |= more
    return sum(parents[process][1] for process in family if process in parents) / os.sysconf("SC_CLK_TCK")


def per_million(seconds: float, lines: int) -> float:
    return round(seconds / lines * 1e6, 2)


def plain(answerer: BatchAnswerer, path: str, warm: str) -> dict[str, float]:
    go_through((answerer, warm, 0, 1))
    return timed(lambda: go_through((answerer, path, 0, 1)))


def pool(answerer: BatchAnswerer, path: str, warm: str, processes: int) -> dict[str, float]:
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as workers:
        list(workers.map(go_through, [(answerer, warm, 0, 1)] * processes * 2))
        return timed(lambda: sum(workers.map(go_through, [(answerer, path, i, processes) for i in range(processes)])))


def on_spark(path: str, warm: str, workers: int) -> Iterator[tuple[str, dict[str, float]]]:
    from pyspark.sql import SparkSession

    import xpxlc.spark

    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master(f"local[{workers}]").config("spark.ui.enabled", "false")
    builder = builder.config("spark.ui.showConsoleProgress", "false").config("spark.sql.files.maxPartitionBytes", "1m")
    begun = time.perf_counter()
    spark = builder.getOrCreate()
    yield "start", {"seconds": round(time.perf_counter() - begun, 2)}
    for name in COMPARED:
        question, share = QUESTIONS[name]
        file = path if share == 1 else f"{path}.part"

        def ask(file: str, question: Explaining = question) -> int:
            answers = xpxlc.spark.explain(spark.read.parquet(file), model(), keep="id", rules=question.rules)
            answers.write.format("noop").mode("overwrite").save()
            return int(pq.ParquetFile(file).metadata.num_rows)

        ask(warm)
        yield name, timed(partial(ask, file))
    spark.stop()


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--rows", type=int, default=1_000_000)
    options.add_argument("--out", type=Path)
    options.add_argument("--spark", nargs=3, metavar=("WORKERS", "FILE", "WARM"), help=argparse.SUPPRESS)
    given = options.parse_args()
    if given.spark:
        workers, path, warm = given.spark
        print(json.dumps(dict(on_spark(path, warm, int(workers)))))
        return
    with tempfile.TemporaryDirectory() as folder:
        path, warm = f"{folder}/rows.parquet", f"{folder}/warm.parquet"
        rows = table(given.rows)
        pq.write_table(rows, path, row_group_size=given.rows // GROUPS)
        pq.write_table(rows.slice(0, given.rows // 10), f"{path}.part", row_group_size=given.rows // GROUPS // 10)
        pq.write_table(rows.slice(0, 2000), warm)
        report = measure(path, warm)
    text = json.dumps(report, indent=2) + "\n"
    print(text)
    if given.out:
        given.out.write_text(text, encoding="utf-8")


def measure(path: str, warm: str) -> dict[str, Any]:
    load = [os.getloadavg()]
    begun = time.perf_counter()
    explainer = xpxlc.Explainer(model())
    start = round(time.perf_counter() - begun, 3)
    report: dict[str, Any] = {"plain": {"start": {"seconds": start}}, "processes": {}, "spark": {}}
    for name, (question, share) in QUESTIONS.items():
        answerer = BatchAnswerer(question, explainer, "id")
        file = path if share == 1 else f"{path}.part"
        report["plain"][name] = plain(answerer, file, warm)
        if name in COMPARED:
            report["processes"][name] = {str(n): pool(answerer, file, warm, n) for n in (1, 2)}
    load.append(os.getloadavg())
    for workers in (1, 2):
        command = [sys.executable, __file__, "--spark", str(workers), path, warm]
        report["spark"][str(workers)] = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout)
    load.append(os.getloadavg())
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, cwd=Path(__file__).parent
    ).stdout.strip()
    machine = {"cores": os.cpu_count(), "platform": platform.platform(), "python": platform.python_version(), "commit": commit}
    return {"machine": {**machine, "loadAverages": [round(one, 1) for one, _, _ in load]}, **report}


if __name__ == "__main__":
    main()
