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
    """The name without what tells the types, so that rows that differ in them are one."""
    if "<" in row["op"]:
        return row["op"].split("<")[0] + "<..>"
    if not re.search(r"\d+x\d+x\d+", row["op"]):
        return row["op"]
    return re.sub(r"_([A-Z]+\d[A-Z0-9]*)(?=_|$)", r"_*", row["op"], count=1)


def types_text(triples):
    """a, b · c → d where every a meets every b, else pair by pair."""
    texts = []
    for d in dict.fromkeys(d for _, _, d in triples):
        pairs = [(a, b) for a, b, of in triples if of == d]
        firsts = list(dict.fromkeys(a for a, _ in pairs))
        seconds = list(dict.fromkeys(b for _, b in pairs))
        if len(pairs) > 1 and len(pairs) == len(firsts) * len(seconds):
            texts.append(f"{', '.join(firsts)} · {', '.join(seconds)} → {d}")
        else:
            texts += [f"{a} · {b} → {d}" for a, b in pairs]
    return "; ".join(texts).replace("<", "&lt;")


def mma_table(program, arch):
    rows = [row for row in asked(program, ["mma_atoms", TARGETS[arch]]) if row["arch"] == arch]
    merged = {}
    for row in rows:
        head = head_of(row)
        if isinstance(row["n"], dict):
            head = re.sub(r"(\d+)x\d+x(\d+)", r"\1xNx\2", head)
        key = (head, row["m"], n_of(row), row["k"], row["operands"])
        triple = tuple(row["types"][name] for name in ("a", "b", "d"))
        merged.setdefault(key, []).append(triple)
    yield "| name | M | N | K | A, B from | types |"
    yield "|---|---|---|---|---|---|"
    for (head, m, n, k, operands), triples in merged.items():
        yield f"| `{head}` | {m} | {n} | {k} | {operands} | {types_text(list(dict.fromkeys(triples)))} |"


def copy_table(program, arch):
    rows = [row for row in asked(program, ["copy_atoms", TARGETS[arch]]) if row["arch"] == arch]
    merged = {}
    for row in rows:
        # 16dp256b4x, 16dp256b8x, ..: one line for all repetitions.
        count = re.search(r"b(\d+)x(_16b)?$", row["op"])
        name = re.sub(r"b\d+x((_16b)?)$", r"bRx\1", row["op"])
        parts = re.sub(r" x\d+( |$)", r" xR\1", row["parts"]) if count else row["parts"]
        merged.setdefault((name, parts, row["threads"]), []).append(int(count[1]) if count else 0)
    yield "| name | parts | R | threads |"
    yield "|---|---|---|---|"
    for (name, parts, threads), counts in merged.items():
        repeats = ", ".join(map(str, counts)) if counts[0] else ""
        yield f"| `{name}` | {parts} | {repeats} | {threads} |"


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
