# SPDX-License-Identifier: Apache-2.0
"""Objects of other libraries, with offsets compared with the library's own answer.

One class of tests for each library; the tables of Gluon's classes make the file long.
"""

import itertools
import math
import os
import types

import pytest

import tileglot as tg

# JAX reads this when it first looks for devices: a sharded array needs two.
os.environ.setdefault("XLA_FLAGS", "--xla_force_host_platform_device_count=2")


def every(extents):
    return itertools.product(*(range(n) for n in extents))


def offsets_in_memory(array):
    """Of a NumPy array: where each element is, in elements from the first one."""
    origin = array.__array_interface__["data"][0]
    steps = [stride // array.itemsize for stride in array.strides]
    for at in every(array.shape):
        if array.size:  # an address that NumPy itself computes
            one = array[(*(slice(i, i + 1) for i in at), ...)]
            here = one.__array_interface__["data"][0]
            assert here - origin == array.itemsize * sum(map(lambda i, s: i * s, at, steps))
        yield at, sum(i * step for i, step in zip(at, steps, strict=True))


def expect_memory(layout, array):
    """The law of arrays: offsets are the distances in memory."""
    assert layout.extents == array.shape
    for at, offset in offsets_in_memory(array):
        assert layout(*at) == offset, at


def stand_in(module, name, **members):
    """An object of a class with that name, where the library itself is too large or absent."""
    return type(name, (), {"__module__": module, **members})()


class TestNumpy:
    @pytest.fixture
    def np(self):
        return pytest.importorskip("numpy")

    VIEWS = {
        "as it is": lambda a: a,
        "transposed": lambda a: a.T,
        "backwards": lambda a: a[::-1, ::2],
        "with a new axis": lambda a: a[:, None, 1],
        "of no axes": lambda a: a[2, 3, ...],
        "empty": lambda a: a[:0],
    }

    @pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS)
    def test_offsets_are_distances_in_memory(self, np, view):
        array = view(np.zeros((4, 6), "f4"))
        layout = tg.layout(array)
        expect_memory(layout, array)
        assert (layout.dtype, layout.notation) == ("f32", "numpy")

    def test_broadcast_elements_are_one_element(self, np):
        layout = tg.layout(np.broadcast_to(np.zeros(3, "f8"), (4, 3)))
        assert [layout(i, 2) for i in range(4)] == [2, 2, 2, 2]

    @pytest.mark.parametrize(
        "name,ours", [("?", "pred"), ("i1", "s8"), ("u2", "u16"), ("f2", "f16"), ("c8", "c64")]
    )
    def test_types_are_known_by_name(self, np, name, ours):
        assert tg.layout(np.zeros((2, 3), name)).dtype == ours

    @pytest.mark.parametrize(
        "name,ours",
        [("bfloat16", "bf16"), ("float8_e4m3fn", "f8e4m3fn"), ("int4", "s4"), ("uint2", "u2")],
    )
    def test_ml_dtypes_keep_their_type(self, np, name, ours):
        ml_dtypes = pytest.importorskip("ml_dtypes")
        array = np.zeros((2, 3), getattr(ml_dtypes, name)).T
        assert tg.layout(array).dtype == ours
        expect_memory(tg.layout(array), array)

    def test_another_shape_is_refused(self, np):
        with pytest.raises(tg.InvalidError, match=r"has the shape \(2, 3\), not \(3, 2\)"):
            tg.layout(np.zeros((2, 3)), shape=(3, 2))

    def test_a_type_may_be_named_by_an_object(self, np):
        for dtype in (np.float32, np.dtype("f4"), "float32", "f32"):
            assert tg.layout("{0,1}", shape=(2, 3), dtype=dtype) == tg.layout("f32[2,3]{0,1}")


