# SPDX-License-Identifier: Apache-2.0
"""HLO, the programs of XLA: where their copies come from, and which layouts need none.

A Module is made of a text, a file, or what JAX lowered or compiled. Its methods are the commands of
`tileglot hlo`; each reads the text and returns an answer whose str() is what the command prints.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping

from tileglot import _tileglot as _ext
from tileglot._errors import refuse as _refuse
from tileglot._paths import module_path as _module_path
from tileglot._results import Result as _Result

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, TypeAlias

    from tileglot._results import Answer

    # What the caller says of arguments or results: for all, by place, or by number.
    Modes: TypeAlias = str | Sequence[object] | Mapping[int, object]

__all__ = [
    "Assignment",
    "Compiled",
    "Copy",
    "Difference",
    "Leaf",
    "Module",
    "Move",
    "Reason",
    "Relaid",
    "Stats",
    "Verdict",
]


class Module:
    """An HLO module: immutable, and equal to another where both texts are equal.

    str() is the text. Modules pickle, as their text.
    """

    __slots__ = ("_lenient", "_name", "_text")

    def __init__(self, text: bytes, name: str, lenient: bool) -> None:
        """Module.of makes modules."""
        self._text = text
        self._name = name
        self._lenient = lenient

    @staticmethod
    def of(x: object, /, *, lenient: bool = False) -> Module:
        """The module of a text, a path, a Lowered or Compiled of JAX, or an object of jaxlib.

        A str with a line break or a brace is the text; any other str is a path, of HLO as text or
        as a protocol buffer. jaxlib's are HloModule and XlaComputation. A Lowered has the layouts
        that JAX asks XLA for, which its own HLO text does not say: a layout that is left to the
        compiler is open.

        lenient: keeps attributes of a newer XLA as they are, instead of refusing them.
        Errors: a file that cannot be read is a FileError. The text itself is read by the methods.
        """
        if not isinstance(lenient, bool):
            raise TypeError(f"lenient is True or False, not {type(lenient).__name__}")
        if isinstance(x, Module):
            return x if x._lenient or not lenient else Module(x._text, x._name, True)
        if isinstance(x, str) and re.search(r"[\n{]", x):
            return _of_text(x, lenient)
        if isinstance(x, str | os.PathLike):
            name, text = _ext.read_module(_module_path(x))
            return Module(text, name, lenient)
        read = _known(x, _READERS)
        if read is not None:
            return _of_text(read(x), lenient)
        raise TypeError(
            f"{type(x).__module__}.{type(x).__qualname__} is not known here as a module; give its "
            "HLO text, a path, or what jax.jit(f).lower(..) returns"
        )

    def __str__(self) -> str:
        return self._text.decode("utf-8", "surrogateescape")

    def __repr__(self) -> str:
        return f"<tileglot.hlo.Module {self._name}, {len(self._text)} bytes>"

    def __eq__(self, other: object) -> bool:
        return self._text == other._text if isinstance(other, Module) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._text)

    def __reduce__(self) -> tuple[object, ...]:
        return Module, (self._text, self._name, self._lenient)

    def text(self, style: str = "full") -> str:
        """The text as `hlo print` writes it.

        style: "full", which reads back as the same module; "xla", with large constants elided; or
        "short".
        """
        if not isinstance(style, str):
            raise TypeError(f"style is 'full', 'xla' or 'short', not {type(style).__name__}")
        text: str = _ext.hlo_print(self._name, self._text, style, self._lenient)[0]
        return text

    def verify(self, after: str | None = None) -> Verdict:
        """Whether the module is valid, by the checks of XLA's verifier.

        after: the name of a pass, whose guarantees are checked too.
        """
        return Verdict(self._answer(_ext.hlo_verify, after=after), self._text)

    def stats(
        self,
        target: str | None = None,
        *,
        after_sinking: bool = False,
        all: bool = False,
        loop_trips: int | None = None,
        partitioned: str | None = None,
    ) -> Stats:
        """Counts operations, layouts, copies and bytes, and what moves because of layouts.

        target: "cpu" or "gpu:sm_90", for what reductions of the target read once more.
        after_sinking: also what moves once copies are moved after the operations that read them.
        all: str() lists every instruction that moves bytes, and not only 20.
        loop_trips: how often a loop runs if the module does not say; 5 if left out.
        partitioned: "yes" where the shapes are one device's, "no" where they are of whole arrays;
        if left out, as the module shows.
        """
        return Stats(
            self._answer(
                _ext.hlo_stats,
                target=target,
                after_sinking=after_sinking,
                all=all,
                loop_trips=loop_trips,
                partitioned=partitioned,
            )
        )

    def assign(
        self,
        target: str = "cpu",
        *,
        strategy: str = "xla",
        time_limit: float = 10.0,
        loop_trips: int | None = None,
        xla_flags: str | Sequence[str] = (),
        solver: str | None = None,
    ) -> Assignment:
        """Gives every array a layout, with a copy where one is made and read in two layouts.

        target: "cpu", or a GPU such as "gpu:sm_90".
        strategy: "xla" as XLA does; "optimal" moves the fewest bytes.
        time_limit: seconds for each question to a solver of integer programs.
        loop_trips: how often a loop runs if the module does not say; 5 if left out.
        xla_flags: options of XLA that change layouts, as in "xla_gpu_force_conv_nhwc=true".
        solver: that solver's program; if left out, highs or cbc where one is installed.
        """
        options = _given(
            target=target,
            strategy=strategy,
            time_limit=time_limit,
            loop_trips=loop_trips,
            xla_flags=_listed(xla_flags),
            solver=solver,
        )
        return Assignment(self, options, *self._changed(_ext.hlo_assign, options))

    def compile(
        self,
        target: str = "cpu",
        *,
        arg_layouts: Modes = (),
        out_layouts: Modes = (),
        representation: str = "row-major",
        strategy: str = "xla",
        partitioned: str | None = None,
        time_limit: float = 10.0,
        loop_trips: int | None = None,
        xla_flags: str | Sequence[str] = (),
        solver: str | None = None,
    ) -> Compiled:
        """Chooses the layouts of arguments and results, and of everything between them.

        arg_layouts, out_layouts: who chooses. "auto" leaves all to the compiler, "default" to the
        client; "1={0,1}" is for number 1. A list has such texts, or for the value at its place a
        text, an XlaLayout, or a Layout or Format of JAX; a list of one text is that text. A dict
        has them by number. Arrays are counted, with tuples taken apart. What neither names, the
        module decides.
        representation: how the client stores what is "default": "row-major" or "tpu".
        partitioned: as in stats; the other options are those of assign.
        """
        options = _given(
            target=target,
            arg_layouts=_modes(arg_layouts),
            out_layouts=_modes(out_layouts),
            representation=representation,
            strategy=strategy,
            partitioned=partitioned,
            time_limit=time_limit,
            loop_trips=loop_trips,
            xla_flags=_listed(xla_flags),
            solver=solver,
        )
        return Compiled(self, options, *self._changed(_ext.hlo_compile, options))

    def apply(
        self, pass_name: str, target: str = "gpu:sm_90", *, xla_flags: str | Sequence[str] = ()
    ) -> Module:
        """The module after one of XLA's passes, which `tileglot hlo pass --help` lists."""
        options = {"pass_name": pass_name, "target": target, "xla_flags": _listed(xla_flags)}
        return self._changed(_ext.hlo_pass, options)[1]

    def normalize(
        self, target: str = "gpu:sm_90", *, xla_flags: str | Sequence[str] = ()
    ) -> Module:
        """The module after all passes that follow layout assignment."""
        options = {"target": target, "xla_flags": _listed(xla_flags)}
        return self._changed(_ext.hlo_pass, options)[1]

    def diff(self, other: object) -> Difference:
        """Which layouts differ in a module that was made of this one.

        other: what Module.of takes. Instructions are matched by what they compute. Errors:
        hlo.unrelated if none of one is in the other.
        """
        after = Module.of(other, lenient=self._lenient)
        return Difference(
            _ext.hlo_diff(self._name, self._text, after._name, after._text, after._lenient)
        )

    def _answer(self, ask: Callable[..., Answer], **options: object) -> Answer:
        return ask(self._name, self._text, self._lenient, _given(**options))

    def _changed(
        self, ask: Callable[..., tuple[Answer, bytes]], options: dict[str, Any]
    ) -> tuple[Answer, Module]:
        answer, text = ask(self._name, self._text, self._lenient, options)
        return answer, _of_bytes(text, self._lenient)


