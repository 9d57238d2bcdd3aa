#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that the tests and files which comments and documents name exist, and how tests are named.

A citation is [tests: FILE_test.cc, "sentence"], without a sentence where all of the file is meant,
several joined by commas or semicolons, over as many comment lines as it takes. The file is looked
for beside the citing file, then in the folders above, then by its path or its name in tileglot/. The
sentence is the name of a test or of a law in that file; only letters and digits count. Suites and
tests are named in PascalCase: GoogleTest forbids underscores.

A word in a comment or document that ends as a file's name does (.h, .cc, .py, .md) is the end of a
path in this project. Headers of others are named in a note "Source"; words with NAME or FILE in them
stand for many. A link of a document leads to a file, and to a heading where it names one.

usage: tools/check_anchors.py      exit 0 clean, 1 with findings
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

CITATION = re.compile(r'\[tests: ((?:[^\]"]|"[^"]*")*)\]')
LINE_BREAK = re.compile(r"\n[ \t]*(?://[/!]?)?[ \t]*")
FILE_OR_SENTENCE = re.compile(r'([\w/]+_test\.(?:cc|py))|"([^"]*)"')
CC_TEST_NAMES = re.compile(r'\bTEST(?:_F|_P)?\(\s*(\w+),\s*(\w+)\s*\)')
CC_TEST = re.compile(r'\bTEST(?:_F|_P)?\(\s*\w+,\s*(\w+)\s*\)|check_law\(\s*"([^"]*)"')
PY_TEST = re.compile(r"def (test_\w+)\(")
COMMENT = re.compile(r"//[^\n]*")
SOURCE_NOTE = re.compile(r"^// Source  .*(?:\n//   .*)*", re.MULTILINE)
MENTION = re.compile(r'(?<![\w/.<"*{}$-])((?:[\w-]+/)*[A-Za-z0-9][\w.-]*\.(?:h|cc|py|md))(?![\w/(*])')
PLACEHOLDER = re.compile(r"NAME|FILE")
LINK = re.compile(r"\]\(((?:[^)#:\s]+\.\w+)?)(?:#([\w-]+))?\)")
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)
# Of other systems, where a comment that is not a note "Source" names them.
OF_OTHERS = {
    "Gen.h",
    "dnnl_types.h",
    "layout_normalization_test.cc",
    "reduction_layout_normalizer_test.cc",
}


def plain(sentence):
    return re.sub(r"[^a-z0-9]", "", sentence.lower())


def citing_files():
    for folder in ("tileglot", "tests", "docs"):
        for file in sorted((ROOT / folder).rglob("*")):
            if file.suffix in (".h", ".cc", ".md"):
                yield file
    yield from sorted(ROOT.glob("*.md"))


def file_named(name, citing):
    for folder in [*citing.parents, ROOT / "tileglot"]:
        if folder.is_relative_to(ROOT) and (folder / name).exists():
            return folder / name
    found = sorted((ROOT / "tileglot").rglob(name))
    return found[0] if len(found) == 1 else None


def tests_in(file):
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".py":
        return {plain(name.removeprefix("test_")) for name in PY_TEST.findall(text)}
    return {plain(test or law) for test, law in CC_TEST.findall(text)}


def citations_of(file):
    """(line, file name or None, sentence or None) of each citation."""
    text = file.read_text(encoding="utf-8")
    for match in CITATION.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        name = None
        for part in FILE_OR_SENTENCE.finditer(LINE_BREAK.sub(" ", match[1])):
            if part[1]:
                name = part[1]
                yield line, name, None
            else:
                yield line, name, part[2]


def check_citation(citing, name, sentence):
    """What is wrong with a citation, or None."""
    if name is None:
        return f'"{sentence}" is cited without a file'
    file = file_named(name, citing)
    if file is None:
        return f"{name} is not there, or there are several"
    if sentence is not None and plain(sentence) not in tests_in(file):
        return f'{file.relative_to(ROOT)} has no test "{sentence}"'
    return None


def ends_of_paths():
    """Every path of this project from its root, and all that it ends with: "map/print.h", "print.h"."""
    ends = set()
    for folder in ("cmake", "docs", "tests", "tileglot", "tools"):
        for file in (ROOT / folder).rglob("*.*"):
            parts = file.relative_to(ROOT).parts
            ends.update("/".join(parts[k:]) for k in range(len(parts)))
    return ends | {file.name for file in ROOT.glob("*.*")}


def mentions_in(text, is_document):
    """(place, name) of each file that a document or the comments of a source name."""
    if is_document:
        return [(match.start(), match[1]) for match in MENTION.finditer(text)]
    text = SOURCE_NOTE.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
    return [(comment.start() + match.start(), match[1])
            for comment in COMMENT.finditer(text) for match in MENTION.finditer(comment[0])]


def missing_in(text, is_document, ends):
    """(line, name) of each file that is named and not there."""
    for place, name in mentions_in(text, is_document):
        if name not in ends and name not in OF_OTHERS and not PLACEHOLDER.search(name):
            yield text.count("\n", 0, place) + 1, name


def places_of_headings(document):
    """What a link after # names: small letters, with hyphens for blanks and without other signs."""
    headings = HEADING.findall(document)
    return {re.sub(r"[^\w -]", "", heading).strip().lower().replace(" ", "-") for heading in headings}


def broken_links(file, text):
    for name, heading in LINK.findall(text):
        target = file.parent / name if name else file
        if not target.exists():
            yield f"{file.relative_to(ROOT)}: the link to {name} leads nowhere"
        elif heading and heading not in places_of_headings(target.read_text(encoding="utf-8")):
            yield f"{file.relative_to(ROOT)}: {target.name} has no heading #{heading}"


def missing_files():
    ends = ends_of_paths()
    for file in citing_files():
        text, is_document = file.read_text(encoding="utf-8"), file.suffix == ".md"
        for line, name in missing_in(text, is_document, ends):
            yield f"{file.relative_to(ROOT)}:{line}: there is no {name}"
        if is_document:
            yield from broken_links(file, text)


def misnamed_tests():
    """A finding for each name with an underscore or a small first letter."""
    for file in sorted((ROOT / "tileglot").rglob("*.cc")):
        for names in CC_TEST_NAMES.findall(file.read_text(encoding="utf-8")):
            for name in names:
                if not re.fullmatch(r"[A-Z][A-Za-z0-9]*", name):
                    yield f"{file.relative_to(ROOT)}: write the name {name} of a test in PascalCase"


def main():
    count = 0
    found = dict.fromkeys(misnamed_tests(), True)  # in place of a list: a missing file is one finding
    for file in citing_files():
        for line, name, sentence in citations_of(file):
            count += sentence is not None
            wrong = check_citation(file, name, sentence)
            if wrong:
                found[f"{file.relative_to(ROOT)}:{line}: {wrong}"] = True
    found.update(dict.fromkeys(missing_files(), True))
    for finding in found:
        print(finding)
    print(f"anchors: {count} citations of tests, {len(found)} findings")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
