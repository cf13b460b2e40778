"""How questions about rows are put to the core: in numbers, block by block; or in words, as records of the rows that are good."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from .answers.row_error import RowError, row_errors
from .answers.subject import Contributions, Subject
from .blocks import parts, send, send_chosen
from .cells import AnyArray
from .core_model import CoreModel
from .encode import Encoder, Rows
from .engine import Limits
from .process import Session, session
from .progress import progress_of

#: Rows that are answered in words at a time.
_ROWS_IN_WORDS = 2048
#: Of an answer to so many rows, before it becomes objects.
_MOST_BYTES = 2**28

Record = Mapping[str, Any]


@dataclass(frozen=True)
class Asker:
    """One model, its classes as the user has them, and what a call may cost."""

    core: CoreModel
    encoder: Encoder
    classes: tuple[object, ...]
    limits: Limits
    #: Whether long work shows a bar.
    progress: bool = False

    def limited(self, limits: Limits) -> Asker:
        return replace(self, limits=limits)

    @property
    def feature_names(self) -> tuple[str, ...]:
        return tuple(feature.name for feature in self.core.description.features)

    def numbers(
        self, rows: Rows, question: str, request: Record, within: object = None
    ) -> tuple[dict[str, AnyArray], tuple[RowError, ...]]:
        """The arrays of all blocks, laid end to end; and the errors of bad rows."""
        with session(self.limits) as open_session:
            found = self._arrays(open_session, rows, question, request)
            return found, self._errors(open_session, rows, found, within)

    def words(
        self,
        rows: Rows,
        endpoint: str,
        options: Record,
        read: Callable[[Record], Any],
        *,
        claims: Sequence[Any] | None = None,
        only: AnyArray | None = None,
    ) -> list[list[Any]]:
        """Per row what ``read`` makes of its records, or what is wrong with it. ``only`` leaves out other rows."""
        answered: list[list[Any]] = [[] for _ in range(rows.rows)]
        with session(self.limits) as open_session:
            number = self.core.loaded(open_session)
            question = {"id": number, "endpoint": endpoint, "options": options}
            open_session.call("check", question)
            known = self._arrays(open_session, rows, "predict", {})
            wanted = np.ones(rows.rows, bool) if only is None else only
            for error in self._errors(open_session, rows, known):
                answered[error.row].append(error)
            good = np.flatnonzero((known["status"] == 0) & wanted)
            with progress_of(self.progress, len(good), endpoint) as done:
                for start in range(0, len(good), _ROWS_IN_WORDS):
                    chosen = good[start : start + _ROWS_IN_WORDS]
                    request = {**question, "most": _most_bytes(self.limits), **send_chosen(open_session, rows, chosen)}
                    if claims is not None:
                        request["claims"] = [claims[row] for row in chosen]
                    for line in open_session.arrays("records", request)["lines"].tobytes().splitlines():
                        record = json.loads(line)
                        answered[int(record["row"])].append(read(record))
                    done(len(chosen))
        return answered

    def call(self, name: str, request: Record) -> Any:
        """A question about the model alone."""
        with session(self.limits) as open_session:
            return open_session.call(name, {"id": self.core.loaded(open_session), **request})

    def subject(self, rows: Rows) -> Subject:
        names = self.core.description.classes
        return Subject(self.feature_names, self.classes, names, rows.index, partial(self.contributions, rows))

    def contributions(self, rows: Rows) -> Contributions:
        """What each value adds to the lead."""
        with session(self.limits) as open_session:
            found = self._arrays(open_session, rows, "contributions", {})
        good = found["status"] == 0
        values = found["amounts"].reshape(rows.rows, len(rows.columns))
        data = np.array([[cells.cell(row) for cells in rows.cells] for row in range(rows.rows)], dtype=object)
        return Contributions(
            np.where(good[:, np.newaxis], values, np.nan),
            np.where(good, found["bases"], np.nan),
            _numeric(data.reshape(values.shape)),
        )

    def _arrays(self, open_session: Session, rows: Rows, question: str, request: Record) -> dict[str, AnyArray]:
        number = self.core.loaded(open_session)
        found = []
        with progress_of(self.progress, rows.rows, question) as done:
            for part in parts(rows):
                found.append(open_session.arrays(question, {"id": number, **send(open_session, rows, part), **request}))
                done(part.stop - part.start)
        if len(found) == 1:
            return found[0]
        return {name: np.concatenate([arrays[name] for arrays in found]) for name in found[0]}

    def _errors(self, open_session: Session, rows: Rows, found: Mapping[str, AnyArray], within: object = None) -> tuple[RowError, ...]:
        return row_errors(open_session, self.core.number, rows, found["status"], found["badFeature"], within)


def _most_bytes(limits: Limits) -> int:
    """Of an answer in words."""
    return _MOST_BYTES if limits.megabytes is None else min(_MOST_BYTES, int(limits.megabytes * 2**20))


def _numeric(data: AnyArray) -> AnyArray:
    """As numbers, where all are: some of shap's plots want them."""
    try:
        return data.astype(np.float64)
    except (TypeError, ValueError):
        return data
