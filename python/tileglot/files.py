# SPDX-License-Identifier: Apache-2.0
"""Files of tensors: .npy, and models in .safetensors, in one file or in parts with an index.

Files are mapped and never loaded whole. An output appears under its name only when it is complete.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping

from tileglot import _tileglot as _ext
from tileglot._errors import InvalidError as _InvalidError
from tileglot._errors import refuse as _refuse
from tileglot._paths import regular as _regular
from tileglot._results import Comparison as _Comparison
from tileglot._results import Part as _Part
from tileglot._results import Progress as _Progress
from tileglot._results import Result as _Result
from tileglot._results import _element

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any, TypeAlias, TypeVar

    from tileglot._results import Answer

    T = TypeVar("T")
    Path: TypeAlias = str | os.PathLike[str]
    # By patterns of names; the first that matches counts.
    Rules: TypeAlias = Mapping[str, T] | Iterable[tuple[str, T]]

__all__ = [
    "FileComparison",
    "FileInfo",
    "FileProgress",
    "FileReport",
    "FileTensor",
    "MovedTensor",
    "inspect",
    "relayout",
    "verify",
]


def inspect(path: Path, *, dtype: object | None = None) -> FileInfo:
    """What a file says of its tensors, or a module of Triton of its layouts.

    path: a .npy or .safetensors file, the .index.json of a model in parts, or a .ttgir or .mlir.
    dtype: the element type of a .npy whose header cannot say it, such as bf16.

    A model is read strictly: overlaps, holes, and sizes that do not fit are refused.
    Raises FileError, InvalidError npy.*, safetensors.*, inspect.kind.
    """
    return FileInfo(_ext.file_inspect(_input(path), _given(dtype=_dtype(dtype))))


def relayout(
    source: Path,
    out: Path | None = None,
    *,
    to: object | None = None,
    map: Rules[object] | None = None,
    dtype: object | Rules[object] | None = None,
    from_: object | None = None,
    threads: int = 0,
    max_memory: int | str | None = None,
    dry_run: bool = False,
    replace: bool = False,
    progress: Callable[[FileProgress], object] | None = None,
) -> FileReport:
    """Moves the tensor of a .npy, or the tensors of a model, from one layout to another.

    source: a .npy or .safetensors file, or the .index.json of a model in parts.
    out: the file to write, of the same kind; the index of a model in parts goes to another folder.
    to: the layout of the output: a layout, a text, or any object that tileglot.layout reads; one
    without a shape has each tensor's. Of a model also "tpu", "tpu-large" and "row-major".
    map: of a model, layouts by patterns of tensor names, {"*.mlp.*": "{0,1}"}, or a list of pairs.
    The first pattern that matches counts; `to` is for the names that none does; tensors with
    neither are copied. `*` stands for any characters, `?` for one, `[..]` for one of a set.
    dtype: the element type, where the header cannot say it; of a model also types by patterns,
    {"*.qweight": "u4"} for nibbles packed in U8.
    from_: the layout of a .npy; None: that of its shape and order. A model records its own.
    threads: 0 for as many as the processor runs.
    max_memory: how much memory may be used beside mapped files, in bytes or as "256M" (1M is
    1024 * 1024 bytes); None: 256M for a model, and for a .npy what it needs.
    dry_run: returns the report of the plan, and writes nothing; `out` may then be left out.
    replace: an output that exists is replaced; otherwise it is refused.
    progress: of a model, is called with a FileProgress at most every 100 ms, and at the end; what
    it raises ends the move.

    A model that was not finished, after Ctrl-C, a kill or an exception of `progress`, is finished
    by the same call: tensors whose checksums are right are kept.
    Raises FileError io.*, InvalidError checkpoint.*, layout.*, and the refusals of moves.
    """
    if out is None and not dry_run:
        raise TypeError("relayout needs a file to write: give out, or dry_run=True")
    if progress is not None and not callable(progress):
        raise TypeError(f"progress is called, and {type(progress).__name__} is not callable")
    options: dict[str, Any] = {
        "input": _input(source),
        "threads": _threads(threads),
        "dry_run": dry_run,
        "replace": replace,
        "verbose": True,
    }
    options |= _given(
        output=None if out is None else _path(out),
        to=_text(to),
        maps=None if map is None else _rules("map", map, _text),
        max_memory_bytes=None if max_memory is None else _bytes(max_memory),
    )
    options |= _given(**{"from": _text(from_)})
    if isinstance(dtype, Mapping | list | tuple):
        options["dtype_rules"] = _rules("dtype", dtype, _dtype)
    else:
        options |= _given(dtype=_dtype(dtype))
    tell = None if progress is None else lambda *numbers: progress(FileProgress(*numbers))
    try:
        return FileReport(_ext.file_relayout(options, tell))
    except KeyboardInterrupt as interrupt:
        if options["input"].endswith((".safetensors", ".json")) and not dry_run:
            interrupt.add_note(
                "the same call of tileglot.files.relayout finishes what is unfinished"
            )
        raise


def verify(
    a: Path,
    b: Path,
    *,
    layout: object | None = None,
    against_layout: object | None = None,
    dtype: object | None = None,
    threads: int = 0,
) -> FileComparison:
    """Whether two files hold the same tensors, bit by bit, each read by its own layout.

    a, b: two .npy files, or two models, each in one file or in parts.
    layout, against_layout: of .npy files, how the elements of a and b lie; None: in the order of
    the shape. A text without a shape has the extents of the other side. A model records its own.
    dtype: the element type of both .npy files, where the headers cannot say it.
    threads: 0 for as many as the processor runs.

    Padding is not compared. Offsets come from the notations' own evaluators, never from a plan.
    Raises FileError, InvalidError layout.extents, layout.size, layout.type, checkpoint.kind.
    """
    options = {"output": _input(a), "against": _input(b)}
    return FileComparison(
        _ext.file_verify(
            options
            | _given(
                threads=_threads(threads),
                layout=_text(layout),
                against_layout=_text(against_layout),
                dtype=_dtype(dtype),
            )
        )
    )


# --- answers --------------------------------------------------------------------------------------


class FileTensor(_Part):
    """A tensor of a file, as it is stored.

    name: "" for a .npy, which has none. dtype: as the file spells it, "BF16"; of a .npy "bf16", or
    None where its header cannot say it. shape: in the file, physical where a layout is recorded.
    order: "C", or "F" for a .npy in Fortran order. bytes: of its data, which is at begin_bytes in
    the file `part`.
    problem: why a recorded layout does not fit; otherwise None.
    """

    __slots__ = (
        "begin_bytes",
        "bytes",
        "dtype",
        "name",
        "order",
        "part",
        "problem",
        "shape",
    )
    _shown = ("name", "dtype", "shape", "bytes", "layout")

    def __init__(self, json: dict[str, Any]) -> None:
        super().__init__(json)
        self.name: str = json["name"]
        self.part: str = json["part"]
        self.dtype: str | None = json["dtype"]
        self.shape: tuple[int, ...] = tuple(json["shape"])
        self.order: str = json.get("order", "C")
        self.bytes: int = json["bytes"]
        self.begin_bytes: int = json["begin_bytes"]
        self.problem: str | None = json["error"]["message"] if "error" in json else None

    @property
    def layout(self) -> _ext.Layout | None:
        """As the file records it; None: not recorded, which in a model means row-major."""
        return _layout(self.json["layout"], self.json.get("logical_shape"), self.json.get("type"))


class FileInfo(_Result):
    """What a file holds. str() is the table.

    kind: "tensor" for a .npy, "checkpoint" for a model, "module" for a text of Triton's IR.
    tensors: each a FileTensor; a module has none, and its layouts are in json. bytes: of all data.
    parts: the names of a model's files.
    """

    __slots__ = ("bytes", "kind", "parts", "tensors")

    def __init__(self, answer: Answer) -> None:
        super().__init__(answer)
        found = self.json
        self.kind: str = _KINDS[found["kind"]]
        self.bytes: int = found.get("data_bytes", 0)
        self.parts: list[str] = [part["name"] for part in found.get("parts", ())]
        records = [_npy(found)] if self.kind == "tensor" else found.get("tensors", ())
        self.tensors = [FileTensor(record) for record in records]


class MovedTensor(_Part):
    """A tensor of a report.

    name: "" for a .npy. dtype: as the file spells it. shape: in the output. copied: why the tensor
    is copied as it is; None where it is moved.
    source_bytes, target_bytes: of its data. padding_bytes: of the target.
    """

    __slots__ = (
        "copied",
        "dtype",
        "name",
        "padding_bytes",
        "shape",
        "source_bytes",
        "target_bytes",
    )
    _shown = ("name", "source", "target", "shape", "target_bytes", "padding_bytes")

    def __init__(self, json: dict[str, Any]) -> None:
        super().__init__(json)
        self.name: str = json.get("name", "")
        self.dtype: str | None = json.get("dtype", json["type"])
        self.copied: str | None = json.get("copied")
        self.shape: tuple[int, ...] = tuple(json["stored_shape"])
        self.source_bytes: int = json["source_bytes"]
        self.target_bytes: int = json["target_bytes"]
        self.padding_bytes: int = _padding_bytes(json)

    @property
    def source(self) -> _ext.Layout | None:
        """The layout that is read."""
        return _layout(self.json["from"], self.json["extents"], self.json["type"])

    @property
    def target(self) -> _ext.Layout | None:
        """The layout that is written; None for a tensor that is copied."""
        return _layout(self.json["to"], self.json["extents"], self.json["type"])


class FileReport(_Result):
    """What a move did, or a dry run would do. str() is the text that the command prints.

    written: False after a dry run, and then the next four are None. seconds: of the move.
    finish_seconds: until the output was on disk. gb_per_s: 10^9 bytes a second; of a .npy what is
    read and written, of a model what is written. kept_tensors: those that an earlier call had
    finished; None for a .npy.
    source_bytes, target_bytes, padding_bytes: of all data.
    tensors: each a MovedTensor. moved_tensors, copied_tensors: how many.
    """

    __slots__ = (
        "copied_tensors",
        "finish_seconds",
        "gb_per_s",
        "kept_tensors",
        "moved_tensors",
        "padding_bytes",
        "seconds",
        "source_bytes",
        "target_bytes",
        "tensors",
        "written",
    )

    def __init__(self, answer: Answer) -> None:
        super().__init__(answer)
        found = self.json
        self.tensors = [MovedTensor(record) for record in found.get("tensors", [found])]
        self.moved_tensors: int = found.get("moved_tensors", 1)
        self.copied_tensors: int = found.get("copied_tensors", 0)
        self.source_bytes: int = found["source_bytes"]
        self.target_bytes: int = found["target_bytes"]
        self.padding_bytes: int = _padding_bytes(found)
        self.written: bool = found["written"]
        self.kept_tensors: int | None = found.get("kept_tensors")
        self.seconds: float | None = found.get("seconds")
        self.finish_seconds: float | None = found.get("finish_seconds")
        self.gb_per_s: float | None = found.get("gb_per_s")


class FileComparison(_Comparison):
    """True where two files hold the same tensors; else what differs.

    at, left, right: of .npy files, as tileglot.verify has them; None for models.
    differences: of models, a sentence for each tensor that differs.
    """

    __slots__ = ("differences",)

    def __init__(self, answer: Answer) -> None:
        found = _Result(answer)
        super().__init__(found.text, found.json)
        self.differences: list[str] = found.json.get("differences", [])
        if self.at is not None:
            self.left, self.right = (
                _element(line.rpartition(" at offset ")[0].rpartition(" has ")[2])
                for line in found.text.split("\n")[1:3]
            )


class FileProgress(_Progress):
    """How far the move of a model has come.

    done_bytes of total_bytes of the output, those of an earlier call among them; moved_bytes: by
    this call. done_tensors of `tensors`. seconds: since the first byte.
    """

    __slots__ = ("done_tensors", "moved_bytes", "seconds", "tensors")

    def __init__(
        self,
        done_bytes: int,
        total_bytes: int,
        moved_bytes: int,
        tensors: int,
        done_tensors: int,
        seconds: float,
    ) -> None:
        super().__init__(done_bytes, total_bytes)
        self.moved_bytes = moved_bytes
        self.tensors = tensors
        self.done_tensors = done_tensors
        self.seconds = seconds


_KINDS = {"npy": "tensor", "safetensors": "checkpoint", "module": "module"}


def _npy(found: dict[str, Any]) -> dict[str, Any]:
    """A .npy in the words of a model's tensor."""
    return found | {
        "name": "",
        "part": "",
        "dtype": found["type"],
        "bytes": found["data_bytes"],
        "begin_bytes": found["data_begin_bytes"],
    }