class TestTorch:
    @pytest.fixture
    def torch(self):
        return pytest.importorskip("torch")

    @pytest.mark.parametrize("view", [lambda t: t, lambda t: t.T, lambda t: t[::2, 1:]])
    def test_strides_count_elements(self, torch, view):
        tensor = view(torch.zeros((4, 6), dtype=torch.bfloat16))
        layout = tg.layout(tensor)
        assert (layout.dtype, layout.notation) == ("bf16", "torch")
        for at in every(tensor.shape):
            assert layout(*at) == sum(map(lambda i, s: i * s, at, tensor.stride()))

    def test_a_tensor_without_data_has_a_layout(self, torch):
        assert tg.layout(torch.zeros((2, 3), device="meta")).extents == (2, 3)

    def test_types_are_known_by_name(self, torch):
        assert tg.layout("{1,0}", shape=(2, 3), dtype=torch.float16).dtype == "f16"


def test_strides_of_a_stand_in_for_torch_count_elements():
    bfloat16 = stand_in("torch", "dtype", __str__=lambda _: "torch.bfloat16")
    tensor = stand_in("torch", "Tensor", shape=(2, 3), dtype=bfloat16, stride=lambda _: (1, 2))
    layout = tg.layout(tensor)
    assert (layout(1, 2), layout.dtype, layout.notation) == (5, "bf16", "torch")


class TestJax:
    @pytest.fixture
    def jax(self):
        return pytest.importorskip("jax")

    @pytest.fixture
    def formats(self, jax):
        return pytest.importorskip("jax.experimental.layout")

    @pytest.fixture
    def rows(self, jax):
        return jax.numpy.arange(15, dtype="float32").reshape(3, 5)

    @pytest.fixture
    def place(self, rows, formats):
        """The array in another format."""
        import jax

        def put(array, *layout):
            return jax.device_put(array, formats.Format(formats.Layout(*layout), rows.sharding))

        return put

    @pytest.mark.parametrize("order", [(0, 1), (1, 0)])
    @pytest.mark.parametrize("dtype", ["float32", "bfloat16", "float8_e4m3fn", "bool", "int4"])
    def test_offsets_are_distances_in_memory(self, rows, place, order, dtype):
        import numpy as np

        array = place(rows.astype(dtype), order)
        layout = tg.layout(array)
        expect_memory(layout, np.asarray(array))
        assert layout.notation == "xla"

    def test_tiles_that_are_not_in_memory_are_refused(self, rows, place):
        with pytest.raises(tg.InvalidError, match="where JAX writes rows") as raised:
            tg.layout(place(rows, (0, 1), ((2, 2),)))
        assert raised.value.code == "jax.tiled_on_cpu"

    def test_scalars_and_empty_arrays_have_layouts(self, jax):
        assert str(tg.layout(jax.numpy.float32(1))) == "f32[]"
        assert str(tg.layout(jax.numpy.zeros((0, 3)))) == "f32[0,3]{1,0}"

    def test_a_sharded_array_is_one_of_its_shards(self, jax):
        if len(jax.devices()) < 2:
            pytest.skip("JAX has one device")
        mesh = jax.sharding.Mesh(jax.devices()[:2], ("x",))
        spread = jax.device_put(
            jax.numpy.zeros((4, 6)),
            jax.sharding.NamedSharding(mesh, jax.sharding.PartitionSpec("x")),
        )
        with pytest.raises(tg.InvalidError, match="spread over 2 devices"):
            tg.layout(spread)
        assert tg.layout(spread.addressable_shards[1].data).extents == (2, 6)

    def test_another_shape_is_refused(self, rows):
        with pytest.raises(tg.InvalidError, match=r"not \(5, 3\)"):
            tg.layout(rows, shape=(5, 3))

    LAYOUTS = {
        ((1, 0),): "bf16[16,256]{0,1}",
        ((0, 1), ((8, 128), (2, 1))): "bf16[16,256]{1,0:T(8,128)(2,1)}",
        ((0, 1), ((None, 2),)): "bf16[16,256]{1,0:T(*,2)}",
    }

    @pytest.mark.parametrize("arguments,text", LAYOUTS.items())
    def test_a_layout_takes_a_shape_and_a_type(self, jax, formats, rows, arguments, text):
        theirs = formats.Layout(*arguments)
        asked = {"shape": (16, 256), "dtype": jax.numpy.bfloat16}
        for each in (theirs, formats.Format(theirs, rows.sharding)):
            assert tg.layout(each, **asked) == tg.layout(text)

    def test_a_layout_may_pack_its_elements(self, formats):
        packed = formats.Layout((1, 0), ((2, 2),), 4)
        ours = tg.layout(packed, shape=(3, 5), dtype="int4")
        assert ours == tg.layout("s4[3,5]{0,1:T(2,2)E(4)}")

    def test_a_layout_alone_is_refused(self, formats):
        with pytest.raises(tg.InvalidError) as raised:
            tg.layout(formats.Layout((1, 0)))
        assert raised.value.code == "xla.shape_missing"

    def test_a_struct_has_its_shape_and_type(self, jax, formats, rows):
        layout = formats.Layout((0, 1), ((8, 128), (2, 1)))
        theirs = jax.ShapeDtypeStruct(
            (16, 256), jax.numpy.bfloat16, sharding=formats.Format(layout, rows.sharding)
        )
        assert tg.layout(theirs)(3, 130) == 1285

    def test_a_compiled_function_has_chosen(self, jax, formats):
        auto = formats.Format(formats.Layout.AUTO)
        argument = jax.ShapeDtypeStruct((3, 5), jax.numpy.bfloat16)
        transpose = jax.jit(lambda x: x.T, in_shardings=auto, out_shardings=auto)
        compiled = transpose.lower(argument).compile()
        (theirs,) = compiled.input_formats[0]
        ours = tg.layout(theirs, shape=(3, 5), dtype=argument.dtype)
        assert ours.major_to_minor == theirs.layout.major_to_minor

    def test_what_is_not_chosen_is_refused(self, jax, formats):
        struct = jax.ShapeDtypeStruct((3, 5), jax.numpy.bfloat16)
        auto = formats.Layout.AUTO
        for theirs in (struct, auto, formats.Format(auto), formats.Format()):
            with pytest.raises(tg.InvalidError, match="leaves the layout to the compiler"):
                tg.layout(theirs, shape=(3, 5), dtype="bf16")


