# SPDX-License-Identifier: Apache-2.0
"""Arrays moved by relayout: against NumPy, and by brute force."""

import array
import gc
import itertools
import random

import pytest
from array_values import (
    bits_of,
    by_definition,
    counted,
    expect_same_array,
    in_memory,
    order_text,
    refused,
)

import tileglot as tg

# --- without NumPy ---


@pytest.mark.parametrize(
    "source",
    [b"abcdef", bytearray(b"abcdef"), memoryview(b"abcdef"), array.array("B", b"abcdef")],
    ids=["bytes", "bytearray", "memoryview", "array.array"],
)
def test_every_object_with_a_buffer_is_read(source):
    out = bytearray(6)
    assert tg.relayout(source, "u8[2,3]{0,1}", layout="u8[2,3]{1,0}", out=out) is out
    assert out == b"adbecf"
    assert tg.verify(source, out, layout="u8[2,3]{1,0}", against_layout="u8[2,3]{0,1}")


def test_a_memoryview_has_its_shape_and_strides():
    grid = memoryview(b"abcdef").cast("B", (2, 3))
    out = bytearray(6)
    tg.relayout(grid, "{0,1}", out=out)
    assert out == b"adbecf"
    tg.relayout(memoryview(b"abcdef")[::-2], "{0}", out=memoryview(out)[:3])
    assert out[:3] == b"fdb"


@pytest.mark.parametrize("code", "bBhHiIlLqQfd")
def test_the_types_of_the_array_module_are_moved(code):
    source = array.array(code, [1, 2, 3, 4, 5, 6])
    out = array.array(code, bytes(6 * source.itemsize))
    tg.relayout(source, "(2,3):(3,1)", layout="(2,3):(1,2)", out=out)
    assert list(out) == [1, 3, 5, 2, 4, 6]


def test_what_has_no_memory_is_a_type_error():
    for thing in ("abc", 5, None, object(), {}, 1.5):
        with pytest.raises(TypeError):
            tg.relayout(thing, "{0}")
        with pytest.raises(TypeError):
            tg.verify(b"abc", thing)


def test_characters_are_not_elements():
    refused("array.type", tg.relayout, array.array("u", "abc"), "{0}")


def test_a_released_memoryview_is_refused_by_python():
    view = memoryview(bytearray(4))
    view.release()
    with pytest.raises(ValueError, match="released"):
        tg.relayout(view, "{0}", out=bytearray(4))


def test_a_call_lets_go_of_its_arrays_even_if_it_refuses():
    room = bytearray(4)
    tg.relayout(b"abcd", "{0}", out=room)
    refused("array.size", tg.relayout, b"abc", "{0}", out=room)
    refused("array.read_only", tg.relayout, b"abcd", "{0}", out=memoryview(room).toreadonly())
    gc.collect()
    room.append(1)  # a BufferError while the buffer is held


def test_an_error_in_the_type_lets_go_of_the_array():
    room = array.array("u", "abc")
    refused("array.type", tg.relayout, room, "{0}")
    gc.collect()
    room.append("d")


def test_huge_extents_in_a_text_are_refused():
    for to in (
        "u8[1000000000000,1000000000000]{1,0}",
        "u8[2,3]{1,0:T(1000000000000,1000000000000)}",
        "u8[9000000000000000000]{0}",
        "(1000000000000000000,1000000000000000000):(1,1)",
    ):
        with pytest.raises(tg.Error):
            tg.relayout(b"abcdef", to, layout="u8[2,3]{1,0}", out=bytearray(6))
        with pytest.raises(tg.Error):
            tg.verify(b"abcdef", b"abcdef", layout=to)
    refused(
        "array.size",
        tg.relayout,
        b"abcdef",
        "u8[2,3]{1,0:T(1000000000,1000000000)}",
        layout="u8[2,3]{1,0}",
        out=bytearray(6),
    )


# --- against NumPy ---


VIEWS = {
    "as it is": lambda np, a: a,
    "transposed": lambda np, a: a.T,
    "with swapped axes": lambda np, a: a.swapaxes(0, 1),
    "backwards": lambda np, a: a[::-1, :, ::-1],
    "in steps": lambda np, a: a[::2, 1::3],
    "in steps backwards": lambda np, a: a[:, ::-2, 1:],
    "a corner": lambda np, a: a[1:3, 2:5, :1],
    "broadcast": lambda np, a: np.broadcast_to(a[:, :1, :], a.shape),
    "broadcast from one": lambda np, a: np.broadcast_to(a[0, 0, 0], (3, 2, 4)),
    "with new axes": lambda np, a: a[:, None, :, 2, None],
    "a diagonal": lambda np, a: np.diagonal(a, axis1=0, axis2=1),
    "overlapping windows": lambda np, a: np.lib.stride_tricks.sliding_window_view(a[0, 0], 2),
    "of no axes": lambda np, a: a[2, 3, 1, ...],
    "of extent 0": lambda np, a: a[:0],
    "of extents 1": lambda np, a: a[:1, :1],
    "a field of records": lambda np, a: a.view([("x", "i4"), ("y", "i4")])["y"],
}


@pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS.keys())
def test_every_view_moves_into_every_order_of_dimensions(np, view):
    a = view(np, counted(np, (4, 6, 6)))
    for order in itertools.permutations(range(a.ndim)):
        found = tg.relayout(a, order_text(order) if a.ndim else "{}")
        expect_same_array(np, found, a)
        expected = np.ascontiguousarray(a.transpose(order[::-1]))
        if a.size:
            assert bits_of(in_memory(np, found)) == bits_of(expected)
        assert found.transpose(order[::-1]).flags.c_contiguous or a.size == 0
        assert not a.size or not np.shares_memory(found, a)
        assert tg.verify(found, a)


def test_rank_8_is_as_any(np):
    a = counted(np, (2, 1, 3, 2, 1, 2, 3, 2))[:, :, ::-1].transpose(7, 3, 0, 1, 6, 5, 4, 2)
    order = (3, 0, 7, 1, 5, 2, 6, 4)
    found = tg.relayout(a, order_text(order))
    expect_same_array(np, found, a)
    assert bits_of(found.transpose(order[::-1])) == bits_of(in_memory(np, found))


def test_one_element_is_an_array_of_no_axes(np):
    for source in (np.array(3, "f4"), np.float32(3)):
        found = tg.relayout(source, "f32[]")
        assert (found.shape, found.dtype, float(found)) == ((), np.dtype("f4"), 3.0)


RANDOM = range(40)


@pytest.mark.parametrize("case", RANDOM)
def test_a_random_view_moves_into_a_random_tiling_and_back(np, case):
    rng = random.Random(case)
    rank = rng.randrange(1, 5)
    a = counted(
        np, [rng.randrange(1, 8) for _ in range(rank)], rng.choice(["u1", "i2", "f4", "f8", "c16"])
    )
    a = a.transpose(rng.sample(range(rank), rank))[
        tuple(slice(None, None, rng.choice([1, 1, -1, 2])) for _ in range(rank))
    ]
    order = rng.sample(range(rank), rank)
    tiles = "".join(
        "(" + ",".join(str(rng.randrange(1, 5)) for _ in range(rng.randrange(1, rank + 1))) + ")"
        for _ in range(rng.randrange(3))
    )
    text = order_text(order)[:-1] + (f":T{tiles}" if tiles else "") + "}"
    layout = tg.layout(text, shape=a.shape, dtype=a.dtype)

    found = tg.relayout(a, text)
    assert bits_of(in_memory(np, found)) == bits_of(by_definition(np, a, layout))
    assert found.size == layout.codomain_size
    if tiles and found.shape != a.shape:
        assert found.shape == layout.physical_shape
    assert tg.verify(found, a, layout=layout) and tg.verify(a, found, against_layout=text)
    back = tg.relayout(found, order_text(range(rank)[::-1]), layout=layout)
    expect_same_array(np, back, np.ascontiguousarray(a))

    kept = np.full(layout.codomain_size, 7, a.dtype)
    tg.relayout(a, text, out=kept, zero_fill=False)
    assert bits_of(kept) == bits_of(by_definition(np, a, layout, padding=7))


TARGETS = [
    "(6,8):(1,6)",
    "(6,8):(16,2)",
    "((2,3),(4,2)):((1,8),(2,24))",
    "(6,(2,4)):(8,(4,1))",
    "Sw<2,0,3> o 0 o (6,8):(8,1)",
    "s32[6,8]{1,0:T(4,4)}",
    "s32[6,8]{0,1:T(4,4)(2,1)}",
    "shape=(6,8) strides=(1,6) elements",
    "memref<6x8xi32, affine_map<(d0, d1) -> (d1 floordiv 4, d0, d1 mod 4)>>",
    "(6,8):(-1,6)",
]