def _layout(text: str | None, extents: object, dtype: str | None) -> _ext.Layout | None:
    """What a report says as a text, of a tensor with these extents where the text has none."""
    if text is None:
        return None
    try:
        return _ext.layout(text)
    except _InvalidError:
        return _ext.layout(text, shape=extents, dtype=dtype)  # type: ignore[arg-type]


def _padding_bytes(json: dict[str, Any]) -> int:
    if "padding_bytes" in json:
        return json["padding_bytes"]  # type: ignore[no-any-return]
    return json["padding"] * json["item_bytes"]  # type: ignore[no-any-return]


# --- arguments ------------------------------------------------------------------------------------


def _given(**options: object) -> dict[str, Any]:
    return {name: value for name, value in options.items() if value is not None}


def _path(path: Path) -> str:
    name = os.fspath(path)
    if not isinstance(name, str):
        raise TypeError(f"a path is a str or an os.PathLike of one, not {type(name).__name__}")
    if name == "-":
        _refuse(
            "InvalidError",
            "files.stream",
            "'-' is the standard input or output of the command line",
            "name a file; ./- is one of that name",
        )
    return name


def _input(path: Path) -> str:
    return _regular(_path(path))


def _text(layout: object | None) -> str | None:
    """A layout without a shape stays so, and has that of each tensor."""
    if layout is None or isinstance(layout, str):
        return layout
    try:
        return str(_ext.layout(layout))
    except _InvalidError as error:
        if error.text is None or not error.code.endswith(".shape_missing"):
            raise
        return error.text


