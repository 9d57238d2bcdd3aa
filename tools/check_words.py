#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks messages, comments and documents for English that a reader has to decode.

Strings of the library and the program, comments of all sources and the documents must not have: "is no", "are no"
(other than "there is no") for "is not a"; "behind" for "after"; "has not", "have not" for "does not
have"; "somebody", "whoever"; "what there is not". Literals that a line break parts, and the lines of
a comment, are read as one text. What a document quotes is not read.

usage: tools/check_words.py      exit 0 clean, 1 with findings
"""

import re
import sys
from pathlib import Path

from layers import layers_of

ROOT = Path(__file__).resolve().parent.parent

COMPARED = "more|less|fewer|longer|shorter|stronger|weaker|wider|larger|smaller|further|higher|lower|greater|better|dearer"
PATTERNS = {
    rf"(?<!there )\b(?:is|are) no\b(?!:| (?:{COMPARED})\b)": "is not a",
    r"\bbehind (?=(?:the|an?|it|its|each|every|them|this|that|all|one|another|byte)\b|[{']|$)": "after",
    r"\b(?:has|have) not(?= ?[.,;:)\"]|$)": "does not have",
    r"\bsomebody\b|\bwhoever\b": "name who",
    r"\bthere (?:is|are) not(?= ?[.,;:)\"]|$)": "name what is missing",
}
TOKEN = re.compile(
    r'R"(?P<mark>\w*)\((?P<raw>.*?)\)(?P=mark)"|"(?P<text>(?:\\.|[^"\\\n])*)"|\'(?:\\.|[^\'\\\n])\''
    r"|//(?P<line>[^\n]*)|/\*(?P<block>.*?)\*/", re.DOTALL)
# Between two literals that are one, or two lines of one comment.
JOINED = {"text": re.compile(r"\s*"), "line": re.compile(r"\n[ \t]*")}
# The lines of a table are not one sentence.
TABLE_ROW = re.compile(r"\S {3,}\S")
CITATION = re.compile(r"\[tests: (?:[^\]\"]|\"[^\"]*\")*\]")


class Text:
    """A text that may lie in several pieces of a source: its words, and the line of each of them."""

    def __init__(self, kind, words, begin, end):
        self.kind, self.words, self.end, self.pieces = kind, words, end, [(0, begin)]

    def goes_on_with(self, source, kind, begin):
        between = JOINED.get(kind)
        return (kind == self.kind and between is not None and between.fullmatch(source, self.end, begin)
                and not (kind == "line" and TABLE_ROW.search(self.words)))

    def add(self, words, begin, end):
        if self.kind == "line":
            self.words, words = self.words + " ", words.lstrip("/! ")
        self.pieces.append((len(self.words), begin))
        self.words, self.end = self.words + words, end

    def line_at(self, source, position):
        start, begin = max(piece for piece in self.pieces if piece[0] <= position)
        return source.count("\n", 0, begin + position - start) + 1


def texts_of(source, is_test):
    """Each comment and, but for tests, each string, without citations of tests."""
    source = CITATION.sub(lambda found: re.sub(r"[^\n]", " ", found.group()), source)
    texts = []
    for found in TOKEN.finditer(source):
        kind = next((kind for kind in ("raw", "text", "line", "block") if found[kind] is not None), None)
        if kind is None or (kind in ("raw", "text") and is_test):
            continue
        if texts and texts[-1].goes_on_with(source, kind, found.start()):
            texts[-1].add(found[kind], found.start(kind), found.end())
        else:
            texts.append(Text(kind, found[kind], found.start(kind), found.end()))
    return texts


def document_of(source):
    """The lines of a document as one text, with dots for what a paragraph has between quotes."""
    words = re.sub(r'"(?:[^"\n]|\n(?!\n))*"', lambda found: "." * len(found.group()), source)
    return [Text("document", words.replace("\n", " "), 0, len(source))]


def findings_in(source, texts):
    """(line, what is written, what to write)"""
    for text in texts:
        for pattern, instead in PATTERNS.items():
            for found in re.finditer(pattern, text.words, re.IGNORECASE):
                yield text.line_at(source, found.start()), found.group(), instead


def read_files():
    """(path, source, its texts)"""
    layers = layers_of(ROOT)
    for folder in ("tileglot", "tests"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".h", ".cc", ".cu"):
                name = path.relative_to(ROOT).as_posix()
                source = path.read_text(encoding="utf-8")
                yield name, source, texts_of(source, folder == "tests" or layers.is_test(name))
    for path in sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]):
        source = path.read_text(encoding="utf-8")
        yield path.relative_to(ROOT).as_posix(), source, document_of(source)


def main():
    files = count = 0
    for name, source, texts in read_files():
        files += 1
        for line, found, instead in findings_in(source, texts):
            print(f"{name}:{line}: '{found}': write '{instead}'")
            count += 1
    print(f"words: {files} files, {count} findings")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
