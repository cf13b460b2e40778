"""What a user calls a model, as bytes: a model file of any format, the content of one, or a model of this package."""

from __future__ import annotations

import gzip
import io
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, cast

from .errors import FormatError, LimitError
from .model import Model, to_json

#: As the readers have it.
MOST_BYTES = 256 * 2**20

#: A file, or what is in it.
Source = str | os.PathLike[str] | bytes | Mapping[str, Any]


@dataclass(frozen=True)
class SourceFile:
    """Bytes, unpacked, and the name they are called by."""

    content: bytes
    name: str | None = None


def read_source(source: Source | Model) -> SourceFile:
    """Reads a path; takes bytes, the content of a model file as a dictionary, or a model of this package as they are.

    >>> read_source({"format": "xpxlc-model"}).content
    b'{\\n  "format": "xpxlc-model"\\n}\\n'
    """
    if isinstance(source, Model):
        return SourceFile(source.to_json().encode())
    if isinstance(source, Mapping):
        return SourceFile(_document(source).encode())
    if isinstance(source, (bytes, bytearray, memoryview)):
        return SourceFile(_unpacked(bytes(source), None))
    path = Path(source)
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except FileNotFoundError as error:
        raise FormatError(f"{path}: no such file", code="no-such-file", place=str(path)) from error
    except OSError as error:
        raise FormatError(f"{path}: cannot be read: {error.strerror}", code="unreadable", place=str(path)) from error
    return SourceFile(_unpacked(content, str(path)), str(path))


def _document(source: Mapping[str, Any]) -> str:
    try:
        return to_json(source)
    except (TypeError, ValueError) as error:
        raise FormatError(f"not the content of a model file: {error}", code="bad-model-file") from error


def _unpacked(content: bytes, name: str | None) -> bytes:
    place = name or "the model"
    if content[:2] == b"\x1f\x8b":
        try:
            with gzip.open(io.BytesIO(content)) as file:
                content = cast(BinaryIO, file).read(MOST_BYTES + 1)
        except (OSError, EOFError) as error:
            raise FormatError(f"{place}: broken gzip: {error}", code="bad-gzip", place=place) from error
    if len(content) > MOST_BYTES:
        expected = f"at most {MOST_BYTES} bytes"
        raise LimitError(f"{place}: too large; expected {expected}, got more", code="too-large", place=place, expected=expected, got="more")
    return content
