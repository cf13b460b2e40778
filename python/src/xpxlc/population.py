"""Many rows of one model: what is needed to draw them later, and what they have in common."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from .blocks import send_chosen
from .cells import AnyArray
from .core_model import CoreModel
from .encode import Rows
from .engine import Limits
from .process import session

#: Rules are looked for in so many rows; of larger tables in rows at equal distances.
MOST_ROWS = 100_000

#: A display must not keep its reader waiting.
_PATIENCE = Limits(seconds=30)


@dataclass(frozen=True, eq=False)
class Population:
    """Stays with its table: an answer that travels to another process leaves it behind."""

    core: CoreModel
    rows: Rows

    def picture(self, good: AnyArray, shares: Mapping[str, Any]) -> dict[str, str]:
        """Pictures of ``shares`` (``FeatureShares`` of ``xpxlc/view``) and of rules that cover most of the ``good`` rows."""
        known = np.array([row for row in good.tolist() if row not in self.rows.extended], np.intp) if self.rows.extended else good
        chosen = known[:: -(-len(known) // MOST_ROWS) or 1]
        with session(_PATIENCE) as open_session:
            number = self.core.loaded(open_session)
            request = {"id": number, "shares": shares, **send_chosen(open_session, self.rows, np.asarray(chosen, np.intp))}
            found: dict[str, str] = open_session.draw("populationPicture", request)
        return found

    def __reduce__(self) -> tuple[Any, ...]:
        return type(None), ()


def bars(measure: str, shares: Mapping[str, float], most: int = 15) -> str:
    """A picture of shares of a whole, the largest first; what has none is counted."""
    used = sorted(((share, name) for name, share in shares.items() if share > 0), key=lambda one: -one[0])
    left, unused = used[most:], len(shares) - len(used)
    remarks = [f"… {len(left)} more, each less"] if left else []
    remarks += [f"… {unused} more that none uses"] if unused else []
    request = {"measure": measure, "bars": [{"label": name, "share": share} for share, name in used[:most]], "remarks": remarks}
    with session(_PATIENCE) as open_session:
        found: str = open_session.draw("barsPicture", request)
    return found
