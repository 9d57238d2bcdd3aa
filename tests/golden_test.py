#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs every recorded answer of an original system through `tileglot eval`, by the checker beside them.

A share of all lines, and of each operation or kind, must be right; what is not is explained in
docs/reference/*-differences.md. Where the shared material is absent the test is skipped, loudly.

usage: tests/golden_test.py PROGRAM cute|linear|xla|hlo|hlo_run
"""

import os
import subprocess
import sys
from pathlib import Path

SKIPPED = 77
ROOT = Path(__file__).resolve().parent.parent
# The recorded lines, their checker and how much must be right, in percent.
RECORDED = {
    "cute": ("cute.jsonl", "check.py", ["--min", "99", "--min-op", "90"]),
    "linear": ("linear.jsonl", "check.py", ["--min", "99", "--min-op", "90"]),
    "hlo": ("xla_hlo.jsonl", "check_xla.py",
            ["--min", "98", "--min-group", "90",
             "--explained", ROOT / "docs/reference/xla-differences.md"]),
    "hlo_run": ("xla_run.jsonl", "check_xla.py", ["--min", "100"]),
    "xla": ("xla_parse.jsonl", "check_xla.py",
            ["--min", "98", "--min-group", "90",
             "--explained", ROOT / "docs/reference/xla-differences.md"]),
}


def shared_folder():
    named = os.environ.get("TILEGLOT_SHARED")
    return Path(named) if named else ROOT.parent / "shared"


def main():
    program, system = sys.argv[1:]
    golden = shared_folder() / "golden"
    lines, checker, shares = RECORDED[system]
    if not (golden / lines).is_file() or not (golden / checker).is_file():
        print(f"SKIP: {golden / lines} or its checker is not there; set TILEGLOT_SHARED", file=sys.stderr)
        return SKIPPED
    command = [sys.executable, golden / checker, "--bin", program, *shares, golden / lines]
    return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
