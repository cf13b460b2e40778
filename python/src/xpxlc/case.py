"""One row of one model, as it was asked about: what is needed to draw it later."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .blocks import send_chosen
from .cells import Cells, from_objects
from .core_model import CoreModel
from .encode import Rows
from .engine import Limits
from .process import session
from .reading import Reading

#: A display must not keep its reader waiting.
_PATIENCE = Limits(seconds=20)


@dataclass(frozen=True, eq=False)
class Case:
    """Row ``row`` of ``rows``; ``options`` are those of the question that matter to a picture: ``within``, ``target``."""

    core: CoreModel
    rows: Rows
    row: int
    options: Mapping[str, Any]

    def values(self) -> dict[str, Any]:
        """The row's own values, by feature; what is missing as the pipeline would have it, where the model is one."""
        return {name: cells.cell(self.row) if reading is None else reading.own_cell(cells.raw(self.row)) for name, cells, reading in self._columns()}

    def in_own_values(self, changes: Mapping[str, Any]) -> dict[str, Any]:
        """Changed values as the pipeline would have them, where the model is one: a category is no text if its cells are none."""
        readings = {name: reading for name, _, reading in self._columns()}
        return {name: value if (reading := readings[name]) is None else reading.own_value(value) for name, value in changes.items()}

    def _columns(self) -> list[tuple[str, Cells, Reading | None]]:
        names = [feature.name for feature in self.core.description.features]
        readings = self.rows.readings or (None,) * len(names)
        return list(zip(names, self.rows.cells, readings, strict=True))

    def picture(self, held: Sequence[int] | None, contrasts: int) -> dict[str, Any]:
        """Words and pictures (``CasePicture`` of the bridge). ``held``: the explanation to draw; a smallest one by default."""
        with session(_PATIENCE) as open_session:
            number = self.core.loaded(open_session)
            sent = send_chosen(open_session, self.rows, np.array([self.row]))
            request = {"id": number, "contrasts": contrasts, **sent, **self.options}
            found: dict[str, Any] = open_session.draw("casePicture", request if held is None else {**request, "held": list(held)})
        return found

    def __reduce__(self) -> tuple[Any, ...]:
        """Only this row travels, not its table."""
        rows, at = self.rows, slice(self.row, self.row + 1)
        alone = Rows(
            1,
            tuple(column[at] for column in rows.columns),
            {feature: gaps[at] for feature, gaps in rows.missing.items()},
            tuple(from_objects([cells.raw(self.row)]) for cells in rows.cells),
            rows.brand,
            extended={0: rows.extended[self.row]} if self.row in rows.extended else {},
            typed=rows.typed,
            readings=rows.readings,
        )
        return Case, (self.core, alone, 0, self.options)
