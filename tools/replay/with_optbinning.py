"""Contrasts of scorecards, replayed by optbinning; they are fitted as tools/fixtures/scorecard does."""

from __future__ import annotations

import sys

from cards import replay_card
from replay import ROOT, Contrasts, Tally, run

sys.path.insert(0, str(ROOT / "tools" / "fixtures" / "scorecard"))
import optbinning_cards as cards  # noqa: E402


def replay(contrasts: Contrasts, tally: Tally) -> None:
    ways = {
        "summary": {"holes": False, **cards.odds},
        "detailed": {"holes": True, "intercept_based": True, **cards.range_},
        "rounded": {"holes": True, "rounding": True, **cards.odds},
        "codes": {"holes": True, "special_codes": [-1, -9], "metric": 0, **cards.odds},
    }
    for name, how in ways.items():
        card = cards.fitted(**how)
        details = {"base": float(card.intercept_), "special": how.get("special_codes", "unused")}
        text = card.table("detailed").to_csv(index=False)
        replay_card(contrasts, tally, name, text, details, f"optbinning-{name}-rows.csv", card.score)


if __name__ == "__main__":
    sys.exit(run("optbinning", replay, at_least=500))
