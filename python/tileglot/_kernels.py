# SPDX-License-Identifier: Apache-2.0
"""Kernels of Triton and Gluon: their layouts, and what moving data between them costs.

Triton is not imported: a kernel is known by the name of its class, and read as the text of its
module.
"""

from __future__ import annotations

import os
import re

from tileglot import _tileglot as ext
from tileglot._errors import Error, make, refuse
from tileglot._paths import module_path
from tileglot._reports import Cure, Report
from tileglot._results import Result
from tileglot.linear import Conversion

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, TypeAlias

    from tileglot._results import Answer

    # The name of a layout, the shape and the element type of a tensor, and what the layout is.
    _Key: TypeAlias = tuple[str, tuple[int, ...], str, str | None]


class KernelType:
    """A type of a kernel: a tensor in registers or in memory.

    text: as the module writes it. shape: of the tensor. dtype: of its elements, in MLIR's words.
    encoding: the KernelLayout that the type names. layout: the linear layout that this is for the
    shape, without padding; None where it is refused. error: why.
    """

    __slots__ = ("dtype", "encoding", "error", "layout", "shape", "text")

    text: str
    shape: tuple[int, ...]
    dtype: str
    encoding: KernelLayout
    layout: ext.LinearLayout | None
    error: Error | None

    def __init__(self, json: dict[str, Any], encoding: KernelLayout) -> None:
        linear = json["linear"]
        self.text = json["type"]
        self.shape = tuple(json["shape"])
        self.dtype = json["element"]
        self.encoding = encoding
        self.layout = linear and ext.call(
            "linear.make", linear["in"], linear["out"], linear["surjective"]
        )
        self.error = _error(json)

    def __repr__(self) -> str:
        return self.text


class KernelLayout:
    """A layout of a kernel, and the types that have it.

    name: its alias, such as #blocked, or the attribute as a type writes it. attribute: in full, as
    Triton 3.9 prints it; None where it is refused. error: why. padding: of memory, pairs: after how
    many elements come how many more.
    """

    __slots__ = ("attribute", "error", "name", "padding", "types")

    name: str
    attribute: str | None
    error: Error | None
    padding: list[tuple[int, int]]
    types: list[KernelType]

    def __init__(self, json: dict[str, Any]) -> None:
        self.name = json["name"]
        self.attribute = json["attribute"]
        self.error = _error(json)
        self.padding = [(every, more) for every, more in json.get("padding", ())]
        self.types = [KernelType(each, self) for each in json["types"]]

    def to_gluon(self) -> Any:
        """Gluon's object, a BlockedLayout of #ttg.blocked<{..}>; imports triton.

        Where Gluon has no such class, it is the linear layout of the first type.
        """
        from tileglot import _writers

        if self.error is not None:
            raise self.error.with_traceback(None)
        made = _writers.of_attribute(self.attribute or "")
        layouts = [each.layout for each in self.types if each.layout is not None]
        if made is None and not layouts:
            refuse(
                "ImpossibleError",
                "gluon.no_layout",
                f"Gluon has no class for {self.attribute}",
                "a linear layout needs a tensor, and no type of the kernel has this layout",
            )
        return _writers.to_gluon(layouts[0]) if made is None else made

    def __repr__(self) -> str:
        is_alias = self.attribute not in (self.name, None)
        return f"{self.name} = {self.attribute}" if is_alias else self.name


class KernelMove:
    """An operation that moves a tensor between layouts, and its costs.

    operation: ttg.convert_layout, ttg.local_load, ttg.local_store, ttg.local_alloc of a value, or
    ttg.async_copy_global_to_local. line: in the module, from 1.
    source, target: the types; None where the operation does not name one with a layout.
    conversion: what it takes from registers to registers; instructions are those of an H100,
    whatever the module's target. access: the Report on registers that access memory, with rules,
    cures and copies. error: why there is neither. Moves of the same types share these objects.
    """

    __slots__ = (
        *("_module", "access", "conversion", "error", "json", "line", "operation", "source"),
        "target",
    )

    operation: str
    line: int
    source: KernelType | None
    target: KernelType | None
    conversion: Conversion | None
    access: Report | None
    error: Error | None
    json: dict[str, Any]

    def __init__(self, json: dict[str, Any], module: _Module, plan: _Plan) -> None:
        self._module = module
        self.json = json | plan.json
        self.operation = json["operation"]
        self.line = json["line"]
        self.source, self.target = plan.source, plan.target
        self.conversion, self.access, self.error = plan.conversion, plan.access, plan.error

    @property
    def span(self) -> tuple[int, int]:
        """The characters of the operation's name in the text of the module, half-open."""
        return self._module.characters(*self.json["span"])

    @property
    def location(self) -> tuple[str, int] | None:
        """The file and line of the program; None where the module does not say them."""
        return self._module.location(self.span[0])

    @property
    def ways(self) -> int | None:
        """How many ways the worst bank conflict of an access has; 1: there is none."""
        rules = [] if self.access is None else self.access.rules
        return max((rule.ways for rule in rules if rule.ways is not None), default=None)

    @property
    def cures(self) -> list[Cure]:
        """Changes of the memory that leave fewer bank conflicts."""
        return [] if self.access is None else self.access.cures

    def __str__(self) -> str:
        if self.error is not None:
            return f"{self.operation}: {self.error.message}"
        return f"{self.operation}: {self.conversion or self.access}"

    def __repr__(self) -> str:
        return f"<{self.operation} in line {self.line}: {self.source} -> {self.target}>"