# --- answers --------------------------------------------------------------------------------------


class Verdict(_Result):
    """True where the module is valid; else what is wrong, and where.

    code, message, help: as of an error; None where the module is valid. span: the characters of
    the module's text that are at fault, half-open, or None.
    """

    __slots__ = ("code", "help", "message", "span", "valid")

    valid: bool
    code: str | None
    message: str | None
    help: str | None
    span: tuple[int, int] | None

    def __init__(self, answer: Answer, text: bytes) -> None:
        super().__init__(answer)
        problem = self.json.get("problem") or {}
        span = problem.get("span")
        self.valid = self.json["valid"]
        self.code = problem.get("code")
        self.message = problem.get("message")
        self.help = problem.get("help")
        self.span = span and (_characters(text, span[0]), _characters(text, span[1]))

    def __bool__(self) -> bool:
        return self.valid


class Stats(_Result):
    """What a module consists of, and what moves only because of layouts.

    instructions, computations: how many. operations, layouts: how often each occurs; layouts are
    those of arrays of two dimensions or more.
    parameter_bytes, constant_bytes, result_bytes: what they take in memory, padding included.
    copies: all of them, also inside of fusions. copied_bytes: what they write, each once.
    moved_bytes: what copies, transposes and reshapes outside of fusions read and write only because
    of layouts, in every trip of the loops. moves: those, each a Move, the largest first.
    """

    __slots__ = (
        "computations",
        "constant_bytes",
        "copied_bytes",
        "copies",
        "instructions",
        "layouts",
        "moved_bytes",
        "moves",
        "operations",
        "parameter_bytes",
        "result_bytes",
    )

    def __init__(self, answer: Answer) -> None:
        super().__init__(answer)
        found = self.json
        costs = found["costs"] or {}  # of an invalid module nothing is known
        self.instructions: int = found["instructions"]
        self.computations: int = found["computations"]
        self.operations: dict[str, int] = found["operations"]
        self.layouts: dict[str, int] = found["layouts"]
        self.parameter_bytes: int = found["parameters"]["bytes"]
        self.constant_bytes: int = found["constants"]["bytes"]
        self.result_bytes: int = found["result"]["bytes"]
        self.copies: int = found["copies"]
        self.copied_bytes: int = found["copied"]["bytes"]
        self.moved_bytes: int = costs.get("bytes", 0)
        self.moves = [Move(move) for move in costs.get("instructions", ())]


