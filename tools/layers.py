#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks every #include under tileglot/ against the arrows of tools/layers.txt.

Rejected, each with file and line: an arrow between packages or between the rooms of one that is
not listed, a cycle of includes, a private header (folder detail/) of another package, a test header
in a file that is not a test, a file or an include that belongs to no listed package or room, an
include of ours that is not written from the root, and in a portable package a header or a call that
opens a file or starts a thread or a process. Portable packages list only portable ones, so they
reach none through others either.

usage: tools/layers.py [ROOT]                exit 0 clean, 1 with findings
       tools/layers.py --linted < FILES      all but tests and their generators; separated by NUL
       tools/layers.py --reached < FILES     packages that have one, or include a header of such; what a file
                                             outside of packages reaches, tools/build_reach.py finds
"""

import fnmatch
import re
import sys
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SUFFIXES = {".h", ".cc", ".cu", ".cuh"}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
# Of the system: files, threads, processes. Streams in memory and times are portable.
UNPORTABLE_HEADERS = (
    "fstream filesystem fcntl.h dirent.h unistd.h sys/* "
    "thread mutex shared_mutex condition_variable future semaphore barrier latch stop_token execution "
    "pthread.h tbb/* oneapi/* omp.h "
    "csignal signal.h spawn.h poll.h dlfcn.h netinet/* arpa/* linux/* windows.h"
).split()
UNPORTABLE_CALL = re.compile(r"\b(?:fopen|freopen|tmpfile|popen|system|fork)\s*\(")
LISTS = ("tests", "portable")
TEST_SUPPORT = re.compile(r"\bTEST_SUPPORT\s+((?:[a-z][\w/]*\.\w+\s*)+)")


@dataclass
class Layers:
    """What layers.txt says."""

    floors: dict = field(default_factory=dict)  # package -> floor
    uses: dict = field(default_factory=dict)  # package -> set of packages
    tests: list = field(default_factory=list)  # patterns of file names
    portable: list = field(default_factory=list)  # packages
    rooms: dict = field(default_factory=dict)  # package -> {room: set of rooms}
    test_support: set = field(default_factory=set)  # paths without suffix

    def package_of(self, path):
        """The package whose folder holds `path` ("tileglot/map/value.h"), or None."""
        folders = path.split("/")[1:-1]
        for length in range(len(folders), 0, -1):
            package = "/".join(folders[:length])
            if package in self.floors:
                return package
        return None

    def room_of(self, path):
        """The room of `path` in its package: "" where it has none, None where it is not listed."""
        package = self.package_of(path)
        inside = path.removeprefix(f"tileglot/{package}/").split("/")[:-1]
        for length in range(len(inside), -1, -1):
            room = "/".join(inside[:length])
            if (not room or room in self.rooms.get(package, {})) and inside[length:] in ([], ["detail"]):
                return room
        return None

    def is_test(self, path):
        if path.rsplit(".", 1)[0] in self.test_support:
            return True
        return self.is_named_as_test(path)

    def is_named_as_test(self, path):
        name = path.rsplit("/", 1)[-1]
        return any(fnmatch.fnmatch(name, pattern) for pattern in self.tests)

    def is_linted(self, path):
        """Tests, and what generates their random values, are not read as closely as the rest."""
        is_generator = path.rsplit("/", 1)[-1].startswith("any_") and self.is_test(path)
        return not is_generator and not self.is_named_as_test(path)


@dataclass(frozen=True)
class Include:
    source: str  # the including file, from the root of the project
    line: int
    target: str  # the included file, as written
    quoted: bool


def read_layers(text):
    layers = Layers()
    lines = [line.split("#")[0] for line in text.splitlines()]
    lines = [line for line in lines if line.strip()]
    rows = [line.split() for line in lines if not line[0].isspace()]
    for row in rows:
        if row[0] in LISTS:
            getattr(layers, row[0]).extend(row[1:])
        elif row[1] in layers.floors:
            raise SystemExit(f"layers.txt: {row[1]} is listed twice")
        else:
            layers.floors[row[1]] = int(row[0])
    for row in rows:
        if row[0] not in LISTS:
            layers.uses[row[1]] = expand(layers, row[1], row[2:])
    check_portable(layers)
    package = None
    for line in lines:
        if line[0].isspace():
            add_room(layers, package, *line.split())
        else:
            package = line.split()[1]
    return layers


def add_room(layers, package, room, *names):
    """A room uses rooms that are listed before it, so that there is no cycle."""
    if package not in layers.floors:
        raise SystemExit(f"layers.txt: the room {room} is not listed under a package")
    rooms = layers.rooms.setdefault(package, {})
    if room in rooms:
        raise SystemExit(f"layers.txt: {package}: {room} is listed twice")
    for name in names:
        if name != "*" and name not in rooms:
            raise SystemExit(f"layers.txt: {package}: {room} lists {name}, which is not a room before it")
    rooms[room] = set(rooms) if "*" in names else set(names)


def expand(layers, package, names):
    """The packages that `names` with its wildcards stands for; the table's arrows must go down."""
    uses = set()
    for name in names:
        lower = [p for p, floor in layers.floors.items() if floor < layers.floors[package]]
        found = {p for p in lower if fnmatch.fnmatch(p, name)}
        if not found:
            raise SystemExit(f"layers.txt: {package} lists {name}, no package of a lower floor")
        uses |= found
    return uses


