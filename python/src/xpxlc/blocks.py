"""Encoded rows → the memory that the core reads, a block of rows at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from time import monotonic
from typing import Any

import numpy as np
import numpy.typing as npt

from .cells import AnyArray
from .encode import Rows
from .process import Session

#: Bytes and rows of a block: large enough that a call costs nothing beside the work, small enough to stay in memory's caches.
_BLOCK_BYTES = 1 << 22
_MOST_ROWS = 1 << 17
_LEAST_ROWS = 1 << 10
#: Seconds that a block should take: other calls wait for no longer.
_FAST, _SLOW = 0.03, 0.12

_TYPES = {np.dtype(np.uint8): "u8", np.dtype(np.uint16): "u16", np.dtype(np.uint32): "u32", np.dtype(np.float64): "f64"}


@dataclass(frozen=True)
class Part:
    """Rows ``start`` until before ``stop``."""

    start: int
    stop: int


def most_rows(rows: Rows) -> int:
    """Of a block."""
    width = sum(column.itemsize for column in rows.columns) or 1
    return max(_LEAST_ROWS, min(_MOST_ROWS, _BLOCK_BYTES // width))


def parts(open_session: Session, rows: int, first: int, most: int) -> Iterator[Part]:
    """Rows in blocks, of ``first`` rows and then as many as take little time; between two others may ask. An empty table is one empty block,
    so that the question is checked anyway.
    """
    step = min(first, most)
    start = 0
    while True:
        part = Part(start, min(rows, start + step))
        begun = monotonic()
        yield part
        took = monotonic() - begun
        step = min(2 * step, most) if took < _FAST else max(step // 2, 1) if took > _SLOW else step
        start = part.stop
        if start >= rows:
            return
        open_session.pause()


def send(open_session: Session, rows: Rows, part: Part) -> dict[str, Any]:
    """Puts all rows of a part into the core's memory; what to tell the core of them."""
    writer = _Writer([column[part.start : part.stop] for column in rows.columns])
    places = writer.write(open_session)
    return {"rows": part.stop - part.start, "columns": places}


def send_chosen(open_session: Session, rows: Rows, chosen: npt.NDArray[np.intp]) -> dict[str, Any]:
    """The same with chosen rows, with their numbers and missing cells: what answers in words need."""
    missing = list(rows.missing.items())
    writer = _Writer(
        [
            chosen.astype(np.float64),
            *(column[chosen] for column in rows.columns),
            *(gaps[chosen].astype(np.uint8) for _, gaps in missing),
        ]
    )
    numbers, *places = writer.write(open_session)
    count = len(rows.columns)
    beyond = [place for place, row in enumerate(chosen.tolist()) if row in rows.extended] if rows.extended else []
    return {
        **({"beyond": beyond} if beyond else {}),
        "rows": len(chosen),
        "numbers": numbers,
        "columns": places[:count],
        "missing": [{"feature": feature, "cells": place} for (feature, _), place in zip(missing, places[count:], strict=True)],
    }


class _Writer:
    """Arrays one after the other, each at a multiple of eight bytes."""

    def __init__(self, arrays: list[AnyArray]) -> None:
        self._arrays = arrays

    def write(self, open_session: Session) -> list[dict[str, Any]]:
        offsets = []
        end = 0
        for array in self._arrays:
            offsets.append(end)
            end += -(-array.nbytes // 8) * 8
        view = np.frombuffer(open_session.input(max(end, 8)), np.uint8)
        for array, offset in zip(self._arrays, offsets, strict=True):
            view[offset : offset + array.nbytes].view(array.dtype)[:] = array
        return [{"type": _TYPES[array.dtype], "offset": offset} for array, offset in zip(self._arrays, offsets, strict=True)]
