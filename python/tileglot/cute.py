# SPDX-License-Identifier: Apache-2.0
"""CuTe's layouts and their algebra, under the names of the CuTe DSL.

Ints are static. Where the DSL takes a layout, so does this, and any object of another library
that tileglot.layout reads as one. `explain` prints the steps of an operation.
"""

from __future__ import annotations

from tileglot import _tileglot as _ext
from tileglot._tileglot import ComposedLayout as ComposedLayout
from tileglot._tileglot import CuteLayout as Layout
from tileglot._tileglot import E as E
from tileglot._tileglot import ScaledBasis as ScaledBasis
from tileglot._tileglot import Swizzle as Swizzle
from tileglot._tileglot import Tile as Tile
from tileglot._tileglot import coalesce as coalesce
from tileglot._tileglot import complement as complement
from tileglot._tileglot import composition as composition
from tileglot._tileglot import flat_divide as flat_divide
from tileglot._tileglot import left_inverse as left_inverse
from tileglot._tileglot import logical_divide as logical_divide
from tileglot._tileglot import logical_product as logical_product
from tileglot._tileglot import right_inverse as right_inverse
from tileglot._tileglot import tiled_divide as tiled_divide
from tileglot._tileglot import zipped_divide as zipped_divide

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from tileglot._types import Cute, IntTuple, Tiler

# --- making layouts ---


def make_layout(shape: IntTuple, stride: IntTuple = None) -> Layout:
    """The layout of a shape and a stride; without a stride it is column-major."""
    return Layout(shape, stride)


def make_ordered_layout(shape: IntTuple, order: IntTuple) -> Layout:
    """The compact layout whose mode with the smallest number is fastest."""
    return _ext.call("make_ordered_layout", shape, order)  # type: ignore[no-any-return]


def make_identity_layout(shape: IntTuple) -> Layout:
    """The layout whose value at a coordinate is the coordinate."""
    return _ext.call("make_identity_layout", shape)  # type: ignore[no-any-return]


def make_composed_layout(inner: Swizzle | Layout, offset: int, outer: Layout) -> ComposedLayout:
    """inner(offset + outer(x)), by the DSL's words: its `inner` is C++ CuTe's layout_a."""
    return ComposedLayout(inner, offset, outer)


def make_swizzle(bits: int, base: int, shift: int) -> Swizzle:
    """Sw<bits,base,shift>."""
    return Swizzle(bits, base, shift)


def make_layout_tv(threads: Cute, values: Cute, /) -> tuple[Any, Layout]:
    """The shape of the tile, and the layout (thread, value) -> index in it."""
    tile = _ext.call("raked_product", threads, values).shape
    return _ext.call("product_each", tile), _ext.call("make_layout_tv", threads, values)


# --- questions ---


def rank(of: Cute | IntTuple, /, *, mode: Sequence[int] = ()) -> int:
    """The number of modes, of the whole or of the mode with this path."""
    return _ext.call("rank", *mode, of)  # type: ignore[no-any-return]


def depth(of: Cute | IntTuple, /, *, mode: Sequence[int] = ()) -> int:
    """How deep the modes are nested."""
    return _ext.call("depth", *mode, of)  # type: ignore[no-any-return]


def size(of: Cute | IntTuple, /, *, mode: Sequence[int] = ()) -> int:
    """The number of coordinates."""
    return _ext.call("size", *mode, of)  # type: ignore[no-any-return]


def cosize(of: Cute, /, *, mode: Sequence[int] = ()) -> int:
    """One more than the largest offset."""
    return _ext.call("cosize", *mode, of)  # type: ignore[no-any-return]


def front(of: IntTuple, /) -> Any:
    """The first leaf."""
    return _ext.call("front", of)


def is_congruent(a: Cute | IntTuple, b: Cute | IntTuple, /) -> bool:
    """Whether both have the same structure."""
    return _ext.call("congruent", a, b)  # type: ignore[no-any-return]


def max_common_layout(a: Cute, b: Cute, /) -> Layout:
    """The largest layout with which both walk the same memory in the same order."""
    return _ext.call("max_common_layout", a, b)  # type: ignore[no-any-return]


def max_common_vector(a: Cute, b: Cute, /) -> int:
    """How many elements that are contiguous in both one access can move."""
    return _ext.call("max_common_vector", a, b)  # type: ignore[no-any-return]


# --- coordinates ---


def crd2idx(coordinate: IntTuple, layout: Cute | IntTuple, /, stride: IntTuple = None) -> int:
    """The offset of a coordinate in a layout, or in a shape and a stride."""
    given = (coordinate, layout) if stride is None else (coordinate, layout, stride)
    return _ext.call("crd2idx", *given)  # type: ignore[no-any-return]


def idx2crd(index: int, shape: IntTuple, /, stride: IntTuple = None) -> Any:
    """The coordinate of an index in a shape, or of an offset where a stride is given."""
    return _ext.call("idx2crd", *((index, shape) if stride is None else (index, shape, stride)))


