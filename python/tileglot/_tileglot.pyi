# SPDX-License-Identifier: Apache-2.0
# Made by tools/python_stubs.py; the signatures are in tileglot/python.
from collections.abc import Callable, Sequence
from typing import Any, overload

import numpy
import numpy.typing


from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from typing import Never, Self, final
from tileglot._pictures import Picture
from tileglot._reports import Report
from tileglot._results import Comparison, Progress
from tileglot._types import Cute, IntTuple, Tiler

class Layout:
    """
    A tensor memory layout: a function from coordinates to offsets.

    Immutable; compares and hashes by notation and structure, and pickles as
    text. Offsets and strides count elements.
    """

    def __call__(self, *coordinate: int | tuple[int, ...]) -> int:
        """
        The offset of a coordinate, in elements: one int for each dimension.

        Raises CoordinateError, an IndexError, outside the extents.
        """

    def __repr__(self) -> str: ...

    def __str__(self) -> str: ...

    def __reduce__(self) -> tuple[Any, ...]: ...

    def __copy__(self) -> Self: ...

    def __deepcopy__(self, memo: object, /) -> Self: ...

    def offsets(self) -> numpy.typing.NDArray[numpy.int64]:
        """
        Every offset as an array of int64 whose shape is `extents`; needs NumPy.
        """

    @property
    def notation(self) -> str:
        """cute, xla, linear, numpy, torch, mdspan, onednn, tvm or mlir."""

    @property
    def extents(self) -> tuple[int, ...]:
        """
        The number of coordinates along each dimension, top-level mode or input.
        """

    @property
    def rank(self) -> int:
        """The number of dimensions."""

    @property
    def size(self) -> int:
        """The number of coordinates."""

    @property
    def codomain_size(self) -> int:
        """The number of positions owned, padding included."""

    @property
    def dtype(self) -> str | None:
        """The element type, such as 'bf16'; None where the notation has none."""

    def show(self, view: str | None = None, *, color: str | None = None, label: str | None = None, palette: str = 'safe', theme: str = 'light', fold: str | None = None, crop: str | None = None, every: int = 1, group: int = 1, per_row: int | None = None, side_by_side: object | None = None, against: object | None = None, relayout_to: object | None = None, gather: object | None = None, access: str | None = None, dtype: object | None = None) -> Picture:
        """
        Draws the layout; the options are those of the command `show`.

        view: 'grid' (the tensor), 'memory' (in its own order), 'tv' or 'hw' (what threads hold),
        'banks', 'matrix' (over F2) or 'mma'; None: what suits the layout. side_by_side, against,
        relayout_to, gather: another layout, in the shape of this one where it lacks one.

        A notebook shows the picture; str() of it is a text.
        """

    def check(self, *, access: str | Sequence[str] = (), mem: object | None = None, dtype: object | None = None, target: str | None = None, suggest: bool = False, explain: bool = False, banks: int | None = None, bank_width_bytes: int | None = None, reduce: Sequence[int] | None = None, conv: str | None = None, operand: str | None = None, convert_to: object | None = None) -> Report:
        """What tileglot.check finds about this layout."""

    def text(self, notation: str | None = None, *, spelling: str | None = None, dtype: str | None = None, padded: bool = False, convention: str | None = None, shape: Sequence[int] | None = None) -> str:
        """
        The layout in another notation: cute, xla, jax, linear, triton, strided, numpy, torch,
        mdspan, mlir, onednn, tvm, map, table or all; None: its own.

        spelling: of CuTe layouts, cute-cpp, pycute or dsl. dtype: the element type, for notations
        that have one. padded: on the domain rounded up to full tiles. convention: 'tv' for CuTe
        layouts of threads and values, 'map' to keep a linear layout's direction. shape: of the
        tensor, where the layout does not say it.

        Raises ImpossibleError with a witness where the notation cannot say it.
        """

    def to_cute(self, *, padded: bool = False, convention: str | None = None, shape: Sequence[int] | None = None) -> CuteLayout | ComposedLayout:
        """The same function as a CuTe layout; options as of text()."""

    def to_xla(self, *, dtype: str | None = None, padded: bool = False) -> XlaLayout:
        """The same function as a shape of XLA; options as of text()."""

    def to_linear(self, *, convention: str | None = None, shape: Sequence[int] | None = None) -> LinearLayout:
        """The same function as a linear layout; options as of text()."""

    def to_strided(self) -> StridedLayout:
        """
        The one stride of each dimension.

        Raises ImpossibleError where one has several.
        """

    def to_jax(self, sharding: object | None = None) -> Any:
        """JAX's Layout, or its Format where a sharding is given; imports jax."""

    def to_gluon(self) -> Any:
        """Gluon's DistributedLinearLayout or SharedLinearLayout; imports triton."""

    def coordinates(self, offset: int) -> list[tuple[int, ...]]:
        """Every coordinate at an offset, in elements; none: it is padding."""

    def explain(self, *coordinate: IntTuple) -> str:
        """How the offset of a coordinate comes about, step by step."""

    def to_wire(self, message: str = 'shape') -> bytes:
        """
        XLA's protocol buffer of the 'shape' or of the 'layout'; any other notation is converted.
        """

