"""Contrasts of a scorecard, replayed by toad; it is fitted as tools/fixtures/scorecard does."""

from __future__ import annotations

import sys

from cards import replay_card
from replay import ROOT, Contrasts, Tally, run

sys.path.insert(0, str(ROOT / "tools" / "fixtures" / "scorecard"))
import toad_card  # noqa: E402


def replay(contrasts: Contrasts, tally: Tally) -> None:
    card, _ = toad_card.fitted()
    text = card.export(to_frame=True, decimal=20).to_csv(index=False)
    replay_card(contrasts, tally, "toad", text, {}, "toad-rows.csv", card.predict)


if __name__ == "__main__":
    sys.exit(run("toad", replay, at_least=200))
