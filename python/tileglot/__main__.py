# SPDX-License-Identifier: Apache-2.0
"""The command line: `tileglot`, or `python -m tileglot`."""

from __future__ import annotations

import os
import sys

from tileglot import _tileglot


def main() -> int:
    """Runs the program with the words of this process."""
    return _tileglot.run_program([os.fsencode(word) for word in ["tileglot", *sys.argv[1:]]])


if __name__ == "__main__":
    sys.exit(main())