def check_portable(layers):
    """A portable package must be listed, and list portable ones only."""
    for package in layers.portable:
        if package not in layers.floors:
            raise SystemExit(f"layers.txt: portable lists {package}, which is not a package")
        for used in sorted(layers.uses[package].difference(layers.portable)):
            raise SystemExit(f"layers.txt: {package} is portable and lists {used}, which is not")


def read_includes(root):
    """Every #include of a source file under root/tileglot."""
    includes = []
    files = sorted(p for p in (root / "tileglot").rglob("*") if p.suffix in SUFFIXES)
    for file in files:
        source = file.relative_to(root).as_posix()
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
            match = INCLUDE.match(line)
            if match:
                includes.append(Include(source, number, match[2], match[1] == '"'))
    return [file.relative_to(root).as_posix() for file in files], includes


def layers_of(root):
    """What layers.txt says of the project in `root`, and its packages of their test support."""
    layers = read_layers((root / "tools" / "layers.txt").read_text(encoding="utf-8"))
    layers.test_support = read_test_support(root)
    return layers


def read_test_support(root):
    """What the packages' CMakeLists.txt name as TEST_SUPPORT: paths without suffix."""
    support = set()
    for file in (root / "tileglot").rglob("CMakeLists.txt"):
        for match in TEST_SUPPORT.finditer(file.read_text(encoding="utf-8")):
            for name in match[1].split():
                support.add((file.parent / name).relative_to(root).with_suffix("").as_posix())
    return support


def check_folders(layers, root):
    """Rooms that layers.txt lists and the tree does not have."""
    for package, rooms in layers.rooms.items():
        for room in rooms:
            if not (root / "tileglot" / package / room).is_dir():
                yield f"layers.txt: {package} has no folder {room}"


def check_places(layers, files):
    for file in files:
        if layers.package_of(file) is None:
            yield f"{file}:1: in no package that layers.txt lists"
        elif layers.room_of(file) is None:
            yield f"{file}:1: in no room of {layers.package_of(file)} that layers.txt lists"


def check_include(layers, include):
    """What is wrong with one include of ours, or None."""
    if not include.target.startswith("tileglot/"):
        return "write it from the root, as \"tileglot/...\"" if include.quoted else None
    if ".." in include.target.split("/"):
        return "write its path without .."
    package, used = layers.package_of(include.source), layers.package_of(include.target)
    if used is None:
        return "in no package that layers.txt lists"
    test = layers.is_test(include.source)
    if not test and layers.is_test(include.target):
        return "a test header in a file that is not a test"
    if package == used and not test:
        return check_rooms(layers, package, include)
    if package is None or package == used:
        return None
    if "/detail/" in include.target:
        return f"a private header of {used}"
    if test and layers.floors[used] <= layers.floors[package]:
        return None
    if used in layers.uses[package]:
        return None
    floor, used_floor = layers.floors[package], layers.floors[used]
    return f"{package} (floor {floor}) may not use {used} (floor {used_floor})"


