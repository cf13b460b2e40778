"""Batches of Arrow in, batches of answers out, one after the other: what every engine for large tables calls.

Spark (:mod:`xpxlc.spark`), Dask, Ray, polars and DuckDB hand over a part of a table in some process, and take what comes out.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from .batch_questions import BatchQuestion, Counting, Explaining, Lines, Predicting, column
from .errors import InputError, LimitError
from .explainer import Explainer
from .nearest import did_you_mean, listed
from .questions import CountOptions, ExplainOptions

if TYPE_CHECKING:
    import pyarrow as pa
    from typing_extensions import Unpack


#: Models that a process keeps ready.
_MOST_MODELS = 8


def explain_batches(
    batches: Any, model: Any, *, keep: str | Sequence[str] = (), rules: bool = True, **options: Unpack[ExplainOptions]
) -> Iterator[pa.RecordBatch]:
    """Why the rows of record batches have their class (``kind="axp"``), what would change it (``"cxp"``), or both.

    ``batches`` is an iterable of ``pyarrow.RecordBatch``, or anything with a schema of its own: a table of pyarrow or polars, a reader, a
    result of DuckDB. Then the answer is a ``pyarrow.RecordBatchReader``, and otherwise an iterator; either way one batch is in memory at
    a time. ``model`` is an :class:`xpxlc.Explainer`, or a model file as it takes. ``keep`` are columns that are handed through, such as
    a key. ``rules=False`` leaves out the words, which are most of the work.

    The columns are those of ``keep``, then ``predicted``, ``margin``, ``doubtful``, ``size``, ``at_least``, ``features``, ``rule``, with
    contrasts ``new_class`` and ``change``, then ``error`` (a code) and ``message``, which are null in good rows. There is one line a row;
    with ``limit`` other than 1, or ``kind="both"``, one an explanation, with its ``kind`` and ``number``.

    >>> import pyarrow as pa
    >>> card = {"format": "xpxlc-model", "version": 1, "kind": "linear", "classes": ["refuse", "grant"],
    ...         "features": [{"name": "age", "kind": "integer", "lower": 18, "upper": 99}], "weights": [[1]], "intercept": [-60]}
    >>> cases = pa.table({"id": [7, 8], "age": [25, 150]})
    >>> for line in explain_batches(cases, card, keep="id").read_all().to_pylist():
    ...     print(line["id"], line["rule"], line["error"])
    7 IF age ≤ 25 THEN refuse None
    8 None out-of-bounds
    """
    return explainer_of_batches(model, keep, rules=rules, **options).over(batches)


def predict_batches(batches: Any, model: Any, *, keep: str | Sequence[str] = ()) -> Iterator[pa.RecordBatch]:
    """The exact class of every row of record batches, by how much it leads, and points or probability where the model has them."""
    return BatchAnswerer(Predicting(), model, keep).over(batches)


def count_batches(batches: Any, model: Any, *, keep: str | Sequence[str] = (), **options: Unpack[CountOptions]) -> Iterator[pa.RecordBatch]:
    """How many explanations (or contrasts) every row of record batches has: ``count`` as the nearest double, ``exact`` with all digits."""
    return BatchAnswerer(Counting(dict(options)), model, keep).over(batches)


def explainer_of_batches(
    model: Any, keep: str | Sequence[str] = (), *, rules: bool = True, **options: Unpack[ExplainOptions]
) -> BatchAnswerer:
    """:func:`explain_batches` without batches yet."""
    return BatchAnswerer(Explaining(rules, dict(options)), model, keep)


class Shipped:
    """A model on its way to other processes: bytes, which each process unpacks once, however many tasks bring them.

    Holds no engine and no memory of one: a worker makes its own, when the first rows arrive there.
    """

    def __init__(self, model: Any) -> None:
        explainer = model if isinstance(model, Explainer) else Explainer(model)
        self._content = pickle.dumps(explainer, protocol=5)

    @property
    def explainer(self) -> Explainer:
        return _unpacked(self._content)


@lru_cache(maxsize=_MOST_MODELS)
def _unpacked(content: bytes) -> Explainer:
    found: Explainer = pickle.loads(content)
    return found


class BatchAnswerer:
    """A question about one model, checked, and ready for other processes: it can be pickled, and is called with batches there."""

    def __init__(self, question: BatchQuestion, model: Any, keep: str | Sequence[str] = ()) -> None:
        self._question = question
        self._shipped = Shipped(model)
        self.keep = (keep,) if isinstance(keep, str) else tuple(keep)
        explainer = self._shipped.explainer
        self.features = explainer.feature_names
        #: The columns after those that are kept.
        self.fields: list[Any] = question.fields(explainer)
        taken = [name for name in self.keep if name in {field.name for field in self.fields}]
        if taken:
            raise InputError(f"keep: the answer has a column '{taken[0]}' of its own; rename the one to keep")
        self._check()

    def schema(self, given: pa.Schema) -> pa.Schema:
        """The columns of the answers to rows with these columns.

        :raises InputError: a column that is needed is not there, or there twice
        """
        import pyarrow as pa

        check_columns(given.names, self.features, self.keep)
        return pa.schema([*(given.field(name) for name in self.keep), *self.fields])

    def over(self, batches: Any) -> Iterator[pa.RecordBatch]:
        """The answers, with a schema of their own if the batches have one."""
        import pyarrow as pa

        if hasattr(batches, "__arrow_c_stream__") and not isinstance(batches, pa.RecordBatch):
            reader = pa.RecordBatchReader.from_stream(batches)
            answers: Iterator[pa.RecordBatch] = pa.RecordBatchReader.from_batches(self.schema(reader.schema), self(reader))
            return answers
        return self([batches] if isinstance(batches, pa.RecordBatch) else batches)

    def __call__(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        step = self._question.rows_at_a_time
        for batch in batches:
            schema = self.schema(batch.schema)
            for start in range(0, max(batch.num_rows, 1), step):
                yield from self._answers(batch.slice(start, step), schema)

    def _answers(self, batch: pa.RecordBatch, schema: pa.Schema) -> Iterator[pa.RecordBatch]:
        """Where a limit is reached, the rows are asked about in halves, so that one hard row is not a lost batch."""
        try:
            lines = self._question.lines(self._shipped.explainer, batch.select(list(self.features)))
        except LimitError as error:
            if batch.num_rows > 1:
                half = batch.num_rows // 2
                yield from self._answers(batch.slice(0, half), schema)
                yield from self._answers(batch.slice(half), schema)
                return
            lines = Lines({"error": [error.code], "message": [str(error)]})
        yield self._laid_out(batch, lines, schema)

    def _laid_out(self, batch: pa.RecordBatch, lines: Lines, schema: pa.Schema) -> pa.RecordBatch:
        import pyarrow as pa

        kept = [batch.column(name) for name in self.keep]
        if lines.rows is not None and self._question.several:
            kept = [_chosen(values, lines.rows) for values in kept]
        count = batch.num_rows if lines.rows is None else len(lines.rows)
        found = [column(lines.columns.get(field.name, [None] * count), field.type) for field in self.fields]
        return pa.RecordBatch.from_arrays([*kept, *found], schema=schema)

    def _check(self) -> None:
        """Asks the question of no rows: what is wrong with it is said here, and not on another machine."""
        import pyarrow as pa

        nothing = pa.RecordBatch.from_pydict({name: pa.array([], pa.float64()) for name in self.features})
        self._question.lines(self._shipped.explainer.limited(), nothing)


def _chosen(values: Any, rows: npt.NDArray[np.intp]) -> Any:
    import pyarrow as pa

    try:
        return values.take(pa.array(rows.astype(np.int64)))
    except pa.ArrowNotImplementedError:  # texts of polars, for one
        cells = values.to_pylist()
        return pa.array([cells[row] for row in rows.tolist()], values.type)


def check_columns(names: Sequence[str], features: Sequence[str], keep: Sequence[str]) -> None:
    """Whether a table has the columns of the model and those to keep."""
    for wanted, said in ((features, "X: no column"), (keep, "keep: no column")):
        for name in wanted:
            if name not in names:
                raise InputError(f"{said} '{name}'; there are {listed(names)}{did_you_mean(name, names)}")
            if names.count(name) > 1:
                raise InputError(f"X: there are {names.count(name)} columns '{name}', expected one")
