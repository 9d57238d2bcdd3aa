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

# Where the names are that are loaded when they are first used.
_LATER = {
    "Picture": "_pictures",
    "Report": "_reports",
    "check": "_reports",
    "Kernel": "_kernels",
    "inspect_kernel": "_kernels",
}

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
    "Kernel",
    "Layout",
    "LinearLayout",
    "MappedLayout",
    "Picture",
    "Plan",
    "Progress",
    "Report",
    "StridedLayout",
    "XlaLayout",
    "check",
    "cute",
    "equal",
    "eval",
    "files",
    "from_wire",
    "hlo",
    "inspect_kernel",
    "layout",
    "linear",
    "plan",
    "relayout",
    "verify",
]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tileglot import cute, files, hlo, linear
    from tileglot._kernels import Kernel, inspect_kernel
    from tileglot._pictures import Picture
    from tileglot._reports import Report, check


def __getattr__(name: str) -> object:
    """Submodules, and what they hold, are loaded when they are first used."""
    from importlib import import_module

    if name in ("cute", "files", "hlo", "linear"):
        return import_module(f"tileglot.{name}")
    if name in _LATER:
        found = getattr(import_module(f"tileglot.{_LATER[name]}"), name)
        globals()[name] = found
        return found
    raise AttributeError(f"module 'tileglot' has no attribute {name!r}")
