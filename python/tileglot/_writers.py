# SPDX-License-Identifier: Apache-2.0
"""Layouts as objects of other libraries, which are imported here and only here."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from tileglot import _tileglot as ext
from tileglot._errors import Error, ImpossibleError, refuse

Keys: TypeAlias = dict[str, Any]
Vectors: TypeAlias = list[list[int]]


def to_jax(layout: ext.Layout, sharding: Any) -> Any:
    """JAX's Layout, or its Format where a sharding is given."""
    from jax.experimental import layout as jax_layout  # type: ignore[import-not-found,unused-ignore]

    shape = layout if isinstance(layout, ext.XlaLayout) else layout.to_xla()
    tiles: Any = shape.tiles
    if any(extent is None for tile in tiles for extent in tile):
        refuse(
            "ImpossibleError",
            "jax.combined_tile",
            f"{shape} has a tile with *, and JAX's tiles are numbers",
            "no Layout of JAX says it",
        )
    if shape.memory_space:
        refuse(
            "ImpossibleError",
            "jax.memory_space",
            f"{shape} is in memory space {shape.memory_space}, which JAX's Layout does not say",
            "leave S(n) out; a sharding's memory_kind names the memory",
        )
    bits = shape.element_bits
    made = jax_layout.Layout(shape.major_to_minor, tiles or None, bits if bits < 8 else 0)
    return made if sharding is None else jax_layout.Format(made, sharding)


# --- Gluon, of layouts ----------------------------------------------------------------------------


def _language() -> Any:
    from triton.experimental.gluon import language  # type: ignore[import-untyped,unused-ignore]

    return language


def to_gluon(layout: ext.Layout) -> Any:
    """Gluon's DistributedLinearLayout, SharedLinearLayout or PaddedSharedLayout."""
    gl = _language()
    try:
        linear = _linear(layout)
    except ImpossibleError as error:
        if error.code != "bridge.not_f2_linear":
            raise
        padded = _padded(gl, layout)
        if padded is None:
            raise
        return padded
    bases = _bases(linear)
    if "offset" in bases:
        return gl.SharedLinearLayout(bases["offset"], bases.get("block", []))
    if "register" not in bases:
        refuse(
            "ImpossibleError",
            "gluon.no_role",
            f"the inputs {', '.join(bases)} are not those of a tensor in registers or in memory",
            "inputs are register, lane, warp and block, or offset and block",
        )
    return gl.DistributedLinearLayout(
        *(bases.get(name, []) for name in ("register", "lane", "warp", "block")),
        list(linear.outs.values()),
    )


def _linear(layout: ext.Layout) -> Any:
    """In Triton's direction, from places to elements."""
    if isinstance(layout, ext.LinearLayout) and "offset" not in layout.outs:
        return layout
    return ext.layout(layout.text("triton"))


def _bases(linear: ext.LinearLayout) -> dict[str, list[list[int]]]:
    return {name: [list(v) for v in vectors] for name, vectors in linear.bases.items()}