def layout(x: object, /, *, shape: Sequence[int] | None = None, dtype: object | None = None, notation: str | None = None) -> Layout:
    """
    The layout of a text in any notation, or of another library's object.

    x: a text; a Layout, which is returned as it is; an array, tensor or layout of NumPy, torch,
    JAX, Triton, Gluon, pycute, the CuTe DSL or tensor-layouts; or an object with a method
    __tileglot_layout__() that returns a text or a Layout.
    shape, dtype: of the tensor, where the text or the object does not say them.
    notation: read the text as cute, xla, linear, numpy, torch, mdspan, onednn, tvm or mlir.

    >>> layout('bf16[16,256]{1,0:T(8,128)(2,1)}')(3, 130)
    1285

    Raises InvalidError with the span of the text that is at fault; TypeError for other objects.
    """

def equal(a: object, b: object, /) -> Comparison:
    """
    Whether two layouts are the same function, proved; true, or the first difference.

    Takes what tileglot.layout takes.
    """

@final
class ScaledBasis:
    """
    A stride that counts along one mode of a coordinate: 2 * E(1) is two steps along mode 1.
    """

    @property
    def value(self) -> int:
        """How many steps."""

    @property
    def mode(self) -> tuple[int, ...]:
        """The path of the mode, outermost first."""

    def __mul__(self, factor: int, /) -> ScaledBasis: ...

    def __rmul__(self, factor: int, /) -> ScaledBasis: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __repr__(self) -> str: ...

    def __reduce__(self) -> tuple[Any, ...]: ...

def E(*mode: int) -> ScaledBasis:
    """One step along a mode, named by its path: E(1, 0) is mode 0 of mode 1."""

@final
class Swizzle:
    """Sw<bits,base,shift>: xors bits of an offset with those `shift` above."""

    def __init__(self, bits: int, base: int, shift: int) -> None: ...

    @property
    def bits(self) -> int: ...

    @property
    def base(self) -> int: ...

    @property
    def shift(self) -> int: ...

    def __call__(self, offset: int, /) -> int: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __repr__(self) -> str: ...

    def __str__(self) -> str: ...

    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Tile:
    """
    What tiles by mode: a layout, an int or None, which keeps it, for each.
    """

    def __init__(self, *modes: Tiler) -> None: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __repr__(self) -> str: ...

@final
class CuteLayout(Layout):
    """
    A shape and a stride, nested alike. Ints are static, as in the CuTe DSL.

    Without a stride it is column-major.
    """

    def __init__(self, shape: IntTuple, stride: IntTuple = None) -> None: ...

    @overload
    def __call__(self, i: int, /) -> int: ...

    @overload
    def __call__(self, i: int, j: int, /) -> int: ...

    @overload
    def __call__(self, i: int, j: int, k: int, /) -> int: ...

    @overload
    def __call__(self, *coordinate: IntTuple) -> Any:
        """
        The offset of a coordinate, in any form that CuTe takes: L(1, (1, 2)), L((1, 5)), L(16).

        None keeps a mode: the answer is then the layout of what is left.
        """

    @property
    def shape(self) -> Any:
        """Nested as the layout is."""

    @property
    def stride(self) -> Any:
        """
        Nested as the layout is, in elements; ScaledBasis objects count along modes.
        """

    @property
    def rank(self) -> int:
        """The number of modes."""

    @property
    def depth(self) -> int:
        """How deep the modes are nested."""

    @property
    def size(self) -> int:
        """The number of coordinates."""

    @property
    def cosize(self) -> int:
        """One more than the largest offset."""

    def __getitem__(self, mode: int, /) -> CuteLayout:
        """A mode; negative numbers count from the end."""

    def __iter__(self) -> Iterator[CuteLayout]:
        """The modes."""

    def __len__(self) -> Never: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __str__(self) -> str: ...

