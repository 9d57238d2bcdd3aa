#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks messages and comments of the sources for English that a reader has to decode.

Strings of the library and the program, and comments of its headers, must not have: "is no", "are no"
(other than "there is no") for "is not a"; "behind" for "after"; "has not", "have not" for "does not
have"; "somebody", "whoever"; "what there is not". Literals that a line break parts, and the lines of
a comment, are read as one text.

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


def texts_of(source, is_header):
    """Each string, and each comment of a header, without citations of tests."""
    source = CITATION.sub(lambda found: re.sub(r"[^\n]", " ", found.group()), source)
    texts = []
    for found in TOKEN.finditer(source):
        kind = next((kind for kind in ("raw", "text", "line", "block") if found[kind] is not None), None)
        if kind is None or (kind in ("line", "block") and not is_header):
            continue
        if texts and texts[-1].goes_on_with(source, kind, found.start()):
            texts[-1].add(found[kind], found.start(kind), found.end())
        else:
            texts.append(Text(kind, found[kind], found.start(kind), found.end()))
    return texts


def findings_in(source, is_header):
    """(line, what is written, what to write)"""
    for text in texts_of(source, is_header):
        for pattern, instead in PATTERNS.items():
            for found in re.finditer(pattern, text.words, re.IGNORECASE):
                yield text.line_at(source, found.start()), found.group(), instead


def library_files():
    table = layers_of(ROOT)
    for path in sorted((ROOT / "tileglot").rglob("*")):
        name = path.relative_to(ROOT).as_posix()
        if path.suffix in (".h", ".cc") and not table.is_test(name):
            yield path


def main():
    files = list(library_files())
    count = 0
    for path in files:
        for line, found, instead in findings_in(path.read_text(encoding="utf-8"), path.suffix == ".h"):
            print(f"{path.relative_to(ROOT)}:{line}: '{found}': write '{instead}'")
            count += 1
    print(f"words: {len(files)} files, {count} findings")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
