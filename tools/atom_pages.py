#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fills docs/reference/atoms.md: the instructions of each family, as the program lists them.

The page has a heading for each architecture and, under it, a marker `<!-- mma_atoms 90 -->` or
`<!-- copy_atoms 90 -->`; the table after a marker is what the program tells of instructions that
carry that number in their name.

usage: tools/atom_pages.py PROGRAM            write the tables
       tools/atom_pages.py PROGRAM --check    exit 1 if one is not what the program tells now
"""

import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/reference/atoms.md"
TABLE = re.compile(r"<!-- (mma_atoms|copy_atoms) (\d+) -->\n(?:\|.*\n)*")
# The newest target that still has what is named after an architecture.
TARGETS = {0: "sm_50", 50: "sm_50", 61: "sm_61", 70: "sm_70", 75: "sm_75", 80: "sm_80", 89: "sm_89",
           90: "sm_90", 100: "sm_100", 103: "sm_103", 120: "sm_120"}


def asked(program, call):
    request = json.dumps({"op": call[0], "args": call[1:]}) + "\n"
    done = subprocess.run([program, "eval", "--jsonl"], input=request, capture_output=True, text=True,
                          timeout=60, check=True)
    answer = json.loads(done.stdout)
    if not answer["ok"]:
        sys.exit(f"{call}: {answer['error']}")
    return answer["result"]["atoms"]


def n_of(row):
    n = row["n"]
    return f"{n['from']}..{n['to']} by {n['by']}" if isinstance(n, dict) else str(n[0])


def head_of(row):
    """The name with the letters of its types left out, so that rows that differ in them are one."""
    name = row["op"].split("<")[0]
    if not re.search(r"\d+x\d+x\d+", row["op"]):
        return row["op"]
    return re.sub(r"_([A-Z]+\d[A-Z0-9]*)(?=_|$)", r"_*", name, count=1) if "<" not in row["op"] else name + "<..>"


def mma_table(program, arch):
    rows = [row for row in asked(program, ["mma_atoms", TARGETS[arch]]) if row["arch"] == arch]
    merged = {}
    for row in rows:
        n = n_of(row)
        head = head_of(row)
        if isinstance(row["n"], dict):
            head = re.sub(r"(\d+)x\d+x(\d+)", r"\1xNx\2", head)
        key = (head, row["m"], n, row["k"], row["operands"])
        types = merged.setdefault(key, [])
        text = "{a}·{b}→{d}".format(**row["types"]).replace("<", "&lt;")
        if text not in types:
            types.append(text)
    yield "| name | M | N | K | A, B from | types |"
    yield "|---|---|---|---|---|---|"
    for (head, m, n, k, operands), types in merged.items():
        shown = ", ".join(types[:12]) + (f" and {len(types) - 12} more" if len(types) > 12 else "")
        yield f"| `{head}` | {m} | {n} | {k} | {operands} | {shown} |"


def copy_table(program, arch):
    rows = [row for row in asked(program, ["copy_atoms", TARGETS[arch]]) if row["arch"] == arch]
    yield "| name | parts | threads |"
    yield "|---|---|---|"
    for row in rows:
        yield f"| `{row['op']}` | {row['parts']} | {row['threads']} |"


def main():
    program, *rest = sys.argv[1:]
    before = PAGE.read_text(encoding="utf-8")

    def table(match):
        lines = (mma_table if match[1] == "mma_atoms" else copy_table)(program, int(match[2]))
        return f"<!-- {match[1]} {match[2]} -->\n" + "".join(line + "\n" for line in lines)

    after = TABLE.sub(table, before)
    if rest == ["--check"]:
        if after != before:
            print(f"{PAGE.relative_to(ROOT)}: not what the program tells; run tools/atom_pages.py PROGRAM")
        return int(after != before)
    PAGE.write_text(after, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
