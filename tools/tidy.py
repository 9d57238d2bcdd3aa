#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tidy.py: clang-tidy over many sources, several of one package read together.

usage: tools/tidy.py BUILD FILE...

Most of clang-tidy's time goes to the headers of the standard library, once for each source. So the
sources of a package are included in one, BUILD/tidy/NAME.cc, and checked as one. Those that would
collide there, because they define one name, are found by compiling it, and go to the next. BUILD has
compile_commands.json. Exit 0 where nothing was found.
"""
import json
import os
import re
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

CLANG = os.environ.get("CLANG", "clang++-19")
CLANG_TIDY = os.environ.get("CLANG_TIDY", "clang-tidy-19")
AT_MOST = 40
HEADERS = r"/tileglot/.*\.(h|cc)$"
CHECKS = "-bugprone-suspicious-include"
PRIVATE = re.compile(r"^namespace \{$(.*?)^\}  // namespace$", re.MULTILINE | re.DOTALL)
# A type, or what stands before a bracket or an equals sign, at the beginning of a line.
DEFINED = re.compile(r"^(?:struct|class|enum class) (\w+)|^(?!using |namespace )[a-zA-Z\[][^(={;]*?(\w+)(?:\(|\{| = )",
                     re.MULTILINE)


def flags_by_file(build):
    """The compiler's arguments for each source, without those that name files."""
    flags = {}
    for entry in json.loads((build / "compile_commands.json").read_text(encoding="utf-8")):
        words = shlex.split(entry["command"])
        begin = next(i for i, word in enumerate(words) if "++" in Path(word).name) + 1
        flags[Path(entry["file"])] = words[begin:words.index("-o")]
    return flags


def compiler_of(build):
    cache = (build / "CMakeCache.txt").read_text(encoding="utf-8")
    return re.search(r"^CMAKE_CXX_COMPILER:\w+=(.*)$", cache, re.MULTILINE).group(1)


def package(path):
    return next(folder for folder in path.parents if (folder / "CMakeLists.txt").exists())


def private_names(path):
    """What a source defines for itself, as far as lines show it; a name too many does no harm."""
    parts = PRIVATE.findall(path.read_text(encoding="utf-8"))
    return {name for part in parts for names in DEFINED.findall(part) for name in names if name}


def is_constant(name):
    return re.match("k[A-Z]", name) is not None


def apart(group):
    """The group as lists of at most AT_MOST files that define no name twice, but for constants."""
    lists = []
    for path in group:
        names = {name for name in private_names(path) if not is_constant(name)}
        for files, taken in lists:
            if len(files) < AT_MOST and not names & taken:
                files.append(path)
                taken |= names
                break
        else:
            lists.append(([path], names))
    return [files for files, _ in lists]


def groups_of(files, flags):
    """Files of one package that are compiled alike, by their flags."""
    groups = {}
    for path in files:
        groups.setdefault((package(path), tuple(flags[path])), []).append(path)
    return [(group, list(words)) for (_, words), group in groups.items()]


def batches(group, flags, folder):
    """Lists of at most AT_MOST files that compile together."""
    made = []
    for files in apart(group):
        while files:
            fitting = compatible(files, flags, folder)
            made.append(fitting)
            files = [path for path in files if path not in fitting]
    return made


def compatible(files, flags, folder):
    """Those that compile together; at least the first."""
    while len(files) > 1:
        done = subprocess.run([CLANG, *flags, "-fsyntax-only", "-ferror-limit=0",
                               str(source_of(files, folder))],
                              capture_output=True, text=True, check=False)
        if done.returncode == 0:
            return files
        left = [path for path in files[1:] if f"{path}:" not in done.stderr]
        files = [files[0], *left] if len(left) < len(files) - 1 else files[:len(files) // 2]
    return files


def included(path, number):
    """A line that includes a source, with its constants numbered for the while."""
    constants = sorted(filter(is_constant, private_names(path)))
    before = "".join(f"#define {name} {name}{number}  // NOLINT\n" for name in constants)
    return before + f'#include "{path}"\n' + "".join(f"#undef {name}\n" for name in constants)


def source_of(batch, folder):
    if len(batch) == 1:
        return batch[0]
    # Named by its first file, which no other batch has; several of one package run side by side.
    first = batch[0].relative_to(package(batch[0]).parent.parent).with_suffix("")
    source = folder / f"{'_'.join(first.parts)}_{len(batch)}.cc"
    source.write_text("".join(included(path, i) for i, path in enumerate(batch)), encoding="utf-8")
    return source


def check(batch, flags, folder):
    """(are there no findings, what was said)"""
    done = subprocess.run(
        [CLANG_TIDY, "--quiet", f"--header-filter={HEADERS}", f"--checks={CHECKS}",
         str(source_of(batch, folder)), "--", *flags], capture_output=True, text=True, check=False)
    return done.returncode == 0, done.stdout


def check_group(group, flags, folder):
    return [check(batch, flags, folder) for batch in batches(group, flags, folder)]


def main():
    build = Path(sys.argv[1]).resolve()
    flags = flags_by_file(build)
    folder = build / "tidy"
    folder.mkdir(exist_ok=True)
    files = sorted({Path(name).resolve() for name in sys.argv[2:]})
    if unknown := [path for path in files if path not in flags]:
        sys.exit(f"not compiled in {build}: {', '.join(map(str, unknown))}")
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        checked = pool.map(lambda group: check_group(*group, folder), groups_of(files, flags))
        results = [result for group in checked for result in group]
    for _, said in results:
        print(said, end="")
    print(f"clang-tidy: {len(files)} sources, {len(results)} runs")
    return 0 if all(clean for clean, _ in results) else 1


if __name__ == "__main__":
    sys.exit(main())