@pytest.mark.parametrize("text", TARGETS)
def test_a_target_of_any_notation_has_each_element_at_its_offset(np, text):
    a, layout = counted(np, (6, 8)), tg.layout(text)
    if min(layout.offsets().flat) < 0:
        with pytest.raises(tg.Error):
            tg.relayout(a, text)
        return
    for to in (text, layout):
        found = tg.relayout(a, to)
        assert bits_of(in_memory(np, found)) == bits_of(by_definition(np, a, layout))
    assert tg.verify(found, a, layout=None if found.shape == a.shape else layout)


@pytest.mark.parametrize("tag", ["ab", "ba", "aB4b", "AB2a4b"])
def test_a_tag_takes_the_extents_of_the_array(np, tag):
    a = counted(np, (4, 8))
    layout = tg.layout(tag, shape=(4, 8), dtype="s32")
    assert bits_of(in_memory(np, tg.relayout(a, tag))) == bits_of(by_definition(np, a, layout))


def test_the_scales_of_block_matrices_in_the_order_of_cublas(np):
    scales = counted(np, (1024, 64), "u4")
    found = tg.relayout(scales, "((32,4,8),(4,16)):((16,4,8192),(1,512))")
    expected = scales.reshape(8, 4, 32, 16, 4).transpose(0, 3, 2, 1, 4)
    assert bits_of(in_memory(np, found)) == bits_of(expected)


def test_a_target_with_strides_has_the_logical_shape_and_others_the_physical(np):
    a = counted(np, (3, 5), "f4")
    assert tg.relayout(a, "{0,1}").strides == (4, 12)
    assert tg.relayout(a, "{1,0:T(2,2)}").shape == (2, 3, 2, 2)
    assert tg.relayout(a, "f32[3,5]{0,1}").flags.f_contiguous


def test_a_target_may_not_repeat_places(np):
    error = refused("relayout.not_injective", tg.relayout, counted(np, (2, 3)), "(2,3):(0,1)")
    assert type(error) is tg.ImpossibleError and "(0,0) and (1,0)" in error.witness


def test_empty_arrays_stay_empty(np):
    for shape in ((0, 3), (3, 0), (0, 0)):
        for text in ("{0,1}", "{1,0:T(2,2)}"):
            found = tg.relayout(np.zeros(shape, "f4"), text)
            assert found.size == 0 and found.dtype == np.float32
        assert tg.verify(np.zeros(shape), np.zeros(shape))


# --- types ---


