# SPDX-License-Identifier: Apache-2.0
"""Tensor memory layouts: read, compare, convert, and move data between any two."""

from __future__ import annotations

try:
    from tileglot import _tileglot
except ImportError as _error:
    _error.add_note(
        "tileglot's extension is missing or does not load: install the wheel, and import tileglot "
        "from outside of its sources; a message about GLIBCXX means that an older libstdc++ was "
        "loaded first"
    )
    raise

from tileglot._errors import (
    CoordinateError,
    Error,
    FileError,
    ImpossibleError,
    InternalError,
    InvalidError,
)
from tileglot._results import Comparison, Progress
from tileglot._tileglot import (
    ComposedLayout,
    CuteLayout,
    Layout,
    LinearLayout,
    MappedLayout,
    Plan,
    StridedLayout,
    XlaLayout,
    equal,
    eval,
    from_wire,
    layout,
    plan,
    relayout,
    verify,
)

__version__ = _tileglot.__version__

__all__ = [
    "Comparison",
    "ComposedLayout",
    "CoordinateError",
    "CuteLayout",
    "Error",
    "FileError",
    "ImpossibleError",
    "InternalError",
    "InvalidError",
    "Layout",
    "LinearLayout",
    "MappedLayout",
    "Plan",
    "Progress",
    "StridedLayout",
    "XlaLayout",
    "cute",
    "equal",
    "eval",
    "from_wire",
    "layout",
    "linear",
    "plan",
    "relayout",
    "verify",
]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tileglot import cute, linear


def __getattr__(name: str) -> object:
    """Submodules are loaded when they are first used."""
    if name in ("cute", "linear"):
        from importlib import import_module

        return import_module(f"tileglot.{name}")
    raise AttributeError(f"module 'tileglot' has no attribute {name!r}")
