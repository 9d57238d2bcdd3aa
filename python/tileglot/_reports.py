# SPDX-License-Identifier: Apache-2.0
"""What `check` finds about a layout."""

from __future__ import annotations

from operator import index

from tileglot import _tileglot as ext
from tileglot._errors import ImpossibleError
from tileglot._pictures import element_type, layout_like, text_like
from tileglot._results import Part, Result

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from tileglot._results import Answer


class Rule(Part):
    """One line of the table: a value, its limit, and the verdict pass, warn, fail or none.

    remark: why. advice: what would do better. ways: of bank conflicts, otherwise None.
    """

    __slots__ = ("advice", "limit", "name", "remark", "value", "verdict", "ways")
    _shown = ("name", "value", "limit", "verdict")

    def __init__(self, json: dict[str, Any]) -> None:
        super().__init__(json)
        self.name: str = json["rule"]
        self.value: str = json["value"]
        self.limit: str = json["limit"]
        self.verdict: str = json["verdict"]
        self.remark: str = json.get("remark", "")
        self.advice: str = json.get("advice", "")
        self.ways: int | None = json.get("ways")


class Cure(Part):
    """A change of the memory that leaves fewer bank conflicts.

    effect: what is left. ways, wavefronts: of all accesses with the cure. swizzle: of offsets.
    padding: after how many elements come how many more.
    """

    __slots__ = ("_memory", "effect", "name", "padding", "swizzle", "wavefronts", "ways")
    _shown = ("name", "effect")

    def __init__(self, json: dict[str, Any], memory: ext.Layout) -> None:
        super().__init__(json)
        self._memory = memory
        self.name: str = json["name"]
        self.effect: str = json["effect"]
        self.ways: int | None = json.get("ways")
        self.wavefronts: int | None = json.get("wavefronts")
        self.swizzle = ext.Swizzle(*json["swizzle"]) if "swizzle" in json else None
        self.padding: tuple[int, int] | None = tuple(json["padding"]) if "padding" in json else None

    @property
    def layout(self) -> ext.Layout | None:
        """The cured layout; None where no notation says it."""
        if "layout" in self.json:
            return layout_like(self._memory, self.json["layout"])
        try:
            plain = self._memory.to_cute()
        except ImpossibleError:
            return None
        if self.swizzle is None or not isinstance(plain, ext.CuteLayout):
            return None
        return ext.ComposedLayout(self.swizzle, 0, plain)

    def to_gluon(self) -> Any:
        """Gluon's SwizzledSharedLayout or PaddedSharedLayout; imports triton."""
        from tileglot._kernels import cure_to_gluon

        return cure_to_gluon(self._memory, self)


class Copy(Part):
    """An instruction that copies what a thread holds: op is its name in CuTe.

    use: load, store, copy or global to shared. bytes: of a thread at once. arch: the first GPU that
    has it, 75 for sm_75; 0 for all. ways: of its bank conflicts, where they are known.
    """

    __slots__ = ("arch", "bytes", "op", "parts", "use", "ways")
    _shown = ("use", "op", "bytes")

    def __init__(self, json: dict[str, Any]) -> None:
        super().__init__(json)
        self.use: str = json["use"]
        self.op: str = json["op"]
        self.parts: str = json["parts"]
        self.arch: int = json["arch"]
        self.bytes: int = json["bytes"]
        self.ways: int | None = json.get("ways")


class Choice(Part):
    """Another layout of the array, and the bytes that it takes.

    name: compact, large or untiled for tilings, otherwise empty.
    """

    __slots__ = ("_of", "bytes", "name")
    _shown = ("name", "layout", "bytes")

    def __init__(self, json: dict[str, Any], of: ext.Layout) -> None:
        super().__init__(json)
        self._of = of
        self.name: str = json.get("name", "")
        self.bytes: int = json["bytes"]

    @property
    def layout(self) -> ext.Layout:
        """With the shape and the type of the array."""
        return layout_like(self._of, self.json["layout"])


class Remark(Part):
    """A sentence about the use of an array: its topic, and whether it is a warning."""

    __slots__ = ("is_warning", "text", "topic")
    _shown = ("topic", "text", "is_warning")

    def __init__(self, json: dict[str, Any]) -> None:
        super().__init__(json)
        self.topic: str = json["topic"]
        self.text: str = json["text"]
        self.is_warning: bool = json["warning"]