BUILT_IN = ["?", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8", "c8", "c16"]
ML = [
    "bfloat16",
    "int1",
    "int2",
    "int4",
    "uint1",
    "uint2",
    "uint4",
    "float4_e2m1fn",
    "float8_e3m4",
    "float8_e4m3",
    "float8_e4m3b11fnuz",
    "float8_e4m3fn",
    "float8_e4m3fnuz",
    "float8_e5m2",
    "float8_e5m2fnuz",
    "float8_e8m0fnu",
]


def expect_moved(np, a):
    expect_same_array(np, tg.relayout(a, "{0,1}"), a)
    tiled = tg.relayout(a[:, ::-1], "{1,0:T(2,4)}")
    assert tiled.dtype == a.dtype
    layout = tg.layout("{1,0:T(2,4)}", shape=a.shape, dtype=a.dtype)
    assert layout.dtype is not None
    expect_same_array(np, tg.relayout(tiled, "{1,0}", layout=layout), a[:, ::-1])
    assert tg.verify(tiled, a[:, ::-1], layout="{1,0:T(2,4)}")
    out = np.empty(a.shape, a.dtype, order="F")
    assert tg.relayout(a, "{0,1}", out=out) is out
    assert bits_of(out) == bits_of(a)


@pytest.mark.parametrize("dtype", BUILT_IN)
def test_every_type_of_numpy_keeps_its_bits(np, dtype):
    data = np.random.default_rng(1).integers(0, 256, 15 * np.dtype(dtype).itemsize, dtype="u1")
    if dtype == "?":
        data &= 1
    expect_moved(np, data.view(dtype).reshape(3, 5))


@pytest.mark.parametrize("name", ML)
def test_every_type_of_ml_dtypes_keeps_its_bits(np, name):
    ml_dtypes = pytest.importorskip("ml_dtypes")
    if not hasattr(ml_dtypes, name):
        pytest.skip(f"this ml_dtypes has no {name}")
    a = (np.arange(15) % 2).astype(getattr(ml_dtypes, name)).reshape(3, 5)
    expect_moved(np, a)
    read_only = a.copy()
    read_only.flags.writeable = False
    expect_same_array(np, tg.relayout(read_only, "{0,1}"), a)


@pytest.mark.parametrize("name", ["float6_e2m3fn", "float6_e3m2fn"])
def test_types_that_xla_lacks_move_between_other_notations(np, name):
    a = np.arange(6).astype(getattr(pytest.importorskip("ml_dtypes"), name)).reshape(2, 3)
    expect_same_array(np, tg.relayout(a, "(2,3):(1,2)"), a)


@pytest.mark.parametrize("dtype", ["i2", "u4", "f4", "f8", "c8"])
def test_elements_of_another_byte_order_keep_their_bits_and_their_dtype(np, dtype):
    a = counted(np, (3, 5), np.dtype(dtype).newbyteorder())
    expect_same_array(np, tg.relayout(a, "{0,1}"), a)


def test_a_memory_of_another_byte_order_is_not_taken_for_the_processors(np):
    swapped = memoryview(np.arange(6, dtype=">f4"))
    refused("array.type", tg.relayout, swapped, "{0}")


def test_two_byte_orders_are_not_mixed(np):
    swapped = np.arange(6, dtype=">f4").reshape(2, 3)
    with pytest.raises(tg.Error):
        tg.relayout(swapped, "{0,1}", out=np.empty((2, 3), "<f4"))
    with pytest.raises(tg.Error):
        tg.verify(swapped, swapped.astype("<f4"))


@pytest.mark.parametrize(
    "dtype", ["i4,f4", "O", "M8[s]", "m8[D]", "S4", "U2", "V0", "V3", "g", "G"]
)
def test_types_that_no_layout_has_are_refused(np, dtype):
    a = np.zeros(3, dtype)
    for call in (
        lambda: tg.relayout(a, "{0}"),
        lambda: tg.verify(a, a),
        lambda: tg.plan(a, "{0}"),
        lambda: tg.relayout(np.zeros(3), "{0}", out=a),
    ):
        assert refused("array.type", call).help


def test_a_layout_of_another_type_is_refused(np):
    a = counted(np, (2, 3), "f4")
    for text in ("s32[2,3]{0,1}", "bf16[2,3]{0,1}", "u16[2,3]{1,0}", "f64[2,3]{1,0}"):
        assert "f32" in refused("layout.type", tg.relayout, a, text).message
        refused("layout.type", tg.relayout, a, "{1,0}", layout=text)
        refused("layout.type", tg.verify, a, a, layout=text)
    expect_same_array(np, tg.relayout(a, "u32[2,3]{0,1}"), a)


def test_a_packed_layout_is_refused_for_elements_of_a_byte(np):
    int4 = pytest.importorskip("ml_dtypes").int4
    a = np.arange(6).astype(int4).reshape(2, 3)
    assert "E(4)" in refused("layout.packing", tg.relayout, a, "{1,0:E(4)}").help


def test_strides_between_elements_are_refused(np):
    records = np.zeros(3, [("a", "i4"), ("b", "f8")])
    refused("array.strides", tg.relayout, records["b"], "{0}")


def test_memory_may_be_unaligned(np):
    a = np.frombuffer(b"x" + np.arange(6, dtype="f8").tobytes(), "f8", offset=1).reshape(2, 3)
    assert not a.flags.aligned
    expect_same_array(np, tg.relayout(a, "{0,1}"), np.arange(6.0).reshape(2, 3))


# --- out ---


def test_out_of_the_logical_shape_has_the_strides_of_the_target(np):
    a = counted(np, (4, 4), "f4")
    refused("array.order", tg.relayout, a, "{0,1}", out=np.empty((4, 4), "f4"))
    transposed = np.empty((4, 4), "f4")
    assert (tg.relayout(a, "{0,1}", out=transposed.T) == a).all()
    assert (transposed == a.T).all()


def test_out_has_the_type_of_the_source_or_bytes(np):
    a = counted(np, (3, 5), "f4")
    for dtype, shape in (("i4", 15), ("f8", 7), ("?", 60)):
        with pytest.raises(tg.InvalidError):
            tg.relayout(a, "{0,1}", out=np.empty(shape, dtype))


def test_out_is_returned_and_is_memory_where_it_is_row_major(np):
    a = counted(np, (3, 5), "f4")
    layout = tg.layout("f32[3,5]{1,0:T(2,2)}")
    expected = bits_of(by_definition(np, a, layout))
    for out in (
        np.empty((2, 3, 2, 2), "f4"),
        np.empty(24, "f4"),
        np.empty(96, "u1"),
        np.empty((4, 6), "u4"),
    ):
        assert tg.relayout(a, layout, out=out) is out and bits_of(out) == expected
    room = bytearray(96)
    assert tg.relayout(a, layout, out=room) is room and room == expected


def test_out_may_have_the_strides_of_the_target(np):
    a = counted(np, (3, 5), "f4")
    out = np.empty((3, 5), "f4", order="F")
    assert tg.relayout(a, "{0,1}", out=out) is out
    expect_same_array(np, out, a)
    part = np.zeros((5, 8), "f4").T[:3]
    refused("array.gaps", tg.relayout, a, "{0,1}", out=part)


def test_out_in_a_third_order_is_refused(np):
    a = counted(np, (2, 3, 4), "f4")
    refused("array.order", tg.relayout, a, "{2,1,0}", out=np.empty((2, 3, 4), "f4", order="F"))
    refused("array.order", tg.relayout, a, "{0,2,1}", out=np.empty((2, 3, 4), "f4", order="F"))
    refused("array.order", tg.relayout, a, "{2,1,0:T(2,2)}", out=np.empty(32, "f4")[::-1])


@pytest.mark.parametrize("size", [0, 5, 7, 24])
def test_out_of_another_size_is_refused_and_left_alone(np, size):
    out = np.full(size, 9, "f4")
    refused("array.size", tg.relayout, counted(np, (2, 3), "f4"), "{0,1}", out=out)
    assert (out == 9).all()


def test_out_with_gaps_or_repeated_places_is_refused(np):
    a = counted(np, (2, 3), "f4")
    for out in (np.empty(12, "f4")[::2], np.empty((2, 6), "f4")[:, :3]):
        refused("array.gaps", tg.relayout, a, "{0,1}", out=out)
    for repeated in (
        np.lib.stride_tricks.as_strided(np.empty(6, "f4"), (2, 3), (0, 4)),
        np.lib.stride_tricks.as_strided(np.empty(6, "f4"), (2, 3), (4, 4)),
    ):
        with pytest.raises(tg.Error):
            tg.relayout(a, "{0,1}", out=repeated)


def test_out_that_is_read_only_is_refused(np):
    a = counted(np, (2, 3), "f4")
    out = np.zeros((2, 3), "f4")
    out.flags.writeable = False
    for target in (out, bytes(24), memoryview(bytearray(24)).toreadonly()):
        refused("array.read_only", tg.relayout, a, "{0,1}", out=target)
    assert not out.any()


def test_out_that_is_the_source_is_refused(np):
    a = counted(np, 12, "f4")
    for source, out in ((a, a), (a[:6], a[3:9]), (a[:6], a[5:11]), (a[::2], a[6:])):
        before = a.copy()
        error = refused("relayout.overlap", tg.relayout, source, "{0}", out=out)
        assert type(error) is tg.ImpossibleError and (a == before).all()
    tg.relayout(a[:6], "{0}", out=a[6:])
    assert (a[6:] == a[:6]).all()


# --- layout= ---


def test_layout_says_how_the_bytes_lie(np):
    a = counted(np, (4, 6), "i4")
    for text in (
        "s32[4,6]{0,1}",
        "s32[4,6]{1,0:T(2,2)}",
        "(4,(2,3)):(2,(1,8))",
        "s32[4,6]{0,1:T(3,3)}",
    ):
        stored = tg.relayout(a, text)
        flat = np.ascontiguousarray(in_memory(np, stored))
        for memory in (stored, flat, flat.view("u4"), flat.reshape(2, -1)):
            found = tg.relayout(memory, "{1,0}", layout=text)
            assert bits_of(found) == bits_of(a)


def test_layout_takes_the_whole_array(np):
    a = counted(np, 24, "f4")
    error = refused("layout.size", tg.relayout, a[:23], "{1,0}", layout="f32[3,5]{1,0:T(2,2)}")
    assert "24" in error.message and "23" in error.message
    refused(
        "array.gaps", tg.relayout, np.zeros(48, "f4")[::2], "{1,0}", layout="f32[3,5]{1,0:T(2,2)}"
    )


def test_a_physical_array_is_not_its_logical_one(np):
    stored = tg.relayout(counted(np, (3, 5), "f4"), "{1,0:T(2,2)}")
    assert "layout=" in refused("layout.extents", tg.relayout, stored, "f32[3,5]{1,0}").help
    assert "layout=" in refused("layout.extents", tg.verify, stored, counted(np, (3, 5), "f4")).help


def test_a_target_without_a_shape_has_that_of_the_source(np):
    stored = tg.relayout(counted(np, (3, 5), "f4"), "{1,0:T(2,2)}")
    assert tg.relayout(stored, "{0,1}", layout="f32[3,5]{1,0:T(2,2)}").shape == (3, 5)
    refused("xla.rank", tg.relayout, stored, "{0,1}")