class TestJaxlib:
    @pytest.fixture
    def xla_client(self):
        return pytest.importorskip("jaxlib.xla_client")

    @pytest.mark.parametrize(
        "text", ["f32[3,5]{0,1}", "bf16[16,256]{1,0:T(8,128)(2,1)}", "s4[8,16]{1,0:E(4)}", "pred[]"]
    )
    def test_a_shape_is_its_bytes(self, xla_client, text):
        theirs = xla_client.Shape(text)
        assert tg.layout(theirs) == tg.layout(text)
        assert tg.layout(theirs).to_wire("shape") == theirs.to_serialized_proto()

    def test_a_layout_takes_a_shape_and_a_type(self, xla_client):
        theirs = xla_client.Shape("bf16[16,256]{1,0:T(8,128)(2,1)}").layout()
        assert tg.layout(theirs, shape=(16, 256), dtype="bf16")(3, 130) == 1285

    def test_an_executable_tells_its_layouts(self):
        jax = pytest.importorskip("jax")
        lowered = jax.jit(lambda x: x.T).lower(jax.ShapeDtypeStruct((3, 5), "float32"))
        (theirs,) = lowered.compile().runtime_executable().get_output_layouts()
        assert type(theirs).__name__ == "PjRtLayout"
        ours = tg.layout(theirs, shape=(5, 3), dtype="float32")
        assert ours == tg.layout("f32[5,3]{1,0}")


