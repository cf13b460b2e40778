"""Is a translation what the estimator does? Compared on the user's rows, and on rows of our own making: a few rows are no proof."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from .errors import FidelityError, InputError
from .evaluate import Answer, Encoded, encode, predict
from .export.scores import Scores
from .frame import Frame
from .made_rows import MadeRows, Part, made_rows
from .model import Fidelity
from .reading import CategoryReading, Reader
from .table import to_table


def predict_of(estimator: Any, X: Any) -> npt.NDArray[Any]:
    """What the estimator itself says; it must be fitted and accept every row."""
    if not hasattr(estimator, "predict"):
        raise InputError(f"estimator: expected a fitted classifier, got {type(estimator).__name__}")
    try:
        return _quietly(estimator, X)
    except Exception as error:  # whatever it raises: it is the user's estimator with the user's table
        what = str(error) if isinstance(error, ValueError) else f"{type(error).__name__}: {error}"
        raise InputError(f"the estimator itself does not predict X: {what}") from error


def _quietly(estimator: Any, X: Any) -> npt.NDArray[Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return np.asarray(estimator.predict(X))


@dataclass(frozen=True)
class Check:
    """One translation, and the estimator."""

    estimator: Any
    document: Mapping[str, Any]
    scores: Scores
    reader: Reader
    names: tuple[str, ...]

    def rows(self, X: Any, theirs: npt.NDArray[Any], inside: npt.NDArray[np.bool_]) -> Fidelity:
        """Every row within the bounds that is no near tie is predicted alike.

        :raises FidelityError: one is not
        """
        encoded = self._encoded(X)
        kept = np.flatnonzero(inside)
        encoded.check(self.document, kept)
        answer = self._answer(encoded, kept)
        wanted = self._places(theirs[kept])
        differing = np.flatnonzero(wanted != answer.winners)
        wrong = [int(r) for r in differing if not answer.near_ties[r]]
        if wrong:
            r = wrong[0]
            ours = f"{self.document['classes'][answer.winners[r]]} by {answer.margins[r]:g}"
            raise FidelityError(
                f"{len(wrong)} of {len(kept)} rows are predicted otherwise, the first is row {kept[r]}: {ours} instead of {theirs[kept][r]}; "
                + self._way_out()
            )
        near_ties = int(answer.near_ties.sum())
        return Fidelity(len(kept), len(kept) - len(differing), near_ties, tuple(map(int, kept[differing])))

    def made(self, X: Any, frame: Frame) -> list[tuple[int, str]]:
        """The same of rows of our own making. Rows that the estimator refuses do not count.

        :returns: by column the kinds of missing cells that the model takes, and should not
        :raises FidelityError: a row is predicted otherwise
        """
        features = {feature["name"]: feature for feature in self.document["features"]}
        made = made_rows(X, frame, features, self._cuts(), self.reader)
        encoded = self._encoded(made.table)
        refused: list[tuple[int, str]] = []
        for part, theirs in self._predicted(made):
            kept = np.flatnonzero(encoded.bad[part.rows] < 0)
            if len(kept) == 0:
                continue
            if theirs is not None:
                answer = self._answer(encoded, part.rows[kept])
                wrong = np.flatnonzero((self._places(theirs[kept]) != answer.winners) & ~answer.near_ties)
                if len(wrong) == 0:
                    continue
            if part.gap is not None and part.column is not None and (theirs is None or self._is_spare(self.names[part.column], part.gap)):
                refused.append((part.column, part.gap))
            elif theirs is not None:
                r = int(wrong[0])
                cells = {name: column[part.rows[kept[r]]] for name, column in zip(self.names, made.columns, strict=True) if name in features}
                ours = f"{self.document['classes'][answer.winners[r]]} by {answer.margins[r]:g}"
                raise FidelityError(f"a row of our own is predicted otherwise: {ours} instead of {theirs[kept][r]}, of {cells}; {self._way_out()}")
        return refused

    def _predicted(self, made: MadeRows) -> list[tuple[Part, npt.NDArray[Any] | None]]:
        """All parts at once, where the estimator takes them; otherwise one by one, and None of those that it refuses."""
        try:
            theirs = _quietly(self.estimator, made.table)
            return [(part, theirs[part.rows]) for part in made.parts]
        except Exception:  # a category that it does not know, say
            return [(part, self._predicted_apart(made, part)) for part in made.parts]

    def _predicted_apart(self, made: MadeRows, part: Part) -> npt.NDArray[Any] | None:
        try:
            return _quietly(self.estimator, made.taken(part.rows))
        except Exception:  # as above
            return None

    def _encoded(self, X: Any) -> Encoded:
        # Lists, too, have the types that scikit-learn saw when it predicted them.
        return encode(self.document, replace(to_table(X), typed=True), self.names, self.reader)

    def _answer(self, encoded: Encoded, kept: npt.NDArray[np.intp]) -> Answer:
        return predict(self.document, [values[kept] for values in encoded.values], len(kept), self.scores.slack)

    def _places(self, labels: npt.NDArray[Any]) -> npt.NDArray[np.int_]:
        place = {label: k for k, label in enumerate(self.scores.classes)}
        return np.array([place[label] for label in labels.tolist()], int)

    def _cuts(self) -> dict[str, list[float]]:
        found: dict[str, list[float]] = {}
        bins = self.document.get("bins", [])
        for i, feature in enumerate(self.document["features"]):
            shapes = [shape for row in self.document.get("shapes", [])[i : i + 1] for shape in row]
            shapes += [entry for entry in bins[i : i + 1] if entry is not None]
            found[feature["name"]] = next((list(shape["cuts"]) for shape in shapes if "cuts" in shape), [])
        return found

    def _is_spare(self, name: str, gap: str) -> bool:
        """The model can do without this kind of missing: it is not the one of the file."""
        reading = self.reader.readings[name]
        return isinstance(reading, CategoryReading) and reading.fitted != gap

    def _way_out(self) -> str:
        single = self.document.get("arithmetic") == "single"
        return "X is in single precision, in which the estimator computes otherwise: give it in double precision" if single else "please report"
