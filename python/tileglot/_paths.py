# SPDX-License-Identifier: Apache-2.0
"""Paths of files that are read."""

from __future__ import annotations

import os
import stat

from tileglot._errors import refuse


def regular(name: str) -> str:
    """The path, unless it is a pipe, which may never be opened, or a device, which may not end."""
    try:
        mode = os.stat(name).st_mode
    except (OSError, ValueError):
        return name  # the extension says why
    if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
        refuse(
            "FileError",
            "io.not_regular",
            f"cannot read {name!r}: it is a device or a pipe, not a file",
            "name a regular file; the command line reads standard input",
        )
    return name


def module_path(path: str | os.PathLike[str]) -> str:
    """The path of a module; - is a file here, and standard input in the extension."""
    name = os.fsdecode(path)
    return regular("./-" if name == "-" else name)