class TestPycute:
    """Of the package nvidia-cutlass; the one called pycute is another."""

    @pytest.fixture
    def pycute(self):
        return pytest.importorskip("pycute")

    LAYOUTS = [((4, 2), (2, 1)), ((8, (4, 2)), (1, (8, 32))), (4, 2), ((2, 2), (0, 1))]

    @pytest.mark.parametrize("shape,stride", LAYOUTS)
    def test_offsets_are_its_own(self, pycute, shape, stride):
        theirs = pycute.Layout(shape, stride)
        ours = tg.layout(theirs)
        assert (ours.shape, ours.stride) == (shape, stride)
        for index in range(pycute.size(theirs)):
            assert ours(index) == theirs(index)

    def test_a_composed_layout_is_swizzled(self, pycute):
        swizzle, inner = pycute.Swizzle(2, 1, 3), pycute.Layout((8, 8), (8, 1))
        theirs = pycute.ComposedLayout(swizzle, 4, inner)
        ours = tg.layout(theirs)
        for at in every((8, 8)):
            assert ours(*at) == theirs(*at)

    def test_a_swizzle_takes_a_shape(self, pycute):
        theirs = pycute.Swizzle(2, 1, 3)
        ours = tg.layout(theirs, shape=(8, 8))
        assert [ours(i) for i in range(64)] == [theirs(i) for i in range(64)]
        with pytest.raises(tg.InvalidError, match="without a shape"):
            tg.layout(theirs)


class TestTensorLayouts:
    @pytest.fixture
    def tl(self):
        return pytest.importorskip("tensor_layouts")

    LAYOUTS = {
        "flat": lambda tl: tl.Layout((4, 2), (2, 1)),
        "nested": lambda tl: tl.Layout((4, (2, 3)), (2, (1, 8))),
        "swizzled": lambda tl: tl.compose(tl.Swizzle(3, 0, 3), tl.Layout((8, 8), (8, 1))),
        "with an offset": lambda tl: tl.ComposedLayout(
            tl.Swizzle(2, 1, 3), tl.Layout((4, 8), (8, 1)), offset=6
        ),
        "a layout last": lambda tl: tl.ComposedLayout(tl.Layout((4, 8), (8, 1)), tl.Layout(8, 4)),
    }

    @pytest.mark.parametrize("make", LAYOUTS.values(), ids=LAYOUTS)
    def test_offsets_are_its_own(self, tl, make):
        theirs = make(tl)
        ours = tg.layout(theirs)
        assert ours.size == tl.size(theirs)
        assert [ours(i) for i in range(ours.size)] == [theirs(i) for i in range(ours.size)]

    def test_a_swizzle_takes_a_shape(self, tl):
        theirs = tl.Swizzle(3, 0, 3)
        ours = tg.layout(theirs, shape=(64,))
        assert [ours(i) for i in range(64)] == [theirs(i) for i in range(64)]

    def test_more_than_two_functions_are_refused(self, tl):
        swizzled = tl.compose(tl.Swizzle(3, 0, 3), tl.Layout((8, 8), (8, 1)))
        with pytest.raises(tg.InvalidError) as raised:
            tg.layout(tl.compose(tl.Swizzle(2, 0, 3), swizzled))
        assert raised.value.code == "cute.unsupported"


class TestCuteDsl:
    """Stand-ins: its layouts exist only while a function is traced."""

    def dsl(self, name, text, **members):
        return stand_in("cutlass.cute.core", name, __str__=lambda _: text, **members)

    def test_a_layout_is_its_text(self):
        assert tg.layout(self.dsl("_Layout", "(4,2):(2,1)")) == tg.layout("(4,2):(2,1)")

    def test_a_composed_layout_is_its_text(self):
        text = "S<3,4,3> o 0 o (8,64):(64,1)"
        assert tg.layout(self.dsl("_ComposedLayout", text)) == tg.layout(text)

    def test_a_tensor_has_a_layout(self):
        layout = self.dsl("_Layout", "(4,2):(2,1)")
        assert tg.layout(self.dsl("_Tensor", "tensor", layout=layout)).extents == (4, 2)

    def test_what_is_known_at_run_time_only_is_refused(self):
        with pytest.raises(tg.InvalidError, match="only when the kernel runs"):
            tg.layout(self.dsl("_Layout", "(?,2):(2,1)"))


