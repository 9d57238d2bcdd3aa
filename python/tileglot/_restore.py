# SPDX-License-Identifier: Apache-2.0
"""What pickles of layouts call: texts are the contract, so pickles outlive versions."""

from __future__ import annotations

from tileglot._tileglot import E, Layout, ScaledBasis, layout


def restore(text: str, notation: str, shape: list[int] | None, dtype: str | None) -> Layout:
    """The layout of a text with what the text leaves out."""
    return layout(text, notation=notation, shape=shape, dtype=dtype)


def basis(value: int, mode: tuple[int, ...]) -> ScaledBasis:
    """So many steps along a mode."""
    return value * E(*mode)
