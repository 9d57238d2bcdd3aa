# SPDX-License-Identifier: Apache-2.0
"""New arrays of the library that an array is of."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any


def new(
    like: Any, type: str, shape: Sequence[int], strides: Sequence[int] | None, offset: int
) -> object:
    """An array without contents: torch's for a torch tensor, NumPy's for all others."""
    torch: Any = sys.modules.get("torch")
    tensor: Any = getattr(torch, "Tensor", None)
    if tensor is not None and isinstance(like, tensor):
        if strides is None:
            return torch.empty(tuple(shape), dtype=like.dtype)
        return torch.empty_strided(tuple(shape), tuple(strides), dtype=like.dtype)
    import numpy as np

    dtype = like.dtype if isinstance(like, np.ndarray) else _dtype(type)
    if strides is None:
        return np.empty(shape, dtype)
    size = 1
    for extent in shape:
        size *= extent
    room = np.empty(size, dtype)
    steps = [s * dtype.itemsize for s in strides]
    return np.ndarray(shape, dtype, room, offset * dtype.itemsize, steps)


def _dtype(name: str) -> Any:
    import numpy as np

    try:
        return np.dtype(name)
    except TypeError:
        import ml_dtypes

        return np.dtype(getattr(ml_dtypes, name))