class TestTritonLinearLayout:
    LAYOUTS = [
        ([("register", [[0, 1]]), ("lane", [[1, 0], [2, 0]])], [4, 2], True),
        ([("register", []), ("lane", [[1, 0], [1, 2]])], [4, 4], False),
    ]

    @pytest.mark.parametrize("bases,sizes,surjective", LAYOUTS)
    def test_outputs_are_its_own(self, bases, sizes, surjective):
        triton = pytest.importorskip("triton._C.libtriton")
        theirs = triton.linear_layout.LinearLayout.from_bases(
            bases, ["dim0", "dim1"], sizes, surjective
        )
        ours = tg.layout(theirs)
        assert ours.outs == dict(theirs.out_dims)
        assert list(ours.bases) == [name for name, _ in theirs.bases]
        for register, lane in every(1 << len(vectors) for _, vectors in bases):
            at = {"register": register, "lane": lane}
            assert ours.apply(**at) == theirs.apply(at)


# Of each class: its object, made of Gluon's names, and the tensor's shape.
MMA = {
    "blocked": lambda g: g.BlockedLayout([1, 4], [8, 4], [4, 1], [1, 0]),
    "ampere": lambda g: g.NVMMADistributedLayout([2, 0], [2, 2], [16, 8]),
    "hopper": lambda g: g.NVMMADistributedLayout([3, 0], [4, 1], [16, 64, 16]),
    "cdna3": lambda g: g.AMDMFMALayout(3, [32, 32, 8], True, [2, 2]),
    "gfx1250": lambda g: g.AMDWMMALayout(3, False, [[1, 0], [0, 1]], [], [16, 16, 32]),
}
DISTRIBUTED = {
    "BlockedLayout": (MMA["blocked"], (32, 32)),
    "BlockedLayout of two blocks": (
        lambda g: g.BlockedLayout([1, 4], [8, 4], [4, 1], [1, 0], [[1, 0]]),
        (64, 32),
    ),
    "BlockedLayout of constexpr": (
        lambda g: g.BlockedLayout(*map(g.constexpr, ([1, 4], [8, 4], [4, 1], [1, 0]))),
        (32, 32),
    ),
    "SliceLayout": (lambda g: g.SliceLayout(1, MMA["blocked"](g)), (32,)),
    "SliceLayout of a mma": (lambda g: g.SliceLayout(0, MMA["hopper"](g)), (128,)),
    "NVMMADistributedLayout 2": (MMA["ampere"], (32, 32)),
    "NVMMADistributedLayout 3": (MMA["hopper"], (64, 128)),
    "DotOperandLayout A": (lambda g: g.DotOperandLayout(0, MMA["ampere"](g), 2), (32, 32)),
    "DotOperandLayout B": (lambda g: g.DotOperandLayout(1, MMA["ampere"](g), 2), (32, 32)),
    "DotOperandLayout of FMA": (lambda g: g.DotOperandLayout(0, MMA["blocked"](g), 0), (32, 32)),
    "DotOperandLayout of AMD": (lambda g: g.DotOperandLayout(0, MMA["gfx1250"](g), 8), (64, 64)),
    "DistributedLinearLayout": (
        lambda g: g.DistributedLinearLayout(
            [[0, 1]], [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], [[8, 0]], [], [16, 8]
        ),
        (16, 8),
    ),
    "AMDMFMALayout": (MMA["cdna3"], (64, 64)),
    "AMDMFMALayout of f64": (
        lambda g: g.AMDMFMALayout(4, [16, 16, 32], False, [4, 1], 64, [1, 2]),
        (64, 64),
    ),
    "AMDWMMALayout 1": (lambda g: g.AMDWMMALayout(1, False, [[1, 0], [0, 1]]), (64, 64)),
    "AMDWMMALayout 2": (lambda g: g.AMDWMMALayout(2, True, [[1, 0], [0, 1]]), (64, 64)),
    "AMDWMMALayout 3": (
        lambda g: g.AMDWMMALayout(3, False, [[1, 0], [0, 1]], [[0, 2]], [16, 16, 32]),
        (64, 128),
    ),
    "AMDWMMALayout of rank 3": (
        lambda g: g.AMDWMMALayout(2, True, [[0, 1, 0], [0, 0, 1]], rank=3),
        (2, 32, 64),
    ),
}
SHARED = {
    "NVMMASharedLayout": (lambda g: g.NVMMASharedLayout(128, 16), (64, 64)),
    "NVMMASharedLayout transposed": (lambda g: g.NVMMASharedLayout(64, 16, 2, True), (64, 64)),
    "NVMMASharedLayout of f4": (lambda g: g.NVMMASharedLayout(128, 8, 2, False, True), (64, 64)),
    "NVMMASharedLayout of rank 3": (lambda g: g.NVMMASharedLayout(128, 16, 3), (2, 64, 64)),
    "NVMMASharedLayout of two blocks": (
        lambda g: g.NVMMASharedLayout(128, 16, 2, False, False, [[1, 0]]),
        (128, 64),
    ),
    "SwizzledSharedLayout": (lambda g: g.SwizzledSharedLayout(4, 2, 4, [1, 0]), (16, 32)),
    "SwizzledSharedLayout of two blocks": (
        lambda g: g.SwizzledSharedLayout(4, 2, 4, [0, 1], [[0, 1]]),
        (16, 32),
    ),
    "SharedLinearLayout": (
        lambda g: g.SharedLinearLayout([[0, 1], [0, 2], [1, 1], [2, 2]], [[4, 0]]),
        (8, 4),
    ),
}
PARTITIONED = {
    "PartitionedSharedLayout": (
        lambda g: g.PartitionedSharedLayout(2, 1, 0, g.SwizzledSharedLayout(4, 2, 4, [1, 0])),
        (32, 32),
    ),
}
TENSOR_MEMORY = {
    "TensorMemoryLayout": (lambda g: g.TensorMemoryLayout((128, 64), 1), (128, 64)),
    "TensorMemoryLayout unpacked": (lambda g: g.TensorMemoryLayout([64, 64], 2), (128, 128)),
    "TensorMemoryLayout of two CTAs": (
        lambda g: g.TensorMemoryLayout([128, 64], 1, [[1, 0]], True),
        (256, 64),
    ),
    "TensorMemoryScalesLayout": (lambda g: g.TensorMemoryScalesLayout(), (128, 4)),
}


