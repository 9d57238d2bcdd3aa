#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Adds to changed files the packages that a change of build files reaches.

usage: git diff -z --name-only BASE | tools/build_reach.py PRESET BASE | tools/layers.py --reached

Names are separated by NUL and passed on. If one of them is in BUILD_FILES, BASE and this tree are configured
by PRESET in a temporary folder, and the CMakeLists.txt of each package is added that has a difference: a
source (of its library, tests or fuzzers) is compiled, or a program or library linked, by another
command or from other sources; a generated source or header has another text; or a test is run differently.
New packages are among them. All packages are added if a difference is in no package, as one in a
precompiled header, or if BASE cannot be configured. Why is said on stderr.

Not compared:
  the groups of tools/unity_groups.py: each source counts by itself, with the command of its group. A
    change of that tool reaches nothing, as the g++ build compiles and tests every group.
  tests/CMakeLists.txt: its tests belong to no package, and always run.
  a package's own CMakeLists.txt if it alone changed: the package is reached already.
"""

import fnmatch
import re
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD_FILES = ["CMakeLists.txt", "CMakePresets.json", "cmake/*", "tileglot/CMakeLists.txt"]

RULE = re.compile(r"^rule (\S+)\n(?:  .*\n)*?  command = (.*)$", re.MULTILINE)
STATEMENT = re.compile(r"^build ((?:\$.|[^:\n])+): (\S+)(.*)\n((?:  .*\n)*)", re.MULTILINE)
VARIABLE = re.compile(r"^  (\w+) = (.*)$", re.MULTILINE)
USE = re.compile(r"\$\{?(\w+)\}?")
BLANK = re.compile(r"(?<!\$) +")
INCLUDE = re.compile(r'^#include "(.*)"$', re.MULTILINE)
TEST = re.compile(r"^(?:add_test|set_tests_properties)\(.*$", re.MULTILINE)
LINES_OF_CMAKE = re.compile(r' _BACKTRACE_TRIPLES "[^"]*"')
GENERATED = {".h", ".hpp", ".hxx", ".inc", ".cc", ".cpp", ".cxx"}
# Rules and utilities of CMake itself.
OTHER_RULES = {"phony", "CLEAN", "HELP", "RERUN_CMAKE"}
UTILITY = re.compile(r"(?:^|/)CMakeFiles/(?:edit_cache|rebuild_cache|test|install|install/local|install/strip"
                     r"|list_install_components)\.util$")


def is_group(name):
    return "/Unity/unity_" in name


class Statement:
    """One of build.ninja: `inputs` are the explicit ones, `implicit` those after a bar."""

    def __init__(self, outputs, rule, inputs, variables):
        inputs, _, implicit = inputs.partition(" || ")[0].partition(" | ")
        self.output = BLANK.split(outputs)[0]
        self.rule = rule
        self.inputs = [name for name in BLANK.split(inputs) if name]
        self.implicit = [name for name in BLANK.split(implicit) if name]
        self.variables = dict(VARIABLE.findall(variables))

    def is_own(self):
        return self.rule not in OTHER_RULES and not UTILITY.search(self.output)

    def compiles(self):
        return "_COMPILER__" in self.rule

    def target(self):
        """A path that shows the folder of its CMakeLists.txt."""
        return self.variables.get("OBJECT_DIR", self.output.removeprefix("BUILD/"))

    def command(self, rules):
        """Without the files that it reads and writes."""
        values = {**self.variables, "in": "IN", "out": "OUT", "DEP_FILE": "OUT.d"}
        return USE.sub(lambda found: values.get(found[1], ""), rules[self.rule])


class Configured:
    """A build folder; its `commands` are {(path of a target or file, what is made of it): how}."""

    def __init__(self, root, build):
        self.root, self.build = root, build
        self.commands = {}
        self.rules = dict(RULE.findall(self.text("CMakeFiles/rules.ninja")))
        statements = [Statement(*found) for found in STATEMENT.findall(self.text("build.ninja"))]
        statements = [one for one in statements if one.is_own()]
        self.compiled = {one.output: self.sources(one) for one in statements if one.compiles()}
        if not self.compiled:
            sys.exit(f"build_reach: {build}/build.ninja compiles nothing")
        for statement in statements:
            self.add(statement)
        for file in build.rglob("*"):
            self.add_file(file.relative_to(build).as_posix())

    def text(self, name):
        """Of a file in the build folder, with words for the roots."""
        text = (self.build / name.removeprefix("BUILD/")).read_text(encoding="utf-8")
        return text.replace(str(self.build), "BUILD").replace(str(self.root), "ROOT")

    def sources(self, statement):
        """What is compiled: of a group, the sources in it."""
        return [source for name in statement.inputs
                for source in (INCLUDE.findall(self.text(name)) if is_group(name) else [name])]

    def add(self, statement):
        command, target = [statement.command(self.rules), *statement.implicit], statement.target()
        if statement.compiles():
            for source in self.compiled[statement.output]:
                self.commands[target, source] = command
        else:
            inputs = (self.compiled.get(name, [name]) for name in statement.inputs)
            self.commands[target, statement.output] = command + sorted(sum(inputs, []))

    def add_file(self, name):
        """What is generated, and in the folders of packages what says how tests are run."""
        if Path(name).suffix in GENERATED and not is_group(name):
            self.commands[name, name] = self.text(name)
        elif name.startswith("lib/") and name.endswith("/CTestTestfile.cmake"):
            tests = TEST.findall(LINES_OF_CMAKE.sub("", self.text(name)))
            if tests:
                self.commands[name, name] = tests


def packages_of(root):
    files = (root / "tileglot").glob("*/**/CMakeLists.txt")
    return {file.parent.relative_to(root / "tileglot").as_posix() for file in files}


def package_of(path, packages):
    """The package of a path in the build folder, such as lib/map/CMakeFiles/map_test.dir, or None."""
    inside = path.split("/")[1:] if path.startswith("lib/") else []
    parents = ("/".join(inside[:length]) for length in range(len(inside), 0, -1))
    return next((parent for parent in parents if parent in packages), None)


def differences(base, now):
    """{package: the first that is made or run differently}; the package None stands for all."""
    packages, found = packages_of(base.root) | packages_of(now.root), {}
    for key in sorted(base.commands.keys() | now.commands.keys()):
        if base.commands.get(key) != now.commands.get(key):
            found.setdefault(package_of(key[0], packages), key[1].removeprefix("ROOT/"))
    return found


def export(base, folder):
    """Writes the files of the commit `base` into `folder`; whether that went well."""
    folder.mkdir(parents=True)
    archive = folder.parent / "base.tar"
    commands = (["git", "archive", "--output", archive, base], ["tar", "xf", archive, "-C", folder])
    return all(subprocess.run(command, cwd=ROOT, check=False).returncode == 0 for command in commands)


def start_configuring(preset, root, build):
    build.parent.mkdir(parents=True, exist_ok=True)
    with open(f"{build}.log", "w", encoding="utf-8") as log:
        return subprocess.Popen(["cmake", "--preset", preset, "-B", build], cwd=root, stdout=log, stderr=log)


def differences_since(preset, base):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        base_root, base_build, build = folder / "base/sources", folder / "base/build", folder / "now/build"
        if not export(base, base_root):
            return {None: f"{base} is not a commit that can be read"}
        with (start_configuring(preset, base_root, base_build) as of_base,
              start_configuring(preset, ROOT, build) as of_now):
            pass
        if of_now.returncode != 0:
            sys.exit(f"{Path(f'{build}.log').read_text(encoding='utf-8')}build_reach: configuring failed")
        if of_base.returncode != 0:
            sys.stderr.write(Path(f"{base_build}.log").read_text(encoding="utf-8"))
            return {None: f"{base} cannot be configured"}
        return differences(Configured(base_root, base_build), Configured(ROOT, build))


def reached_by_build(preset, base):
    """Packages of this tree."""
    found, packages = differences_since(preset, base), packages_of(ROOT)
    if None in found:
        print(f"built differently since {base}: everything ({found[None]})", file=sys.stderr)
        return packages
    for package in sorted(found):
        print(f"built differently since {base}: {package} ({found[package]})", file=sys.stderr)
    if not found:
        print(f"build files changed since {base}, but no command did", file=sys.stderr)
    return packages.intersection(found)


def main(arguments):
    if len(arguments) != 2:
        sys.exit(__doc__)
    # Ends the program as an exception does, so that its folder is removed.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    names = [name for name in sys.stdin.read().split("\0") if name]
    if any(fnmatch.fnmatch(name, file) for name in names for file in BUILD_FILES):
        names += [f"tileglot/{package}/CMakeLists.txt" for package in sorted(reached_by_build(*arguments))]
    sys.stdout.write("".join(f"{name}\0" for name in names))


if __name__ == "__main__":
    main(sys.argv[1:])
