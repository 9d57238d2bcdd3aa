#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Which sources of a target can be compiled as one file: no name of one file alone meets another's.

What a source declares for itself (in an unnamed namespace, by `using`, as static) would clash with
the same name in a neighbour, or be found there in place of what is meant. So two sources share a
group only if neither uses such a name of the other. Compiled alone is a source that defines macros,
which a neighbour would see, or that has a type or constant of its own by a name that a header has in
the same namespace, which the neighbour may include.

usage: tools/unity_groups.py SOURCE...   in the package's folder; prints a line "GROUP SOURCE" for each that shares a group
"""

import re
import sys
from pathlib import Path

MOST_SOURCES = 20
MOST_LINES = 4000

# A name that is looked up here, not in another namespace or a class; and whether it is called.
WORD = re.compile(r"(?<![\w.:>])([A-Za-z_]\w*)(\s*[(<])?")
# Comments, texts and characters say nothing about names.
NO_CODE = re.compile(r"//[^\n]*|/\*.*?\*/|R\"(\w*)\(.*?\)\1\"|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])'",
                     re.DOTALL)
UNNAMED = re.compile(r"\bnamespace\s*\{")
# The first of these ends what a declaration says before its value or its parameters.
DECLARED = re.compile(r"([A-Za-z_]\w*)\s*([({=;\[])")
# Two sources may say the same of these.
ALIAS = re.compile(r"\b(?:using\s+(?:[\w:]*::)?(\w+)\s*|(?:using|namespace)\s+(\w+)\s*=[^;]*);")
STATIC = re.compile(r"^\s*static\s[^;={(]*?(\w+)\s*[({=;\[]", re.MULTILINE)
IN_HEADERS = re.compile(r"\b(?:struct|class|enum|using|constexpr(?:\s+[\w:]+(?:<[^;={}]*>)?)+?)\s+(\w+)\s*"
                        r"(?:\[[^;=]*\]\s*)?[={;:]")
GOES_ON = re.compile(r"\s*[-+*/%.,)<>&|?:=]")
NAMESPACE = re.compile(r"\bnamespace\b\s*([\w:]*)\s*$")
MACRO = re.compile(r"^\s*#\s*define\b", re.MULTILINE)
MACRO_CALL = re.compile(r"\b(?:TEST\w*|INSTANTIATE_TEST_SUITE_P|RC_GTEST\w*|static_assert)\s*\(")


def closing_brace(code, begin):
    """The brace that closes the one before `begin`."""
    depth = 1
    for at in range(begin, len(code)):
        depth += {"{": 1, "}": -1}.get(code[at], 0)
        if depth == 0:
            return at
    return len(code)


def declarations(code):
    """What stands outside braces and parentheses, cut where a declaration ends."""
    kept, depth = [], 0
    for at, char in enumerate(code):
        if char in "})":
            depth -= 1
        if depth == 0:
            # A value such as Bits{32} * 8 goes on after its brace.
            kept.append(";" if char == "}" and not GOES_ON.match(code, at + 1) else char)
        if char in "{(":
            depth += 1
    return "".join(kept).split(";")


def declared(code):
    """(name, what follows it) of each declaration in the unnamed namespaces."""
    for found in UNNAMED.finditer(code):
        inside = code[found.end():closing_brace(code, found.end())]
        for declaration in declarations(inside):
            first = DECLARED.search(declaration + ";")
            if first and not MACRO_CALL.search(declaration + "("):
                yield first.groups()


def by_namespace(code):
    """{namespace: the code directly in it, without what other braces enclose}"""
    texts, path, begin = {}, [], 0
    for at, char in enumerate(code):
        if char == "{":
            named = NAMESPACE.search(code[begin:at])
            path.append(None if named is None else named.group(1))
        if None not in (path[:-1] if char == "{" else path):
            inside = "::".join(name for name in path if name)
            texts.setdefault(inside, []).append(char)
        if char == "}" and path:
            path.pop()
        if char in "{};":
            begin = at + 1
    return {inside: "".join(text) for inside, text in texts.items()}


class Source:
    """`aliases` are names with what they stand for; `functions` and `others` the source's own."""

    def __init__(self, path):
        text = Path(path).read_text(encoding="utf-8")
        code = NO_CODE.sub(" ", text)
        self.path = path
        self.lines = text.count("\n")
        self.alone = MACRO.search(code) is not None
        self.aliases = {found.group(1) or found.group(2): "".join(found.group().split())
                        for found in ALIAS.finditer(code)}
        own = set(declared(ALIAS.sub(";", code)))
        self.functions = {name for name, follows in own if follows == "("}
        self.others = {name for name, follows in own if follows != "("} | set(STATIC.findall(code))
        self.namespaces = set(by_namespace(code))
        words = set(WORD.findall(code))
        self.words = {name for name, _ in words}
        self.called = {name for name, call in words if call}

    def hides(self, public):
        """Whether a header that a neighbour includes would find a name of this source for its own."""
        own = self.others | self.aliases.keys()
        return any((inside, name) in public for inside in self.namespaces for name in own)

    def disturbs(self, other):
        return (any(name in other.words and other.aliases.get(name) != meant
                    for name, meant in self.aliases.items())
                or not self.functions.isdisjoint(other.called)
                or not self.others.isdisjoint(other.words))


def names_in_headers():
    """{(namespace, name)} of types and constants of this package: others have namespaces of their own."""
    texts = (NO_CODE.sub(" ", header.read_text(encoding="utf-8")) for header in Path().rglob("*.h"))
    return {(inside, name) for text in texts for inside, code in by_namespace(text).items()
            for name in IN_HEADERS.findall(code)}


class Group:
    def __init__(self):
        self.sources = []

    def takes(self, source):
        return (len(self.sources) < MOST_SOURCES
                and source.lines + sum(one.lines for one in self.sources) <= MOST_LINES
                and not any(one.disturbs(source) or source.disturbs(one) for one in self.sources))


def grouped(paths):
    """Each source goes to the first group that takes it."""
    groups, public = [], names_in_headers()
    for source in map(Source, paths):
        if source.alone or source.hides(public):
            continue
        group = next((group for group in groups if group.takes(source)), None)
        if group is None:
            group = Group()
            groups.append(group)
        group.sources.append(source)
    return [group.sources for group in groups if len(group.sources) > 1]


def main():
    for number, sources in enumerate(grouped(sys.argv[1:])):
        for source in sources:
            print(number, source.path)


if __name__ == "__main__":
    main()
