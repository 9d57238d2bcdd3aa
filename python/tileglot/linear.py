# SPDX-License-Identifier: Apache-2.0
"""Triton's linear layouts, under the names of Triton's own class."""

from __future__ import annotations

from tileglot import _tileglot as _ext
from tileglot._tileglot import LinearLayout as LinearLayout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tileglot._types import Bases


def Layout(
    bases: Bases, outs: dict[str, int] | Sequence[str], require_surjective: bool = True
) -> LinearLayout:
    """The layout of basis vectors, as Triton's from_bases: {"lane": [[0, 1], [0, 2]]}.

    outs: the outputs with their sizes, or only their names; then each is as large as the vectors
    need, and every output must be reached.
    """
    listed = [[name, [list(v) for v in vectors]] for name, vectors in _pairs(bases)]
    if isinstance(outs, dict):
        sizes = [[name, size] for name, size in outs.items()]
        return _ext.call("linear.make", listed, sizes, require_surjective)  # type: ignore[no-any-return]
    return _ext.call("linear.make_infer", listed, list(outs))  # type: ignore[no-any-return]


def _pairs(bases: Bases) -> Sequence[tuple[str, Sequence[Sequence[int]]]]:
    return list(bases.items()) if isinstance(bases, dict) else bases


def identity_1d(size: int, in_dim: str, out_dim: str) -> LinearLayout:
    """The layout with L(x) = x."""
    return _ext.call("linear.identity_1d", size, in_dim, out_dim)  # type: ignore[no-any-return]


def strided_1d(size: int, stride: int, in_dim: str, out_dim: str) -> LinearLayout:
    """The layout with L(x) = stride * x."""
    return _ext.call("linear.strided_1d", size, stride, in_dim, out_dim)  # type: ignore[no-any-return]


def zeros_1d(size: int, in_dim: str, out_dim: str, out_size: int = 1) -> LinearLayout:
    """The layout with L(x) = 0."""
    return _ext.call("linear.zeros_1d", size, in_dim, out_dim, out_size)  # type: ignore[no-any-return]


def from_encoding(text: str, shape: Sequence[int]) -> LinearLayout:
    """The layout of an attribute such as #ttg.blocked<{..}> for a tensor of this shape."""
    return _ext.layout(text, shape=shape)  # type: ignore[return-value]