@final
class ComposedLayout(Layout):
    """layout_a(offset + layout_b(x)): a swizzle or a layout after another."""

    def __init__(self, layout_a: Swizzle | CuteLayout, offset: int, layout_b: Swizzle | CuteLayout) -> None: ...

    def __call__(self, *coordinate: IntTuple) -> Any:
        """The offset of a coordinate; None keeps a mode."""

    def __len__(self) -> Never: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __str__(self) -> str: ...

    @property
    def layout_a(self) -> Swizzle | CuteLayout:
        """What is applied last."""

    @property
    def offset(self) -> int:
        """Added between the two, in elements."""

    @property
    def layout_b(self) -> Swizzle | CuteLayout:
        """What is applied first."""

    @property
    def shape(self) -> Any:
        """That of layout_b."""

@final
class LinearLayout(Layout):
    """
    Triton's layout: linear over bits, given by what each bit of an input adds by xor.
    """

    @property
    def bases(self) -> dict[str, list[tuple[int, ...]]]:
        """
        For each input, what each of its bits adds, in the order of the outputs.
        """

    @property
    def ins(self) -> dict[str, int]:
        """The inputs and their sizes."""

    @property
    def outs(self) -> dict[str, int]:
        """The outputs and their sizes."""

    def apply(self, inputs: Mapping[str, int] | None = None, /, **named: int) -> dict[str, int]:
        """The outputs at these inputs; one of size 1 need not be named."""

    def compose(self, outer: LinearLayout, /) -> LinearLayout:
        """outer(self(x))."""

    def invert(self) -> LinearLayout:
        """The inverse of a bijection."""

    def pseudoinvert(self) -> LinearLayout:
        """
        An inverse from the right of a surjection: the smallest input of each output.
        """

    def invert_and_compose(self, outer: LinearLayout, /) -> LinearLayout:
        """
        L with outer(L(x)) = self(x): the conversion from this layout to the other.
        """

    def matrix(self) -> list[list[int]]:
        """
        The rows of the matrix over bits: outputs from the lowest bit, inputs likewise.
        """

    def free_variable_masks(self) -> dict[str, int]:
        """The bits of each input that change nothing."""

    def is_injective(self) -> bool:
        """No two inputs share an output."""

    def is_surjective(self) -> bool:
        """Every output is reached."""

    def is_invertible(self) -> bool:
        """Injective and surjective."""

    def __mul__(self, inner: LinearLayout, /) -> LinearLayout:
        """Triton's product: copies of this layout, laid out as the other says."""

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def concat_ins(self, other: LinearLayout, /) -> LinearLayout:
        """Both side by side: the inputs of both, the same outputs."""

    def concat_outs(self, other: LinearLayout, /) -> LinearLayout:
        """Both on top of each other: the outputs of both, the same inputs."""

    def divide_left(self, other: LinearLayout, /) -> LinearLayout | None:
        """C with other * C = self; None if there is none."""

    def divide_right(self, other: LinearLayout, /) -> LinearLayout | None:
        """C with C * other = self; None if there is none."""

    def largest_vectorisation(self, bits: int, most: int, /) -> Any:
        """The widest access that all registers allow."""

    def reshape_ins(self, sizes: Mapping[str, int], /) -> LinearLayout:
        """The same inputs, divided otherwise."""

    def reshape_outs(self, sizes: Mapping[str, int], /) -> LinearLayout:
        """The same outputs, divided otherwise."""

    def sublayout(self, ins: Sequence[str], outs: Sequence[str], /) -> LinearLayout:
        """These inputs and outputs alone."""

    def transpose_ins(self, names: Sequence[str], /) -> LinearLayout:
        """The inputs in another order."""

    def transpose_outs(self, names: Sequence[str], /) -> LinearLayout:
        """The outputs in another order."""