class Assignment(_Result):
    """The layouts that a module was given, and what they cost.

    module: with its layouts and copies. copies: those that were inserted, each a Copy.
    bytes_before, bytes_after: what is read and written only because of layouts, in every trip of
    the loops, before and after. bytes_xla: the same with XLA's layouts.
    bound: bytes below which no layouts go; None with XLA's strategy. It is proved with a copy for
    each reader; copies that are shared afterwards may go below.
    """

    __slots__ = (
        "_asked",
        "bound",
        "bytes_after",
        "bytes_before",
        "bytes_xla",
        "copies",
        "module",
    )

    def __init__(self, of: Module, options: dict[str, Any], answer: Answer, module: Module) -> None:
        super().__init__(answer)
        cost, best = self.json["cost"], self.json.get("strategy") or {}
        self._asked = (of, options)
        self.module = module
        self.bytes_before: int = cost["before"]
        self.bytes_after: int = cost["after"]
        self.bytes_xla: int = best.get("xla_bytes", self.bytes_after)
        self.bound: int | None = best.get("bound")
        self.copies = [Copy(copy) for copy in self.json["copies"]]

    def explain(self, instruction: str | None = None) -> str:
        """Why each copy was inserted, or why this instruction has its layout.

        Assigns the layouts once more. Errors: hlo.no_instruction.
        """
        return self._told(**_given(explain=True, instruction=instruction))

    def report(self) -> str:
        """What moves, where and why, and which layouts to declare instead.

        Assigns the layouts once more, and again for each layout that it tries.
        """
        return self._told(report=True)

    def _told(self, **more: object) -> str:
        of, options = self._asked
        return of._changed(_ext.hlo_assign, options | more)[0][0].removesuffix("\n")


