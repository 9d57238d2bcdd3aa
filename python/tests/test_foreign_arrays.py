# SPDX-License-Identifier: Apache-2.0
"""Arrays of ml_dtypes, JAX, torch and whatever else speaks DLPack."""

import array
import ctypes

import pytest
from array_values import counted, expect_same_array, order_text, refused

import tileglot as tg


@pytest.fixture
def jnp():
    return pytest.importorskip("jax.numpy")


@pytest.mark.parametrize(
    "dtype",
    [
        "float32",
        "bfloat16",
        "float8_e4m3fn",
        "int4",
        "uint2",
        "float4_e2m1fn",
        "bool",
        "complex64",
        "int8",
    ],
)
def test_an_array_of_jax_becomes_one_of_numpy(np, jnp, dtype):
    x = (jnp.arange(6) % 2).reshape(2, 3).astype(dtype)
    found = tg.relayout(x, "{0,1}")
    expect_same_array(np, found, np.asarray(x))
    assert found.flags.f_contiguous and tg.verify(found, x)
    expect_same_array(np, tg.relayout(x.T, "{1,0}"), np.asarray(x.T))


def test_an_array_of_jax_is_never_written(np, jnp):
    x = jnp.arange(6.0).reshape(2, 3)
    refused("array.read_only", tg.relayout, np.zeros((2, 3), "f4"), "{0,1}", out=x)
    assert (np.asarray(x) == np.arange(6).reshape(2, 3)).all()


def test_a_deleted_array_of_jax_is_refused_by_jax(jnp):
    x = jnp.ones(3) + 0
    x.delete()
    with pytest.raises(RuntimeError, match="deleted"):
        tg.relayout(x, "{0}")


def test_a_plan_of_jax_arrays_moves_one_type(jnp):
    plan = tg.plan(jnp.ones(3, "float32"), "{0}")
    refused("array.form", plan, jnp.ones(3, "int32"))


@pytest.fixture
def torch():
    return pytest.importorskip("torch")


@pytest.mark.parametrize(
    "dtype", ["float32", "bfloat16", "float8_e4m3fn", "bool", "complex64", "uint8"]
)
def test_a_tensor_of_torch_becomes_one(torch, dtype):
    if not hasattr(torch, dtype):
        pytest.skip(f"this torch has no {dtype}")
    x = torch.arange(6).reshape(2, 3).to(getattr(torch, dtype))
    try:
        x.__dlpack__()
    except RuntimeError as refused:
        pytest.skip(f"this torch does not lend it: {refused}")
    found = tg.relayout(x, "{0,1}")
    assert isinstance(found, torch.Tensor) and found.dtype == x.dtype and found.stride() == (1, 2)
    assert tg.verify(found, x) and tg.relayout(x, "{1,0:T(2,2)}").shape == (1, 2, 2, 2)


def test_a_tensor_with_a_gradient_is_read_but_not_written(torch):
    x = torch.ones(2, 3, requires_grad=True)
    assert tg.verify(tg.relayout(x, "{0,1}"), x)
    refused("array.read_only", tg.relayout, torch.ones(2, 3), "{0,1}", out=x)


class DlpackTensor(ctypes.Structure):
    """DLManagedTensor, as DLPack defines it."""

    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("rank", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
        ("context", ctypes.c_void_p),
        ("deleter", ctypes.c_void_p),
    ]


class Foreign:
    """An array of 2 x 3 float32 that has DLPack only."""

    CPU, CUDA = 1, 2

    class dtype:
        name = "float32"

    def __init__(self, device, shape=(2, 3), strides=None, lanes=1):
        self.numbers = (ctypes.c_float * 6)(*range(6))
        self.shape = (ctypes.c_int64 * len(shape))(*shape)
        steps = None if strides is None else (ctypes.c_int64 * len(shape))(*strides)
        self.tensor = DlpackTensor(
            ctypes.addressof(self.numbers), device, 0, len(shape), 2, 32, lanes, self.shape, steps
        )

    def __dlpack__(self, **options):
        new = ctypes.pythonapi.PyCapsule_New
        new.restype, new.argtypes = (
            ctypes.py_object,
            [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p],
        )
        return new(ctypes.addressof(self.tensor), b"dltensor", None)

    def __dlpack_device__(self):
        return (self.tensor.device, 0)


def test_any_array_with_dlpack_is_read_and_written():
    out = bytearray(24)
    tg.relayout(Foreign(Foreign.CPU), "{0,1}", out=out)
    assert list(memoryview(out).cast("f")) == [0, 3, 1, 4, 2, 5]
    target = Foreign(Foreign.CPU, (6,))
    assert tg.relayout(array.array("f", [9] * 6), "{0}", out=target) is target
    assert list(target.numbers) == [9] * 6


def test_an_array_on_a_device_is_refused_with_what_to_write():
    there = Foreign(Foreign.CUDA)
    room = array.array("f", [1] * 6)
    for call in (
        lambda: tg.relayout(there, "{0,1}"),
        lambda: tg.relayout(room, "{0}", out=there),
        lambda: tg.verify(room, there),
        lambda: tg.plan(there, "{0,1}"),
    ):
        assert ".cpu()" in refused("array.device", call).help
    assert list(room) == [1] * 6 and list(there.numbers) == list(range(6))


@pytest.mark.parametrize(
    ("shape", "strides"),
    [
        ((2**40, 2**40), None),
        ((2**31, 2**31, 2), (0, 0, 0)),
        ((-1, 4), None),
        ((2**31, 4), (2**62, 2**62)),
    ],
)
def test_a_foreign_array_of_impossible_extents_is_refused(shape, strides):
    with pytest.raises(tg.Error):
        tg.relayout(
            Foreign(Foreign.CPU, shape, strides), order_text(range(len(shape))), out=bytearray(24)
        )


def test_elements_of_several_lanes_are_not_one_number():
    refused(
        "array.type", tg.relayout, Foreign(Foreign.CPU, (3,), lanes=2), "{0}", out=bytearray(12)
    )


def test_what_dlpack_raises_is_raised():
    class Broken(Foreign):
        def __dlpack__(self, **options):
            raise ZeroDivisionError("no capsule today")

    with pytest.raises(ZeroDivisionError):
        tg.relayout(Broken(Foreign.CPU), "{0,1}")


def test_a_capsule_that_is_none_is_refused():
    class Nonsense(Foreign):
        def __dlpack__(self, **options):
            return 5

    with pytest.raises((tg.Error, TypeError)):
        tg.relayout(Nonsense(Foreign.CPU), "{0,1}")


def test_an_array_that_was_relaid_is_not_taken_for_rows(np):
    tiled = tg.relayout(counted(np, (4, 4), "f4"), "{1,0:T(2,2)}")
    error = refused("xla.rank", tg.relayout, tiled, "{1,0}")
    assert "name its layout, with the logical shape, by layout=" in error.help


def test_an_empty_layout_is_not_the_arrays_own(np):
    a = counted(np, (2, 3), "f4")
    tg.relayout(a, "{0,1}")
    with pytest.raises(tg.Error):
        tg.relayout(a, "{0,1}", layout="")
