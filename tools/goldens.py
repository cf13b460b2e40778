"""What the Python package says, as JSON by name: signatures, documents, and answers about an example. Used by goldens.mjs."""

from __future__ import annotations

import inspect
import json
import sys
from pathlib import Path

import pandas as pd
import xpxlc

root = Path(sys.argv[1])
found: dict[str, str] = {}
for name in sorted(xpxlc.__all__):
    thing = getattr(xpxlc, name)
    lines = [inspect.getdoc(thing) or ""]
    if callable(thing):
        try:
            lines.append(f"{name}{inspect.signature(thing)}")
        except ValueError:
            pass
    if inspect.isclass(thing):
        for key, member in sorted(vars(thing).items()):
            if not key.startswith("_"):
                shown = str(inspect.signature(member)) if inspect.isfunction(member) else type(member).__name__
                lines += [f"{key}{shown}", inspect.getdoc(member) or ""]
    found[f"api-{name}"] = "\n".join(lines)

explainer = xpxlc.Explainer(str(root / "packages/xpxlc/examples/loans.json"))
X = pd.read_csv(root / "fixtures/loans.csv").head(12)
X.loc[3, "age"] = 7  # beyond the bounds
X.index = [f"row {i}" for i in range(len(X))]
for method in ("predict", "smallest", "explain", "contrasts", "count", "frequencies", "power", "features", "certify"):
    answer = getattr(explainer, method)(X)
    found[f"{method}-text"] = f"{answer!r}\n{answer}"
    if hasattr(answer, "to_pandas"):
        found[f"{method}-table"] = answer.to_pandas().to_csv()
    if hasattr(answer, "_repr_html_"):
        found[f"{method}-html"] = answer._repr_html_()
found["check-table"] = explainer.check(X, [["income"]] * len(X), repair=True).to_pandas().to_csv()
json.dump(found, sys.stdout)
