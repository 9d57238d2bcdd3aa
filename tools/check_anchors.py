#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that the tests and files which comments and documents name exist, and how tests are named.

A citation is [tests: FILE_test.cc, "sentence"], without a sentence where all of the file is meant,
several joined by commas or semicolons, over as many comment lines as it takes. The sentence is the
name of a test or of a law in that file; only letters and digits count. Suites and tests are named in
PascalCase: GoogleTest forbids underscores.

A word in a comment or document that ends as a file's name does (.h, .cc, .cu, .py, .md, .sh, .txt,
.cmake) is a file of this project. The comments are those of C++, Python (with docstrings), CMake and
shell. Headers of others are named in a note "Source"; words with NAME or FILE in them stand for many.
A link of a document leads to a file or folder, and to a heading where it names one.

A file that is named is looked for beside the file that names it, then in the folders above and in
tileglot/. Elsewhere no other path may end with the name.

usage: tools/check_anchors.py      exit 0 clean, 1 with findings
"""

import re
import sys
from pathlib import Path

from comments import comments_of, language_of

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = (".ci", "cmake", "docs", "python", "tests", "tileglot", "tools", "web")

CITATION = re.compile(r'\[tests: ((?:[^\]"]|"[^"]*")*)\]')
LINE_BREAK = re.compile(r"\n[ \t]*(?://[/!]?)?[ \t]*")
FILE_OR_SENTENCE = re.compile(r'([\w/]+_test\.(?:cc|py))|"([^"]*)"')
CC_TEST_NAMES = re.compile(r'\bTEST(?:_F|_P)?\(\s*(\w+),\s*(\w+)\s*\)')
CC_TEST = re.compile(r'\bTEST(?:_F|_P)?\(\s*\w+,\s*(\w+)\s*\)|check_law\(\s*"([^"]*)"')
PY_TEST = re.compile(r"def (test_\w+)\(")
SOURCE_NOTE = re.compile(r"^// Source  .*(?:\n//   .*)*", re.MULTILINE)
MENTION = re.compile(
    r"(?<![\w/.<*{}$-])((?:[\w-]+/)*[A-Za-z0-9][\w.-]*\.(?:h|cc|cu|py|md|sh|txt|cmake))(?![\w/(*])")
PLACEHOLDER = re.compile(r"NAME|FILE")
LINK = re.compile(r"\]\(([^)#:\s]*)(?:#([\w-]+))?\)")
CODE = re.compile(r"^```.*?^```|`[^`\n]*`", re.DOTALL | re.MULTILINE)
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)
# Of other systems, where a comment that is not a note "Source" names them.
OF_OTHERS = {
    "Gen.h",
    "cblas.h",
    "dnnl_types.h",
    "include/hptt.h",
    "layout_normalization_test.cc",
    "reduction_layout_normalizer_test.cc",
    "xla/pjrt/transpose.h",
}


def plain(sentence):
    return re.sub(r"[^a-z0-9]", "", sentence.lower())


def all_files():
    files = {file for folder in FOLDERS for file in (ROOT / folder).rglob("*")} | set(ROOT.glob("*"))
    return sorted(file for file in files if file.is_file())


def ends_of_paths(files):
    """{end of a path: files that have it}"""
    ends = {}
    for file in files:
        parts = file.relative_to(ROOT).parts
        for k in range(len(parts)):
            ends.setdefault("/".join(parts[k:]), []).append(file)
    return ends


def files_named(name, citing, ends):
    """The file that is meant, or several."""
    for folder in [*citing.parents, ROOT / "tileglot"]:
        if folder.is_relative_to(ROOT) and (folder / name).is_file():
            return [folder / name]
    return ends.get(name, [])


def fault_of(name, files):
    """What is wrong with the name of these files, or None."""
    if len(files) > 1:
        return f"{name} is one of {len(files)} files: name its folder"
    return None if files else f"there is no {name}"


def tests_in(file):
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".py":
        return {plain(name.removeprefix("test_")) for name in PY_TEST.findall(text)}
    return {plain(test or law) for test, law in CC_TEST.findall(text)}


def citations_of(text):
    """(line, file name or None, sentence or None) of each citation."""
    for match in CITATION.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        name = None
        for part in FILE_OR_SENTENCE.finditer(LINE_BREAK.sub(" ", match[1])):
            if part[1]:
                name = part[1]
                yield line, name, None
            else:
                yield line, name, part[2]


def check_citation(citing, name, sentence, ends):
    """What is wrong with a citation, or None."""
    if name is None:
        return f'"{sentence}" is cited without a file'
    files = files_named(name, citing, ends)
    if len(files) == 1 and sentence is not None and plain(sentence) not in tests_in(files[0]):
        return f'{files[0].relative_to(ROOT)} has no test "{sentence}"'
    return fault_of(name, files)


def mentions_in(file, text):
    """(place, name) of each file that a document or the comments of a source name."""
    if file.suffix == ".md":
        return [(match.start(), match[1]) for match in MENTION.finditer(text)]
    text = SOURCE_NOTE.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
    return [(begin + match.start(), match[1])
            for begin, words in comments_of(file, text) for match in MENTION.finditer(words)]


def wrong_mentions(file, text, ends):
    """(line, what is wrong) of each file that is named and not there, or one of several."""
    for place, name in mentions_in(file, text):
        wrong = fault_of(name, files_named(name, file, ends))
        if wrong and name not in OF_OTHERS and not PLACEHOLDER.search(name):
            yield text.count("\n", 0, place) + 1, wrong


def places_of_headings(document):
    """What a link after # names: small letters, with hyphens for blanks and without other signs."""
    headings = HEADING.findall(document)
    return {re.sub(r"[^\w -]", "", heading).strip().lower().replace(" ", "-") for heading in headings}


def broken_links(file, text):
    for name, heading in LINK.findall(CODE.sub("", text)):
        target = file.parent / name if name else file
        if not target.exists():
            yield f"{file.relative_to(ROOT)}: the link to {name} leads nowhere"
        elif heading and heading not in places_of_headings(target.read_text(encoding="utf-8")):
            yield f"{file.relative_to(ROOT)}: {target.name} has no heading #{heading}"


def findings_in(file, ends):
    """(number of citations with a sentence, findings)"""
    text = file.read_text(encoding="utf-8")
    citations = [] if file.suffix == ".py" else list(citations_of(text))
    wrong = [(line, check_citation(file, name, sentence, ends)) for line, name, sentence in citations]
    found = [f"{file.relative_to(ROOT)}:{line}: {what}"
             for line, what in [*wrong, *wrong_mentions(file, text, ends)] if what]
    if file.suffix == ".md":
        found += broken_links(file, text)
    return sum(sentence is not None for _, _, sentence in citations), found


def misnamed_tests():
    """A finding for each name with an underscore or a small first letter."""
    for file in sorted((ROOT / "tileglot").rglob("*.cc")):
        for names in CC_TEST_NAMES.findall(file.read_text(encoding="utf-8")):
            for name in names:
                if not re.fullmatch(r"[A-Z][A-Za-z0-9]*", name):
                    yield f"{file.relative_to(ROOT)}: write the name {name} of a test in PascalCase"


def main():
    count, files = 0, all_files()
    ends = ends_of_paths(files)
    found = dict.fromkeys(misnamed_tests())  # in place of a list: a missing file is one finding
    for file in (file for file in files if language_of(file) or file.suffix == ".md"):
        sentences, wrong = findings_in(file, ends)
        count += sentences
        found.update(dict.fromkeys(wrong))
    for finding in found:
        print(finding)
    print(f"anchors: {count} citations of tests, {len(found)} findings")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
