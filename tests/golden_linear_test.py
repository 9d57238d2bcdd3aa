#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs every recorded answer on linear layouts through `tileglot eval --jsonl`, by the checker beside them.

At least 99 % of all lines and 90 % of every operation must be right; what is not is explained in
docs/reference/triton-differences.md. Where the shared material is absent the test is skipped, loudly.

usage: tests/golden_linear_test.py PROGRAM
"""

import os
import subprocess
import sys
from pathlib import Path

SKIPPED = 77
ROOT = Path(__file__).resolve().parent.parent


def shared_folder():
    named = os.environ.get("TILEGLOT_SHARED")
    return Path(named) if named else ROOT.parent / "shared"


def main():
    golden = shared_folder() / "golden"
    lines = golden / "linear.jsonl"
    checker = golden / "check.py"
    if not lines.is_file() or not checker.is_file():
        print(f"SKIP: {lines} or its checker is not there; set TILEGLOT_SHARED", file=sys.stderr)
        return SKIPPED
    command = [sys.executable, checker, "--bin", sys.argv[1], "--min", "99", "--min-op", "90", lines]
    return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
