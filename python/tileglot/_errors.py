# SPDX-License-Identifier: Apache-2.0
"""What the library refuses, as exceptions."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn


class Error(Exception):
    """A refusal: str() is the text that the command line prints, with the caret.

    code: a stable word, "cute.syntax". message: one sentence. help: what to write instead.
    witness: a coordinate or value that proves the refusal. text: what was read, and span the
    characters of it that are at fault, half-open; None where there is no text.
    """

    code: str
    message: str
    help: str
    witness: str
    text: str | None
    span: tuple[int, int] | None


class InvalidError(Error, ValueError):
    """A word, a text or an argument that cannot be understood, or does not fit the others."""


class CoordinateError(InvalidError, IndexError):
    """A coordinate that the layout does not have."""


class ImpossibleError(Error, ValueError):
    """What cannot be represented or decided."""


class FileError(Error, OSError):
    """A file that cannot be read or written."""


class InternalError(Error, RuntimeError):
    """A defect of Tileglot: please report it."""


for _class in (Error, InvalidError, CoordinateError, ImpossibleError, FileError, InternalError):
    _class.__module__ = "tileglot"  # as users name them
del _class

_CLASSES = {
    c.__name__: c
    for c in (InvalidError, CoordinateError, ImpossibleError, FileError, InternalError)
}


def make(
    name: str,
    rendered: str,
    code: str,
    message: str,
    help: str,
    witness: str,
    text: str,
    span: tuple[int, int] | None,
) -> BaseException:
    """The exception of a refusal; called by the extension."""
    if name == "MemoryError":
        return MemoryError(message)
    if name == "KeyboardInterrupt":
        return KeyboardInterrupt(message)
    error = _CLASSES[name](rendered)
    error.code = code
    error.message = message
    error.help = help
    error.witness = witness
    error.text = text or None
    error.span = span
    return error


def refuse(name: str, code: str, message: str, help: str) -> NoReturn:
    """Raises what the Python side refuses, in the form of the library's errors."""
    raise make(name, f"error[{code}]: {message}\n  help: {help}", code, message, help, "", "", None)
