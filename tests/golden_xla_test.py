#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the recorded answers of XLA about shapes, layouts and shardings through `tileglot eval`.

At least 98 % of all lines and 90 % of every kind must be right, by the checker beside them; what is
not is explained in docs/reference/xla-differences.md. Where the shared material is absent the test is
skipped, loudly.

usage: tests/golden_xla_test.py PROGRAM
"""

import subprocess
import sys

from golden_cute_test import ROOT, SKIPPED, shared_folder


def main():
    golden = shared_folder() / "golden"
    lines = golden / "xla_parse.jsonl"
    checker = golden / "check_xla.py"
    if not lines.is_file() or not checker.is_file():
        print(f"SKIP: {lines} or its checker is not there; set TILEGLOT_SHARED", file=sys.stderr)
        return SKIPPED
    command = [sys.executable, checker, "--bin", sys.argv[1], "--min", "98", "--min-group", "90",
               "--explained", ROOT / "docs/reference/xla-differences.md", lines]
    return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
