#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""alone.py: compiles files each by itself, and so finds an #include that one forgot.

usage: tools/alone.py BUILD [--optimized] < FILES      separated by NUL

Builds compile sources in groups, where one includes for its neighbours, with the headers of others
precompiled. BUILD is configured without both and has compile_commands.json. A header is compiled
as the only line of a source, unless its own source includes it first: that source shows the same,
so name it too. Files are only understood; with --optimized all but tests and generators are
compiled, which shows the warnings that only the optimizer finds. Nothing is written. Exit 0 where every file
compiles.
"""
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from layers import ROOT, layers_of
from tidy import compiler_of, flags_by_file, package

FIRST_INCLUDE = re.compile(r'^#include "([^"]+)"', re.MULTILINE)


def command_of(path, flags, compiler, optimized):
    """`optimized`: make code of it, and so have the optimizer's warnings."""
    if path.suffix == ".h":
        return [compiler, *flags, "-fsyntax-only", "-x", "c++", "-"]
    if optimized:
        return [compiler, *flags, "-c", "-o", os.devnull, str(path)]
    return [compiler, *flags, "-fsyntax-only", str(path)]


def is_seen_in_its_source(path, flags):
    source = path.with_suffix(".cc")
    if path.suffix != ".h" or source not in flags:
        return False
    first = FIRST_INCLUDE.search(source.read_text(encoding="utf-8"))
    return first is not None and str(path).endswith("/" + first.group(1))


def compiled(path, flags, compiler, optimized):
    """(did it compile, what was said)"""
    done = subprocess.run(command_of(path, flags, compiler, optimized), text=True, check=False,
                          input=f'#include "{path}"\n', stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.returncode == 0, done.stdout


def flags_of(path, flags):
    """A header has those of its source, or of any other of its package."""
    near = path.with_suffix(".cc")
    if near in flags:
        return flags[near]
    return next((words for source, words in flags.items() if package(source) == package(path)), None)


def main():
    arguments = sys.argv[1:]
    optimized = "--optimized" in arguments
    build = Path(next(word for word in arguments if word != "--optimized")).resolve()
    flags = flags_by_file(build)
    names = sorted({Path(name).resolve() for name in sys.stdin.read().split("\0") if name})
    names = [path for path in names if not is_seen_in_its_source(path, flags)]
    known = [(path, flags_of(path, flags)) for path in names if path.suffix == ".h" or path in flags]
    known = [(path, words) for path, words in known if words is not None]
    compiler, layers = compiler_of(build), layers_of(ROOT)

    def compile_one(path, words):
        is_linted = layers.is_linted(path.relative_to(ROOT).as_posix())
        return compiled(path, words, compiler, optimized and is_linted)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda one: compile_one(*one), known))
    for _, said in results:
        print(said, end="")
    print(f"compiled alone: {len(known)} files")
    if left := len(names) - len(known):
        print(f"not compiled in {build.name}: {left} files")
    return 0 if all(good for good, _ in results) else 1


if __name__ == "__main__":
    sys.exit(main())