def check_rooms(layers, package, include):
    """What is wrong with an include inside a package; files in no room use all of them."""
    room, used = layers.room_of(include.source), layers.room_of(include.target)
    if not room or used is None or room == used or used in layers.rooms[package][room]:
        return None
    if not used:
        return f"a room of {package} may not use what is in none"
    return f"{package}: room {room} may not use room {used}"


def check_system_header(layers, include):
    """What is wrong with one include of a portable package, or None."""
    if include.quoted or not is_portable(layers, include.source):
        return None
    if not any(fnmatch.fnmatch(include.target, header) for header in UNPORTABLE_HEADERS):
        return None
    return f"{layers.package_of(include.source)} is portable"


def is_portable(layers, file):
    return layers.package_of(file) in layers.portable and not layers.is_test(file)


def check_calls(layers, root, files):
    for file in files:
        if not is_portable(layers, file):
            continue
        for number, line in enumerate((root / file).read_text(encoding="utf-8").splitlines(), start=1):
            call = UNPORTABLE_CALL.search(line.split("//")[0])
            if call:
                yield f"{file}:{number}: calls {call[0]}..): {layers.package_of(file)} is portable"


def check_arrows(layers, includes):
    for include in includes:
        wrong = check_include(layers, include) or check_system_header(layers, include)
        if wrong:
            yield f"{include.source}:{include.line}: includes {include.target}: {wrong}"


def check_cycles(includes):
    """One finding for each include that closes a cycle of files."""
    edges = {}
    for include in includes:
        edges.setdefault(include.source, []).append(include)
    done, path = set(), []

    def visit(file):
        path.append(file)
        for include in edges.get(file, []):
            if include.target in path:
                cycle = path[path.index(include.target):] + [include.target]
                yield f"{include.source}:{include.line}: a cycle of includes: {' -> '.join(cycle)}"
            elif include.target not in done:
                yield from visit(include.target)
        done.add(path.pop())

    for file in sorted(edges):
        if file not in done:
            yield from visit(file)


def findings(root):
    layers = layers_of(root)
    files, includes = read_includes(root)
    yield from check_places(layers, files)
    yield from check_arrows(layers, includes)
    yield from check_calls(layers, root, files)
    yield from check_cycles(includes)


def print_linted(names):
    """Those of `names`, paths from the root of the project, that clang-tidy and the optimizer's warnings read."""
    layers = layers_of(ROOT)
    sys.stdout.write("".join(f"{name}\0" for name in names if name and layers.is_linted(name)))


def packages_reached(names):
    """Packages that have one of `names`, and those whose files, tests too, include a header of such."""
    layers = layers_of(ROOT)
    users = {}
    for include in read_includes(ROOT)[1]:
        users.setdefault(layers.package_of(include.target), set()).add(layers.package_of(include.source))
    found, left = set(), [layers.package_of(name) for name in names if name.startswith("tileglot/")]
    while left:
        package = left.pop()
        if package is not None and package not in found:
            found.add(package)
            left.extend(users.get(package, ()))
    return found


def print_reached(names):
    sys.stdout.write("".join(f"{package}\n" for package in sorted(packages_reached(names))))


def main(arguments):
    if arguments == ["--linted"]:
        return print_linted(sys.stdin.read().split("\0"))
    if arguments == ["--reached"]:
        return print_reached(sys.stdin.read().split("\0"))
    root = Path(arguments[0] if arguments else ROOT)
    found = [*check_folders(layers_of(root), root), *findings(root)]
    for finding in found:
        print(finding)
    files, includes = read_includes(root)
    print(f"layers: {len(files)} files, {len(includes)} includes, {len(found)} findings")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