@final
class StridedLayout(Layout):
    """
    One stride for each dimension: NumPy's, torch's and mdspan's layouts, and
    tags and maps that strides say as well.
    """

    @property
    def shape(self) -> tuple[int, ...]:
        """As `extents`."""

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    @property
    def strides(self) -> tuple[int, ...]:
        """In elements."""

    @property
    def strides_bytes(self) -> tuple[int, ...] | None:
        """
        In bytes; None where no element type is known, or one of part of a byte.
        """

    @property
    def offset(self) -> int:
        """Of the first coordinate, in elements."""

@final
class MappedLayout(Layout):
    """A tag of oneDNN or TVM, or a map of MLIR, that strides do not say."""

    @property
    def shape(self) -> tuple[int, ...]:
        """As `extents`."""

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

@final
class XlaLayout(Layout):
    """A shape of XLA with its layout: order, tiles, memory space."""

    @property
    def shape(self) -> tuple[int | None, ...]:
        """The bounds; None where a dimension has none."""

    @property
    def minor_to_major(self) -> tuple[int, ...]:
        """The dimensions, the fastest first."""

    @property
    def major_to_minor(self) -> tuple[int, ...]:
        """The dimensions, the slowest first."""

    @property
    def tiles(self) -> tuple[tuple[int | None, ...], ...]:
        """The outermost first; None is `*`."""

    @property
    def memory_space(self) -> int: ...

    @property
    def element_bits(self) -> int:
        """Of an element in memory."""

    @property
    def bytes(self) -> int:
        """What the array takes, padding included."""

    @property
    def padding_bytes(self) -> int:
        """What it takes beyond its elements."""

    @property
    def physical_shape(self) -> tuple[int | None, ...]:
        """The extents in memory, the slowest first."""

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

def from_wire(data: bytes, /, message: str = 'shape') -> XlaLayout | str:
    """
    The layout of XLA's protocol buffer; a layout alone or a sharding is a text.
    """

def eval(expression: str, /, *, semantics: str = 'exact') -> Any:
    """
    The value of an operation, as `tileglot eval`: name(argument, ..), nested as one likes.

    semantics: 'exact', or 'cute-cpp' for what C++ CuTe answers, also where it is wrong.
    """

def call(name: str, /, *arguments: object) -> Any:
    """An operation of `eval` on Python objects."""

def composition(a: Cute, b: Tiler, /) -> CuteLayout | ComposedLayout:
    """
    The layout A(B(i)): the elements of A that B names. A tiler is applied mode by mode.

    Raises ImpossibleError with offsets as witness where no layout is that function.
    """

def complement(layout: Cute, cotarget: IntTuple = None, /) -> CuteLayout:
    """
    The layout of the positions that the layout leaves out: where its copies go to fill an extent.
    """

def coalesce(layout: Cute, /, *, target_profile: IntTuple = None) -> CuteLayout:
    """
    The layout with the fewest modes that is the same function of the index, or each mode of the profile by itself.
    """

def logical_divide(layout: Cute, tiler: Tiler, /) -> CuteLayout | ComposedLayout:
    """Each mode of the layout as (tile, rest)."""

def zipped_divide(layout: Cute, tiler: Tiler, /) -> CuteLayout | ComposedLayout:
    """((tile, ..), (rest, ..))."""

def tiled_divide(layout: Cute, tiler: Tiler, /) -> CuteLayout | ComposedLayout:
    """((tile, ..), rest, ..)."""

def flat_divide(layout: Cute, tiler: Tiler, /) -> CuteLayout | ComposedLayout:
    """(tile, .., rest, ..)."""

def logical_product(tile: Cute, copies: Tiler, /) -> CuteLayout | ComposedLayout:
    """
    (tile, copies): copies of the tile, laid out as the second layout says.
    """

def right_inverse(layout: Cute, /) -> CuteLayout:
    """R with L(R(i)) = i for all i below its size."""