class _Plan:
    """What moves between two types take."""

    __slots__ = ("access", "conversion", "error", "json", "source", "target")

    def __init__(self, json: dict[str, Any], types: dict[_Key, KernelType]) -> None:
        self.json = json
        self.source = _found(json["from"], types)
        self.target = _found(json["to"], types)
        self.error = _error(json)
        self.conversion = self.access = None
        if "conversion" in json:
            self.conversion = _conversion(json["conversion"], self.source, self.target)
        if "access" in json:
            self.access = _access(json["access"], self.source, self.target)


class Kernel(Result):
    """The layouts of a kernel and the moves between them: str() is the table.

    Iterates over the layouts; kernel["#blocked"] is one of them. module: the text that was read.
    """

    __slots__ = ("_module", "layouts", "moves")

    layouts: list[KernelLayout]
    moves: list[KernelMove]

    def __init__(self, answer: Answer, module: str) -> None:
        super().__init__(answer)
        self._module = _Module(module)
        self.layouts = [KernelLayout(each) for each in self.json["layouts"]]
        types: dict[_Key, KernelType] = {}
        for each in (each for layout in self.layouts for each in layout.types):
            for linear in (each.layout and str(each.layout), None):
                types.setdefault((each.encoding.name, each.shape, each.dtype, linear), each)
        plans = [_Plan(each, types) for each in self.json["plans"]]
        self.moves = [
            KernelMove(each, self._module, plans[each["plan"]]) for each in self.json["moves"]
        ]

    @property
    def module(self) -> str:
        """The text of the module."""
        return self._module.text

    @property
    def target(self) -> str | None:
        """What the module is compiled for, as in cuda:90; None where it does not say that."""
        target: str | None = self.json.get("target")
        return target or self._module.attribute(r'\b(?:ttg|triton_gpu)\.target"? = "([^"]*)"')

    @property
    def num_warps(self) -> int | None:
        """How many warps a block has; None where the module does not say that."""
        return self._module.number("num-warps")

    @property
    def num_ctas(self) -> int | None:
        """How many blocks a cluster has; None where the module does not say that."""
        return self._module.number("num-ctas")

    @property
    def threads_per_warp(self) -> int | None:
        """How many lanes a warp has; None where the module does not say that."""
        return self._module.number("threads-per-warp")

    def __iter__(self) -> Iterator[KernelLayout]:
        return iter(self.layouts)

    def __getitem__(self, name: str, /) -> KernelLayout:
        for layout in self.layouts:
            if layout.name == name:
                return layout
        raise KeyError(name)


def _error(json: dict[str, Any]) -> Any:
    """The refusal in a JSON object; None where it has none."""
    error = json.get("error")
    if error is None:
        return None
    code, message, help = error["code"], error["message"], error.get("help", "")
    exit_code, witness = error.get("exit_code", 2), error.get("witness", "")
    rendered = f"error[{code}]: {message}"
    rendered += f"\n  witness: {witness}" if witness else ""
    rendered += f"\n  help: {help}" if help else ""
    name = "ImpossibleError" if exit_code == 3 or witness else "InvalidError"
    name = "FileError" if exit_code == 4 else name
    return make(name, rendered, code, message, help, witness, "", None)


def _found(json: dict[str, Any] | None, types: dict[_Key, KernelType]) -> KernelType | None:
    """The type of a move. Parts of a module may have other layouts under the same name."""
    if json is None:
        return None
    key = json["layout"], tuple(json["shape"]), json["element"]
    return types.get((*key, json.get("linear"))) or types.get((*key, None))


def _conversion(
    json: dict[str, Any], source: KernelType | None, target: KernelType | None
) -> Conversion | None:
    if source is None or target is None or source.layout is None or target.layout is None:
        return None
    dtype = "u64" if "ptr<" in source.dtype else source.dtype
    return Conversion(source.layout, target.layout, dtype, json)


def _access(
    json: dict[str, Any], source: KernelType | None, target: KernelType | None
) -> Report | None:
    if source is None or target is None:
        return None
    registers, memory = (source, target) if source.text.startswith("tensor<") else (target, source)
    if registers.layout is None or memory.layout is None:
        return None
    text = "\n".join(f"{rule['rule']}: {rule['value']}" for rule in json["rules"])
    is_bad = any(rule["verdict"] == "fail" for rule in json["rules"])
    answer: Any = (text, json, int(is_bad), "")
    return Report(answer, registers.layout, _in_memory(memory, memory.layout))


def _in_memory(memory: KernelType, offsets: ext.LinearLayout) -> ext.Layout:
    """The layout with its padding, where that has a notation."""
    if not memory.encoding.padding:
        return offsets
    try:
        return ext.layout(memory.encoding.attribute, shape=memory.shape)
    except Error:
        return offsets


