#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the recorded answers of XLA about shapes and layouts through `tileglot eval --jsonl`.

At least 98 % of all lines and 90 % of every kind must be right, by the checker beside them; what is
not is explained in docs/reference/xla-differences.md. Lines about shardings are left out: there are
no operations on shardings. Where the shared material is absent the test is skipped, loudly.

usage: tests/golden_xla_test.py PROGRAM
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from golden_cute_test import ROOT, SKIPPED, shared_folder

KINDS = {"shape", "pjrt_layout", "layout_proto", "array_shape", "layout_eq", "shape_eq"}


def main():
    golden = shared_folder() / "golden"
    lines = golden / "xla_parse.jsonl"
    checker = golden / "check_xla.py"
    if not lines.is_file() or not checker.is_file():
        print(f"SKIP: {lines} or its checker is not there; set TILEGLOT_SHARED", file=sys.stderr)
        return SKIPPED
    with tempfile.TemporaryDirectory() as folder:
        chosen = Path(folder) / "xla_parse.jsonl"
        with open(lines, encoding="utf-8") as all_lines:
            kept = [line for line in all_lines if json.loads(line)["kind"] in KINDS]
        chosen.write_text("".join(kept), encoding="utf-8")
        command = [sys.executable, checker, "--bin", sys.argv[1], "--min", "98", "--min-group", "90",
                   "--explained", ROOT / "docs/reference/xla-differences.md", chosen]
        return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
