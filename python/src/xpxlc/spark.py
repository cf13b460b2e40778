"""The same questions on Spark: a data frame in, a data frame out, through ``mapInArrow``. Nothing is collected on the driver.

The model travels to the executors as bytes, in the task itself (Spark broadcasts what is large). A Python worker there makes one
engine, when its first rows arrive, and keeps it for later tasks. Answers depend on the row alone, so a lost task is simply run again.
Executors need this package, but no Node.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from .batch_questions import Counting, Predicting
from .batches import BatchAnswerer, check_columns, explainer_of_batches
from .questions import CountOptions, ExplainOptions

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame
    from typing_extensions import Unpack


def explain(
    df: DataFrame, model: Any, *, keep: str | Sequence[str] = (), rules: bool = True, **options: Unpack[ExplainOptions]
) -> DataFrame:
    """Why each row has its class, or what would change it: :func:`xpxlc.explain_batches` on a data frame of Spark."""
    return _asked(df, explainer_of_batches(model, keep, rules=rules, **options))


def predict(df: DataFrame, model: Any, *, keep: str | Sequence[str] = ()) -> DataFrame:
    """The exact class of each row: :func:`xpxlc.predict_batches` on a data frame of Spark."""
    return _asked(df, BatchAnswerer(Predicting(), model, keep))


def count(df: DataFrame, model: Any, *, keep: str | Sequence[str] = (), **options: Unpack[CountOptions]) -> DataFrame:
    """How many explanations each row has: :func:`xpxlc.count_batches` on a data frame of Spark."""
    return _asked(df, BatchAnswerer(Counting(dict(options)), model, keep))


def _asked(df: DataFrame, answerer: BatchAnswerer) -> DataFrame:
    from pyspark.sql.functions import col
    from pyspark.sql.types import StructField, StructType

    check_columns(df.columns, answerer.features, answerer.keep)
    needed = list(dict.fromkeys([*answerer.keep, *answerer.features]))
    schema = StructType(
        [*(df.schema[name] for name in answerer.keep), *(StructField(field.name, _spark_type(field.type)) for field in answerer.fields)]
    )

    def answer(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        return answerer(batch.rename_columns(needed) for batch in batches)

    # On the way columns have plain names: mapInArrow does not take all that a column may have.
    columns = [col(f"`{name.replace('`', '``')}`").alias(f"c{i}") for i, name in enumerate(needed)]
    return df.select(columns).mapInArrow(answer, schema)


def _spark_type(kind: Any) -> Any:
    """Of the types that answers have."""
    import pyarrow as pa
    from pyspark.sql import types

    if pa.types.is_list(kind):
        return types.ArrayType(_spark_type(kind.value_type))
    if pa.types.is_map(kind):
        return types.MapType(_spark_type(kind.key_type), _spark_type(kind.item_type))
    plain = {
        pa.string(): types.StringType(),
        pa.float64(): types.DoubleType(),
        pa.int64(): types.LongType(),
        pa.int32(): types.IntegerType(),
        pa.bool_(): types.BooleanType(),
    }
    return plain[kind]