class Compiled(_Result):
    """A module in the layouts that its caller asked for or left to the compiler.

    module: the compiled one. arguments, results: its arrays in order, with tuples taken apart, each
    a Leaf. copies: how many. copied_bytes: what they write, each once. border_copies: those of
    them that the caller's layouts cost.
    """

    __slots__ = (
        "_asked",
        "arguments",
        "border_copies",
        "copied_bytes",
        "copies",
        "module",
        "results",
    )

    def __init__(self, of: Module, options: dict[str, Any], answer: Answer, module: Module) -> None:
        super().__init__(answer)
        self._asked = (of, options)
        self.module = module
        self.arguments = [Leaf(leaf) for leaf in self.json["arguments"]]
        self.results = [Leaf(leaf) for leaf in self.json["results"]]
        self.copies: int = self.json["copies"]
        self.copied_bytes: int = self.json["copied_bytes"]
        self.border_copies: int = self.json["border_copies"]

    def report(self) -> str:
        """What layout assignment did; compiles once more."""
        of, options = self._asked
        return of._changed(_ext.hlo_compile, options | {"report": True})[0][0].removesuffix("\n")


class Difference(_Result):
    """True where no layout differs.

    entry_layout: before and after. layouts: the instructions whose layout changed, each a Relaid.
    copies, added, removed: names of copies that were inserted, and of what else only one has.
    """

    __slots__ = ("added", "copies", "entry_layout", "equal", "layouts", "removed")

    def __init__(self, answer: Answer) -> None:
        super().__init__(answer)
        found = self.json
        self.equal: bool = found["equal"]
        self.entry_layout: tuple[str, str] = tuple(found["entry_layout"])
        self.layouts = [Relaid(relaid) for relaid in found["layouts"]]
        self.copies: list[str] = [one["name"] for one in found["copies"]]
        self.added: list[str] = [one["name"] for one in found["added"]]
        self.removed: list[str] = [one["name"] for one in found["removed"]]

    def __bool__(self) -> bool:
        return self.equal


# --- parts of answers -----------------------------------------------------------------------------


class _Part:
    """Members by name."""

    __slots__: tuple[str, ...] = ()

    def __repr__(self) -> str:
        members = (f"{name}={getattr(self, name)!r}" for name in self.__slots__)
        return f"{type(self).__name__}({', '.join(members)})"


class Leaf(_Part):
    """An array among the arguments or results.

    value: "parameter x", or "result {0}" of a tuple. mode: who chose, "auto", "default" or the
    layout that was asked for. source: who said so.
    layout: what it has at run time; on several devices its tile has the same order. `to_jax` makes
    a Format of it. None of a token, which has no layout.
    wire: the bytes of XLA's LayoutProto. sharding: as in the module, or None.
    """

    __slots__ = ("value", "mode", "source", "layout", "wire", "sharding")

    def __init__(self, json: dict[str, Any]) -> None:
        self.value: str = json["value"]
        self.mode: str = json["mode"]
        self.source: str = json["source"]
        self.layout = _layout(json)
        self.wire = bytes.fromhex(json["wire"] or "")
        self.sharding: str | None = json["sharding"]


