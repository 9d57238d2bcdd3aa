#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the traits of instructions with those that CUTLASS's headers give, line by line.

Layouts must be equal as functions with the same two modes, everything else as recorded. Where the
shared material is absent the test is skipped, loudly.

usage: tests/golden_atoms_test.py PROGRAM [FILE.jsonl]
"""

import json
import os
import re
import subprocess
import sys
from functools import lru_cache
from math import prod
from pathlib import Path

SKIPPED = 77
ROOT = Path(__file__).resolve().parent.parent
LAYOUTS = {"thr_id", "a_layout", "b_layout", "c_layout", "e_layout", "sfa_layout", "sfb_layout",
           "src_layout", "dst_layout", "ref_layout", "val_id"}
EXACT = {"op", "arch", "shape_mnk", "sf_vector", "operands", "accumulator", "src_registers",
         "dst_registers"}


def leaves(tree):
    return [leaf for part in tree for leaf in leaves(part)] if isinstance(tree, list) else [tree]


def tree_of(text):
    return json.loads(text.replace("(", "[").replace(")", "]"))


@lru_cache(maxsize=None)
def function_of(text):
    """The size of each mode, and the leaves without those of extent 1: equal for equal functions
    whose leaves are joined as far as they go."""
    shape, stride = (tree_of(part) for part in text.split(":"))
    modes, sizes = (shape, stride) if isinstance(shape, list) else ([shape], [stride]), []
    joined = []
    for extents, strides in zip(*modes, strict=True):
        sizes.append(prod(leaves(extents)))
        mode = []
        for extent, step in zip(leaves(extents), leaves(strides), strict=True):
            if extent == 1:
                continue
            # A leaf that goes on where the one before it ends is one with it.
            if mode and mode[-1][0] * mode[-1][1] == step:
                mode[-1] = (mode[-1][0] * extent, mode[-1][1])
            else:
                mode.append((extent, step))
        joined.append(mode)
    return sizes, joined


def faults_of(recorded, answer):
    for key, value in recorded.items():
        if key in LAYOUTS and (key not in answer or function_of(value) != function_of(answer[key])):
            yield f"{key} is {answer.get(key)}, recorded {value}"
        elif key in EXACT and answer.get(key) != value:
            yield f"{key} is {answer.get(key)}, recorded {value}"
        elif key == "types":
            # CuTe's traits leave out the type of the factors of one form.
            types = {name: answer["types"].get(name) for name in value}
            types["sf"] = value.get("sf") and answer.get("sf", answer["types"].get("sf"))
            if types != {"sf": None, **value}:
                yield f"types are {answer['types']}, recorded {value}"
        elif key in {"a_major", "b_major"} and answer.get(key) != value:
            yield f"{key} is {answer.get(key)}, recorded {value}"


def main():
    program = sys.argv[1]
    shared = Path(os.environ.get("TILEGLOT_SHARED") or ROOT.parent / "shared")
    path = Path(sys.argv[2]) if len(sys.argv) > 2 else shared / "golden/cute_atoms.jsonl"
    if not path.is_file():
        print(f"SKIP: {path} is not there; set TILEGLOT_SHARED", file=sys.stderr)
        return SKIPPED
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    requests = "".join(json.dumps({"op": f"{line['kind']}_traits", "args": [line["op"]]}) + "\n" for line in lines)
    done = subprocess.run([program, "eval", "--jsonl"], input=requests, text=True, check=False,
                          capture_output=True, timeout=600)
    wrong = 0
    for line, text in zip(lines, done.stdout.splitlines(), strict=True):
        answer = json.loads(text)
        faults = (list(faults_of(line, answer["result"])) if answer["ok"]
                  else [re.sub(r"\s+", " ", str(answer["error"]))])
        wrong += bool(faults)
        for fault in faults:
            print(f"{line['op']}: {fault}")
    print(f"{len(lines) - wrong} of {len(lines)} instructions have the recorded traits")
    return 1 if wrong or not lines else 0


if __name__ == "__main__":
    sys.exit(main())
