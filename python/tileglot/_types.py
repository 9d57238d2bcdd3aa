# SPDX-License-Identifier: Apache-2.0
"""What signatures name: nested tuples, tilers, and CuTe's layouts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias, Union

if TYPE_CHECKING:
    from tileglot._tileglot import ComposedLayout, CuteLayout, ScaledBasis, Tile

IntTuple: TypeAlias = Union[int, None, "ScaledBasis", "tuple[IntTuple, ...]", "list[IntTuple]"]
"""An int, None (CuTe's `_`), a ScaledBasis, or a nested tuple of them."""

Cute: TypeAlias = Union["CuteLayout", "ComposedLayout", object]
"""A layout of CuTe, or any object that tileglot.layout reads as one."""

Tiler: TypeAlias = Union["CuteLayout", "Tile", int, None, "tuple[Tiler, ...]", "list[Tiler]"]
"""A layout, a Tile, an int, None, or a tuple of them by mode."""

Vectors: TypeAlias = Sequence[Sequence[int]]
Bases: TypeAlias = dict[str, Vectors] | Sequence[tuple[str, Vectors]]
"""The basis vectors of each input of a linear layout."""