class Report(Result):
    """True where no rule fails: what check finds about a layout. str() is the table.

    layout: what was checked.
    """

    __slots__ = ("_memory", "layout")

    layout: ext.Layout

    def __init__(self, answer: Answer, layout: ext.Layout, memory: ext.Layout) -> None:
        super().__init__(answer)
        self.layout = layout
        self._memory = memory

    def __bool__(self) -> bool:
        return self.exit_code == 0

    @property
    def rules(self) -> list[Rule]:
        """The lines of the table; none where no lanes were asked about."""
        return [Rule(each) for each in self.json.get("rules", ())]

    @property
    def ways(self) -> int | None:
        """How many ways the worst bank conflict has; 1 for none, None where none are looked for."""
        return max((rule.ways for rule in self.rules if rule.ways is not None), default=None)

    @property
    def injective(self) -> bool | None:
        """Whether no two elements share a place; None where that was not looked at."""
        return self.json.get("injective")

    @property
    def cures(self) -> list[Cure]:
        """What `suggest` finds: swizzles first, the best of them first, then padding."""
        return [Cure(each, self._memory) for each in self.json.get("cures", ())]

    @property
    def copies(self) -> list[Copy]:
        """The widest instructions that `suggest` finds."""
        return [Copy(each) for each in self.json.get("copies", ())]

    @property
    def orders(self) -> list[Choice]:
        """Orders of the dimensions that take less memory, the smallest first."""
        return [Choice(each, self.layout) for each in self.json.get("orders", ())]

    @property
    def tilings(self) -> list[Choice]:
        """The tilings of a TPU in this order of the dimensions."""
        return [Choice(each, self.layout) for each in self.json.get("tpu_tilings", ())]

    @property
    def remarks(self) -> list[Remark]:
        """About the target, reductions, convolutions and conversions that were asked about."""
        return [Remark(each) for each in self.json.get("remarks", ())]

    @property
    def warnings(self) -> int:
        """The number of rules and remarks that warn."""
        remarks = sum(remark.is_warning for remark in self.remarks)
        return remarks + int(self.json.get("warnings", 0))

    @property
    def errors(self) -> int:
        """The number of rules that fail."""
        return int(self.json.get("errors", 0))

    @property
    def bytes(self) -> int | None:
        """What the layout takes, padding included; None where the element type is not known."""
        return self.json.get("physical_bytes")

    @property
    def logical_bytes(self) -> int | None:
        """What its elements take alone."""
        return self.json.get("logical_bytes")


def check(
    x: object,
    /,
    *,
    access: str | Sequence[str] | None = (),
    mem: object | None = None,
    dtype: object | None = None,
    shape: Sequence[int] | None = None,
    notation: str | None = None,
    target: str | None = None,
    suggest: bool = False,
    explain: bool = False,
    banks: int | None = None,
    bank_width_bytes: int | None = None,
    reduce: Sequence[int] | None = None,
    conv: str | None = None,
    operand: str | None = None,
    convert_to: object | None = None,
) -> Report:
    """Whether a layout is valid, what its padding takes, and how it suits its use.

    x: a layout, or what tileglot.layout reads with shape, dtype and notation.
    access: what the lanes of a warp do: 'ldmatrix' or 'stmatrix' with .x1, .x2, .x4 and .trans;
    'vector:N' elements of shared memory or 'global:N', with '@MODE' for the mode that lanes follow;
    'wgmma' or 'tcgen05', which read the layout by a descriptor; or several.
    mem: the layout in memory of the tensor that x distributes over threads. Without access, it is
    shared memory where Triton or Gluon says so or it has a swizzle, and global memory otherwise.
    suggest: look for swizzles and padding with fewer bank conflicts, and for the widest copy.
    explain: add the lanes and banks of the worst conflict.
    banks, bank_width_bytes: of shared memory; 32 of 4 bytes.
    target: 'cpu', 'gpu', 'gpu:sm_90' or 'tpu'. reduce: the dimensions that are reduced.
    conv: dim_labels of a convolution whose operand ('input', 'filter' or 'output') x is.
    convert_to: the layout of a conversion, whose costs are told.

    The report is true where no rule fails.

    >>> check('(8,64):(64,1)', dtype='f16', access='ldmatrix', suggest=True).cures[0].layout
    tileglot.layout('Sw<3,3,3> o 0 o (8,64):(64,1)')

    Raises InvalidError access.* and advice.* for questions that the layout does not fit.
    """
    layout = ext.layout(x, shape=shape, dtype=dtype, notation=notation)
    element = None if dtype is None else element_type(dtype)
    memory = layout if mem is None else layout_like(layout, mem, element)
    access = access or ()
    if not access and _is_shared(mem):
        access = "vector"
    options = {
        "access": (access if isinstance(access, str) else ",".join(access)) or None,
        "mem": None if mem is None else text_like(layout, memory),
        "dtype": element,
        "target": target,
        "suggest": suggest or None,
        "explain": explain or None,
        "banks": banks,
        "bank_width_bytes": bank_width_bytes,
        "reduce": None if reduce is None else ",".join(map(_dimension, reduce)),
        "conv": conv,
        "operand": operand,
        "convert_to": text_like(layout, convert_to, element),
    }
    given = {name: value for name, value in options.items() if value is not None}
    return Report(ext.check(layout, given), layout, memory)


def _dimension(dim: int) -> str:
    if isinstance(dim, bool):
        raise TypeError("reduce has numbers of dimensions, not bool")
    return str(index(dim))


def _is_shared(mem: object) -> bool:
    """Whether a memory of Triton or Gluon says that it is shared: padded ones become strides."""
    name = mem if isinstance(mem, str) else type(mem).__name__
    return "_shared<" in name or "SharedLayout" in name or "SharedLinearLayout" in name