def cases(*tables):
    return [
        pytest.param(*row, id=name.replace(" ", "-"))
        for table in tables
        for name, row in table.items()
    ]


@pytest.fixture(scope="module")
def gluon():
    """All of Gluon's names in one place."""
    language = pytest.importorskip("triton.experimental.gluon.language")
    from triton.experimental.gluon.language import amd
    from triton.experimental.gluon.language.amd import cdna5
    from triton.experimental.gluon.language.nvidia import blackwell

    return types.SimpleNamespace(**vars(blackwell) | vars(cdna5) | vars(amd) | vars(language))


@pytest.fixture(scope="module")
def converted(gluon):
    """Triton's own conversion, which needs a context but no kernel."""
    from triton._C.libtriton import gluon_ir, ir

    context = ir.context()  # the builder does not keep it
    ir.load_dialects(context)
    builder = gluon_ir.GluonOpBuilder(context)
    yield lambda layout, shape: builder.to_linear_layout(layout._to_ir(builder), list(shape))


class TestGluon:
    INPUTS = {
        "register": "reg_bases",
        "lane": "lane_bases",
        "warp": "warp_bases",
        "block": "block_bases",
        "offset": "offset_bases",
        "row": "rows",
        "col": "cols",
    }

    @pytest.mark.parametrize("make,shape", cases(DISTRIBUTED, SHARED, PARTITIONED, TENSOR_MEMORY))
    def test_bases_are_those_of_triton(self, gluon, converted, make, shape):
        ours = tg.layout(make(gluon), shape=shape)
        assert tuple(ours.outs.values()) == shape
        theirs = converted(make(gluon), shape)
        told = {name: getattr(theirs, field, None) for name, field in self.INPUTS.items()}
        told = {name: [tuple(v) for v in vs] for name, vs in told.items() if vs is not None}
        # Triton's answer has no partitions, and no blocks of tensor memory.
        assert told == {name: vs for name, vs in ours.bases.items() if name in told}
        assert ours.bases.keys() - told.keys() <= {"partition", "block"}

    @pytest.mark.parametrize("make,shape", cases(DISTRIBUTED))
    def test_views_are_those_of_triton(self, gluon, make, shape):
        ours = tg.layout(make(gluon), shape=shape)
        told = make(gluon).format_tensor_view(shape)
        text = tg.eval(f"linear.distributed_view({ours},false)")
        assert text.replace(" ", "").strip() == told.replace(" ", "").strip()

    def test_partitions_are_pieces_of_their_dimension(self, gluon):
        make, shape = PARTITIONED["PartitionedSharedLayout"]
        assert tg.layout(make(gluon), shape=shape).bases["partition"] == [(16, 0)]

    @pytest.mark.parametrize("pairs", [[[32, 4]], [[16, 2], [64, 8]]])
    def test_padding_is_counted(self, gluon, pairs):
        theirs = gluon.PaddedSharedLayout(
            pairs, [[0, 1], [0, 2], [0, 4], [0, 8], [2, 0], [4, 0], [1, 0]], [], [8, 16]
        )
        ours = tg.layout(theirs)
        assert tg.layout(theirs, shape=(8, 16), dtype="f16") == ours
        for position in range(math.prod(theirs.shape)):
            bits = [v for k, v in enumerate(theirs.offset_bases) if position >> k & 1]
            row, column = (sum(parts) for parts in zip((0, 0), *bits, strict=True))
            padding = sum(position // interval * padding for interval, padding in pairs)
            assert ours(row, column) == position + padding

    def test_types_are_known_by_name(self, gluon):
        for theirs, ours in [("float16", "f16"), ("bfloat16", "bf16"), ("float8e4nv", "f8e4m3fn")]:
            dtype = getattr(gluon, theirs)
            assert tg.layout("{1,0}", shape=(2, 3), dtype=dtype).dtype == ours

    @pytest.mark.parametrize("make", [MMA["blocked"], TENSOR_MEMORY["TensorMemoryLayout"][0]])
    def test_a_layout_without_a_shape_is_refused(self, gluon, make):
        with pytest.raises(tg.InvalidError, match="does not say which tensor it is for") as raised:
            tg.layout(make(gluon))
        assert raised.value.help == "give shape=, as in shape=(128, 64)"

    @pytest.mark.parametrize("name", ["AutoLayout", "CoalescedLayout"])
    def test_a_layout_that_is_not_chosen_is_refused(self, gluon, name):
        with pytest.raises(tg.InvalidError, match="leaves the layout to the compiler"):
            tg.layout(getattr(gluon, name)(), shape=(32, 32))

    def test_a_class_that_is_not_known_is_a_type_error(self, gluon):
        class Newer(gluon.SharedLayout if hasattr(gluon, "SharedLayout") else object):
            __module__ = "triton.experimental.gluon.language.newer"

        with pytest.raises(TypeError, match="Newer has no"):
            tg.layout(Newer(), shape=(32, 32))


@pytest.mark.parametrize("given", ["(4,2):(2,1)", tg.layout("(4,2):(2,1)")])
def test_the_protocol_is_a_method(given):
    class Mine:
        def __tileglot_layout__(self):
            return given

    assert tg.layout(Mine()) == tg.layout("(4,2):(2,1)")


def test_the_protocol_takes_a_shape_and_a_type():
    class Mine:
        def __tileglot_layout__(self):
            return "{0,1}"

    assert tg.layout(Mine(), shape=(2, 3), dtype="f32") == tg.layout("f32[2,3]{0,1}")


def test_a_class_of_the_same_name_is_not_known():
    with pytest.raises(TypeError, match="mine.Layout has no layout that is known here"):
        tg.layout(stand_in("mine", "Layout", shape=(4, 2), stride=(2, 1)))


@pytest.mark.parametrize("thing", [3.5, object(), None, b"f32[2]"])
def test_anything_else_is_a_type_error(thing):
    with pytest.raises(TypeError, match="has no layout that is known here"):
        tg.layout(thing)


def test_what_is_not_a_type_is_a_type_error():
    with pytest.raises(TypeError, match="is not an element type"):
        tg.layout("{1,0}", shape=(2, 3), dtype=3)