class _Module:
    """The text of a module."""

    __slots__ = ("_data", "_last", "_places", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self._data = b""
        self._last = 0, 0  # bytes and characters before the last span
        self._places: dict[str, str] | None = None

    def attribute(self, pattern: str) -> str | None:
        """What the pattern finds in the line that begins the module."""
        line = re.search(r"^ *module\b.*", self.text, re.MULTILINE)
        found = line and re.search(pattern, line[0])
        return found[1] if found else None

    def number(self, name: str) -> int | None:
        found = self.attribute(rf'"(?:ttg|triton_gpu)\.{name}" = (\d{{1,9}})\b')
        return int(found) if found else None

    def characters(self, begin: int, end: int) -> tuple[int, int]:
        """A span of bytes as one of characters."""
        if self.text.isascii():
            return begin, end
        self._data = data = self._data or self.text.encode()
        byte, character = self._last
        if byte > begin:
            byte = character = 0
        first = character + len(data[byte:begin].decode())
        self._last = begin, first
        return first, first + len(data[begin:end].decode())

    def location(self, begin: int) -> tuple[str, int] | None:
        """The file and line that end the line of an operation; of a call, those of the callee.

        `loc(#loc3)` names `#loc3 = loc("dot"(#loc1))`, and that `#loc1 = loc("k/dot":12:8)`.
        """
        if self._places is None:
            places = re.findall(r"^(#loc\d*) = loc\((.*)\)$", self.text, re.MULTILINE)
            self._places = dict(places)
        end = self.text.find("\n", begin)
        place = self.text[begin : None if end < 0 else end].rpartition(" loc(")[2]
        for _ in range(_MOST_NAMES):
            found = re.search(r'"([^"]*)":(\d{1,9})', place)
            if found:
                return found[1], int(found[2])
            name = re.search(r"#loc\d*", place)
            place = self._places.get(name[0], "") if name else ""
        return None


_MOST_NAMES = 64  # of places, one in the other; a circle of them ends here


def inspect_kernel(kernel: object, /, *, name: str | None = None) -> Kernel:
    """The layouts of a compiled kernel, and what each move between two of them costs.

    kernel: what triton.compile or a launch returns, of Triton or Gluon; its `asm` or any dict with
    "ttgir"; a module of MLIR; its text; or the path of a file.
    name: what the table calls it.

    Text is a str with a line break or a brace; any other str is a path.

    Raises InvalidError triton.not_compiled, triton.no_module; FileError.
    """
    if name is not None and not isinstance(name, str):
        raise TypeError(f"name is a str, not {type(name).__name__}")
    found, text = _module_of(kernel)
    text = text.encode("utf-8", "replace").decode()  # a str may have halves of a character
    return Kernel(ext.inspect_module(text, found if name is None else name), text)


def _module_of(x: object) -> tuple[str, str]:
    """The name of a kernel, and the text of its module."""
    if isinstance(x, str) and ("\n" in x or "{" in x):
        return "the module", x
    if isinstance(x, str | os.PathLike):
        name, data = ext.read_module(module_path(x))
        return name, data.decode("utf-8", "replace")
    if isinstance(x, dict):
        return "the module", _of_assembly(
            x, "the dict", 'give the text of the module as {"ttgir": text}, or the asm of a kernel'
        )
    kernel: Any = x
    for cls in type(x).__mro__:
        kind = cls.__module__.partition(".")[0], cls.__name__
        if kind == ("triton", "CompiledKernel"):
            return str(getattr(x, "name", "the kernel")), _of_assembly(
                kernel.asm, "the kernel", "compile it with TRITON_STORE_BINARY_ONLY=0"
            )
        if kind == ("triton", "module"):
            return "the module", str(x)
        if kind == ("triton", "KernelInterface"):
            function = getattr(x, "__name__", "fn")
            refuse(
                "InvalidError",
                "triton.not_compiled",
                f"{function} is not compiled, and the compiler chooses the layouts",
                f"triton.compile(triton.compiler.ASTSource({function}, signature, constexprs), "
                'target=GPUTarget("cuda", 90, 32)) compiles it without a GPU; a launch returns the '
                "compiled kernel too",
            )
    raise TypeError(
        f"{type(x).__module__}.{type(x).__qualname__} is not a compiled kernel; give what "
        "triton.compile returns, the text of its module, or a path"
    )


def _of_assembly(assembly: Any, what: str, help: str) -> str:
    if "ttgir" in assembly:
        text = assembly["ttgir"]
        if isinstance(text, bytes):
            return text.decode("utf-8", "replace")
        if not isinstance(text, str):
            raise TypeError(f"ttgir is the text of a module, not {type(text).__name__}")
        return text
    found = ", ".join(map(str, assembly))[:200] or "nothing"
    refuse(
        "InvalidError",
        "triton.no_module",
        f"{what} has {found}, and layouts are in ttgir",
        help,
    )


def cure_to_gluon(memory: ext.Layout, cure: Cure) -> Any:
    """What Cure.to_gluon returns."""
    from tileglot import _writers

    return _writers.cure_to_gluon(memory, cure)
