"""Bounds in words."""

from __future__ import annotations


def range_text(lower: float | None, upper: float | None) -> str:
    """
    >>> range_text(0.5, None), range_text(3, 3), range_text(None, None)
    ('at least 0.5', 'only 3', 'any')
    """
    if lower is None and upper is None:
        return "any"
    if upper is None:
        return f"at least {_short(lower)}"
    if lower is None:
        return f"at most {_short(upper)}"
    return f"only {_short(lower)}" if lower == upper else f"{_short(lower)} to {_short(upper)}"


def _short(value: float | None) -> str:
    """As it is if it is short, and otherwise its first digits: rounded it would say something else.

    >>> _short(44.25), _short(1 / 3), _short(123456.789012), _short(2e-9 / 3)
    ('44.25', '0.3333…', '123456.7…', '6.666…e-10')
    """
    if value is None:
        return ""
    text = repr(int(value)) if float(value).is_integer() and abs(value) < 1e15 else repr(float(value))
    digits, e, power = text.partition("e")
    if len(digits.strip("-0").replace(".", "")) <= 7:
        return text
    left = 4
    for at, sign in enumerate(digits):
        left -= sign.isdigit() and digits[: at + 1].strip("-0.") != ""
        if left <= 0 and "." in digits[:at]:
            return f"{digits[: at + 1]}…{e}{power}"
    return text
