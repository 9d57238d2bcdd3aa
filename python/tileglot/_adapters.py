# SPDX-License-Identifier: Apache-2.0
"""Layouts of other libraries' objects, read without importing their libraries.

An object is known by the root package and the name of a class in its MRO: three libraries call
theirs `Layout`. Most are written as the text that Tileglot's parsers read anyway; what the object
lacks, a shape or an element type, the caller gives.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from tileglot import _tileglot as ext
from tileglot._errors import refuse

# An object of a library that is not imported, and what the caller knows about it.
Foreign: TypeAlias = Any
Shape: TypeAlias = Sequence[int] | None
Reader: TypeAlias = Callable[[Foreign, Shape, str | None], ext.Layout]

# Triton's names of the types that NumPy and XLA call otherwise.
_TRITON_TYPES = {
    "fp8e4b8": "f8e4m3fnuz",
    "fp8e4nv": "f8e4m3fn",
    "fp8e5": "f8e5m2",
    "fp8e5b16": "f8e5m2fnuz",
    "fp16": "f16",
    "fp32": "f32",
    "fp64": "f64",
    "int1": "pred",
}


def dtype_name(dtype: object) -> str:
    """The name of an element type of NumPy, ml_dtypes, JAX, Triton or torch."""
    for attribute in ("name", "__name__"):
        name = getattr(dtype, attribute, None)
        if isinstance(name, str):
            return _TRITON_TYPES.get(name, name)
    text = str(dtype)
    if text.startswith("torch."):
        return text.removeprefix("torch.")
    raise TypeError(f"{dtype!r} is not an element type")


def layout(x: object, shape: Shape, dtype: str | None) -> ext.Layout:
    """The layout of an object that is neither a text nor a Layout."""
    own = getattr(x, "__tileglot_layout__", None)
    if own is not None:
        return _read(own(), shape, dtype)
    for cls in type(x).__mro__:
        package = cls.__module__.partition(".")[0]
        reader = _READERS.get((package, cls.__name__))
        if reader is not None:
            return reader(x, shape, dtype)
    name = f"{type(x).__module__}.{type(x).__qualname__}"
    raise TypeError(
        f"{name} has no layout that is known here; give a text, or an object with "
        "__tileglot_layout__()"
    )


def _read(
    text: object, shape: Shape = None, dtype: str | None = None, notation: str | None = None
) -> ext.Layout:
    read: ext.Layout = ext.layout(text, shape=shape, dtype=dtype, notation=notation)
    return read


def _as_text(x: Foreign, shape: Shape, dtype: str | None) -> ext.Layout:
    return _read(str(x), shape, dtype)


# --- arrays ---------------------------------------------------------------------------------------


def _check_shape(x: Foreign, shape: Shape) -> None:
    if shape is not None and tuple(shape) != tuple(x.shape):
        refuse(
            "InvalidError",
            "layout.tensor",
            f"the array has the shape {tuple(x.shape)}, not {tuple(shape)}",
            "leave shape= out: an array has its own",
        )


def _strided(x: Foreign, strides: Sequence[int], notation: str, dtype: str) -> ext.Layout:
    unit = "bytes" if notation == "numpy" else "elements"
    text = f"shape={tuple(x.shape)} strides={tuple(strides)} {unit} dtype={dtype}"
    return _read(text, notation=notation)


def _numpy(x: Foreign, shape: Shape, dtype: str | None) -> ext.Layout:
    _check_shape(x, shape)
    return _strided(x, x.strides, "numpy", dtype or x.dtype.name)


def _torch(x: Foreign, shape: Shape, dtype: str | None) -> ext.Layout:
    _check_shape(x, shape)
    return _strided(x, x.stride(), "torch", dtype or dtype_name(x.dtype))


# --- JAX and jaxlib -------------------------------------------------------------------------------


def _jax_array(x: Foreign, shape: Shape, dtype: str | None) -> ext.Layout:
    """The buffer's layout, whose order JAX keeps on every device, but tiles only off the CPU."""
    _check_shape(x, shape)
    held = x.format.layout
    if held is not None and held.tiling and {d.platform for d in x.devices()} == {"cpu"}:
        refuse(
            "InvalidError",
            "jax.tiled_on_cpu",
            f"the array is on the CPU, where JAX writes rows, although its format has {held}",
            "give an array without tiles, or its format with shape= and dtype=",
        )
    return _jax_struct(x, shape, dtype)


def _jax_struct(x: Foreign, shape: Shape, dtype: str | None) -> ext.Layout:
    _check_shape(x, shape)
    if x.sharding is not None and not x.sharding.is_fully_replicated:
        refuse(
            "InvalidError",
            "jax.sharded",
            f"the elements are spread over {len(x.sharding.device_set)} devices, and each has a "
            "layout of its own",
            "give one shard, as in array.addressable_shards[0].data",
        )
    return _jax_format(x.format, x.shape, dtype or x.dtype.name)


def _jax_format(x: Foreign, shape: Shape, dtype: str | None) -> ext.Layout:
    return _jax_auto(x, shape, dtype) if x.layout is None else layout(x.layout, shape, dtype)


