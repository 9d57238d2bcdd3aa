#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds the tables of docs/reference/optimal-layouts.md to what the program finds now.

Where the shared material is absent the test is skipped, loudly.

usage: tests/optimal_table_test.py PROGRAM
"""

import difflib
import os
import sys
from pathlib import Path

SKIPPED = 77
ROOT = Path(__file__).resolve().parent.parent
SHARED = Path(os.environ.get("TILEGLOT_SHARED") or ROOT.parent / "shared")
DOCUMENT = ROOT / "docs/reference/optimal-layouts.md"

sys.path.insert(0, str(ROOT / "tools"))
import optimal_table  # noqa: E402 pylint: disable=wrong-import-position


def main():
    if not (SHARED / "golden/xla_assign.jsonl").exists() or not (SHARED / "data/hlo").exists():
        print("SKIP: no recorded programs: set TILEGLOT_SHARED")
        sys.exit(SKIPPED)
    shown = DOCUMENT.read_text(encoding="utf-8")
    made = optimal_table.replaced(shown, optimal_table.tables(sys.argv[1], SHARED))
    different = list(difflib.unified_diff(shown.splitlines(), made.splitlines(), "shown", "made",
                                          lineterm="", n=0))
    print("\n".join(different) or "the tables are as they are made")
    sys.exit(bool(different))


if __name__ == "__main__":
    main()
