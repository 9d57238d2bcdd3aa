#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the definition in docs/reference/digest.md.

It must give the digests in the page's table, and those of tileglot/relayout/digest/testdata/digests.txt,
which definition_test.cc compares with the library.

usage: tests/digest_test.py            exit 0 if all are equal
       tests/digest_test.py --record   writes digests.txt
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/reference/digest.md"
RECORDED = ROOT / "tileglot/relayout/digest/testdata/digests.txt"

CODE = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ROW = re.compile(r"^\| `(digest\(.*\))` \| `(tg1:.*)` \|$", re.MULTILINE)

HEAD = """\
# SPDX-License-Identifier: Apache-2.0
# digests.txt: written by tests/digest_test.py --record from the definition in docs/reference/digest.md.
#
# A line is: bits of an element, extents, seed, first element, number of elements, digest. Byte j of
# the array's stream of bits is (167 * j + j // 251 + seed) mod 256.
"""

WIDTHS = (1, 2, 4, 8, 16, 32, 64, 128)


def definition():
    """What the page's code defines."""
    names = {}
    exec(CODE.search(PAGE.read_text(encoding="utf-8")).group(1), names)
    return names


def elements_of(bits, seed, first, count):
    size = (first + count) * bits // 8 + 1
    stream = bytes((167 * j + j // 251 + seed) % 256 for j in range(size))
    value = int.from_bytes(stream, "little")
    return [value >> i * bits & (1 << bits) - 1 for i in range(first, first + count)]


def cases():
    """Arrays of every width: smaller than a word, than a block, and of several blocks; parts of them."""
    for bits in WIDTHS:
        for number, extents in enumerate(([], [1], [3, 5], [7, 11, 2], [4, 0], [40, 3 * 2048 // bits])):
            size = 1
            for extent in extents:
                size *= extent
            yield bits, extents, number, 0, size
        for number, (first, count) in enumerate(((0, 1), (1, 1), (5, 77), (63, 65), (250, 600), (999, 1))):
            yield bits, [1000], 10 + number, first, count


def lines(digest):
    for bits, extents, seed, first, count in cases():
        shape = ",".join(map(str, extents))
        text = digest(elements_of(bits, seed, first, count), bits, extents, first)
        yield f"{bits} [{shape}] {seed} {first} {count} {text}\n"


def main():
    digest = definition()["digest"]
    recorded = HEAD + "".join(lines(digest))
    if sys.argv[1:] == ["--record"]:
        RECORDED.write_text(recorded, encoding="utf-8")
        return 0
    wrong = 0
    rows = ROW.findall(PAGE.read_text(encoding="utf-8"))
    for call, text in rows:
        found = eval(call, {"digest": digest})
        if found != text:
            print(f"{PAGE.name}: {call} is {found}")
            wrong += 1
    if not rows:
        print(f"{PAGE.name} has no table")
        wrong += 1
    if RECORDED.read_text(encoding="utf-8") != recorded:
        print(f"{RECORDED.name} is not what the definition gives; --record writes it")
        wrong += 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