def _threads(threads: int) -> int:
    if not isinstance(threads, int) or isinstance(threads, bool):
        raise TypeError(f"threads is a number, not {type(threads).__name__}")
    if not 0 <= threads <= 1024:
        _refuse(
            "InvalidError",
            "relayout.threads",
            f"{str(threads)[:100]} is not a number of threads from 0 to 1024",
            "0 is for as many as the processor runs",
        )
    return threads


def _dtype(dtype: object | None) -> str | None:
    if dtype is None or isinstance(dtype, str):
        return dtype
    from tileglot._adapters import dtype_name

    return dtype_name(dtype)


def _rules(option: str, rules: Rules[object], text_of: Callable[[object], str | None]) -> list[str]:
    """As the options --map and --dtype have them: the pattern ends at the first colon."""
    texts = []
    for rule in rules.items() if isinstance(rules, Mapping) else rules:
        if not isinstance(rule, tuple | list) or len(rule) != 2 or not isinstance(rule[0], str):
            raise TypeError(f"{option} has patterns of tensor names, each a str, with values")
        pattern, value = rule[0], text_of(rule[1])
        if value is None:
            raise TypeError(f"{option} has no value for {pattern!r}")
        if ":" in pattern:
            _refuse(
                "InvalidError",
                "checkpoint.rule",
                f"the pattern {pattern!r} has a colon",
                "write ? for it, which stands for any character",
            )
        texts.append(f"{pattern}: {value}")
    return texts


_SIZE = re.compile(r"([0-9]+) *(?:([kmgtpe])(?:i?b|i)?|b)?", re.IGNORECASE | re.ASCII)
_POWERS = " kmgtpe"


def _bytes(size: int | str) -> int:
    """As the option --max-memory reads it."""
    if isinstance(size, int) and not isinstance(size, bool):
        number: int | None = size
    elif isinstance(size, str):
        found = _SIZE.fullmatch(size) if len(size) < 100 else None
        number = found and int(found[1]) << 10 * _POWERS.index((found[2] or " ").lower())
    else:
        raise TypeError(f"max_memory is a number of bytes or a text, not {type(size).__name__}")
    if number is None or not 0 <= number < 1 << 63:
        _refuse(
            "InvalidError",
            "files.max_memory",
            f"{str(size)[:100]!r} is not a number of bytes up to {(1 << 63) - 1}",
            "write it as in 1048576, or '2GiB'",
        )
    return number
