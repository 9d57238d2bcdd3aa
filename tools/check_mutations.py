#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks tools/mutations.txt against the source; also reads it for tools/mutate.py.

An entry is a paragraph:

    law: the law that has to notice, as check_law names it, or "eval --via map" or "... notation"
    fault: what is wrong, in a few words
    file: the source that is made wrong
    - its text; layout does not count, so a formatter does no harm
    + what stands there instead; nothing where the line is left out
    test: program, and the law's test first, then others that may notice, as suite.name:suite.name
    quick: yes, if tools/mutate.py --quick tries it; left out otherwise

It is stale if its text is not in the file exactly once, or a law or a test that it names is gone.
Every law of map, bridge and relayout has an entry. Every package that has tests in C++ has an entry with `quick: yes`.

usage: tools/check_mutations.py    exit 0 clean, 1 with findings
"""

import re
import sys
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TABLE = "tools/mutations.txt"

# Answers of the program in place of a test: two ways to evaluate, of which one is made wrong.
WAYS = {"eval --via map": "map", "eval --via notation": "notation"}
# What has examples rather than a law, "operation print_layout", is named by this.
OPERATION = "operation "
# Packages whose laws all have an entry; the tests of generators test no operation.
COVERED = ("map", "bridge", "relayout", "analysis")
GENERATOR_TESTS = ("any_map_test.cc",)

# Packages that python/tests test, which tools/mutate.py does not run.
UNTESTED_HERE = ("python",)

LAW = re.compile(r'\bcheck_\w+\(\s*"([^"]*)"')
TEST = re.compile(r"\bTEST(?:_F|_P)?\(\s*(\w+),\s*(\w+)\s*\)")


@dataclass
class Mutation:
    line: int
    law: str = ""
    fault: str = ""
    file: str = ""
    test: str = ""
    quick: str = ""
    old: list = field(default_factory=list)
    new: list = field(default_factory=list)

    @property
    def program(self):
        return self.test.split(" ", 1)[0]

    @property
    def tests(self):
        return self.test.split(" ", 1)[1].split(":") if " " in self.test else []


def put(mutation, text):
    """Takes one line of an entry; false where it is none."""
    if text[:2] in ("- ", "+ "):
        (mutation.old if text[0] == "-" else mutation.new).append(text[2:])
        return True
    key, colon, value = text.partition(": ")
    if not colon or key not in ("law", "fault", "file", "test", "quick"):
        return False
    setattr(mutation, key, value)
    return True


def read_table():
    """The entries in order; raises ValueError at a line that is none."""
    mutations = []
    inside = False
    lines = (ROOT / TABLE).read_text(encoding="utf-8").splitlines()
    for number, text in enumerate(lines, start=1):
        if text.startswith("#"):
            continue
        if text and not inside:
            mutations.append(Mutation(number))
        inside = bool(text)
        if text and not put(mutations[-1], text):
            raise ValueError(f"{TABLE}:{number}: '{text}' is not a line of an entry")
    return mutations


def pattern_of(mutation):
    """Its old text with any white space between two characters."""
    marks = "".join("".join(mutation.old).split())
    return re.compile(r"\s*".join(map(re.escape, marks)))


def mutated(mutation, text):
    """The source with the fault, or ValueError where the old text is not there exactly once."""
    places = [*pattern_of(mutation).finditer(text)] if mutation.old else []
    if len(places) != 1:
        raise ValueError(f"the old text is {len(places)} times in {mutation.file}")
    begin, end = places[0].span()
    return text[:begin] + "\n".join(mutation.new) + text[end:]


def packages():
    """Folders under tileglot/ with a CMakeLists.txt, as "notation/xla"."""
    lists = (ROOT / "tileglot").rglob("*/CMakeLists.txt")
    return sorted(str(file.parent.relative_to(ROOT / "tileglot")) for file in lists)


def package_of(mutation, among):
    """The innermost package that has the file; None if there is none."""
    holders = [name for name in among if mutation.file.startswith(f"tileglot/{name}/")]
    return max(holders, key=len, default=None)


def test_files():
    return sorted((ROOT / "tileglot").rglob("*_test.cc"))


def names_in_tests():
    """All laws, all tests as suite.name, and {law: file} of those that need an entry."""
    laws, tests, needed = set(), set(), {}
    for file in test_files():
        text = file.read_text(encoding="utf-8")
        path = file.relative_to(ROOT / "tileglot")
        laws.update(LAW.findall(text))
        tests.update(".".join(pair) for pair in TEST.findall(text))
        if path.parts[0] in COVERED and path.name not in GENERATOR_TESTS:
            needed.update((law, f"tileglot/{path}") for law in LAW.findall(text))
    return laws, tests, needed


def findings_of(mutation, laws, tests):
    """What is stale in one entry."""
    file = ROOT / mutation.file
    if not all((mutation.law, mutation.fault, mutation.file, mutation.test)):
        yield "an entry has law, fault, file, text and test"
    elif not file.is_file():
        yield f"{mutation.file} is not there"
    else:
        try:
            mutated(mutation, file.read_text(encoding="utf-8"))
        except ValueError as error:
            yield str(error)
    if mutation.quick and (mutation.quick != "yes" or not mutation.tests):
        yield "quick is yes or left out, and needs a test"
    is_operation = mutation.law.startswith(OPERATION)
    if mutation.law not in laws and mutation.law not in WAYS and not is_operation:
        yield f"there is no law {mutation.law}"
    for test in mutation.tests:
        if test not in tests:
            yield f"there is no test {test}"


def findings():
    """(number of entries, what is wrong)"""
    mutations = read_table()
    laws, tests, needed = names_in_tests()
    found = []
    for mutation in mutations:
        for text in findings_of(mutation, laws, tests):
            found.append(f"{TABLE}:{mutation.line}: {text}")
    covered = {mutation.law for mutation in mutations}
    for law, file in sorted(needed.items()):
        if law not in covered:
            found.append(f"{file}: no mutation tests the law {law}")
    names = [name for name in packages() if name not in UNTESTED_HERE]
    quick = {package_of(mutation, names) for mutation in mutations if mutation.quick}
    found += [f"{TABLE}: no entry of tileglot/{name} is quick" for name in names if name not in quick]
    return len(mutations), found


def main():
    try:
        count, found = findings()
    except ValueError as error:
        count, found = 0, [str(error)]
    for finding in found:
        print(finding)
    print(f"mutations: {count} entries, {len(found)} findings")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