def slice_(of: Cute | IntTuple, coordinate: IntTuple, /) -> Any:
    """The modes at which the coordinate has None."""
    return _ext.call("slice", coordinate, of)


def dice(of: Cute | IntTuple, coordinate: IntTuple, /) -> Any:
    """The modes at which the coordinate has an int."""
    return _ext.call("dice", coordinate, of)


# --- modes ---


def get(of: Cute | IntTuple, /, mode: Sequence[int]) -> Any:
    """The mode with this path."""
    return _ext.call("get", *mode, of)


def select(of: Cute | IntTuple, /, mode: Sequence[int]) -> Any:
    """These modes, in this order."""
    return _ext.call("select", *mode, of)


def group_modes(of: Cute | IntTuple, begin: int, end: int = -1, /) -> Any:
    """The modes from `begin` up to `end` as one; -1 is the end."""
    return _ext.call("group", begin, rank(of) if end == -1 else end, of)


def append(
    of: Cute | IntTuple, mode: Cute | IntTuple = None, /, up_to_rank: int | None = None
) -> Any:
    """With one more mode at the end, or with as many as reach a rank."""
    return _extended("append", of, mode, up_to_rank)


def prepend(
    of: Cute | IntTuple, mode: Cute | IntTuple = None, /, up_to_rank: int | None = None
) -> Any:
    """With one more mode at the front, or with as many as reach a rank."""
    return _extended("prepend", of, mode, up_to_rank)


def _extended(operation: str, of: object, mode: object, up_to_rank: int | None) -> Any:
    given = (of,) if mode is None else (of, mode)
    if up_to_rank is None:
        return _ext.call(operation, *given)
    return _ext.call(f"{operation}_n", up_to_rank, *given)


def flatten(of: Cute | IntTuple, /) -> Any:
    """All leaves side by side, without nesting."""
    return _ext.call("flatten", of)


def filter(layout: Cute, /, *, target_profile: IntTuple = None) -> Layout:
    """Without modes of stride 0 or extent 1, and coalesced; or each mode of a profile by itself."""
    given = (layout,) if target_profile is None else (layout, target_profile)
    return _ext.call("filter", *given)  # type: ignore[no-any-return]


def filter_zeros(layout: Cute, /) -> Layout:
    """With extent 1 wherever the stride is 0."""
    return _ext.call("filter_zeros", layout)  # type: ignore[no-any-return]


# --- algebra ---


def nullspace(layout: Cute, /) -> Layout:
    """The indices whose offset is 0."""
    return _ext.call("nullspace", layout)  # type: ignore[no-any-return]


def zipped_product(tile: Cute, copies: Tiler, /) -> Layout:
    """((tile, ..), (copies, ..))."""
    return _ext.call("zipped_product", tile, copies)  # type: ignore[no-any-return]


def tiled_product(tile: Cute, copies: Tiler, /) -> Layout:
    """((tile, ..), copies, ..)."""
    return _ext.call("tiled_product", tile, copies)  # type: ignore[no-any-return]


def flat_product(tile: Cute, copies: Tiler, /) -> Layout:
    """(tile, .., copies, ..)."""
    return _ext.call("flat_product", tile, copies)  # type: ignore[no-any-return]


def blocked_product(tile: Cute, copies: Cute, /) -> Layout:
    """Mode by mode, with the tile inside: blocks side by side."""
    return _ext.call("blocked_product", tile, copies)  # type: ignore[no-any-return]


def raked_product(tile: Cute, copies: Cute, /) -> Layout:
    """Mode by mode, with the copies inside: elements of the tile spread out."""
    return _ext.call("raked_product", tile, copies)  # type: ignore[no-any-return]


def tile_to_shape(tile: Cute, shape: IntTuple, order: IntTuple = None, /) -> Any:
    """The tile repeated until it fills a shape, in the order of the modes."""
    return _ext.call("tile_to_shape", *((tile, shape) if order is None else (tile, shape, order)))


def recast_layout(new_type_bits: int, old_type_bits: int, layout: Cute, /) -> Any:
    """The layout of the same memory as elements of another size."""
    return _ext.call("recast_layout", old_type_bits, new_type_bits, layout)


def explain(operation: str, /, *arguments: Cute | IntTuple | str) -> str:
    """The steps of an operation, as they are done on paper: explain("composition", a, b)."""
    return _ext.explain(operation, [_text(argument) for argument in arguments])


def _text(argument: object) -> str:
    if isinstance(argument, (_ext.CuteLayout, _ext.ComposedLayout)):
        return argument.text(spelling="cute-cpp")
    if isinstance(argument, tuple):
        comma = "," if len(argument) == 1 else ""
        return "(" + ",".join(_text(each) for each in argument) + comma + ")"
    return "_" if argument is None else str(argument)
