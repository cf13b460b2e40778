"""A model as the core has it: loaded by the core's own readers, and again in every engine that is asked about it."""

from __future__ import annotations

import weakref
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

from .details import Names
from .feature import Feature as Feature
from .feature import feature_of
from .model import Model
from .model_source import Source, SourceFile, read_source
from .process import Session, forget, session

_numbers = count(1)


@dataclass(frozen=True)
class Description:
    """What is known of a model."""

    classes: tuple[str, ...]
    features: tuple[Feature, ...]
    format: str
    unit: str
    title: str | None = None
    origin: Mapping[str, Any] = field(default_factory=dict)
    #: ``points`` or ``probability``, where the model has one.
    standing: str | None = None
    cutoff: float | None = None
    #: What is odd about the model, such as a class that can never win.
    note: str | None = None


class CoreModel:
    """Loads a model at once, and again where an engine does not have it: after a fork, in another process, after a limit."""

    def __init__(
        self,
        source: Source | Model,
        *,
        xmap: Source | None = None,
        bounds: Source | None = None,
        format: str | None = None,
        details: Mapping[str, Any] | None = None,
        names: Names | None = None,
    ) -> None:
        self._files: dict[str, SourceFile] = {"file": read_source(source)}
        self._options: dict[str, Any] = {}
        if xmap is not None:
            self._files["xmap"] = read_source(xmap)
        if bounds == "unbounded":
            self._options["bounds"] = bounds
        elif bounds is not None:
            self._files["bounds"] = read_source(bounds)
        if format is not None:
            self._options["format"] = format
        if details is not None:
            self._options["details"] = dict(details)
        self._register()
        with session() as open_session:
            found = self._load(open_session)
        features = tuple(replace(feature, names=(names or {}).get(feature.name, {})) for feature in found.features)
        self.description = replace(found, features=features)

    def _register(self) -> None:
        self.number = next(_numbers)
        self._finalizer = weakref.finalize(self, forget, self.number)
        self._finalizer.atexit = False

    def loaded(self, open_session: Session) -> int:
        """The number of the model, which the session's engine has then."""
        if self.number not in open_session.engine.models:
            self._load(open_session)
        return self.number

    def _load(self, open_session: Session) -> Description:
        view = open_session.input(max(8, sum(len(file.content) for file in self._files.values())))
        request: dict[str, Any] = {"id": self.number, **self._options}
        at = 0
        for key, file in self._files.items():
            size = len(file.content)
            view[at : at + size] = file.content
            request[key] = {"offset": at, "size": size, **({} if file.name is None else {"name": file.name})}
            at += size
        open_session.call("beginLoading", request)
        found = open_session.call("endLoading", {})
        open_session.engine.models.add(self.number)
        return _description(found)

    def __getstate__(self) -> dict[str, Any]:
        state = self.__dict__.copy()
        del state["_finalizer"], state["number"]
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._register()


def _description(found: Mapping[str, Any]) -> Description:
    standing = found.get("standing") or {}
    return Description(
        classes=tuple(found["classes"]),
        features=tuple(feature_of(entry) for entry in found["features"]),
        format=found["format"],
        unit=found["unit"],
        title=found.get("title"),
        origin=found.get("origin") or {},
        standing=standing.get("key"),
        cutoff=standing.get("cutoff"),
        note=found.get("note"),
    )