def _padded(gl: Any, layout: ext.Layout) -> Any:
    """PaddedSharedLayout of offsets that are linear but for the padding; None of any others.

    The offsets of the unit coordinates, in order, would be 1, 2, 4, .. without padding.
    """
    swizzle = layout.layout_a if isinstance(layout, ext.ComposedLayout) else None
    is_swizzled = isinstance(swizzle, ext.Swizzle) and swizzle.bits > 0
    if is_swizzled or any(n & (n - 1) for n in layout.extents):
        return None
    units = [
        [bit if d == dim else 0 for d in range(layout.rank)]
        for dim, extent in enumerate(layout.extents)
        for bit in (1 << k for k in range(extent.bit_length() - 1))
    ]
    units.sort(key=lambda unit: layout(*unit))
    pairs: list[list[int]] = []
    for k, unit in enumerate(units):
        at = 1 << k
        padding = layout(*unit) - at - sum(at // every * more for every, more in pairs)
        if padding < 0:
            return None
        if padding:
            pairs.append([at, padding])
    made = _with_padding(gl, pairs, units, [], layout.extents)
    try:
        return made if ext.equal(layout, made) else None
    except Error:
        return None


def _with_padding(
    gl: Any, pairs: list[list[int]], offset: Vectors, block: Vectors, shape: Iterable[int]
) -> Any:
    why = ""
    for every, padding in pairs:
        if padding & (padding - 1) or every & (every - 1):
            why = f"it pads by powers of two, and not {every} elements to {every + padding}"
    if any(sum(map(bool, vector)) > 1 for vector in offset):
        why = "it pads no memory with a swizzle"
    if why:
        refuse(
            "ImpossibleError",
            "gluon.padding",
            f"Gluon's PaddedSharedLayout is not this layout: {why}",
            "take a cure that is a swizzle, or pad by a power of two",
        )
    return gl.PaddedSharedLayout([list(pair) for pair in pairs], offset, block, list(shape))


def cure_to_gluon(memory: ext.Layout, cure: Any) -> Any:
    """Gluon's object of the layout that a cure makes of the memory.

    cure: of a Report, with layout, swizzle and padding.
    """
    gl = _language()
    if isinstance(memory, ext.LinearLayout) and (cure.swizzle or cure.padding):
        return _cured(gl, memory, cure)
    attribute = cure.json.get("layout", "")
    if attribute.startswith("#"):
        return of_attribute(attribute)
    try:
        made = None if cure.layout is None else to_gluon(cure.layout)
    except ImpossibleError as error:
        if error.code not in ("bridge.not_f2_linear", "bridge.no_attribute"):
            raise
        made = None
    if made is None:
        refuse(
            "ImpossibleError",
            "gluon.no_layout",
            f"no layout of Gluon is {memory} with the cure {cure.name}",
            "Gluon's memories are linear or padded, and not both a swizzle and padded",
        )
    return _swizzled(made, memory.extents) or made


def _cured(gl: Any, memory: ext.LinearLayout, cure: Any) -> Any:
    """The cured memory. A swizzle is its own inverse, so each bit that it reads has a new basis."""
    memory = _linear(memory)
    bases, shape = _bases(memory), list(memory.outs.values())
    offset, block = bases["offset"], bases.get("block", [])
    if cure.swizzle is None:
        return _with_padding(gl, [list(cure.padding)], offset, block, shape)
    bits, base, shift = cure.swizzle.bits, cure.swizzle.base, cure.swizzle.shift
    for k in range(base + shift, min(base + shift + bits, len(offset))):
        offset[k] = [a ^ b for a, b in zip(offset[k], offset[k - shift], strict=True)]
    made = gl.SharedLinearLayout(offset, block)
    return _swizzled(made, shape) or made


def _swizzled(linear: Any, shape: Sequence[int]) -> Any:
    """SwizzledSharedLayout instead of SharedLinearLayout; None where it is not one.

    With order [1, 0], bases [1, 0], [2, 8], [4, 16] of rows are vectors of 8, two rows a phase and
    four phases.
    """
    if type(linear).__name__ != "SharedLinearLayout":
        return None
    offset, rank = linear.offset_bases, len(shape)
    order: list[int] = []
    for vector in [*offset, [1] * rank]:
        order += [dim for dim in range(rank) if vector[dim] and dim not in order]
    columns = shape[order[0]].bit_length() - 1
    steps = [vector[order[0]] for vector in offset[columns:]]
    rows = [k for k, step in enumerate(steps) if step] or [0]
    vec = steps[rows[0]] if steps and steps[rows[0]] else 1
    phases = len(rows) if any(steps) else 0
    made = _language().SwizzledSharedLayout(
        vec, 1 << rows[0], 1 << phases, order, linear.block_bases
    )
    try:
        return made if ext.layout(made, shape=shape) == ext.layout(linear, shape=shape) else None
    except Error:
        return None


# --- Gluon, of attributes -------------------------------------------------------------------------


def of_attribute(text: str) -> Any:
    """Gluon's object of an attribute as Tileglot prints it; None where Gluon has no such class."""
    tokens = _TOKEN.findall(text)
    return _value(tokens[::-1]) if tokens else None


_TOKEN = re.compile(r"#?[\w.]+|:\+|[][{}<>,=]")


def _value(tokens: list[str]) -> Any:
    """What is at the end of the tokens: a number, a word, a list, keys, or an attribute."""
    token = tokens.pop()
    if token == "[":
        return _items(tokens, "]")[0]
    if token == "{":
        return _items(tokens, "}")[1]
    if token.startswith("#"):
        tokens.pop()
        return _made(token, *_items(tokens, ">"))
    return {"true": True, "false": False}.get(token, int(token) if token.isdigit() else token)


def _items(tokens: list[str], closing: str) -> tuple[list[Any], Keys]:
    """What is between brackets: values, of which `64:+8` is a pair, and values of keys."""
    values: list[Any] = []
    keys: Keys = {}
    while tokens[-1] != closing:
        value = _value(tokens)
        if tokens[-1] == "=":
            tokens.pop()
            keys[value] = _value(tokens)
        elif tokens[-1] == ":+":
            tokens.pop()
            values.append([value, _value(tokens)])
        else:
            values.append(value)
        if tokens[-1] == ",":
            tokens.pop()
    tokens.pop()
    return values, keys


def _made(name: str, values: list[Any], keys: Keys) -> Any:
    from importlib import import_module

    if name not in _CLASSES or "blockRepOrder" in keys:
        return None
    keys = _DEFAULTS | keys
    for value in values:
        keys |= value if isinstance(value, dict) else {"paddings": value}
    place, *arguments = _CLASSES[name].split()
    module, _, class_ = f"triton.experimental.gluon.language.{place}".rpartition(".")
    return getattr(import_module(module), class_)(*(_argument(keys, key) for key in arguments))


def _argument(k: Keys, key: str) -> Any:
    """The value of a key, or what Gluon has in place of keys."""
    if key == "versions":
        return [k["versionMajor"], k["versionMinor"]]
    if key == "blocks":
        return k["blockM"], k["blockN"]
    if key == "ranks":
        return len(k["CGALayout"][0]) if k["CGALayout"] else k["rank"] or 2
    if key == "tiles" or key == "repetitions":
        return k["ctaLayout"].get("warp" if key == "tiles" else "register")
    if key == "offset" and "order" in k:
        return [
            [1 << bit if d == dim else 0 for d in range(len(k["shape"]))]
            for dim in k["order"]
            for bit in range(k["shape"][dim].bit_length() - 1)
        ]
    if key == "shape" and key not in k:
        names = ("register", "lane", "warp", "offset", "block")
        steps = zip(*(v for name in names for v in k.get(name, [])), strict=True)
        return [1 << max(each).bit_length() for each in steps]
    return k[key]


_DEFAULTS: Keys = {
    **dict.fromkeys(("CGALayout", "block"), []),
    **dict.fromkeys(("fp4Padded", "twoCTAs"), False),
    **dict.fromkeys(("elementBitWidth", "instrShape", "rank", "tilesPerWarp")),
    "kWidth": 0,
}
# The class, after triton.experimental.gluon.language, and the keys of its arguments.
_CLASSES = {
    "#ttg.amd_mfma": "amd.AMDMFMALayout version instrShape isTransposed warpsPerCTA "
    "elementBitWidth tilesPerWarp CGALayout",
    "#ttg.amd_wmma": "amd.AMDWMMALayout version isTranspose tiles repetitions instrShape "
    "CGALayout rank",
    "#ttg.blocked": "BlockedLayout sizePerThread threadsPerWarp warpsPerCTA order CGALayout",
    "#ttg.dot_op": "DotOperandLayout opIdx parent kWidth",
    "#ttg.linear": "DistributedLinearLayout register lane warp block shape",
    "#ttg.nvidia_mma": "NVMMADistributedLayout versions warpsPerCTA instrShape CGALayout",
    "#ttg.nvmma_shared": "NVMMASharedLayout swizzlingByteWidth elementBitWidth ranks transposed "
    "fp4Padded CGALayout",
    "#ttg.padded_shared": "PaddedSharedLayout paddings offset block shape",
    "#ttg.partitioned_shared": "amd.cdna5.PartitionedSharedLayout numPartitions numGroups "
    "partitionDim partitionLayout",
    "#ttg.shared_linear": "SharedLinearLayout offset block alignment",
    "#ttg.slice": "SliceLayout dim parent",
    "#ttg.swizzled_shared": "SwizzledSharedLayout vec perPhase maxPhase order CGALayout",
    "#ttng.tensor_memory_encoding": "nvidia.blackwell.TensorMemoryLayout blocks colStride "
    "CGALayout twoCTAs fp4Padded",
    "#ttng.tensor_memory_scales_encoding": "nvidia.blackwell.TensorMemoryScalesLayout CGALayout",
}
