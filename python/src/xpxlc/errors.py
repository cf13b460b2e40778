"""What can go wrong, and how it is said: the step, the reason, what would be right."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class XpxlcError(Exception):
    """Base of all errors of this package."""


class UnsupportedError(XpxlcError):
    """The estimator cannot be written as an exact additive model; ``step`` says which part and ``reason`` why."""

    def __init__(self, step: str, reason: str) -> None:
        self.step = step
        self.reason = reason
        super().__init__(f"{step}: {reason}" if step else reason)


class InputError(XpxlcError):
    """The data, the names or the bounds do not fit the estimator or the model."""


class DomainWarning(UserWarning):
    """A table says too little of what there can be: what is explained holds only for what is in it."""


class FidelityError(XpxlcError):
    """The translation predicts otherwise than the estimator: a mistake of ours, never handed out as a model."""


class InternalError(XpxlcError):
    """A broken invariant of ours; never turned into a model or an answer."""

    def __init__(self, what: str) -> None:
        super().__init__(f"internal error, please report: {what}")


class CoreError(XpxlcError):
    """What the core refuses. ``code`` is stable; ``place``, ``expected`` and ``got`` say where and what, if they are known.

    >>> CoreError("x: out of bounds; expected 0 to 9, got 12", code="out-of-bounds", place="x", expected="0 to 9", got="12").code
    'out-of-bounds'
    """

    def __init__(
        self,
        message: str,
        *,
        code: str,
        place: str | None = None,
        expected: str | None = None,
        got: str | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.place = place
        self.expected = expected
        self.got = got

    def __reduce__(self) -> tuple[Any, ...]:
        """Errors travel between processes."""
        return _again, (type(self), str(self), self.code, self.place, self.expected, self.got)


class ModelError(CoreError):
    """The model itself is wrong: a weight, a domain, a probability, a name."""


class InstanceError(CoreError):
    """A case, an option, or a feature named in a question does not fit the model."""


class FormatError(CoreError):
    """A text or file is not what it claims to be."""


class LimitError(CoreError):
    """The answer would cost more than was allowed; nothing was answered."""


def _again(kind: type[CoreError], message: str, code: str, place: str | None, expected: str | None, got: str | None) -> CoreError:
    return kind(message, code=code, place=place, expected=expected, got=got)


_KINDS: Mapping[str, type[CoreError]] = {kind.__name__: kind for kind in (ModelError, InstanceError, FormatError, LimitError)}


def from_core(failure: Mapping[str, Any]) -> XpxlcError:
    """The exception for an error of the core, as the bridge describes it."""
    kind = _KINDS.get(failure["name"])
    if kind is None:
        return InternalError(failure["message"])
    return kind(
        failure["message"],
        code=failure["code"],
        place=failure.get("place"),
        expected=failure.get("expected"),
        got=failure.get("got"),
    )
