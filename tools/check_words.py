#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks messages, comments and documents for English that a reader has to decode.

Read are the strings of the library and the program, the documents, and the comments of C++, Python
(with docstrings), CMake and shell. They must not have: "is no", "are no" (other than "there is no")
for "is not a"; "behind" for "after"; "has not", "have not" for "does not have"; "somebody",
"whoever"; "what there is not"; "layouts nobody asked for", "gone on with by the
same" and "which this is", riddles of old answers. Literals that a line break parts, the lines of a comment and those of
a paragraph are read as one text. What a document or a docstring quotes is not read. The names of
tests and laws must not have these words either, "behind" in none of its senses.

usage: tools/check_words.py      exit 0 clean, 1 with findings
"""

import re
import sys
from pathlib import Path

from comments import language_of, pieces_of
from layers import layers_of

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = (".ci", "cmake", "docs", "python", "tests", "tileglot", "tools")

COMPARED = "more|less|fewer|longer|shorter|stronger|weaker|wider|larger|smaller|further|higher|lower|greater|better|dearer"
PATTERNS = {
    rf"(?<!there )\b(?:is|are) no\b(?!:| (?:{COMPARED})\b)": "is not a",
    r"\bbehind (?=(?:the|an?|it|its|each|every|them|this|that|all|one|another|byte)\b|[{']|$)": "after",
    r"\b(?:has|have) not(?= ?[.,;:)\"]|$)": "does not have",
    r"\bsomebody\b|\bwhoever\b": "name who",
    r"\bthere (?:is|are) not(?= ?[.,;:)\"]|$)": "name what is missing",
}
# Between two literals that are one, or two lines of one comment.
JOINED = {"text": re.compile(r"\s*"), "line": re.compile(r"\n[ \t]*")}
# What a line break of one text has with it: indentation, the mark of a quotation, the * of a block.
BREAKS = {"block": re.compile(r"\n[ \t]*\*?[ \t]*"), "document": re.compile(r"\n[ \t>]*")}
# A line of a header's note that begins a part of it.
LABEL = re.compile(r"^ [A-Z][a-z]+ {2,}(?=\S)")
# The lines of a table are not one sentence.
TABLE_ROW = re.compile(r"\S {3,}\S")
# A pair of quotes in one paragraph: before the first and after the last there is no letter.
QUOTED = re.compile(r'(?<!\w)"(?:(?=\S)(?:[^"\n]|\n(?![ \t>]*\n))*(?<=\S))?"(?!\w)')
# Names of tests are sentences without blanks and points.
TEST = re.compile(r"\bTEST(?:_F|_P)?\(\s*\w+,\s*(\w+)\s*\)|\bcheck_law\(\s*\"([^\"]*)\"|\bdef test_(\w+)")
WORD = re.compile(r"_|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
PATTERNS_OF_NAMES = {
    next(iter(PATTERNS)): "is not a",
    r"\bbehind\b": "after",
    r"\b(?:has|have) not(?= (?:is|are)\b|$)": "does not have",
    r"\bsomebody\b|\bwhoever\b": "name who",
    r"\bthere (?:is|are) not(?= (?:is|are)\b|$)": "name what is missing",
}


class Text:
    """A text that may lie in several pieces of a source: its words, and the line of each of them."""

    def __init__(self, kind, source, begin, end):
        self.kind, self.words, self.pieces, self.last = kind, "", [], ""
        self.add(source, begin, end)

    def goes_on_with(self, kind, between, words):
        joined = JOINED.get(kind)
        return (kind == self.kind and joined is not None and joined.fullmatch(between)
                and not (kind == "line" and (LABEL.match(words) or TABLE_ROW.search(LABEL.sub("", self.last)))))

    def add(self, source, begin, end):
        self.last = source[begin:end]
        if self.kind == "line" and self.words:
            self.words += " "
            begin = end - len(self.last.lstrip("/!# "))
        for gap in BREAKS[self.kind].finditer(source, begin, end) if self.kind in BREAKS else ():
            self.put(source[begin:gap.start()] + " ", begin)
            begin = gap.end()
        self.put(source[begin:end], begin)

    def put(self, words, begin):
        self.pieces.append((len(self.words), begin))
        self.words += words

    def line_at(self, source, position):
        start, begin = max(piece for piece in self.pieces if piece[0] <= position)
        return source.count("\n", 0, begin + position - start) + 1


def texts_of(path, source, is_test):
    """Each comment and, but for tests, each string of C++."""
    texts, end = [], 0
    for kind, match in pieces_of(path, source):
        if kind in ("raw", "text") and is_test:
            continue
        if kind == "block" and path.endswith(".py"):
            source = source[:match.start(kind)] + without_quoted(match[kind]) + source[match.end(kind):]
        if texts and texts[-1].goes_on_with(kind, source[end:match.start()], match[kind]):
            texts[-1].add(source, match.start(kind), match.end(kind))
        else:
            texts.append(Text(kind, source, match.start(kind), match.end(kind)))
        end = match.end()
    return texts


def without_quoted(words):
    """Dots for what a paragraph has between quotes."""
    return QUOTED.sub(lambda found: re.sub(r"[^\n]", ".", found[0]), words)


def document_of(source):
    """The lines of a document as one text."""
    return [Text("document", without_quoted(source), 0, len(source))]


def findings_in(source, texts):
    """(line, what is written, what to write)"""
    for text in texts:
        for pattern, instead in PATTERNS.items():
            for found in re.finditer(pattern, text.words, re.IGNORECASE):
                yield text.line_at(source, found.start()), found.group(), instead


def names_in(source):
    """(line, what is written, what to write) in the names of tests and laws."""
    for test in TEST.finditer(source):
        for pattern, instead in PATTERNS_OF_NAMES.items():
            for found in re.finditer(pattern, WORD.sub(" ", test[test.lastindex]), re.IGNORECASE):
                yield source.count("\n", 0, test.start()) + 1, found[0], instead


def sources():
    """Paths of C++, Python, CMake and shell."""
    found = {file for folder in FOLDERS for file in (ROOT / folder).rglob("*")}
    return sorted(file for file in found | set(ROOT.glob("*")) if file.is_file() and language_of(file))


def read_files():
    """(path, source, its texts)"""
    layers = layers_of(ROOT)
    for file in sources():
        path, source = file.relative_to(ROOT).as_posix(), file.read_text(encoding="utf-8")
        yield path, source, texts_of(path, source, path.startswith("tests/") or layers.is_test(path))
    for file in sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]):
        source = file.read_text(encoding="utf-8")
        yield file.relative_to(ROOT).as_posix(), source, document_of(source)


def main():
    files = count = 0
    for name, source, texts in read_files():
        files += 1
        for line, found, instead in [*findings_in(source, texts), *names_in(source)]:
            print(f"{name}:{line}: '{found}': write '{instead}'")
            count += 1
    print(f"words: {files} files, {count} findings")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
