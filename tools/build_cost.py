#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures what it costs to compile each source, header and package.

usage: tools/build_cost.py launch LOG COMPILER ARGS...
       tools/build_cost.py report LOG [--top N] [--build BUILD]
       tools/build_cost.py lines BUILD [--top N] [--limit N] [--only FILE...]

launch  Runs the compiler and appends what it used to LOG, as a line of JSON. For CMake:
        CMAKE_CXX_COMPILER_LAUNCHER="$PWD/tools/build_cost.py;launch;$PWD/build/cost.jsonl"
report  Sums the processor's seconds in LOG. A unity group shares its seconds among its sources in
        proportion to their lines; a source compiled alone has exactly its own. Headers are
        estimated: a unit's seconds times the header's part of all lines of the project that the unit
        reads. The headers of libraries are not counted, so a header that includes them looks too cheap.
lines   Counts what the preprocessor leaves of each source, and exits 1 where that is above the
        limit. Unlike seconds this is the same on every run. BUILD has no unity groups and no
        precompiled headers: `cmake --preset tidy`. --only takes the sources that changed.
"""
import os
import sys

SOURCES = (".cc", ".cpp", ".cxx", ".c", ".cu")


def launch(log="", *command):
    """Runs the compiler, appends its cost to the log and returns its exit status."""
    if not command:
        sys.exit("build_cost: write: tools/build_cost.py launch LOG COMPILER ARGS...")
    try:
        file = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666)
        child = os.posix_spawnp(command[0], command, os.environ)
        import json  # Slow to load, so the compiler runs meanwhile.
        _, status, used = os.wait4(child, 0)
    except OSError as error:
        print(f"build_cost: {error.filename}: {error.strerror}", file=sys.stderr)
        return 127
    except KeyboardInterrupt:
        return 130
    status = os.waitstatus_to_exitcode(status)
    status = 128 - status if status < 0 else status  # Killed by a signal, as shells count it.
    output, source = files_of(command)
    line = json.dumps({"seconds": round(used.ru_utime + used.ru_stime, 3),
                       "mib": round(used.ru_maxrss / 1024, 1),
                       "output": output, "source": source, "status": status})
    os.write(file, f"{line}\n".encode())  # One write, so that lines of parallel jobs don't mix.
    return status


def files_of(command):
    """The output and the source of a compiler's arguments, as absolute paths; "" where none."""
    output = next((after for word, after in zip(command, command[1:]) if word == "-o"), "")
    source = next((word for word in reversed(command[1:]) if word.endswith(SOURCES)), "")
    return [os.path.abspath(name) if name else "" for name in (output, source)]


if __name__ == "__main__" and sys.argv[1:2] == ["launch"]:
    sys.exit(launch(*sys.argv[2:]))  # Before the imports below, which are slow.

import argparse
import json
import re
import subprocess
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from tidy import compiler_of, flags_by_file

ROOT = Path(__file__).resolve().parent.parent
# A tenth above the largest: tileglot/advice/access/conflict_cures_test.cc has 125,141 with clang 19.
MOST_LINES = 138_000
UNITY = re.compile(r"/Unity/unity_\w+\.cxx$")
GROUPED = re.compile(r'^#include "(/[^"]+)"', re.MULTILINE)
INCLUDE = re.compile(r'^#include "(tileglot/[^"]+)"', re.MULTILINE)
CODE = re.compile(r"^[ \t]*(?!//)[^ \t\n]", re.MULTILINE)


class Unit(NamedTuple):
    """One compilation, as the launcher wrote it."""

    seconds: float
    mib: float
    output: str
    source: str
    status: int

    def sources(self):
        """What was compiled: the sources of a unity group, or the source itself."""
        source = Path(self.source)
        if not UNITY.search(self.source) or not source.is_file():
            return [source]
        return [Path(name) for name in GROUPED.findall(source.read_text(encoding="utf-8"))]


class Project:
    """Sources and headers under a root folder; each file is read once."""

    def __init__(self, root):
        self.root, self.files = root, {}

    def read(self, path):
        """(lines of code, headers of the project that it includes); nothing where it is gone."""
        if path not in self.files:
            text = path.read_text(encoding="utf-8") if path.is_file() else ""
            headers = [self.root / name for name in INCLUDE.findall(text)]
            self.files[path] = len(CODE.findall(text)), headers
        return self.files[path]

    def lines_of(self, paths):
        return {path: self.read(path)[0] for path in paths}

    def reached(self, sources):
        """The sources and all headers of the project that they include, directly or not."""
        found = list(dict.fromkeys(sources))
        for path in found:
            found += [header for header in dict.fromkeys(self.read(path)[1]) if header not in found]
        return found

    def package_of(self, path):
        """The nearest folder below tileglot/ that has a CMakeLists.txt."""
        top = self.root / "tileglot"
        folders = [f for f in path.parents if top in f.parents and (f / "CMakeLists.txt").is_file()]
        return folders[0].relative_to(top).as_posix() if folders else "(no package)"

    def name_of(self, path):
        return str(path.relative_to(self.root) if self.root in path.parents else path)


def shared(seconds, lines):
    """The seconds, given to the files of {file: lines} in proportion to their lines."""
    total = sum(lines.values())
    return {file: seconds * (own / total if total else 1 / len(lines)) for file, own in lines.items()}


