"""One decision: in a notebook its sentence, what holds it, how often features matter and what would change it; in a terminal the words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import LimitError
from .page import bullets, figure, framed, heading, legible, paragraph, words

if TYPE_CHECKING:
    from ..answers.explanations import Explanation, RowExplanations

#: Sentences shown of each kind.
_MOST = 10
#: Contrasts that are looked for where the question was not about them.
_CONTRASTS = 3


def row_text(row: RowExplanations) -> str:
    """The decision and the sentences, a line each."""
    if row.error is not None:
        return legible(f"error: {row.error.message}")
    lines = [f"row {row.row}: {row.decision}"]
    lines += [explanation.rule for explanation in row.explanations[:_MOST]]
    lines += _more(len(row.explanations), row.complete)
    lines += [] if row.none is None else [row.none]
    lines += [f"({row.domain_text})"] if row.domain_text else []
    return legible("\n".join(lines))


def row_html(row: RowExplanations) -> str:
    if row.error is not None:
        return framed(paragraph(row.error.message, "rule xpxlc-error"))
    own = {kind: [e for e in row.explanations if e.kind == kind] for kind in ("axp", "cxp")}
    picture = _picture(row, own["axp"])
    why = [e.rule for e in own["axp"][:_MOST]] or ([picture["rule"]] if "rule" in picture else [])
    reasons = [] if row.none is None else [paragraph(row.none, "rule")]
    reasons += [paragraph(rule, "rule") for rule in why]
    reasons += [paragraph(line, "soft") for line in _more(len(own["axp"]), row.complete or not own["axp"])]
    if "dropBar" in picture:
        reasons += [heading("Why this is enough"), figure(picture["dropBar"])]
    reasons += _frequencies(picture)
    changes = _changes(row, own["cxp"], picture)
    asked_for_changes = bool(own["cxp"]) and not own["axp"]
    within = [paragraph(f"All of this holds {row.domain_text}.", "soft")] if row.domain_text else []
    return framed(paragraph(row.decision, "decision"), *(changes + reasons if asked_for_changes else reasons + changes), *within)


def _picture(row: RowExplanations, axps: list[Explanation]) -> dict[str, Any]:
    """Nothing where it would take too long: the words are there anyway."""
    if row.case is None:
        return {}
    held = axps[0].indices if axps else None
    try:
        return row.case.picture(held, _CONTRASTS)
    except LimitError:
        return {}


def _frequencies(picture: dict[str, Any]) -> list[str]:
    if picture.get("count") == "1":
        return [paragraph("There is no other explanation.", "soft")]
    if "frequencies" not in picture:
        return []
    return [heading(f"{picture['count']} explanations, and how many of them use a feature"), figure(picture["frequencies"])]


def _changes(row: RowExplanations, cxps: list[Explanation], picture: dict[str, Any]) -> list[str]:
    """What would change it: what was asked for, else a few of the smallest."""
    if cxps:
        lines = [_own_change(e) for e in cxps[:_MOST]]
        more = len(cxps) > _MOST or not row.complete
    else:
        lines = [_change(entry) for entry in picture.get("contrasts", ())]
        more = bool(picture.get("more"))
    if not lines:
        return []
    given = f"Given that {' and '.join(row.given)}. " if row.given else ""
    said = given + ("There are more." if more else "")
    return [heading("What would change it"), bullets(lines), *([paragraph(said, "soft")] if said else [])]


def _own_change(explanation: Explanation) -> str:
    change = explanation.counterfactual
    if change is None:
        return words(explanation.rule)
    return _change({"class": change.predicted, "literals": change.literals, "doubtful": change.doubtful})


def _change(entry: dict[str, Any]) -> str:
    if "class" not in entry:
        return words("another class, only by numbers between doubles")
    noise = " (within rounding noise)" if entry["doubtful"] else ""
    return f"<b>{words(entry['class'])}</b> if {words(' and '.join(entry['literals']))}{noise}"


def _more(count: int, complete: bool) -> list[str]:
    if count > _MOST:
        return [f"… {count - _MOST} more" + ("" if complete else ", and others that were not asked for")]
    return []
