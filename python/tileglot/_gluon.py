# SPDX-License-Identifier: Apache-2.0
"""Gluon's layouts as the attributes that Triton prints in its IR.

The parameters are the fields of Gluon's dataclasses, which may hold constexpr. What an attribute
leaves out where it is the default is left out here too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

# What a field of Gluon holds: ints, booleans, lists of them, or another layout.
Value: TypeAlias = Any


def plain(value: Value) -> Value:
    """The value that a constexpr of Triton holds; sequences become lists."""
    while type(value).__name__ == "constexpr":
        value = value.value
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    return value


class Fields:
    """The fields of an object, without constexpr; one that an older Triton lacks is None."""

    def __init__(self, of: object) -> None:
        self._of = of

    def __getattr__(self, name: str) -> Value:
        return plain(getattr(self._of, name, None))


def encoding(x: object) -> str:
    """The text of the attribute: `#ttg.blocked<{sizePerThread = [1, 4], ..}>`."""
    for cls in type(x).__mro__:
        if cls.__name__ in ENCODINGS:
            return ENCODINGS[cls.__name__](Fields(x))
    raise TypeError(f"{type(x).__name__} has no encoding that is known here")


def element_type(x: object) -> str | None:
    """A type that fits into tensor memory, which encodings of it are checked against."""
    name = type(x).__name__
    if name == "TensorMemoryScalesLayout":
        return "u8"
    return f"u{32 // Fields(x).col_stride}" if name == "TensorMemoryLayout" else None


def _written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _keys(**fields: object) -> str:
    """`key = value, ..` of the fields that are not None."""
    return ", ".join(f"{key} = {_written(x)}" for key, x in fields.items() if x is not None)


def _blocked(x: Fields) -> str:
    keys = _keys(
        sizePerThread=x.size_per_thread,
        threadsPerWarp=x.threads_per_warp,
        warpsPerCTA=x.warps_per_cta,
        order=x.order,
        CGALayout=x.cga_layout or None,
    )
    return f"#ttg.blocked<{{{keys}}}>"


def _slice(x: Fields) -> str:
    return f"#ttg.slice<{{{_keys(dim=x.dim, parent=encoding(x.parent))}}}>"


def _dot_operand(x: Fields) -> str:
    keys = _keys(opIdx=x.operand_index, parent=encoding(x.parent), kWidth=x.k_width or None)
    return f"#ttg.dot_op<{{{keys}}}>"


def _nvidia_mma(x: Fields) -> str:
    keys = _keys(
        versionMajor=x.version[0],
        versionMinor=x.version[1],
        warpsPerCTA=x.warps_per_cta,
        CGALayout=x.cga_layout or None,
        instrShape=x.instr_shape,
    )
    return f"#ttg.nvidia_mma<{{{keys}}}>"


def _amd_mfma(x: Fields) -> str:
    keys = _keys(
        version=x.version,
        warpsPerCTA=x.warps_per_cta,
        instrShape=x.instr_shape,
        isTransposed=x.transposed,
        CGALayout=x.cga_layout or None,
        tilesPerWarp=x.tiles_per_warp,
        elementBitWidth=x.element_bitwidth,
    )
    return f"#ttg.amd_mfma<{{{keys}}}>"


def _amd_wmma(x: Fields) -> str:
    keys = _keys(
        version=x.version,
        isTranspose=x.transposed,
        ctaLayout=f"{{{_keys(register=x.reg_bases or None, warp=x.warp_bases)}}}",
        CGALayout=x.cga_layout or None,
        instrShape=x.instr_shape,
        rank=x.rank,
    )
    return f"#ttg.amd_wmma<{{{keys}}}>"


def _linear(x: Fields) -> str:
    keys = _keys(register=x.reg_bases, lane=x.lane_bases, warp=x.warp_bases, block=x.block_bases)
    return f"#ttg.linear<{{{keys}}}>"


def _nvmma_shared(x: Fields) -> str:
    keys = _keys(
        swizzlingByteWidth=x.swizzle_byte_width,
        transposed=x.transposed,
        elementBitWidth=x.element_bitwidth,
        fp4Padded=x.fp4_padded or None,
        rank=None if x.cga_layout else x.rank,
        CGALayout=x.cga_layout or None,
    )
    return f"#ttg.nvmma_shared<{{{keys}}}>"


def _swizzled_shared(x: Fields) -> str:
    keys = _keys(
        vec=x.vec,
        perPhase=x.per_phase,
        maxPhase=x.max_phase,
        order=x.order,
        CGALayout=x.cga_layout or None,
    )
    return f"#ttg.swizzled_shared<{{{keys}}}>"


def _padded_shared(x: Fields) -> str:
    paddings = ", ".join(f"{every}:+{padding}" for every, padding in x.interval_padding_pairs)
    keys = _keys(offset=x.offset_bases, block=x.cga_layout)
    return f"#ttg.padded_shared<[{paddings}] {{{keys}}}>"


def _shared_linear(x: Fields) -> str:
    keys = _keys(offset=x.offset_bases, block=x.block_bases or None)
    return f"#ttg.shared_linear<{{{keys}}}, alignment = {x.alignment}>"


def _partitioned_shared(x: Fields) -> str:
    keys = _keys(
        numPartitions=x.num_partitions,
        numGroups=x.num_groups,
        partitionDim=x.partition_dim,
        partitionLayout=encoding(x.partition_layout),
    )
    return f"#ttg.partitioned_shared<{{{keys}}}>"


def _tensor_memory(x: Fields) -> str:
    keys = _keys(
        blockM=x.block[0],
        blockN=x.block[1],
        colStride=x.col_stride,
        CGALayout=x.cga_layout or None,
        twoCTAs=x.two_ctas or None,
        fp4Padded=x.fp4_padded or None,
    )
    return f"#ttng.tensor_memory_encoding<{keys}>"


def _tensor_memory_scales(x: Fields) -> str:
    order = getattr(x, "block_rep_order", "mnThenK")  # Rubin's class has it
    keys = _keys(
        blockRepOrder=order if order != "mnThenK" else None, CGALayout=x.cga_layout or None
    )
    return f"#ttng.tensor_memory_scales_encoding<{keys}>"


ENCODINGS: dict[str, Callable[[Fields], str]] = {
    "AMDMFMALayout": _amd_mfma,
    "AMDWMMALayout": _amd_wmma,
    "BlockedLayout": _blocked,
    "DistributedLinearLayout": _linear,
    "DotOperandLayout": _dot_operand,
    "NVMMADistributedLayout": _nvidia_mma,
    "NVMMASharedLayout": _nvmma_shared,
    "PaddedSharedLayout": _padded_shared,
    "PartitionedSharedLayout": _partitioned_shared,
    "SharedLinearLayout": _shared_linear,
    "SliceLayout": _slice,
    "SwizzledSharedLayout": _swizzled_shared,
    "TensorMemoryLayout": _tensor_memory,
    "TensorMemoryScalesLayout": _tensor_memory_scales,
}