class Move(_Part):
    """An instruction that moves bytes only because of layouts.

    from_shape, to_shape: with their layouts. read_bytes, written_bytes: of one run. runs: how often
    it runs. contiguous_bytes: how many are adjacent on both sides, or None.
    """

    __slots__ = (
        "name",
        "opcode",
        "from_shape",
        "to_shape",
        "read_bytes",
        "written_bytes",
        "runs",
        "contiguous_bytes",
    )

    def __init__(self, json: dict[str, Any]) -> None:
        self.name: str = json["name"]
        self.opcode: str = json["opcode"]
        self.from_shape: str = json["from"]
        self.to_shape: str = json["to"]
        self.read_bytes: int = json["read"]
        self.written_bytes: int = json["written"]
        self.runs: int = json["times"]
        self.contiguous_bytes: int | None = json["run"]


class Reason(_Part):
    """What required a layout: the rule's name, the instruction, and whether it is mandatory."""

    __slots__ = ("rule", "instruction", "mandatory")

    def __init__(self, json: dict[str, Any]) -> None:
        self.rule: str = json["rule"]
        self.instruction: str = json["by"]
        self.mandatory: bool = json["mandatory"]


class Copy(_Part):
    """A copy that was inserted between two layouts.

    operand: what is copied. users: the operands that read the copy, as "rows:0".
    read, made: why it is read in one layout and made in the other, each a Reason; None of a copy
    that XLA makes whatever the layouts are.
    bytes: what all runs read and write. runs: how often it runs. source: the place in the program
    that made it, or None.
    """

    __slots__ = (
        "name",
        "operand",
        "from_layout",
        "to_layout",
        "users",
        "read",
        "made",
        "bytes",
        "runs",
        "source",
    )

    def __init__(self, json: dict[str, Any]) -> None:
        moved = json["moved"]
        self.name: str = json["name"]
        self.operand: str = json["operand"]
        self.from_layout: str = json["from"]
        self.to_layout: str = json["to"]
        self.users: list[str] = json["users"]
        self.read = Reason(json["read"]) if "read" in json else None
        self.made = Reason(json["made"]) if "made" in json else None
        self.bytes: int = moved["bytes"]
        self.runs: int = moved["runs"]
        self.source: str | None = moved["source"]


class Relaid(_Part):
    """An instruction whose layout changed: its names, and its shapes before and after."""

    __slots__ = ("name", "name_before", "before", "after")

    def __init__(self, json: dict[str, Any]) -> None:
        self.name: str = json["name"]
        self.name_before: str = json["name_before"]
        self.before: str = json["before"]
        self.after: str = json["after"]


# --- what the caller gives ------------------------------------------------------------------------


def _given(**options: Any) -> dict[str, Any]:
    return {name: value for name, value in options.items() if value is not None}


def _listed(flags: str | Sequence[str]) -> list[str]:
    return [flags] if isinstance(flags, str) else list(flags)


def _characters(text: bytes, count: int) -> int:
    return len(text[:count].decode("utf-8", "surrogateescape"))


def _of_text(text: str, lenient: bool) -> Module:
    return _of_bytes(text.encode("utf-8", "surrogateescape"), lenient)


def _of_bytes(text: bytes, lenient: bool) -> Module:
    """A module without a file is called by its own name."""
    named = re.match(rb"\s*HloModule\s+([^\s,]{1,200})", text)
    name = named[1].decode("utf-8", "backslashreplace") if named else "text"
    return Module(text, f"'{name}'", lenient)


def _modes(modes: Modes) -> list[str]:
    """As the options --arg-layout and --out-layout have them."""
    if isinstance(modes, str):
        return [modes]
    if isinstance(modes, Mapping):
        return [f"{number}={_mode(mode)}" for number, mode in modes.items()]
    if len(modes) == 1 and isinstance(modes[0], str):
        return [modes[0]]
    return [
        mode if isinstance(mode, str) and "=" in mode else f"{place}={_mode(mode)}"
        for place, mode in enumerate(modes)
    ]


def _mode(mode: object) -> str:
    if mode is None:
        return "default"
    if isinstance(mode, str):
        return mode
    read = _known(mode, _MODES)
    if read is not None:
        return read(mode)  # type: ignore[no-any-return]
    layout = _ext.layout(mode)
    return _written(layout.to_xla(dtype=layout.dtype or "f32"))