def left_inverse(layout: Cute, /) -> CuteLayout:
    """R with R(L(i)) = i for all i below the size of L."""

def explain(operation: str, arguments: Sequence[str]) -> str: ...

def relayout(array: Any, to: object, /, *, layout: object | None = None, out: Any = None, threads: int = 0, zero_fill: bool = True, progress: Callable[[Progress], object] | None = None) -> Any:
    """
    The array in another layout: a new array, or `out`.

    array: of NumPy, torch (on the CPU) or JAX (on the CPU), or a list of arrays that lie alike,
    which are moved side by side into a list.
    to: a layout, a text, or any object that tileglot.layout reads; a text without a shape has
    the array's.
    layout: how the bytes lie now; None: in the array's own strides.
    out: a writable array with as many bytes as the target, padding included.
    threads: 0 for as many as the processor runs.
    zero_fill: write zeros into padding.
    progress: is called with a Progress about every 50 ms; what it raises cancels the move.

    The result has the logical shape where strides say the target, else its physical shape.
    It is a torch tensor where the array is one, and NumPy's otherwise. Elements keep their bits.

    Raises InvalidError layout.extents, layout.type, array.*, ImpossibleError relayout.overlap.
    """

@final
class Plan:
    """
    A move that is planned once: call it with arrays of the planned form.

    str() is its loops.
    """

    def __call__(self, array: Any, /, *, out: Any = None, progress: Callable[[Progress], object] | None = None) -> Any:
        """As tileglot.relayout of such an array, or of a list of them."""

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

    @property
    def source(self) -> Layout:
        """The layout that is read."""

    @property
    def target(self) -> Layout:
        """The layout that is written."""

    @property
    def bytes(self) -> int:
        """Bytes of the target, padding included."""

def plan(source: object, to: object, /, *, layout: object | None = None, threads: int = 0, zero_fill: bool = True) -> Plan:
    """
    Plans the move of an array like `source`, or of memory in the layout `source`, once.

    Options are those of tileglot.relayout.
    """

def verify(array: Any, against: Any, /, *, layout: object | None = None, against_layout: object | None = None) -> Comparison:
    """
    Whether two arrays hold the same tensor, bit by bit; true, or the first difference.

    layout, against_layout: how the bytes of each lie; None: in the array's own strides. A text
    without a shape has the extents of the other side. Padding is not compared.

    Offsets come from the notations' own evaluators, never from a plan.
    """

def show(layout: Layout, form: str, options: dict[str, Any]) -> tuple[str, str, int, str]: ...

def check(layout: Layout, options: dict[str, Any]) -> tuple[str, str, int, str]: ...

def inspect_module(text: str, name: str) -> tuple[str, str, int, str]: ...

def read_module(path: str) -> tuple[str, bytes]: ...

def hlo_print(name: str, text: bytes, style: str, lenient: bool) -> tuple[str, str, int, str]: ...

def hlo_verify(name: str, text: bytes, lenient: bool, options: dict[str, Any]) -> tuple[str, str, int, str]: ...

def hlo_stats(name: str, text: bytes, lenient: bool, options: dict[str, Any]) -> tuple[str, str, int, str]: ...

def hlo_assign(name: str, text: bytes, lenient: bool, options: dict[str, Any]) -> tuple[tuple[str, str, int, str], bytes]: ...

def hlo_pass(name: str, text: bytes, lenient: bool, options: dict[str, Any]) -> tuple[tuple[str, str, int, str], bytes]: ...

def hlo_compile(name: str, text: bytes, lenient: bool, options: dict[str, Any]) -> tuple[tuple[str, str, int, str], bytes]: ...

def hlo_diff(before_name: str, before: bytes, after_name: str, after: bytes, lenient: bool) -> tuple[str, str, int, str]: ...

def file_inspect(path: str, options: dict[str, Any]) -> tuple[str, str, int, str]: ...

def file_relayout(options: dict[str, Any], progress: Callable[..., object] | None = None) -> tuple[str, str, int, str]: ...

def file_verify(options: dict[str, Any]) -> tuple[str, str, int, str]: ...

def run_program(words: list[bytes]) -> int: ...

__version__: str
