#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fills the tables of operations in docs/reference from what `tileglot eval --list --json` tells.

The pages say which operations stand in which section and in what order: a row of a table begins
with the name of an operation. Signature, meaning, example and answer come from the program, so each
is written once, in the table that calls are checked against. Every operation has one row.

usage: tools/operation_pages.py PROGRAM            write the tables
       tools/operation_pages.py PROGRAM --check    exit 1 if one is not what the program tells now
"""

import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "docs/reference" / name
         for name in ("cute-operations.md", "linear-operations.md", "xla-operations.md")]
ROW = re.compile(r"^\| `([A-Za-z0-9_.]+)(?:\([^`]*)?` \|.*\|$", re.MULTILINE)


def operations_of(program):
    """{name: what the program tells of the operation}"""
    done = subprocess.run([program, "eval", "--list", "--json"], capture_output=True, text=True,
                          timeout=60, check=True)
    return {one["name"]: one for one in json.loads(done.stdout)["operations"]}


def cell(text):
    """In a table, a bar ends a cell even inside code."""
    return text.replace("|", "\\|")


def row_of(operation):
    example = f"`{cell(operation['example'])}`"
    if "answer" in operation:
        example += f" = `{cell(operation['answer'])}`"
    return f"| `{cell(operation['signature'])}` | {cell(operation['what'])} | {example} |"


def filled(text, operations, seen):
    def row(match):
        seen.append(match[1])
        return row_of(operations[match[1]]) if match[1] in operations else match[0]

    return ROW.sub(row, text)


def main():
    program, *rest = sys.argv[1:]
    operations = operations_of(program)
    seen, faults = [], []
    for page in PAGES:
        before = page.read_text(encoding="utf-8")
        after = filled(before, operations, seen)
        if rest == ["--check"] and after != before:
            faults.append(f"{page.relative_to(ROOT)}: not what the program tells; "
                          "run tools/operation_pages.py PROGRAM")
        if rest != ["--check"]:
            page.write_text(after, encoding="utf-8")
    faults += [f"{name} stands on no page" for name in operations if name not in seen]
    faults += [f"{name} stands on the pages twice" for name in sorted(set(seen)) if seen.count(name) > 1]
    faults += [f"{name} is not an operation" for name in seen if name not in operations]
    for fault in faults:
        print(fault)
    print(f"operation pages: {len(operations)} operations, {len(faults)} findings")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
