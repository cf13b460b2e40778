"""The shell's way in: ``python -m xpxlc export PIPELINE.joblib DATA.csv -o model.json``.

A joblib or pickle file runs code when it is opened; open only files that you trust. No other part of xpxlc opens them.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from typing import Any

from .bounds import Bounds, domain_remarks
from .errors import XpxlcError
from .frame import Frame, is_missing, to_frame
from .model import Model
from .to_model import translate

_EXPLAIN = """error: explanations are not on this command line. In Python:

    import xpxlc
    print(xpxlc.Explainer("model.json").explain(table))

In a terminal, with Node: xpxlc explain MODEL DATA"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit codes: 0 done, 2 wrong usage, 3 bad input or an estimator that has no exact additive form."""
    parser = argparse.ArgumentParser(
        prog="python -m xpxlc", description="Fitted scikit-learn classifiers as model files."
    )
    commands = parser.add_subparsers(dest="command", required=True)
    export = commands.add_parser(
        "export",
        help="translate a fitted pipeline into a model file",
        description="Opens PIPELINE with joblib, which runs code inside it: open only files that you trust.",
    )
    export.add_argument(
        "pipeline", metavar="PIPELINE", help="a fitted classifier or pipeline, saved by joblib or pickle"
    )
    export.add_argument(
        "data", metavar="DATA", help="a table (CSV or Parquet) such as it was fitted on; other columns are ignored"
    )
    export.add_argument("-o", "--output", metavar="FILE", help="the model file; default: standard output")
    export.add_argument(
        "--bounds",
        metavar="NAME=LOWER:UPPER",
        action="append",
        default=[],
        help="bounds of a number instead of those of the table; an empty side has none. Or, for all numbers: wide (room for as "
        "much again on either side), or quantiles like 1%%:99%%",
    )
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given[:1] == ["explain"]:
        print(_EXPLAIN, file=sys.stderr)
        return 2
    options = parser.parse_args(given)
    try:
        bounds = _all_bounds(options.bounds)
    except ValueError as error:
        parser.error(str(error))
    try:
        model = export_model(options.pipeline, options.data, bounds)
    except ImportError as error:
        _say(f"error: {error} (pip install 'xpxlc[sklearn]')")
        return 3
    except (XpxlcError, OSError) as error:
        _say(f"error: {error}")
        return 3
    for remark in domain_remarks(model.fidelity.rows, model.to_dict()["features"], bounds or None):
        _say(f"warning: {remark}")
    if options.output is None:
        sys.stdout.write(model.to_json())
    else:
        model.save(options.output)
    size = f"{len(model.feature_names)} features, {len(model.classes)} classes"
    _say(f"{options.output or 'standard output'}: {model.kind}, {size}; {model.fidelity}")
    return 0


def _say(message: str) -> None:
    """One line; names in it cannot command the terminal."""
    shown = (c if c.isprintable() else c.encode("unicode_escape").decode() for c in message)
    print("".join(shown), file=sys.stderr)


def export_model(pipeline: str, data: str, bounds: Bounds) -> Model:
    """The model of a saved pipeline."""
    import joblib

    estimator = joblib.load(pipeline)
    table, texts = _read(data)
    wanted = [str(name) for name in getattr(estimator, "feature_names_in_", [])]
    if wanted:
        absent = [name for name in wanted if name not in table.columns]
        if absent:
            raise XpxlcError(f"{data}: no column '{absent[0]}', which the pipeline was fitted on")
        table = table[wanted]
    else:  # fitted on an array: the first columns are meant
        table = table.iloc[:, : getattr(estimator, "n_features_in_", table.shape[1])]
    frame = to_frame(table)
    frame = Frame(frame.columns, frame.rows, frame.brand, _spellings(table, texts))
    return translate(estimator, table if wanted else table.to_numpy(), frame, bounds)


def _read(path: str) -> tuple[Any, Any]:
    """The table as pandas reads it, and (of a CSV file) the very texts of its cells."""
    import pandas

    if path.endswith((".parquet", ".pq")):
        return pandas.read_parquet(path), None
    return pandas.read_csv(path), pandas.read_csv(path, dtype=str, keep_default_na=False)


def _spellings(table: Any, texts: Any) -> dict[str, dict[object, str]]:
    """How the file writes a value that is read as a number or a truth value (3 or 3.0, true or True)."""
    result: dict[str, dict[object, str]] = {}
    if texts is None:
        return result
    for name in table.columns:
        spelt: dict[object, set[str]] = {}
        for value, text in zip(table[name].tolist(), texts[name].tolist(), strict=True):
            if not is_missing(value) and text:
                spelt.setdefault(value, set()).add(text)
        result[str(name)] = {value: next(iter(found)) for value, found in spelt.items() if len(found) == 1}
    return result


def _all_bounds(texts: list[str]) -> Bounds:
    """What stands for all columns stands alone."""
    whole = [text for text in texts if "=" not in text]
    if not whole:
        return dict(_bounds(text) for text in texts)
    quantiles = re.fullmatch(r"([0-9.]+)%:([0-9.]+)%", whole[0])
    if len(texts) > 1 or not (quantiles or whole[0] in ("data", "wide")):
        raise ValueError(f"--bounds: expected NAME=LOWER:UPPER, or wide or 1%:99% alone, got {whole[0]!r}")
    return whole[0] if quantiles is None else (float(quantiles[1]) / 100, float(quantiles[2]) / 100)


def _bounds(text: str) -> tuple[str, tuple[float | None, float | None]]:
    name, _, span = text.rpartition("=")
    lower, colon, upper = span.partition(":")
    if not name or not colon:
        raise ValueError(f"--bounds: expected NAME=LOWER:UPPER, got {text!r}")
    return name, (float(lower) if lower else None, float(upper) if upper else None)


if __name__ == "__main__":
    sys.exit(main())
