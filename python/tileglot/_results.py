# SPDX-License-Identifier: Apache-2.0
"""What questions answer."""

from __future__ import annotations

# As typing has it, which would take longer to import than this package.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeAlias

    Answer: TypeAlias = tuple[str, str, int, str]  # text, JSON, exit code, note


class Result:
    """An answer of Tileglot: str() is its text.

    note: what one should know beside the answer. json: what the command line prints with `--json`,
    without its version and ok.
    """

    __slots__ = ("_json", "exit_code", "note", "text")

    text: str
    note: str
    exit_code: int

    def __init__(self, answer: Answer) -> None:
        text, json, self.exit_code, note = answer
        self.text = text.removesuffix("\n")
        self.note = note.removesuffix("\n")
        self._json: Any = json

    @property
    def json(self) -> dict[str, Any]:
        """Read when it is first asked for."""
        if isinstance(self._json, str):
            import json

            self._json = json.loads(self._json)
        return self._json  # type: ignore[no-any-return]

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return self.text


class Part:
    """A part of an answer. json: what `--json` prints of it."""

    __slots__ = ("json",)
    _shown: tuple[str, ...] = ()

    def __init__(self, json: dict[str, Any]) -> None:
        self.json = json

    def __repr__(self) -> str:
        parts = ", ".join(f"{name}={getattr(self, name)!r}" for name in self._shown)
        return f"{type(self).__name__}({parts})"


class Comparison:
    """True where equal; else the first coordinate that differs, and what is there on both sides.

    at: the coordinate; None where the extents differ already.
    left, right: offsets, or extents where these differ; for tileglot.verify elements: a number, or
    the bits in hexadecimal where no int or float is that type's, as for complex numbers.
    json: what `--json` prints of it.

    str() and repr() are the sentence.
    """

    __slots__ = ("at", "equal", "json", "left", "right", "text")

    equal: bool
    at: tuple[int, ...] | None
    left: Any
    right: Any
    json: dict[str, Any]
    text: str

    def __init__(self, text: str, json: dict[str, Any]) -> None:
        at = json.get("at")
        self.text = text.removesuffix("\n")
        self.json = json
        self.equal = json["equal"]
        self.at = None if at is None else tuple(at)
        self.left = json.get("left", json.get("left_domain"))
        self.right = json.get("right", json.get("right_domain"))

    def __bool__(self) -> bool:
        return self.equal

    def __repr__(self) -> str:
        return self.text


def verified(
    elements: int, different: int, at: tuple[int, ...] | None, left: str, right: str
) -> Comparison:
    """What tileglot.verify answers; the extension writes elements as `0x3f80 (1)`."""
    json: dict[str, Any] = {"equal": at is None, "elements": elements, "different": different}
    if at is None:
        what = "the one element" if elements == 1 else f"all {elements} elements"
        return Comparison(f"equal: {what}", json)
    json |= {"at": list(at), "left": _element(left), "right": _element(right)}
    place = "(" + ",".join(str(x) for x in at) + ")"
    few = "differs" if different == 1 else "differ"
    return Comparison(
        f"differ first at {place}: {left} against {right}; "
        f"{different} of {elements} elements {few}",
        json,
    )


def _element(text: str) -> int | float | str:
    bits, _, number = text.partition(" (")
    number = number.removesuffix(")")
    if number == "-0":
        return -0.0
    for read in (int, float):
        try:
            return read(number)
        except ValueError:
            continue
    return bits


class Progress:
    """How far a move has come: done_bytes of total_bytes of the target."""

    __slots__ = ("done_bytes", "total_bytes")

    def __init__(self, done_bytes: int, total_bytes: int) -> None:
        self.done_bytes = done_bytes
        self.total_bytes = total_bytes

    def __repr__(self) -> str:
        return f"{self.done_bytes} of {self.total_bytes} bytes"


def report(progress: Callable[[Progress], object], done_bytes: int, total_bytes: int) -> None:
    """Tells the caller's function; called by the extension."""
    progress(Progress(done_bytes, total_bytes))
