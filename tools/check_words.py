#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks messages and comments of the sources for English that a reader has to decode.

Strings of the library and the program, and comments of its headers, must not have: "is no", "are no"
(other than "there is no") for "is not a"; "behind" for "after"; "has not", "have not" for "does not
have"; "somebody", "whoever"; "what there is not".

usage: tools/check_words.py      exit 0 clean, 1 with findings
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

PATTERNS = {
    r"(?<!there )\b(?:is|are) no\b(?!:| (?:more|less|fewer|\w+er)\b)": "is not a",
    r"\bbehind (?=(?:the|an?|it|its|each|every|them|this|that|all|one|another)\b|[{'])": "after",
    r"\b(?:has|have) not(?= ?[.,;:)\"]|$)": "does not have",
    r"\bsomebody\b|\bwhoever\b": "name who",
    r"\bthere (?:is|are) not(?= ?[.,;:)\"]|$)": "name what is missing",
}
TOKEN = re.compile(r'R"(\w*)\((?P<raw>.*?)\)\1"|"(?P<text>(?:\\.|[^"\\\n])*)"|\'(?:\\.|[^\'\\\n])\''
                   r"|//(?P<comment>[^\n]*)", re.DOTALL)
CITATION = re.compile(r"\[tests: (?:[^\]\"]|\"[^\"]*\")*\]")
NO_LIBRARY = re.compile(r"_(?:test|fuzz|bench)\.cc$|/any_\w*\.\w+$|/(?:laws|runnable|examples)/")


def texts_of(path):
    """(offset, text) of each string, and of each comment of a header, without citations of tests."""
    source = path.read_text(encoding="utf-8")
    source = CITATION.sub(lambda found: re.sub(r"[^\n]", " ", found.group()), source)
    for found in TOKEN.finditer(source):
        for kind in ("raw", "text", "comment"):
            if found[kind] is not None and (kind != "comment" or path.suffix == ".h"):
                yield source, found.start(kind), found[kind]


def findings_in(path):
    for source, begin, text in texts_of(path):
        for pattern, instead in PATTERNS.items():
            for found in re.finditer(pattern, text, re.IGNORECASE):
                line = source.count("\n", 0, begin + found.start()) + 1
                yield f"{path.relative_to(ROOT)}:{line}: '{found.group()}': write '{instead}'"


def main():
    files = [path for path in sorted((ROOT / "tileglot").rglob("*"))
             if path.suffix in (".h", ".cc") and not NO_LIBRARY.search(path.as_posix())]
    found = [finding for path in files for finding in findings_in(path)]
    for finding in found:
        print(finding)
    print(f"words: {len(files)} files, {len(found)} findings")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
