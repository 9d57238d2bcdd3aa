#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Kernels with static, swizzled and half-dynamic layouts compile with nvcc, without a division.

`ptx` compiles tests/nvcc/transpose.cu to PTX and looks for divisions and for memory on the stack;
`run` runs it where a GPU is.

usage: nvcc_test.py ptx|run    exit 0, 1 with findings, 77 where something is missing
"""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "tests/nvcc/transpose.cu"
SKIPPED = 77
KERNELS = ("transpose", "number_threads")
# What a layout's index must not cost: a division, a call, an object on the stack.
FORBIDDEN = re.compile(r"^\s*(?:@%?!?\w+\s+)?(?:div|rem|call)\b.*|.*\.local\b.*", re.MULTILINE)


def nvcc():
    return shutil.which("nvcc") or shutil.which("nvcc", path="/usr/local/cuda/bin")


def compiled(compiler, arguments, output):
    # Layouts are computed by plain constexpr functions, in device code too.
    command = [compiler, "-std=c++20", "--expt-relaxed-constexpr", "-O2", "-arch=sm_80", "-I", ROOT]
    subprocess.run([*command, *arguments, "-o", output, SOURCE], check=True)
    return output


def check_ptx(compiler, folder):
    text = compiled(compiler, ["-ptx"], Path(folder) / "transpose.ptx").read_text(encoding="utf-8")
    missing = [name for name in KERNELS if not re.search(rf"\.entry \w*{name}", text)]
    findings = [line.strip() for line in FORBIDDEN.findall(text)]
    for name in missing:
        print(f"no kernel {name} in the PTX")
    for line in findings:
        print(f"in the PTX: {line}")
    print(f"nvcc: {len(KERNELS)} kernels, {text.count(chr(10))} lines of PTX, "
          f"{len(findings)} divisions, calls or objects on the stack")
    return 1 if missing or findings else 0


def run_kernels(compiler, folder):
    program = compiled(compiler, [], Path(folder) / "transpose")
    return subprocess.run([program], check=False).returncode


def main():
    compiler = nvcc()
    if not compiler:
        print("SKIP: nvcc is not installed")
        return SKIPPED
    with tempfile.TemporaryDirectory() as folder:
        check = {"ptx": check_ptx, "run": run_kernels}[sys.argv[1]]
        return check(compiler, folder)


if __name__ == "__main__":
    sys.exit(main())
