#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""faults.py: plants faults into the page, one at a time, and tells whether the tests notice.

usage: web/tests/faults.py [NAME ..] [--modules FOLDER] [--program PROGRAM]

Each fault is a text of web/src that is replaced in a copy of web/, which is then built with
tools/web.py and tested. Prints a line for each, and exits 1 if one is not noticed. First the page
is tested as it is. A fault whose text is no longer in the source is an error: the list has to
follow the code. The modules are those in FOLDER, build/web by default, and pictures are held
against PROGRAM, build/dev/tileglot.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SHARED_PARTS = ["LICENSE", "docs", "tests"]


@dataclass(frozen=True)
class Fault:
    name: str
    what: str
    file: str  # in web/src
    text: str  # once in it
    wrong: str
    test: str  # as pytest takes it
    only: str  # a part of its tests


DRAWN = ("drawn_test.py", "tiled or nested-coordinates or swizzle")

FAULTS = [
    Fault(
        "swapped",
        "rows and columns are swapped where a cell is drawn",
        "frame.ts",
        "x: left + column * side - panX, y: top + row * side - panY",
        "x: left + row * side - panX, y: top + column * side - panY",
        *DRAWN,
    ),
    Fault(
        "cell",
        "the colour of a cell is that of its neighbour",
        "painter.ts",
        "const pixel = pixels[shade[cell]! + 1]!;",
        "const pixel = pixels[(shade[cell + 1] ?? 0) + 1]!;",
        *DRAWN,
    ),
    Fault(
        "crop",
        "a crop begins a row too late",
        "wanted.ts",
        "{ fold, crop, every }",
        "{ fold, crop: crop.replace(/^\\d+/, (row) => String(Number(row) + 1)), every }",
        "drawn_test.py",
        "crop",
    ),
    Fault(
        "legend",
        "the legend is shifted by one colour",
        "legend.ts",
        "swatch(colorOf(shade), '')",
        "swatch(colorOf(shade + 1), '')",
        "drawn_test.py",
        "legend",
    ),
    Fault(
        "span",
        "a span counts bytes, and is taken to count characters",
        "text.ts",
        "bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;",
        "bytes += code < 0 ? 0 : 1;",
        "robust_test.py",
        "span",
    ),
    Fault(
        "tick",
        "the word after the one of this tick is shown as served now",
        "track.ts",
        "word === bank.served && bank.now",
        "word === bank.served + 1 && bank.now",
        "playback_test.py",
        "plays",
    ),
    Fault(
        "lanes",
        "a lane is marked a tick late",
        "ticks.ts",
        "if (ticks.includes(tick)) return 'now';",
        "if (ticks.includes(tick - 1)) return 'now';",
        "playback_test.py",
        "plays",
    ),
    Fault(
        "link",
        "a link counts lines from 0",
        "link.ts",
        "on.map((each) => each + 1).join()",
        "on.map((each) => each).join()",
        "links_test.py",
        "published",
    ),
]


def run(*command, folder):
    return subprocess.run(
        [str(word) for word in command],
        cwd=folder,
        check=False,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )


class Copy:
    """The repository with its own web/ and build/web/; all else is the original."""

    def __init__(self, folder, program, modules):
        self.folder = folder
        for name in SHARED_PARTS:
            (folder / name).symlink_to(ROOT / name)
        shutil.copytree(ROOT / "web", folder / "web", ignore=shutil.ignore_patterns("__pycache__"))
        (folder / "tools").mkdir()
        shutil.copy(ROOT / "tools/web.py", folder / "tools")
        (folder / "build/web").mkdir(parents=True)
        for module in modules.glob("*.wasm"):
            (folder / "build/web" / module.name).symlink_to(module)
        (folder / "build/dev").mkdir()
        (folder / "build/dev/tileglot").symlink_to(program)

    def build(self):
        done = run(sys.executable, "tools/web.py", "--no-types", folder=self.folder)
        if done.returncode != 0:
            sys.exit(f"faults.py: the page does not build\n{done.stdout}")

    def passes(self, test, only):
        """Whether the tests pass; what pytest printed."""
        done = run(
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-x",
            "-p",
            "no:cacheprovider",
            f"web/tests/{test}",
            "-k",
            only,
            folder=self.folder,
        )
        if done.returncode not in (0, 1):
            sys.exit(f"faults.py: {test} was not run\n{done.stdout}")
        return done.returncode == 0, done.stdout

    def plant(self, fault):
        path = self.folder / "web/src" / fault.file
        text = path.read_text(encoding="utf-8")
        if text.count(fault.text) != 1:
            sys.exit(
                f"faults.py: {fault.name}: {fault.file} has {text.count(fault.text)} times {fault.text}"
            )
        path.write_text(text.replace(fault.text, fault.wrong), encoding="utf-8")
        return path, text


def is_noticed(copy, fault):
    path, text = copy.plant(fault)
    try:
        copy.build()
        return not copy.passes(fault.test, fault.only)[0]
    finally:
        path.write_text(text, encoding="utf-8")


def check_sound(copy, faults):
    """The tests must pass on the page as it is, or they notice nothing."""
    copy.build()
    for test, only in dict.fromkeys((fault.test, fault.only) for fault in faults):
        passed, printed = copy.passes(test, only)
        if not passed:
            sys.exit(f"faults.py: {test} -k '{only}' fails without a fault\n{printed[-3000:]}")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--program", type=Path, default=ROOT / "build/dev/tileglot")
    parser.add_argument("--modules", type=Path, default=ROOT / "build/web")
    options = parser.parse_args()
    faults = [fault for fault in FAULTS if not options.names or fault.name in options.names]
    missed = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = Copy(Path(folder), options.program.resolve(), options.modules.resolve())
        check_sound(copy, faults)
        for fault in faults:
            noticed = is_noticed(copy, fault)
            missed += not noticed
            print(
                f"{'noticed    ' if noticed else 'NOT NOTICED'}  {fault.name:8}  {fault.what}",
                flush=True,
            )
    print(f"faults: {len(faults)} planted, {missed} not noticed")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
