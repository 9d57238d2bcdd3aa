#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Static layouts index in as many instructions as shifts and masks by hand.

Compiles tests/static_index/pairs.cc with -O2 and compares the instructions of layout_X and hand_X.

usage: static_index_cost_test.py COMPILER    exit 0, 1 with findings, 77 where something is missing
"""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SKIPPED = 77
FUNCTION = re.compile(r"^[0-9a-f]+ <(layout|hand)_(\w+)>:$")
# endbr64 marks a jump target, nops fill up: neither is work.
NO_WORK = re.compile(r"\b(endbr64|nop[wl]?|xchg\s+%ax,%ax|cs nopw)\b")


def instructions(compiler, folder):
    """{(who, name): count}, as objdump lists them."""
    built = Path(folder) / "pairs.o"
    command = [compiler, "-std=c++20", "-O2", "-I", str(ROOT), "-c", "-o", str(built)]
    subprocess.run([*command, str(ROOT / "tests/static_index/pairs.cc")], check=True)
    listing = subprocess.run(["objdump", "-d", "--no-show-raw-insn", str(built)], check=True,
                             capture_output=True, text=True).stdout
    counts = {}
    current = None
    for line in listing.splitlines():
        if found := FUNCTION.match(line):
            current = found.groups()
            counts[current] = 0
        elif current and re.match(r"^\s+[0-9a-f]+:", line) and not NO_WORK.search(line):
            counts[current] += 1
    return counts


def main():
    compiler = sys.argv[1]
    for program in (compiler, "objdump"):
        if not shutil.which(program):
            print(f"SKIP: {program} is not installed")
            return SKIPPED
    with tempfile.TemporaryDirectory() as folder:
        counts = instructions(compiler, folder)
    names = sorted(name for who, name in counts if who == "hand")
    worse = 0
    for name in names:
        ours, by_hand = counts[("layout", name)], counts[("hand", name)]
        worse += ours > by_hand
        print(f"{compiler} {name}: {ours} instructions by layout, {by_hand} by hand")
    if len(names) < 3 or worse:
        print(f"{worse} of {len(names)} layouts cost more than by hand")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
