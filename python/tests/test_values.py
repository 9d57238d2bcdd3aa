# SPDX-License-Identifier: Apache-2.0
"""Laws that layouts of every notation keep: values, offsets, inverses, conversions, differences."""

import copy
import itertools
import math
import os
import pickle
import subprocess
import sys

import pytest

import tileglot as tg
from tileglot import cute, linear

hypothesis = pytest.importorskip("hypothesis")
st = hypothesis.strategies
given = hypothesis.given
settings = hypothesis.settings(max_examples=20, deadline=None, derandomize=True, database=None)

# --- random layouts -------------------------------------------------------------------------------


def nested(leaf, depth=3):
    """Tuples in tuples with at most six leaves, and leaves."""
    grow = lambda inner: st.lists(inner, min_size=1, max_size=3).map(tuple)
    return st.recursive(leaf, grow, max_leaves=depth * 2)


def fill(shape, leaves):
    """The shape's nesting with other leaves."""
    return tuple(fill(mode, leaves) for mode in shape) if isinstance(shape, tuple) else next(leaves)


def leaves_of(shape):
    return [n for mode in shape for n in leaves_of(mode)] if isinstance(shape, tuple) else [shape]


@st.composite
def cute_layouts(draw, stride=st.integers(0, 40), extent=st.integers(1, 4)):
    shape = draw(nested(extent))
    hypothesis.assume(math.prod(leaves_of(shape)) <= 512)
    strides = draw(st.lists(stride, min_size=6, max_size=6))
    return cute.Layout(shape, fill(shape, itertools.cycle(strides)))


@st.composite
def composed_layouts(draw):
    bits, base = draw(st.integers(0, 3)), draw(st.integers(0, 3))
    swizzle = cute.Swizzle(bits, base, draw(st.integers(bits, 4)))
    return cute.ComposedLayout(swizzle, draw(st.integers(0, 64)), draw(cute_layouts()))


@st.composite
def xla_layouts(draw, extent=st.integers(0, 6), tiled=True):
    extents = draw(st.lists(extent, max_size=4))
    order = draw(st.permutations(range(len(extents))))
    tile = st.lists(st.integers(1, 4), min_size=1, max_size=len(extents) or 1)
    tiles = draw(st.lists(tile, max_size=2)) if tiled and extents else []
    text = ["(" + ",".join(map(str, t)) + ")" for t in tiles]
    dtype = draw(st.sampled_from(["f32", "bf16", "pred", "s4", "f8e4m3fn", "c64"]))
    commas = lambda numbers: ",".join(map(str, numbers))
    tail = ":T" + "".join(text) if text else ""
    layout = f"{{{commas(order)}{tail}}}" if extents else ""
    return tg.layout(f"{dtype}[{commas(extents)}]{layout}")


@st.composite
def linear_layouts(draw):
    outs = {f"dim{k}": 1 << draw(st.integers(0, 3)) for k in range(draw(st.integers(1, 2)))}
    vector = st.tuples(*(st.integers(0, size - 1) for size in outs.values()))
    names = draw(st.sampled_from([["offset"], ["register", "lane"], ["x", "y", "z"]]))
    bases = {name: draw(st.lists(vector, max_size=3)) for name in names}
    return linear.Layout(bases, outs, require_surjective=False)


@st.composite
def strided_layouts(draw):
    extents = draw(st.lists(st.integers(0, 5), max_size=4))
    strides = [draw(st.integers(-30, 30)) for _ in extents]
    strides = [max(s, 0) for s in strides]
    inside = ["(" + "".join(f"{n}," for n in numbers) + ")" for numbers in (extents, strides)]
    if draw(st.booleans()):
        return tg.layout(f"shape={inside[0]} strides={inside[1]} elements")
    inside[1] = "(" + "".join(f"{4 * n}," for n in strides) + ")"
    return tg.layout(f"shape={inside[0]} strides={inside[1]} bytes dtype=float32", notation="numpy")


@st.composite
def named_layouts(draw):
    """Tags of oneDNN and TVM, mappings of C++ and maps of MLIR."""
    form = ["abcd", "acdb", "aBcd8b", "ABcd4a2b", "NCHW", "NHWC", "NCHW8c", "nChw16c", "nhwc"]
    maps = [
        "layout_left",
        "layout_right",
        "strided<[1, 40, 7, 300], offset: 5>",
        "affine_map<(d0, d1, d2, d3) -> (d2, d0, d3, d1)>",
        "affine_map<(d0, d1, d2, d3) -> (d0, d1 floordiv 4, d2, d3, d1 mod 4)>",
    ]
    shape = tuple(draw(st.sampled_from([(2, 16, 3, 2), (4, 32, 1, 2), (1, 16, 2, 4)])))
    return tg.layout(
        draw(st.sampled_from(form + maps)),
        shape=shape,
        dtype=draw(st.sampled_from([None, "f32", "s8"])),
    )


