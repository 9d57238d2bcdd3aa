#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks docs/reference/errors.md against the source: every error code is there, and no other.

A code is a string literal "package.what" in a file that is not a test, or an error[code] that is
printed as it stands; in the Python package, the second argument of refuse(). On the page it is the
first column of a table. The "Errors" note of a header may name only codes that exist.

usage: tools/check_errors.py       exit 0 clean, 1 with findings
"""

import re
import sys
from pathlib import Path

from layers import layers_of

ROOT = Path(__file__).resolve().parent.parent
PAGE = "docs/reference/errors.md"

# Literals that look like codes and are something else.
NOT_CODES = {
    "cute.composed",  # types and operations of `eval`
    "cute.int_tuple",
    "cute.layout",
    "linear.layout",
    "strided.layout",
    "cute.swizzle",
    "cute.tiler",
    "xla.shape",
    "cute.none",  # what a table answers for "nothing was refused"
}
# Packages whose codes all come from functions and tables, never from a literal after `.code =`.
MORE_PACKAGES = {"cli"}

COMMENT = re.compile(r"^[ \t]*//.*$|[ \t]///?[< ].*$", re.MULTILINE)
CODE_MEMBER = re.compile(r'\.code = [^,;]*?"([a-z0-9_]+)\.[a-z0-9_]+"')
LITERAL = re.compile(r'"([a-z0-9_]+\.[a-z0-9_]+)"')
# A row of a table of operations: name, signature, a line, and an example, which begins with the name.
OPERATION = re.compile(
    r'\{\s*"([a-z0-9_]+\.[a-z0-9_]+)",\s*"[^"]*",\s*(?:"[^"]*"\s*)+,\s*"\1[(<"]')
# A row of a table of the page's verbs.
VERB = re.compile(r'\bVerb\{"([a-z0-9_.]+)"')
REFUSED = re.compile(r'\b_?refuse\(\s*"\w+",\s*"([a-z0-9_.]+)"')
PRINTED = re.compile(r"error\[([a-z0-9_.]+)\]")
ROW = re.compile(r"^\| `([a-z0-9_.]+)` \|")
NOTE = re.compile(r"^// Errors  .*(?:\n//   .*)*", re.MULTILINE)
DOTTED_WORD = re.compile(r"\b([a-z0-9_]+)\.([a-z0-9_]+)\b")
FILE_ENDINGS = {"h", "cc", "md", "npy", "txt"}


def read_sources():
    """{path: text} of the files that are not tests."""
    layers = layers_of(ROOT)
    sources = {}
    for file in sorted((ROOT / "tileglot").rglob("*")):
        path = file.relative_to(ROOT).as_posix()
        if file.suffix in (".h", ".cc") and not layers.is_test(path):
            sources[path] = file.read_text(encoding="utf-8")
    return sources


def without_comments(text):
    """Comments blanked, so that every place stays."""
    return COMMENT.sub(lambda match: " " * len(match[0]), text)


def line_of(text, position):
    return text.count("\n", 0, position) + 1


def codes_of_sources(sources):
    """{code: place of its first literal}"""
    texts = {path: without_comments(text) for path, text in sources.items()}
    packages = {match[1] for text in texts.values() for match in CODE_MEMBER.finditer(text)}
    packages |= MORE_PACKAGES
    codes = {}
    for path, text in texts.items():
        operations = {match[1] for row in (OPERATION, VERB) for match in row.finditer(text)}
        for match in [*LITERAL.finditer(text), *PRINTED.finditer(text)]:
            code = match[1]
            known = "." not in code or code.split(".")[0] in packages
            if known and code not in NOT_CODES | operations:
                codes.setdefault(code, f"{path}:{line_of(text, match.start())}")
    return codes


def codes_of_python():
    """{code: place where Python refuses by it}"""
    codes = {}
    for file in sorted((ROOT / "python/tileglot").glob("*.py")):
        text = file.read_text(encoding="utf-8")
        for match in REFUSED.finditer(text):
            place = f"{file.relative_to(ROOT)}:{line_of(text, match.start())}"
            codes.setdefault(match[1], place)
    return codes


def rows_of_page():
    """(line, code) of each row."""
    lines = (ROOT / PAGE).read_text(encoding="utf-8").splitlines()
    return [(number, match[1]) for number, line in enumerate(lines, start=1) if (match := ROW.match(line))]


def check_page(codes, rows):
    listed = [code for _, code in rows]
    for code, place in sorted(codes.items()):
        if code not in listed:
            yield f"{place}: {code} is not in {PAGE}"
    for i, (line, code) in enumerate(rows):
        if code not in codes:
            yield f"{PAGE}:{line}: {code} is not in the source"
        if code in listed[:i]:
            yield f"{PAGE}:{line}: {code} is listed twice"


def check_notes(codes, sources):
    packages = {code.split(".")[0] for code in codes}
    for path, text in sources.items():
        for note in NOTE.finditer(text):
            for match in DOTTED_WORD.finditer(note[0]):
                is_code = match[1] in packages and match[2] not in FILE_ENDINGS
                if is_code and match[0] not in codes:
                    line = line_of(text, note.start() + match.start())
                    yield f"{path}:{line}: {match[0]} is not an error of the source"


def main():
    sources = read_sources()
    codes = codes_of_python() | codes_of_sources(sources)
    found = [*check_page(codes, rows_of_page()), *check_notes(codes, sources)]
    for finding in found:
        print(finding)
    print(f"errors: {len(codes)} codes, {len(found)} findings")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
