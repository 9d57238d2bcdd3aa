# SPDX-License-Identifier: Apache-2.0
"""Layouts as objects of other libraries, which are imported here and only here."""

from __future__ import annotations

from typing import Any

from tileglot import _tileglot as ext
from tileglot._errors import refuse


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


def to_gluon(layout: ext.Layout) -> Any:
    """Gluon's DistributedLinearLayout or SharedLinearLayout."""
    from triton.experimental.gluon import language as gl  # type: ignore[import-untyped,unused-ignore]

    linear: Any = (
        layout if isinstance(layout, ext.LinearLayout) else ext.layout(layout.text("triton"))
    )
    bases = {name: [list(v) for v in vectors] for name, vectors in linear.bases.items()}
    block = bases.get("block", [])
    if "offset" in bases:
        return gl.SharedLinearLayout(bases["offset"], block)
    if "register" not in bases:
        refuse(
            "ImpossibleError",
            "gluon.no_role",
            f"the inputs {', '.join(bases)} are not those of a tensor in registers or in memory",
            "inputs are register, lane, warp and block, or offset and block",
        )
    return gl.DistributedLinearLayout(
        bases["register"],
        bases.get("lane", []),
        bases.get("warp", []),
        block,
        list(linear.outs.values()),
    )