NOTATIONS = {
    "cute": cute_layouts(),
    "composed": composed_layouts(),
    "xla": xla_layouts(),
    "linear": linear_layouts(),
    "strided": strided_layouts(),
    "tags and maps": named_layouts(),
}
of_every_notation = pytest.mark.parametrize("layouts", NOTATIONS.values(), ids=NOTATIONS.keys())


def every(layout):
    return itertools.product(*(range(n) for n in layout.extents))


# --- values ---------------------------------------------------------------------------------------


def expect_same_value(again, layout):
    assert type(again) is type(layout)
    assert again == layout and hash(again) == hash(layout)
    assert str(again) == str(layout) and again.dtype == layout.dtype
    assert (again.notation, again.extents) == (layout.notation, layout.extents)


@of_every_notation
def test_a_pickled_layout_is_the_same_value(layouts):
    @settings
    @given(layouts)
    def law(x):
        for protocol in (0, pickle.HIGHEST_PROTOCOL):
            expect_same_value(pickle.loads(pickle.dumps(x, protocol)), x)
        assert copy.copy(x) is x and copy.deepcopy(x) is x

    law()


@of_every_notation
def test_a_repr_evaluates_to_the_same_value(layouts):
    @settings
    @given(layouts)
    def law(x):
        expect_same_value(eval(repr(x), {"tileglot": tg}), x)

    law()


@of_every_notation
def test_unequal_layouts_print_otherwise(layouts):
    @settings
    @given(layouts, layouts)
    def law(x, y):
        assert (x == y) is not (x != y)
        if x == y:
            assert hash(x) == hash(y) and repr(x) == repr(y)
        elif (x.extents, x.dtype) == (y.extents, y.dtype):
            assert str(x) != str(y)

    law()


HASHED = [
    "(8,(4,2)):(1,(8,32))",
    "Sw<3,0,3> o 0 o (8,8):(8,1)",
    "bf16[16,256]{1,0:T(8,128)(2,1)}",
    "{lane: [[1],[2]]} -> {dim0: 4}",
    "shape=(2,3) strides=(12,4) bytes dtype=float32",
    "memref<4x8xf32, strided<[1, 4]>>",
]


def test_another_process_has_the_same_hashes():
    script = f"import tileglot; print([hash(tileglot.layout(t)) for t in {HASHED!r}])"
    environment = os.environ | {"PYTHONHASHSEED": "7", "PYTHONPATH": os.pathsep.join(sys.path)}
    run = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True
    )
    assert eval(run.stdout) == [hash(tg.layout(text)) for text in HASHED]


@pytest.mark.parametrize("text", HASHED)
def test_nothing_of_a_layout_can_be_set(text):
    layout = tg.layout(text)
    before = repr(layout)
    names = [n for n in dir(layout) if n not in ("__class__", "__doc__")]
    for name in [*names, "anything"]:
        with pytest.raises((AttributeError, TypeError)):
            setattr(layout, name, 1)
        with pytest.raises((AttributeError, TypeError)):
            delattr(layout, name)
    assert repr(layout) == before == repr(tg.layout(text))


@pytest.mark.parametrize("text", HASHED)
def test_what_a_layout_answers_can_be_changed_without_changing_it(text):
    layout = tg.layout(text)
    if layout.notation == "linear":
        layout.bases["lane"].append((9,))
        layout.ins.clear()
        layout.outs.clear()
        layout.matrix().clear()
    layout.coordinates(0).clear()
    assert repr(layout) == repr(tg.layout(text))


# --- offsets --------------------------------------------------------------------------------------


@of_every_notation
def test_offsets_are_those_of_calls(layouts):
    np = pytest.importorskip("numpy")

    @settings
    @given(layouts)
    def law(x):
        offsets = x.offsets()
        assert offsets.dtype == np.int64 and offsets.shape == x.extents
        assert x.size == offsets.size and x.rank == offsets.ndim
        for c in every(x):
            assert offsets[c] == x(*c)
            if x.rank > 1:
                assert x(c) == x(*c)

    law()


@of_every_notation
def test_coordinates_are_the_inverse_of_calls_and_padding_has_none(layouts):
    @settings
    @given(layouts)
    def law(x):
        holders = {}
        for c in every(x):
            holders.setdefault(x(*c), []).append(c)
        assert all(0 <= offset < x.codomain_size for offset in holders)
        for offset in range(-1, min(x.codomain_size, 400) + 1):
            assert sorted(x.coordinates(offset)) == holders.get(offset, [])

    law()


def test_a_negative_stride_has_coordinates_at_negative_offsets():
    layout = cute.Layout((2, 3), (-1, 4))
    for c in every(layout):
        assert c in layout.coordinates(layout(*c))


