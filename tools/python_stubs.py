#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""python_stubs.py: the types of the Python extension, as type checkers read them.

usage: tools/python_stubs.py [--check] PACKAGE     the folder with the built tileglot/_tileglot

Writes python/tileglot/_tileglot.pyi; with --check it compares instead. Run it by a Python that has nanobind,
whose stubgen reads the extension's signatures and docstrings. The file is checked in, so builds
need not make it. Exit 0, or 1 where it differs.
"""

import difflib
import importlib
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STUB = ROOT / "python/tileglot/_tileglot.pyi"
PATTERNS = ROOT / "python/tileglot/_tileglot.pattern"
HEAD = "# SPDX-License-Identifier: Apache-2.0\n# Made by tools/python_stubs.py; the signatures are in tileglot/python.\n"


def made(package):
    """The text of the stub of the extension in a folder."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "stub.pyi"
        subprocess.run(
            [sys.executable, "-m", "nanobind.stubgen", "-q", "-m", "tileglot._tileglot", "-o", file, "-p", PATTERNS],
            check=True, env=os.environ | {"PYTHONPATH": str(package)})
        return HEAD + with_final(file.read_text(encoding="utf-8"), package)


def with_final(text, package):
    """Marks the classes that may not be subclassed, which stubgen leaves out."""
    sys.path.insert(0, str(package))
    extension = importlib.import_module("tileglot._tileglot")

    def marked(match):
        try:
            type("Derived", (getattr(extension, match[1]),), {})
        except TypeError:
            return f"@final\n{match[0]}"
        return match[0]

    return re.sub(r"^class (\w+)", marked, text, flags=re.MULTILINE)


def main():
    words = [word for word in sys.argv[1:] if word != "--check"]
    if len(words) != 1:
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        return 2
    text = made(words[0])
    if "--check" not in sys.argv:
        STUB.write_text(text, encoding="utf-8")
        return 0
    old = STUB.read_text(encoding="utf-8")
    sys.stdout.writelines(difflib.unified_diff(old.splitlines(True), text.splitlines(True), str(STUB), "made now"))
    return old != text


if __name__ == "__main__":
    sys.exit(main())
