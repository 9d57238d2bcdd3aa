#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What one static operation costs the compiler: seconds and MiB, and the slope per operation.

Writes files with 50 and with 400 distinct operations, each followed by size and cosize, compiles
them with -O2 and subtracts. The seconds are the compiler's own CPU time; the best of the runs counts.

usage: tools/compile_cost.py [--compiler g++] [--runs 3] [--check] [OPERATION..]
With --check, exits 1 where an operation costs more than 6 ms or 0.5 MiB.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FEW, MANY = 50, 400
MOST_MS, MOST_MIB = 6.0, 0.5

# Layouts of two modes, one of them nested, that differ with i.
OPERATIONS = {
    "make_layout": "make_layout(make_shape(Int<{i}>{{}}, make_shape(_8{{}}, _4{{}})))",
    "composition": 'composition("(({k},8),({i},2)):((1,{k2}),({k4},7))"_layout, "(4,2):(2,{k})"_layout)',
    "complement": 'complement("({k},4):(1,{k2})"_layout, {m})',
    "logical_divide":
        'logical_divide("({k8},(8,{i})):(59,(13,1))"_layout, make_tile(Layout<_4, _2>{{}}, _8{{}}))',
    "coalesce": 'coalesce("({k},(2,{i})):(1,({k},{k2}))"_layout)',
}
SOURCE = """#include "tileglot/cute/layout/vocabulary.h"
using namespace tileglot::cute;
long sizes[] = {{
{lines}
}};
"""


def source(operation, count):
    lines = []
    for n in range(count):
        i = n + 2
        k = 8 * i
        call = OPERATIONS[operation].format(i=i, k=k, k2=2 * k, k4=16 * k, k8=8 * k, m=64 * k)
        lines.append(f"  [] {{ constexpr Layout r = {call};"
                     " constexpr long n = size(r) + cosize(r); return n; }(),")
    return SOURCE.format(lines="\n".join(lines))


def compile_once(compiler, file):
    """(CPU seconds, MiB at the most)"""
    command = [compiler, "-std=c++20", "-O2", "-I", str(ROOT), "-c", "-o", os.devnull, str(file)]
    child = subprocess.Popen(command)
    _, status, usage = os.wait4(child.pid, 0)
    if status != 0:
        sys.exit(f"compile_cost: {compiler} failed on {file}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def cost(compiler, operation, count, runs, folder):
    file = Path(folder) / f"{operation}_{count}.cc"
    file.write_text(source(operation, count), encoding="utf-8")
    measured = [compile_once(compiler, file) for _ in range(runs)]
    return min(s for s, _ in measured), min(m for _, m in measured)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("operations", nargs="*")
    parser.add_argument("--compiler", default="g++")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    print(f"{'operation':16}{FEW:>5}: s  MiB  {MANY:>5}: s   MiB   ms/op  MiB/op")
    dear = 0
    with tempfile.TemporaryDirectory() as folder:
        for operation in arguments.operations or OPERATIONS:
            few, many = (cost(arguments.compiler, operation, count, arguments.runs, folder)
                         for count in (FEW, MANY))
            ms = (many[0] - few[0]) / (MANY - FEW) * 1000
            mib = (many[1] - few[1]) / (MANY - FEW)
            dear += ms > MOST_MS or mib > MOST_MIB
            print(f"{operation:16}{few[0]:8.2f}{few[1]:5.0f}  {many[0]:8.2f}{many[1]:6.0f}"
                  f"{ms:8.2f}{mib:8.3f}")
    return 1 if arguments.check and dear else 0


if __name__ == "__main__":
    sys.exit(main())
