"""What can go wrong, and how it is said: the step, the reason, what would be right."""

from __future__ import annotations


class XpxlcError(Exception):
    """Base of all errors of this package."""


class UnsupportedError(XpxlcError):
    """The estimator cannot be written as an exact additive model; ``step`` says which part and ``reason`` why."""

    def __init__(self, step: str, reason: str) -> None:
        self.step = step
        self.reason = reason
        super().__init__(f"{step}: {reason}" if step else reason)


class InputError(XpxlcError):
    """The data, the names or the bounds do not fit the estimator."""


class FidelityError(XpxlcError):
    """The translation predicts otherwise than the estimator: a mistake of ours, never handed out as a model."""


class InternalError(XpxlcError):
    """A broken invariant of ours; never turned into a model."""

    def __init__(self, what: str) -> None:
        super().__init__(f"internal error, please report: {what}")