def test_an_offset_of_very_many_coordinates_is_refused_not_listed():
    with pytest.raises(tg.Error) as raised:
        cute.Layout(10**9, 0).coordinates(0)
    assert raised.value.code == "index.too_many" and str(10**9) in raised.value.message


# --- conversions ----------------------------------------------------------------------------------


def agrees(made, x):
    """Both are one function of the coordinates of x."""
    assert made.extents == x.extents
    for c in every(x):
        assert made(*c) == x(*c), (str(made), c)


def expect_agreement(x, *verbs):
    for verb in verbs:
        try:
            made = verb(x)
        except tg.ImpossibleError:
            continue
        agrees(made, x)


def to_xla(x):
    return x.to_xla(dtype=None if x.dtype else "f32")


to_cute, to_linear, to_strided = tg.Layout.to_cute, tg.Layout.to_linear, tg.Layout.to_strided


@pytest.mark.parametrize("name", [n for n in NOTATIONS if n != "linear"])
def test_a_converted_layout_is_the_same_function(name):
    @settings
    @given(NOTATIONS[name])
    def law(x):
        expect_agreement(x, to_cute, to_linear, to_strided, to_xla)

    law()


POWERS = {
    "cute": cute_layouts(
        stride=st.sampled_from([1, 2, 4, 8, 16]), extent=st.sampled_from([1, 2, 4])
    ),
    "xla": xla_layouts(extent=st.sampled_from([1, 2, 4])),
}


@pytest.mark.parametrize("name", POWERS)
def test_layouts_of_powers_of_two_are_mostly_linear_and_the_same_function(name):
    linear_ones = []

    @settings
    @given(POWERS[name])
    def law(x):
        expect_agreement(x, to_cute, to_linear, to_strided, to_xla)
        try:
            linear_ones.append(x.to_linear())
        except tg.ImpossibleError:
            pass

    law()
    assert len(linear_ones) > 5


@settings
@given(xla_layouts(tiled=False))
def test_a_layout_without_tiles_is_every_notations(x):
    for verb in (to_cute, to_strided, to_xla):
        agrees(verb(x), x)


@settings
@given(xla_layouts())
def test_a_tiled_layout_rounded_up_to_full_tiles_is_a_cute_layout(x):
    try:
        padded = x.to_cute(padded=True)
    except tg.ImpossibleError:
        return
    assert all(n <= m for n, m in zip(x.extents, padded.extents, strict=True))
    for c in every(x):
        assert padded(*c) == x(*c)


@settings
@given(st.permutations(range(8)))
def test_memory_of_a_bijective_linear_layout_goes_from_the_element_to_its_offset(order):
    x = linear.Layout({"offset": [[v] for v in order_of_bits(order)]}, {"dim0": 8})
    try:
        to = x.to_cute()
    except tg.ImpossibleError as error:
        assert error.code == "bridge.not_affine" and error.witness
        return
    for offset in range(8):
        assert to(x.apply(offset=offset)["dim0"]) == offset


def order_of_bits(order):
    """Three independent vectors of three bits: the first that a permutation lists."""
    found = []
    for v in order:
        spanned = {0}
        for f in found:
            spanned |= {s ^ f for s in spanned}
        if v not in spanned:
            found.append(v)
    return found


def test_a_type_is_asked_for_where_the_layout_has_none():
    for layout in (cute.Layout((2, 4), (4, 1)), tg.layout("ab", shape=(2, 4))):
        assert layout.dtype is None
        with pytest.raises(tg.Error, match="dtype") as raised:
            layout.to_xla()
        assert raised.value.code == "convert.dtype_missing"
        assert str(layout.to_xla(dtype="bf16")) == "bf16[2,4]{1,0}"


# --- equal ----------------------------------------------------------------------------------------


@of_every_notation
def test_the_witness_of_a_difference_is_one_and_the_first(layouts):
    @settings
    @given(layouts, layouts)
    def law(x, y):
        found = tg.equal(x, y)
        if "linear" in (x.notation, y.notation) and "offset" in (*x.ins, *y.ins):
            return  # compared as memory, from elements to offsets
        if x.extents != y.extents:
            assert not found and found.at is None
            return
        first = next((c for c in every(x) if x(*c) != y(*c)), None)
        assert bool(found) is (first is None)
        assert found.at == first
        if first is not None:
            assert (found.left, found.right) == (x(*first), y(*first))

    law()


def test_proofs_do_not_walk_over_coordinates():
    flat = "1000000000000000000:1"
    assert tg.equal(flat, "((1000000000,1000000000)):((1,1000000000))")
    found = tg.equal("(1000000000000,1000000):(1,7)", "(1000000000000,1000000):(1,8)")
    assert (found.at, found.left, found.right) == ((0, 1), 7, 8)
