# SPDX-License-Identifier: Apache-2.0
"""Where comments and strings begin and end, for the checks that read them.

C++, Python, CMake and shell. A piece is a comment of one line, a block (of Python, a string of
three quotes that begins a line, such as a docstring), or in C++ a string. In CMake and shell every #
after a blank begins a comment, inside a string too.
"""

import re
from pathlib import Path

C = re.compile(
    r'R"(?P<mark>\w*)\((?P<raw>.*?)\)(?P=mark)"|"(?P<text>(?:\\.|[^"\\\n])*)"|\'(?:\\.|[^\'\\\n])\''
    r"|//(?P<line>[^\n]*)|/\*(?P<block>.*?)\*/", re.DOTALL)
PYTHON = re.compile(
    r'^[ \t]*"""(?P<block>.*?)"""|"""(?:\\.|[^\\])*?"""|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\''
    r"|#(?P<line>[^\n]*)", re.DOTALL | re.MULTILINE)
SHELL = re.compile(r"(?<!\S)#(?P<line>[^\n]*)")
LANGUAGES = {".h": C, ".cc": C, ".cu": C, ".py": PYTHON, ".cmake": SHELL, ".sh": SHELL}
SHELL_NAMES = {"CMakeLists.txt", "dev", "run"}


def language_of(path):
    """None for what is not source code."""
    return SHELL if Path(path).name in SHELL_NAMES else LANGUAGES.get(Path(path).suffix)


def pieces_of(path, source):
    """(kind, match) of each; the match has a group of that name without quotes and marks."""
    for match in language_of(path).finditer(source):
        if match.lastgroup:
            yield match.lastgroup, match


def comments_of(path, source):
    """(begin, words) of each comment."""
    for kind, match in pieces_of(path, source):
        if kind in ("line", "block"):
            yield match.start(kind), match[kind]
