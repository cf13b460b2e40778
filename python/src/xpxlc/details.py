"""What a fitted estimator does not say about its table: names of coded values, units, names of classes."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from .errors import InputError
from .frame import Frame
from .nearest import did_you_mean

#: By column, the name of each coded value: ``{"sex": {0: "female", 1: "male"}}``.
Names = Mapping[str, Mapping[Any, str]]


@dataclass(frozen=True)
class Details:
    """As ``details=`` says it: ``values`` by column, ``units`` by column, ``classes`` in the order of the estimator's."""

    values: Names = field(default_factory=dict)
    units: Mapping[str, str] = field(default_factory=dict)
    classes: Sequence[str] | Mapping[Any, str] | None = None

    @staticmethod
    def of(given: Mapping[str, Any] | None, columns: Sequence[str]) -> Details:
        """
        :raises InputError: a key or a column that is not known
        """
        told = dict(given or {})
        keys = ("values", "units", "classes")
        for key in told:
            if key not in keys:
                raise InputError(f"details: expected {', '.join(keys)}, got {key!r}{did_you_mean(str(key), keys)}")
        for key in ("values", "units"):
            named = told.get(key, {})
            if not isinstance(named, Mapping):
                raise InputError(f"details, {key}: expected a mapping by column, got a {type(named).__name__}")
            for column, said in named.items():
                if column not in columns:
                    raise InputError(f"details, {key}: no column '{column}'{did_you_mean(str(column), columns)}")
                if key == "values" and not (isinstance(said, Mapping) and said and _differ(said.values())):
                    expected = "a different name for each value, such as {0: 'female', 1: 'male'}"
                    raise InputError(f"details, values of '{column}': expected {expected}")
        return Details(**told)

    def name(self, frame: Frame) -> Frame:
        """The table, whose values have these names."""
        return replace(frame, texts={**frame.texts, **{column: dict(names) for column, names in self.values.items()}})

    def finite(self, frame: Frame) -> dict[int, dict[object, None]]:
        """Numbers that are codes, by position of the column, with all values that have a name."""
        places = {column.name: j for j, column in enumerate(frame.columns)}
        return {places[name]: dict.fromkeys(names) for name, names in self.values.items()}

    def class_names(self, labels: Sequence[object], own: Sequence[str]) -> list[str]:
        """The names of the classes; those of the estimator where nothing is said."""
        given = self.classes
        if given is None:
            return list(own)
        if isinstance(given, Mapping):
            unknown = [label for label in given if label not in labels]
            if unknown:
                raise InputError(f"details, classes: the estimator has {', '.join(map(str, labels))}, not {unknown[0]!r}")
            names = [str(given.get(label, name)) for label, name in zip(labels, own, strict=True)]
        else:
            names = [given] if isinstance(given, str) else [str(name) for name in given]
        if len(names) != len(labels) or len(set(names)) != len(names):
            raise InputError(f"details, classes: expected {len(labels)} different names, for {', '.join(map(str, labels))}; got {names}")
        return names

    def described(self, document: Mapping[str, Any], labels: Sequence[object]) -> dict[str, Any]:
        """A model file with units and names of classes."""
        names = dict(zip(document["classes"], self.class_names(labels, document["classes"]), strict=True))
        return {
            **document,
            "classes": [names[name] for name in document["classes"]],
            "tieOrder": [names[name] for name in document["tieOrder"]],
            "features": [self._with_unit(feature) for feature in document["features"]],
        }

    def _with_unit(self, feature: Mapping[str, Any]) -> dict[str, Any]:
        unit = self.units.get(feature["name"])
        if unit is None:
            return dict(feature)
        if feature["kind"] == "categorical":
            raise InputError(f"details, units: '{feature['name']}' is no number")
        return {**feature, "unit": str(unit)}


def _differ(names: Collection[object]) -> bool:
    return all(isinstance(name, str) and name for name in names) and len(set(names)) == len(names)
