"""The model object: a model file in memory, what it predicts, and how well it was checked."""

from __future__ import annotations

import copy
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from .details import Details, Names
from .errors import InputError
from .evaluate import Answer, encode, predict
from .reading import Reader
from .whole_file import whole_file


@dataclass(frozen=True)
class Fidelity:
    """How the model's predictions compare with the estimator's on the given rows."""

    rows: int
    #: Rows that both predict alike.
    agreeing: int
    #: Rows whose margin is within the noise of double arithmetic, where either answer may come out.
    near_ties: int
    #: Rows predicted otherwise, all of them near ties.
    differing: tuple[int, ...] = ()

    def __str__(self) -> str:
        text = f"{self.agreeing} of {self.rows} rows predicted alike"
        if self.differing:
            text += f", {len(self.differing)} near ties otherwise"
        return text + (f"; {self.near_ties} near ties" if self.near_ties else "")


class Model:
    """An additive classifier in raw features. Made by :func:`xpxlc.to_model`."""

    def __init__(
        self,
        document: Mapping[str, Any],
        *,
        classes: tuple[object, ...],
        columns: tuple[str, ...],
        fidelity: Fidelity,
        slack: float = 0.0,
        reader: Reader | None = None,
        names: Names | None = None,
    ) -> None:
        self._document = dict(document)
        self._columns = columns
        self._slack = slack
        #: How the pipeline reads the cells of tables, which no model file says.
        self.reader = reader
        #: By column, names of coded values.
        self.names: Names = {} if names is None else names
        #: The classes as the estimator has them, in the order of the model file.
        self.classes = classes
        self.fidelity = fidelity

    @property
    def kind(self) -> str:
        """The kind of model file, such as ``linear`` or ``additive``."""
        return str(self._document["kind"])

    @property
    def feature_names(self) -> list[str]:
        return [feature["name"] for feature in self._document["features"]]

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of the table that the estimator was fitted on; some may not matter."""
        return self._columns

    def to_dict(self) -> dict[str, Any]:
        """The content of the model file."""
        return copy.deepcopy(self._document)

    def to_json(self) -> str:
        """The text of the model file: one line per feature, class or row."""
        return to_json(self._document)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the model file: whole, or not at all."""
        text = self.to_json()
        with whole_file(path) as file:
            file.write(text)

    def predict(self, X: Any) -> npt.NDArray[Any]:
        """The classes of rows, computed from the model file alone."""
        labels = np.array(self.classes)
        found: npt.NDArray[Any] = labels[self._answer(X).winners]
        return found

    def near_ties(self, X: Any) -> npt.NDArray[np.bool_]:
        """Which rows are decided within the noise of double arithmetic."""
        return self._answer(X).near_ties

    def _answer(self, X: Any) -> Answer:
        encoded = encode(self._document, X, self._columns, self.reader)
        encoded.check(self._document)
        return predict(self._document, encoded.values, encoded.rows.rows, self._slack)

    def described(self, details: Mapping[str, Any]) -> Model:
        """The same model with units and names of classes; names of values are given to :func:`xpxlc.to_model`."""
        said = Details.of(details, self._columns)
        if said.values:
            raise InputError("details, values: give them to to_model, which looks at the table")
        other = copy.copy(self)
        other._document = said.described(self._document, self.classes)
        return other

    def __repr__(self) -> str:
        size = f"{len(self.feature_names)} features, {len(self.classes)} classes"
        return f"<xpxlc.Model {self.kind}: {size}; {self.fidelity}>"


def to_json(document: Mapping[str, Any]) -> str:
    """Each double as the shortest decimal that reads back as itself, whole ones without a point."""
    entries = [f"  {_dump(key)}: {_lay_out(value)}" for key, value in document.items()]
    return "{\n" + ",\n".join(entries) + "\n}\n"


def _lay_out(value: Any) -> str:
    if isinstance(value, list) and any(isinstance(entry, (list, dict)) for entry in value):
        return "[\n" + ",\n".join(f"    {_dump(entry)}" for entry in value) + "\n  ]"
    return _dump(value)


def _dump(value: Any) -> str:
    return json.dumps(_whole(value), ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def _whole(value: Any) -> Any:
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        return int(value)
    if isinstance(value, dict):
        return {key: _whole(entry) for key, entry in value.items()}
    return [_whole(entry) for entry in value] if isinstance(value, (list, tuple)) else value