def _written(layout: _ext.Layout) -> str:
    return str(layout).partition("]")[2] or "{}"


def _layout(leaf: dict[str, Any]) -> _ext.XlaLayout | None:
    if leaf["layout"] is None:
        return None
    extents = leaf["shape"].partition("]")[0]
    order = leaf["layout"].removeprefix("{}")  # a scalar's
    return _ext.layout(f"{extents}]{order}", notation="xla")  # type: ignore[return-value]


# --- what JAX has ---------------------------------------------------------------------------------

_ENTRY_LAYOUT = re.compile(r"(?<=entry_computation_layout=\{)(?:[^{}]|\{[^{}]*\})*(?=\})")
_LEAF = re.compile(r"(\w+\[([^\]]*)\])(?:\{[^{}]*\})?")


def _known(x: object, readers: dict[tuple[str, str], Callable[[Any], str]]) -> Any:
    """The reader of an object, by the package and name of one of its classes."""
    names = ((cls.__module__.partition(".")[0], cls.__name__) for cls in type(x).__mro__)
    return next((readers[name] for name in names if name in readers), None)


def _jax_compiled(x: Any) -> str:
    text = x.as_text()
    if not isinstance(text, str):
        _refuse(
            "InvalidError",
            "jax.no_text",
            "the compiled function has no text: its backend does not give one",
            "give what was lowered, jax.jit(f).lower(..)",
        )
    return text


def _jax_lowered(x: Any) -> str:
    """JAX's HLO, with the layouts of arguments and results that JAX asks XLA for.

    The HLO has rows for all arguments, and results as the last operation happens to make them. What
    JAX asks for is in the StableHLO: a layout, "auto", or nothing where the client chooses.
    """
    text: str = x.as_text("hlo", debug_info=True)
    entry = _ENTRY_LAYOUT.search(text)
    functions = x.compiler_ir("stablehlo").body.operations
    main = next(op for op in functions if op.attributes["sym_name"].value == "main")
    leaves = [*main.attributes["arg_attrs"], *main.attributes["res_attrs"]]
    modes = ["mhlo.layout_mode" in leaf and leaf["mhlo.layout_mode"].value for leaf in leaves]
    if entry is None or len(_LEAF.findall(entry[0])) != len(modes):
        _refuse(
            "InvalidError",
            "hlo.entry_layout",
            f"JAX has {len(modes)} arguments and results, and its HLO another number",
            'give the text, lowered.as_text("hlo"), and the layouts to compile()',
        )
    asked = iter(modes)
    declared = _LEAF.sub(lambda leaf: leaf[1] + _declared(next(asked), leaf[2]), entry[0])
    return text[: entry.start()] + declared + text[entry.end() :]


def _declared(mode: str | bool, extents: str) -> str:
    """Of a leaf of the entry layout; "auto" leaves it open."""
    if mode == "auto" or not extents:
        return ""
    if isinstance(mode, str) and mode != "default":
        return mode
    return "{" + ",".join(str(d) for d in reversed(range(extents.count(",") + 1))) + "}"


def _jax_layout(x: Any) -> str:
    """A Layout, which does not say its shape."""
    dtype = "s4" if x.sub_byte_element_size_in_bits else "f32"
    return _written(_ext.layout(x, shape=[1] * len(x.major_to_minor), dtype=dtype))


_READERS: dict[tuple[str, str], Callable[[Any], str]] = {
    ("jax", "Compiled"): _jax_compiled,
    ("jax", "Lowered"): _jax_lowered,
    ("jaxlib", "HloModule"): lambda x: x.to_string(),
    ("jaxlib", "XlaComputation"): lambda x: x.as_hlo_text(True),
}

_MODES: dict[tuple[str, str], Callable[[Any], str]] = {
    ("jax", "AutoLayout"): lambda x: "auto",
    ("jax", "AutoLayoutSingleton"): lambda x: "auto",
    ("jax", "Format"): lambda x: _mode(x.layout),
    ("jax", "Layout"): _jax_layout,
    ("jaxlib", "Layout"): str,
    ("jaxlib", "PjRtLayout"): str,
}
