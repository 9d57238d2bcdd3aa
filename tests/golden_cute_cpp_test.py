#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares `tileglot eval --semantics cute-cpp --jsonl` with every recorded answer of C++ CuTe.

The text must be the recorded one, character for character, also where it breaks the operation's own
law; what C++ does not compile, or crashes on, must be refused. The exceptions are those below, which
docs/reference/cute-differences.md explains. Where the shared material is absent the test is skipped.

usage: tests/golden_cute_cpp_test.py PROGRAM
"""

import json
import subprocess
import sys

from golden_test import SKIPPED, shared_folder

SWIZZLED = "Sw<2,0,3> o _0 o (_8,_8):(_8,_1)"
EXCEPTIONS = {
    ("composition", SWIZZLED, "Sw<2,0,-3> o _0 o (_8,_8):(_8,_1)"),  # composed in composed
    ("left_inverse", "(_2,(_2,_3)):(_1,(_-1,_2))"),  # negative extents
    ("slice", "(_,1)", "Sw<2,2,3> o _0 o ((_8,_2,_4),_8):((_64,_32,_8),_1)"),  # known bits only
    ("slice", "(_,2)", "Sw<3,4,3> o _0 o (_8,_64):(_64,_1)"),  # a mark
    ("slice_and_offset", "(_,2)", "Sw<3,4,3> o _0 o (_8,_64):(_64,_1)"),  # a mark
}


def is_as_recorded(record, answer):
    if record.get("error"):
        return not answer["ok"]
    return answer["ok"] and answer["result"] == record["result"]


def main():
    golden = shared_folder() / "golden" / "cute.jsonl"
    if not golden.is_file():
        print(f"SKIP: {golden} is not there; set TILEGLOT_SHARED", file=sys.stderr)
        return SKIPPED
    lines = golden.read_text(encoding="utf-8").splitlines()
    records = [r for r in map(json.loads, lines) if r["source"] == "cutlass"]
    requests = "".join(json.dumps({"op": r["op"], "args": r["args"]}) + "\n" for r in records)
    done = subprocess.run([sys.argv[1], "eval", "--semantics", "cute-cpp", "--jsonl"], input=requests,
                          capture_output=True, text=True, timeout=300, check=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    wrong = {(r["op"], *r["args"]): a for r, a in zip(records, answers, strict=True)
             if not is_as_recorded(r, a)}
    for call in sorted(wrong.keys() - EXCEPTIONS):
        print(f"not as recorded: {call}: {wrong[call]}")
    for call in sorted(EXCEPTIONS - wrong.keys()):
        print(f"no exception any more: {call}")
    print(f"{len(records) - len(wrong)} of {len(records)} as recorded, {len(EXCEPTIONS)} exceptions")
    return 0 if wrong.keys() == EXCEPTIONS else 1


if __name__ == "__main__":
    sys.exit(main())
