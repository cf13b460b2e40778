"""On real Spark: two executors with a Python worker each, lost tasks and lost executors included.

Run by ``node tools/spark.mjs``, in an environment of its own (requirements-spark.txt).
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from models import CASES, LOAN

pytest.importorskip("pyspark")

from pyspark.sql import DataFrame, SparkSession

import xpxlc
import xpxlc.spark

COLUMNS = "id long, age int, income double, home string, late int, guarantor boolean"
BAD = {7: {"home": "hotel"}, 23: {"income": None}, 58: {"age": 17}}
ROWS = [{"id": i, **CASES[i % len(CASES)], **BAD.get(i, {})} for i in range(80)]


@pytest.fixture(scope="module")
def spark() -> Iterator[SparkSession]:
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master("local-cluster[2,1,1024]").appName("xpxlc")
    settings = {
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.executor.memory": "512m",
        "spark.sql.execution.arrow.maxRecordsPerBatch": "5",
        "spark.sql.shuffle.partitions": "4",
        "spark.sql.adaptive.enabled": "false",
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
    }
    for name, value in settings.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    yield session
    home = Path(os.environ.get("SPARK_HOME", ""))
    session.stop()
    if "site-packages" in home.parts:
        shutil.rmtree(home / "work", ignore_errors=True)


@pytest.fixture(scope="module")
def cases(spark: SparkSession) -> DataFrame:
    return spark.createDataFrame([tuple(row.values()) for row in ROWS], COLUMNS).repartition(4, "id").cache()


def plain(**options: Any) -> list[dict[str, Any]]:
    """The same in this process: the plain loop."""
    import pyarrow as pa

    lines = xpxlc.explain_batches(pa.Table.from_pylist(ROWS), LOAN, keep="id", **options).read_all().to_pylist()
    return [{**line, **({"change": line["change"] and dict(line["change"])} if "change" in line else {})} for line in lines]


def collected(df: DataFrame) -> list[dict[str, Any]]:
    return sorted((row.asDict() for row in df.collect()), key=lambda line: (line["id"], line.get("kind") or "", line.get("number") or 0))


@pytest.mark.parametrize(
    "options",
    [{}, {"kind": "cxp", "fixed": ["age"]}, {"rules": False}, {"kind": "both", "limit": 2}],
    ids=["explanations", "contrasts", "without words", "several of both kinds"],
)
def test_answers_are_those_of_the_plain_loop(cases: DataFrame, options: dict[str, Any]) -> None:
    found = collected(xpxlc.spark.explain(cases, LOAN, keep=["id"], **options))
    assert found == plain(**options)
    assert {line["id"]: line["error"] for line in found if line["error"]} == {
        7: "unknown-category",
        23: "missing-value",
        58: "out-of-bounds",
    }


def test_predictions(cases: DataFrame) -> None:
    found = collected(xpxlc.spark.predict(cases, xpxlc.Explainer(LOAN), keep="id"))
    wanted = xpxlc.Explainer(LOAN).predict([{k: v for k, v in row.items() if k != "id"} for row in ROWS])
    assert [line["predicted"] for line in found] == wanted.predicted.tolist()
    assert [line["error"] for line in found if line["error"]] == ["unknown-category", "missing-value", "out-of-bounds"]


def test_counts_are_those_of_the_plain_loop(cases: DataFrame) -> None:
    import pyarrow as pa

    wanted = xpxlc.count_batches(pa.Table.from_pylist(ROWS), LOAN, keep="id", kind="cxp").read_all().to_pylist()
    assert collected(xpxlc.spark.count(cases, LOAN, keep="id", kind="cxp")) == wanted


def test_the_schema_is_as_documented(cases: DataFrame) -> None:
    answers = xpxlc.spark.explain(cases, LOAN, keep=["id", "home"], kind="cxp")
    assert answers.schema.simpleString() == (
        "struct<id:bigint,home:string,predicted:string,margin:double,doubtful:boolean,size:int,at_least:int,features:array<string>,rule:string,"
        "new_class:string,change:map<string,string>,error:string,message:string>"
    )


def test_two_workers_share_the_rows_and_each_makes_one_engine(cases: DataFrame, monkeypatch: pytest.MonkeyPatch) -> None:
    """A model that is asked twice is unpacked once in a worker."""

    def noting(batches: Iterator[Any], answer: Callable[[Any], Iterator[Any]]) -> Iterator[Any]:
        import pyarrow as pa

        from xpxlc import batches as shipping
        from xpxlc import process

        for batch in answer(batches):
            said = f"{os.getpid()} {id(process._pool.engines[0])} {shipping._unpacked.cache_info().misses}"
            yield batch.set_column(batch.schema.get_field_index("message"), "message", pa.array([said] * batch.num_rows))

    around(monkeypatch, noting)
    for _ in range(2):
        said = {line["message"] for line in collected(xpxlc.spark.explain(cases, LOAN, keep="id", rules=False))}
    workers = {text.split()[0] for text in said}
    assert len(workers) == 2
    assert len(said) == 2, said


@pytest.mark.parametrize("lost", ["worker", "executor"])
def test_a_task_that_is_killed_midway_is_run_again(cases: DataFrame, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, lost: str) -> None:
    killed = tmp_path / "killed"

    def executor() -> int:
        """The process of Java that a worker belongs to: the parent of the daemon that forked it."""
        return int(Path(f"/proc/{os.getppid()}/stat").read_text().rpartition(")")[2].split()[1])

    def killing(batches: Iterator[Any], answer: Callable[[Any], Iterator[Any]]) -> Iterator[Any]:
        for number, batch in enumerate(answer(batches)):
            yield batch
            if number == 1:  # in the middle of a task, and once
                with suppress(FileExistsError):
                    killed.touch(exist_ok=False)
                    os.kill(os.getpid() if lost == "worker" else executor(), signal.SIGKILL)

    around(monkeypatch, killing)
    found = collected(xpxlc.spark.explain(cases, LOAN, keep="id"))
    assert killed.exists()
    assert found == plain()


def around(monkeypatch: pytest.MonkeyPatch, wrap: Callable[..., Iterator[Any]]) -> None:
    """Puts something around what runs in the workers."""
    from pyspark.sql.classic.dataframe import DataFrame as Classic

    real = Classic.mapInArrow

    def wrapped(self: DataFrame, answer: Any, schema: Any) -> DataFrame:
        return real(self, lambda batches: wrap(batches, answer), schema)

    monkeypatch.setattr(Classic, "mapInArrow", wrapped)


def test_names_may_have_dots_and_quotes_and_other_columns_are_left_alone(spark: SparkSession) -> None:
    name = "a.b`c"
    model = {**LOAN, "features": [{**LOAN["features"][0], "name": name}], "weights": [[1]]}
    df = spark.createDataFrame([(1, 25, {"x": 1})], f"id int, `{name.replace('`', '``')}` int, other map<string,int>")
    (line,) = xpxlc.spark.explain(df, model, keep="id").collect()
    assert (line["id"], line["rule"]) == (1, f"IF {name} ≤ 25 THEN refuse")


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda df: xpxlc.spark.explain(df.drop("home"), LOAN), "X: no column 'home'"),
        (lambda df: xpxlc.spark.explain(df, LOAN, keep="key"), "keep: no column 'key'"),
        (lambda df: xpxlc.spark.explain(df, LOAN, fixed=["nope"]), "unknown feature"),
        (lambda df: xpxlc.spark.predict(df.withColumnRenamed("id", "margin"), LOAN, keep="margin"), "a column 'margin' of its own"),
    ],
)
def test_a_wrong_question_is_refused_on_the_driver(cases: DataFrame, ask: Callable[[DataFrame], DataFrame], said: str) -> None:
    with pytest.raises(xpxlc.XpxlcError, match=said):
        ask(cases)


def test_an_empty_frame_gives_an_empty_answer(cases: DataFrame) -> None:
    assert xpxlc.spark.explain(cases.limit(0), LOAN, keep="id").count() == 0


def test_the_page_shows_what_its_examples_print(spark: SparkSession, capsys: pytest.CaptureFixture[str]) -> None:
    """All blocks of Python, one after the other; a block of text after one is what it prints."""
    root = Path(__file__).parents[2]
    page = (root / "docs" / "spark.md").read_text(encoding="utf-8")
    scope: dict[str, Any] = {}
    blocks = re.findall(r"```python\n(.*?)```(?:\n\n```text\n(.*?)```)?", page, re.DOTALL)
    assert len(blocks) == 7
    for code, wanted in blocks:
        exec(re.sub(r"(['\"])fixtures/", rf"\1{root.as_posix()}/fixtures/", code), scope)  # Java has a folder of its own
        assert capsys.readouterr().out == wanted
