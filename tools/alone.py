#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""alone.py: compiles sources each by itself, and so finds an #include that one forgot.

usage: tools/alone.py BUILD FILE...

Builds compile sources in groups, where one includes for its neighbours. BUILD is configured without
groups and has compile_commands.json; nothing is written. Exit 0 where every source compiles.
"""
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tidy import CLANG, flags_by_file


def compiled(path, flags):
    done = subprocess.run([CLANG, *flags, "-fsyntax-only", path],
                          capture_output=True, text=True, check=False)
    return done.returncode == 0, done.stderr


def main():
    flags = flags_by_file(Path(sys.argv[1]).resolve())
    paths = [path for path in (Path(name).resolve() for name in sys.argv[2:]) if path in flags]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda path: compiled(path, flags[path]), paths))
    for _, said in results:
        print(said, end="")
    print(f"compiled alone: {len(paths)} sources")
    return 0 if all(good for good, _ in results) else 1


if __name__ == "__main__":
    sys.exit(main())