def _jax_layout(x: Foreign, shape: Shape, dtype: str | None) -> ext.Layout:
    order = ",".join(str(d) for d in reversed(x.major_to_minor))
    tiles = ("(" + ",".join("*" if n is None else str(n) for n in t) + ")" for t in x.tiling or ())
    bits = x.sub_byte_element_size_in_bits
    rest = ("T" + "".join(tiles) if x.tiling else "") + (f"E({bits})" if bits else "")
    text = f"{{{order}:{rest}}}" if rest else f"{{{order}}}"
    return _read(text, shape, dtype, "xla")


def _jax_auto(x: Foreign, shape: Shape, dtype: str | None) -> ext.Layout:
    refuse(
        "InvalidError",
        "jax.no_layout",
        f"{x} leaves the layout to the compiler",
        "give the format of an array, or of a compiled function's arguments or results",
    )


# --- CuTe in Python -------------------------------------------------------------------------------


def _swizzle(x: Foreign, shape: Shape, dtype: str | None) -> ext.Layout:
    """A swizzle of the offsets of a shape, the first mode fastest."""
    if shape is None:
        refuse(
            "InvalidError",
            "cute.shape_missing",
            f"{x} is a swizzle of offsets, without a shape",
            "give shape=, or the layout that it is composed with",
        )
    return ext.ComposedLayout(_cute_part(x), 0, ext.CuteLayout(tuple(shape)))


def _tensor_layouts_composed(x: Foreign, shape: Shape, dtype: str | None) -> ext.Layout:
    """Its `outer` is what is applied last, as CuTe's layout_a."""
    return ext.ComposedLayout(_cute_part(x.outer), x.offset, _cute_part(x.inner))


def _cute_part(x: Foreign) -> ext.Swizzle | ext.CuteLayout:
    if type(x).__name__ == "Swizzle":
        return ext.Swizzle(x.bits, x.base, x.shift)
    part = layout(x, None, None)
    if not isinstance(part, ext.CuteLayout):
        refuse(
            "InvalidError",
            "cute.unsupported",
            f"{x} is itself composed: more than two functions, one after the other",
            "compose the two that are layouts first",
        )
    return part


def _cutlass(x: Foreign, shape: Shape, dtype: str | None) -> ext.Layout:
    text = str(x)
    if "?" in text:
        refuse(
            "InvalidError",
            "cute.unsupported",
            f"{text} has integers that are known only when the kernel runs",
            "give static ones, as in cute.make_layout((4, 8))",
        )
    return _read(text, shape, dtype, "cute")


def _cutlass_tensor(x: Foreign, shape: Shape, dtype: str | None) -> ext.Layout:
    return layout(x.layout, shape, dtype)


# --- Triton ---------------------------------------------------------------------------------------


def _triton_linear(x: Foreign, shape: Shape, dtype: str | None) -> ext.Layout:
    ins = ", ".join(f"{name}: {[list(v) for v in vectors]}" for name, vectors in x.bases)
    outs = ", ".join(f"{name}: {size}" for name, size in x.out_dims)
    mark = "" if x.is_surjective() else ", surjective: false"
    return _read(f"{{{ins}}} -> {{{outs}}}{mark}", notation="linear")


def _gluon(x: Foreign, shape: Shape, dtype: str | None) -> ext.Layout:
    from tileglot import _gluon

    extents = _gluon.plain(getattr(x, "shape", None)) if shape is None else shape
    if extents is None:
        refuse(
            "InvalidError",
            "triton.shape_missing",
            f"{type(x).__name__} does not say which tensor it is for",
            "give shape=, as in shape=(128, 64)",
        )
    return _read(_gluon.encoding(x), extents, dtype or _gluon.element_type(x))


def _gluon_auto(x: Foreign, shape: Shape, dtype: str | None) -> ext.Layout:
    refuse(
        "InvalidError",
        "triton.no_layout",
        f"{type(x).__name__} leaves the layout to the compiler",
        "give the layout that it has chosen, from the compiled kernel",
    )


_READERS: dict[tuple[str, str], Reader] = {
    ("cutlass", "_ComposedLayout"): _cutlass,
    ("cutlass", "_Layout"): _cutlass,
    ("cutlass", "_Tensor"): _cutlass_tensor,
    ("jax", "AutoLayout"): _jax_auto,
    ("jax", "AutoLayoutSingleton"): _jax_auto,
    ("jax", "Format"): _jax_format,
    ("jax", "Layout"): _jax_layout,
    ("jax", "ShapeDtypeStruct"): _jax_struct,
    ("jaxlib", "ArrayImpl"): _jax_array,
    ("jaxlib", "Layout"): _as_text,
    ("jaxlib", "PjRtLayout"): _as_text,
    ("jaxlib", "Shape"): _as_text,
    ("numpy", "ndarray"): _numpy,
    ("pycute", "ComposedLayout"): _as_text,
    ("pycute", "Layout"): _as_text,
    ("pycute", "Swizzle"): _swizzle,
    ("tensor_layouts", "ComposedLayout"): _tensor_layouts_composed,
    ("tensor_layouts", "Layout"): _as_text,
    ("tensor_layouts", "Swizzle"): _swizzle,
    ("torch", "Tensor"): _torch,
    ("triton", "AutoLayout"): _gluon_auto,
    ("triton", "CoalescedLayout"): _gluon_auto,
    ("triton", "DistributedLayout"): _gluon,
    ("triton", "LinearLayout"): _triton_linear,
    ("triton", "SharedLayout"): _gluon,
    ("triton", "TensorMemoryLayout"): _gluon,
    ("triton", "TensorMemoryScalesLayout"): _gluon,
}
