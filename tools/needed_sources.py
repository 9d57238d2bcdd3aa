#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The sources that a program needs, found by its includes.

A source implements the headers that it includes first, in a block of their own: most have its
name, and builder_bits.cc too implements builder.h. So a file that includes a header needs the sources
that implement it, and what those include in turn. A source that this misses shows as an undefined
symbol when the program is linked.

usage: tools/needed_sources.py SOURCE      prints one source a line, relative to the project's root
"""

import re
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
INCLUDE = re.compile(r'^#include "(tileglot/[^"]+)"', re.MULTILINE)
FIRST = re.compile(r'\A(?:(?!#include).*\n)*((?:#include "tileglot/[^"]+"\n)+)\n')


def sources_of_headers():
    """{header: the sources that implement it}"""
    sources = defaultdict(list)
    for path in (ROOT / "tileglot").rglob("*.cc"):
        first = FIRST.match(path.read_text(encoding="utf-8"))
        if first and not path.stem.endswith(("_test", "_fuzz", "_bench", "main")):
            for header in INCLUDE.findall(first.group(1)):
                sources[header].append(str(path.relative_to(ROOT)))
    return sources


def needed_by(source):
    sources, seen, found = sources_of_headers(), set(), [source]
    while found:
        name = found.pop()
        if name in seen or not (ROOT / name).exists():
            continue
        seen.add(name)
        for header in INCLUDE.findall((ROOT / name).read_text(encoding="utf-8")):
            found += [header, *sources[header]]
    return sorted(name for name in seen if name.endswith(".cc"))


def main():
    if len(sys.argv) != 2 or not (ROOT / sys.argv[1]).exists():
        sys.exit(__doc__)
    print("\n".join(needed_by(sys.argv[1])))


if __name__ == "__main__":
    main()
