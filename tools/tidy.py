#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tidy.py: clang-tidy over many sources, several of one package read together.

usage: tools/tidy.py BUILD FILE...

Most of clang-tidy's time goes to the headers of the standard library, once for each source. So the
sources of a package are included in one, BUILD/tidy/NAME.cc, and checked as one; where two of them
define one name, which only then collides, the halves are checked apart. BUILD has
compile_commands.json. Exit 0 where nothing was found.
"""
import json
import os
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

CLANG_TIDY = os.environ.get("CLANG_TIDY", "clang-tidy-19")
AT_MOST = 40
HEADERS = r"/tileglot/.*\.(h|cc)$"
CHECKS = "-bugprone-suspicious-include"


def flags_by_file(build):
    """The compiler's arguments for each source, without those that name files."""
    flags = {}
    for entry in json.loads((build / "compile_commands.json").read_text(encoding="utf-8")):
        words = shlex.split(entry["command"])
        begin = next(i for i, word in enumerate(words) if "++" in Path(word).name) + 1
        flags[Path(entry["file"])] = words[begin:words.index("-o")]
    return flags


def package(path):
    return path.parent.parent if path.parent.name == "detail" else path.parent


def batches(files, flags):
    """Lists of at most AT_MOST files of one package that are compiled alike."""
    groups = {}
    for path in files:
        groups.setdefault((package(path), tuple(flags[path])), []).append(path)
    for group in groups.values():
        count = -(-len(group) // AT_MOST)
        for part in range(count):
            yield group[part::count]


def source_of(batch, folder):
    if len(batch) == 1:
        return batch[0]
    source = folder / f"{package(batch[0]).name}_{batch[0].stem}_{len(batch)}.cc"
    source.write_text("".join(f'#include "{path}"\n' for path in batch), encoding="utf-8")
    return source


def check(batch, flags, folder):
    """(are there no findings, what was said)"""
    source = source_of(batch, folder)
    done = subprocess.run(
        [CLANG_TIDY, "--quiet", f"--header-filter={HEADERS}", f"--checks={CHECKS}", str(source),
         "--", *flags[batch[0]]], capture_output=True, text=True, check=False)
    if len(batch) > 1 and "[clang-diagnostic-error" in done.stdout:
        middle = len(batch) // 2
        halves = [check(half, flags, folder) for half in (batch[:middle], batch[middle:])]
        return all(clean for clean, _ in halves), "".join(said for _, said in halves)
    return done.returncode == 0, done.stdout


def main():
    build = Path(sys.argv[1]).resolve()
    flags = flags_by_file(build)
    folder = build / "tidy"
    folder.mkdir(exist_ok=True)
    files = sorted({Path(name).resolve() for name in sys.argv[2:]})
    if unknown := [path for path in files if path not in flags]:
        sys.exit(f"not compiled in {build}: {', '.join(map(str, unknown))}")
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda batch: check(batch, flags, folder), batches(files, flags)))
    for _, said in results:
        print(said, end="")
    print(f"clang-tidy: {len(files)} sources, {len(results)} runs")
    return 0 if all(clean for clean, _ in results) else 1


if __name__ == "__main__":
    sys.exit(main())
