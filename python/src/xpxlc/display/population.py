"""What the features are to many decisions: shares of the rows, and rules that cover most of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import LimitError
from ..population import MOST_ROWS, bars
from .many_rows import counted, rows_head
from .page import figure, framed, heading, legible, paragraph, table

if TYPE_CHECKING:
    from ..answers.features import Features, RowFeatures
    from ..answers.smallest import Smallest


def features_text(found: Features) -> str:
    """A head line, and a line per feature, those that are most often necessary first."""
    shares = _shares(found)
    width = max((len(entry["feature"]) for entry in shares["features"]), default=0)
    lines = [rows_head(found.rows), f"{'':{width}}  in every  in some explanation"]
    for entry in sorted(shares["features"], key=lambda entry: (-entry["necessary"], -entry["relevant"])):
        lines.append(f"{entry['feature']:{width}}  {_percent(entry['necessary'])}  {_percent(entry['relevant'])}")
    return legible("\n".join(lines))


def features_html(found: Features) -> str:
    good = _good(found)
    shares = _shares(found)
    picture = _picture(found, good, shares)
    parts = [paragraph(rows_head(found.rows), "decision"), *_audit(good)]
    if "shares" in picture:
        parts += [heading("Which features the explanations use"), figure(picture["shares"])]
    elif good:
        lines = [(entry["feature"], _percent(entry["necessary"]), _percent(entry["relevant"])) for entry in shares["features"]]
        parts.append(table(["feature", "in every explanation", "in some"], lines, numbers=(1, 2)))
    if "rules" in picture:
        of_some = f" (of {MOST_ROWS:,} rows at equal distances)" if len(good) > MOST_ROWS else ""
        parts += [heading(f"Rules that cover most rows{of_some}"), figure(picture["rules"])]
    return framed(*parts)


def smallest_text(found: Smallest) -> str:
    """A head line, and a line per feature."""
    shares = _smallest_shares(found)
    width = max(map(len, shares), default=0)
    lines = [_smallest_head(found), *(f"{name:{width}}  {_percent(share)}" for name, share in shares.items())]
    return legible("\n".join(lines))


def smallest_html(found: Smallest) -> str:
    parts = [paragraph(_smallest_head(found), "decision")]
    shares = _smallest_shares(found)
    if any(shares.values()):
        sets = "explanations" if found.kind == "axp" else "contrasts"
        parts += [heading("How often a feature is in them"), figure(bars(f"share of the smallest {sets}", shares))]
    return framed(*parts)


def _good(found: Features) -> list[RowFeatures]:
    return [row for row in found.rows if row.error is None]


def _shares(found: Features) -> dict[str, Any]:
    """As the core's summary has them (``FeatureShares``)."""
    good = _good(found)
    necessary = Counter(name for row in good for name in row.necessary)
    relevant = Counter(name for row in good for name in row.relevant or ())
    undecided = sum(row.relevant is None for row in good)
    return {
        "rows": len(good),
        "undecided": undecided,
        "features": [
            {
                "feature": name,
                "necessary": necessary[name] / max(len(good), 1),
                "relevant": relevant[name] / max(len(good) - undecided, 1),
            }
            for name in found.subject.features
        ],
    }


def _picture(found: Features, good: list[RowFeatures], shares: dict[str, Any]) -> Mapping[str, str]:
    """Nothing where the table is not there, or it would take too long."""
    if found.population is None or not good:
        return {}
    try:
        return found.population.picture(np.array([row.row for row in good]), shares)
    except LimitError:
        return {}


def _audit(good: list[RowFeatures]) -> list[str]:
    """What part protected features play."""
    verdicts = Counter(row.audit.verdict for row in good if row.audit is not None)
    if not verdicts:
        return []
    said = {"none": "no explanation", "some": "some explanations", "all": "every explanation"}
    listed = ", ".join(f"in {words} of {counted(verdicts[key], 'row')}" for key, words in said.items() if verdicts[key])
    return [paragraph(f"Protected features are {listed}.")]


def _smallest_head(found: Smallest) -> str:
    bad = len(found.errors)
    classes = [label for label in found.predicted.tolist() if label is not None] if bad else found.predicted
    names, counts = np.unique(np.asarray(classes).astype(str), return_counts=True)
    listed = ", ".join(f"{counts[k]:,} {names[k]}" for k in np.argsort(-counts, kind="stable"))
    good = found.size[~np.isnan(found.margin)]
    sizes = "" if len(good) == 0 else f"; {int(good.min())} to {int(good.max())} features, {good.mean():.1f} on average"
    trouble = f"; {counted(bad, 'bad row')}" if bad else ""
    return f"{counted(len(found), 'row')}{': ' if listed else ''}{listed}{sizes}{trouble}"


def _smallest_shares(found: Smallest) -> dict[str, float]:
    """Feature by feature: a mask of all rows may be large."""
    rows = max(len(found) - len(found.errors), 1)
    times = [int((found.words[:, i // 32] >> np.uint32(i % 32) & np.uint32(1)).sum()) for i in range(len(found.features))]
    return {name: count / rows for name, count in zip(found.features, times, strict=True)}


def _percent(share: float) -> str:
    return f"{100 * share:6.1f} %"
