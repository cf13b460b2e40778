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
    lines += [row.impossible] if row.impossible is not None else []
    lines += [explanation.rule for explanation in row.explanations[:_MOST]]
    lines += _more(len(row.explanations), row.complete)
    return legible("\n".join(lines))


def row_html(row: RowExplanations) -> str:
    if row.error is not None:
        return framed(paragraph(row.error.message, "rule xpxlc-error"))
    own = {kind: [e for e in row.explanations if e.kind == kind] for kind in ("axp", "cxp")}
    picture = _picture(row, own["axp"])
    why = [e.rule for e in own["axp"][:_MOST]] or ([picture["rule"]] if "rule" in picture else [])
    parts = [paragraph(row.decision, "decision")]
    if row.impossible is not None:
        parts.append(paragraph(row.impossible, "rule"))
    parts += [paragraph(rule, "rule") for rule in why]
    parts += [paragraph(line, "soft") for line in _more(len(own["axp"]), row.complete or not own["axp"])]
    if "dropBar" in picture:
        parts += [heading("Why this is enough"), figure(picture["dropBar"])]
    if "frequencies" in picture:
        parts += [heading(_counted(picture["count"])), figure(picture["frequencies"])]
    parts += _changes(own["cxp"], picture)
    return framed(*parts)


def _picture(row: RowExplanations, axps: list[Explanation]) -> dict[str, Any]:
    """Nothing where it would take too long: the words are there anyway."""
    if row.case is None:
        return {}
    held = axps[0].indices if axps else None
    try:
        return row.case.picture(held, _CONTRASTS)
    except LimitError:
        return {}


def _counted(count: str) -> str:
    if count == "1":
        return "The only explanation"
    return f"{count} explanations, and how many of them use a feature"


def _changes(cxps: list[Explanation], picture: dict[str, Any]) -> list[str]:
    """What would change it: what was asked for, else a few of the smallest."""
    if cxps:
        lines = [words(e.rule) for e in cxps[:_MOST]]
        more = len(cxps) > _MOST
    else:
        lines = [_change(entry) for entry in picture.get("contrasts", ())]
        more = bool(picture.get("more"))
    if not lines:
        return []
    rest = [paragraph("There are more.", "soft")] if more else []
    return [heading("What would change it"), bullets(lines), *rest]


def _change(entry: dict[str, Any]) -> str:
    if "class" not in entry:
        return words("another class, only by numbers between doubles")
    noise = " (within rounding noise)" if entry["doubtful"] else ""
    return f"<b>{words(entry['class'])}</b> if {words(' and '.join(entry['literals']))}{noise}"


def _more(count: int, complete: bool) -> list[str]:
    if count > _MOST:
        return [f"… {count - _MOST} more" + ("" if complete else ", and others that were not asked for")]
    return []
