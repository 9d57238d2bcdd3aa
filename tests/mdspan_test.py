#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""CuTe layouts as mappings of std::mdspan, built and run where the library has <mdspan>.

Builds tests/mdspan/tiled.cc with clang 19, libc++ and C++23 and runs it, and compiles the example of
docs/reference/cute-cpp.md. The libraries of the build are libstdc++'s, so the sources that the
program needs are compiled with it.

usage: mdspan_test.py [compiler]    exit 0, 1 with findings, 77 where <mdspan> is missing
"""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SKIPPED = 77
FLAGS = ["-std=c++23", "-stdlib=libc++", "-Wall", "-Wextra", "-Werror", "-DFMT_HEADER_ONLY"]
SOURCES = ["tests/mdspan/tiled.cc", "tileglot/core/error.cc", "tileglot/cute/layout/refused.cc",
           "tileglot/notation/cute/text/print.cc", "tileglot/notation/cute/text/refusal.cc"]
DOCUMENT = ROOT / "docs/reference/cute-cpp.md"
PROBE = "#include <mdspan>\nstatic_assert(__cpp_lib_mdspan > 0);\n"


def compile_with(compiler, arguments, **options):
    return subprocess.run([compiler, *FLAGS, "-I", ROOT, *arguments], check=False, **options)


def has_mdspan(compiler):
    if not shutil.which(compiler):
        return False
    found = compile_with(compiler, ["-fsyntax-only", "-x", "c++", "-"], input=PROBE, text=True,
                         capture_output=True)
    return found.returncode == 0


def check_example(compiler):
    """The block of C++ in the document that includes mdspan_layout.h."""
    blocks = re.findall(r"```cpp\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    examples = [block for block in blocks if "mdspan_layout.h" in block]
    if len(examples) != 1:
        print(f"{DOCUMENT.name} has {len(examples)} examples with mdspan_layout.h, not 1")
        return 1
    return compile_with(compiler, ["-fsyntax-only", "-x", "c++", "-"], input=examples[0],
                        text=True).returncode


def check_program(compiler):
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "tiled"
        sources = [ROOT / source for source in SOURCES]
        if compile_with(compiler, [*sources, "-o", program]).returncode != 0:
            return 1
        return subprocess.run([program], check=False).returncode


def main():
    compiler = sys.argv[1] if len(sys.argv) > 1 else "clang++-19"
    if not has_mdspan(compiler):
        print(f"SKIP: {compiler} with libc++ has no <mdspan>; apt-get install clang-19 "
              "libc++-19-dev libc++abi-19-dev")
        return SKIPPED
    return 1 if check_example(compiler) or check_program(compiler) else 0


if __name__ == "__main__":
    sys.exit(main())
