"""How questions about rows are put to the core: in numbers, block by block; or in words, as records of the rows that are good."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from .answers.row_error import OUTSIDE_WITHIN, RowError, row_errors
from .answers.subject import Contributions, Subject
from .beyond import clipped, with_room
from .blocks import Part, most_rows, parts, send, send_chosen
from .cells import AnyArray
from .core_model import CoreModel
from .encode import Encoder, Rows
from .engine import Limits
from .errors import InputError
from .process import Session, session
from .questions import BeyondBounds

#: Rows that are asked about at a time, to begin with: in numbers, and in words; of the latter at most.
_FIRST_ROWS = 1 << 13
_FIRST_IN_WORDS = 1 << 7
_MOST_IN_WORDS = 1 << 11
#: Of an answer to so many rows, as text, before it becomes objects.
_MOST_BYTES = 2**28
#: Seconds: work that takes less has no bar.
_DELAY = 0.5

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
    #: What becomes of rows with numbers beyond the bounds.
    beyond_bounds: BeyondBounds = "refuse"

    def encode(self, X: Any, names: Sequence[str] | None = None) -> Rows:
        """
        :raises InputError: a column is not there
        """
        rows = self.encoder.encode(X, names)
        return with_room(rows, self.core.description.features) if self.beyond_bounds == "extend" else rows

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
        read: Callable[[Sequence[Record], Any], Iterable[Any]] = lambda records, _: records,
        *,
        claims: Sequence[Any] | None = None,
        only: AnyArray | None = None,
    ) -> list[list[Any]]:
        """Per row its records, or what is wrong with it. ``only`` leaves out other rows.

        ``read`` makes something of the records of a block, given what its literals say, by feature.
        """
        answered: list[list[Any]] = [[] for _ in range(rows.rows)]
        with session(self.limits) as open_session:
            number = self.core.loaded(open_session)
            if rows.extended:
                options = {**options, "beyondBounds": "extend"}
            question = {"id": number, "endpoint": endpoint, "options": options}
            open_session.call("check", question)
            known = self._arrays(open_session, rows, "predict", {})
            wanted = np.ones(rows.rows, bool) if only is None else only
            for error in self._errors(open_session, rows, known):
                answered[error.row].append(error)
            good = np.flatnonzero((known["status"] == 0) & wanted)
            with progress_of(self.progress, len(good), endpoint) as done:
                for part in parts(open_session, len(good), _FIRST_IN_WORDS, _MOST_IN_WORDS) if len(good) else ():
                    chosen = good[part.start : part.stop]
                    question["id"] = self.core.loaded(open_session)
                    request = {**question, "most": _most_bytes(self.limits), **send_chosen(open_session, rows, chosen)}
                    if claims is not None:
                        request["claims"] = [claims[row] for row in chosen]
                    told = open_session.call("records", request)
                    for record, made in zip(told["records"], read(told["records"], told["conditions"]), strict=True):
                        answered[record["row"]].append(made)
                    done(len(chosen))
        return answered

    def check(self, endpoint: str, options: Record) -> None:
        """
        :raises InstanceError: these are no options of the question
        """
        self.call("check", {"endpoint": endpoint, "options": options})

    def call(self, name: str, request: Record) -> Any:
        """A question about the model alone."""
        with session(self.limits) as open_session:
            return open_session.call(name, {"id": self.core.loaded(open_session), **request})

    def subject(self, rows: Rows) -> Subject:
        names = self.core.description.classes
        return Subject(self.feature_names, self.classes, names, rows.index, rows.extended, partial(self.contributions, rows))

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
        found = []
        within = clipped(rows, self.core.description.features)
        with progress_of(self.progress, rows.rows, question) as done:
            for part in parts(open_session, rows.rows, _FIRST_ROWS, most_rows(rows)):
                number = self.core.loaded(open_session)
                found.append(open_session.arrays(question, {"id": number, **send(open_session, within, part), **request}))
                done(part.stop - part.start)
        whole = found[0] if len(found) == 1 else {name: np.concatenate([arrays[name] for arrays in found]) for name in found[0]}
        for row in rows.extended:
            if whole["status"][row] in (0, OUTSIDE_WITHIN):
                number = self.core.loaded(open_session)
                sent = send(open_session, rows, Part(row, row + 1))
                for name, values in open_session.arrays(question, {"id": number, **sent, **request, "extend": True}).items():
                    width = len(whole[name]) // rows.rows
                    whole[name][row * width : (row + 1) * width] = values
        return whole

    def _errors(self, open_session: Session, rows: Rows, found: Mapping[str, AnyArray], within: object = None) -> tuple[RowError, ...]:
        number = self.core.loaded(open_session)
        return row_errors(open_session, number, rows, found["status"], found["badFeature"], within, self.beyond_bounds == "extend")


def _most_bytes(limits: Limits) -> int:
    """Of an answer in words."""
    return _MOST_BYTES if limits.megabytes is None else min(_MOST_BYTES, int(limits.megabytes * 2**20))


def _numeric(data: AnyArray) -> AnyArray:
    """As numbers, where all are: some of shap's plots want them."""
    try:
        return data.astype(np.float64)
    except (TypeError, ValueError):
        return data


@contextmanager
def progress_of(shown: bool, total: int, what: str) -> Iterator[Callable[[int], object]]:
    """A bar for long work, by tqdm, which is imported only if a bar is wanted: gives a function to be told how many rows are done.

    >>> with progress_of(False, 10, "explain") as done:
    ...     done(10)
    """
    if not shown:
        yield lambda rows: None
        return
    try:
        from tqdm.auto import tqdm
    except ImportError as error:
        raise InputError("progress: a bar needs tqdm, which is not installed: pip install tqdm") from error
    with tqdm(total=total, desc=what, unit="rows", unit_scale=True, delay=_DELAY) as bar:
        yield bar.update