class Costs:
    """Seconds of sources, packages and headers, and how many units read a header."""

    def __init__(self, units, project):
        self.sources, self.packages, self.headers, self.readers = (Counter() for _ in range(4))
        for unit in units:
            sources = unit.sources()
            for path, seconds in shared(unit.seconds, project.lines_of(sources)).items():
                self.sources[path] += seconds
                self.packages[project.package_of(path)] += seconds
            everything = shared(unit.seconds, project.lines_of(project.reached(sources)))
            headers = {path: part for path, part in everything.items() if path not in sources}
            self.headers.update(headers)
            self.readers.update(headers.keys())


def read_log(log):
    """(compilations, number of broken lines)"""
    units, broken = [], 0
    try:
        lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError as error:
        sys.exit(f"build_cost: cannot read {log}: {error.strerror}")
    for line in lines:
        try:
            units.append(Unit(**json.loads(line)))
        except (ValueError, TypeError):
            broken += 1
    return [unit for unit in units if unit.source], broken


def print_table(title, columns, rows):
    print(f"\n{title}")
    print("".join(f"{column:>9}" for column in columns))
    for *numbers, name in rows:
        print("".join(f"{n:9.2f}" if isinstance(n, float) else f"{n:9}" for n in numbers), f" {name}")


def report(log, top, build, project):
    units, broken = read_log(log)
    if build:
        units = [unit for unit in units if build.resolve() in Path(unit.output).parents]
    if not units:
        into = f" into {build}" if build else ""
        sys.exit(f"build_cost: {log} has no compilation{into}; {broken} broken lines")
    total = sum(unit.seconds for unit in units)
    failed = sum(unit.status != 0 for unit in units)
    print(f"{total:.2f} core-seconds, {len(units)} compilations, {failed} failed")
    if broken:
        print(f"skipped {broken} broken lines of {log}")
    print_costs(sorted(units, key=lambda unit: -unit.seconds)[:top], Costs(units, project), top, project)
    return 0


def print_costs(dearest, costs, top, project):
    name = project.name_of
    print_table("dearest translation units", ["seconds", "MiB", "sources"], [
        (u.seconds, round(u.mib), len(u.sources()), name(Path(u.source))) for u in dearest])
    print_table("dearest sources", ["seconds"], [
        (seconds, name(path)) for path, seconds in costs.sources.most_common(top)])
    print_table("dearest headers (estimated)", ["seconds", "units"], [
        (seconds, costs.readers[path], name(path)) for path, seconds in costs.headers.most_common(top)])
    print_table("packages", ["seconds"], [
        (seconds, package) for package, seconds in costs.packages.most_common()])


def read_build(build):
    """(the compiler, {source: its flags})"""
    try:
        flags, compiler = flags_by_file(build), compiler_of(build)
    except (OSError, ValueError, TypeError, LookupError, AttributeError, StopIteration) as error:
        sys.exit(f"build_cost: cannot read the compile commands: {error}\n"
                 f"  help: configure first, with: cmake --preset tidy -B {build}")
    if any(UNITY.search(str(path)) or path.name.startswith("cmake_pch.") for path in flags):
        sys.exit(f"build_cost: {build} has unity groups or precompiled headers\n"
                 "  help: configure another folder, with: cmake --preset tidy -B FOLDER")
    return compiler, flags


def preprocessed_lines(compiler, flags, path):
    command = [compiler, *flags, "-E", "-P", str(path)]
    try:
        done = subprocess.run(command, capture_output=True, check=False)
    except OSError as error:
        sys.exit(f"build_cost: cannot run {compiler}: {error.strerror}")
    if done.returncode != 0:
        sys.exit(f"build_cost: cannot preprocess {path}:\n{done.stderr.decode(errors='replace')}")
    return sum(1 for line in done.stdout.splitlines() if line.strip())


def count_lines(build, top, limit, only, project):
    compiler, flags = read_build(build)
    wanted = sorted(flags if only is None else {Path(os.path.abspath(name)) for name in only})
    known = [path for path in wanted if path in flags]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        lines = pool.map(lambda path: preprocessed_lines(compiler, flags[path], path), known)
        counts = Counter(dict(zip(known, lines)))
    dearest = [(lines, project.name_of(path)) for path, lines in counts.most_common()]
    print_table("dearest sources", ["lines"], dearest[:top])
    print(f"\npreprocessed: {len(known)} sources, limit {limit} lines")
    if left := len(wanted) - len(known):
        print(f"not compiled in {build.name}: {left} files")
    for lines, name in (above := [row for row in dearest if row[0] > limit]):
        print(f"error: {name} has {lines} preprocessed lines, the limit is {limit}\n"
              "  help: include fewer headers, or split the source by what it includes")
    return 1 if above else 0


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, usage=argparse.SUPPRESS, formatter_class=argparse.RawDescriptionHelpFormatter)
    uses = parser.add_subparsers(dest="use", required=True)
    costs = uses.add_parser("report")
    costs.add_argument("log", type=Path)
    costs.add_argument("--build", type=Path, help="only what was compiled into this folder")
    lines = uses.add_parser("lines")
    lines.add_argument("build", type=Path)
    lines.add_argument("--limit", type=int, default=MOST_LINES, help="default: %(default)s")
    lines.add_argument("--only", nargs="*", metavar="FILE", help="these sources; default: all")
    for use in (costs, lines):
        use.add_argument("--top", type=int, default=10, help="length of the lists; default: %(default)s")
    given = parser.parse_args()
    if given.use == "report":
        return report(given.log, given.top, given.build, Project(ROOT))
    return count_lines(given.build, given.top, given.limit, given.only, Project(ROOT))


if __name__ == "__main__":
    sys.exit(main())
