#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The first program of ./dev demo answers as the whole program does, and knows its three commands.

usage: tests/first_program_test.py FIRST WHOLE
"""

import struct
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

FIRST, WHOLE = sys.argv[1:3]
LAYOUT = "{1,0:T(2,2)}"


def npy(rows, columns):
    """A .npy file of float32 that count up."""
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({rows}, {columns}), }}"
    header = header.ljust(117) + "\n"
    values = struct.pack(f"<{rows * columns}f", *range(rows * columns))
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + values


def run(program, *words):
    return subprocess.run([program, *words], capture_output=True, text=True, check=False)


class FirstProgram(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "in.npy").write_bytes(npy(3, 5))

    def test_it_moves_and_proves_as_the_whole_program_does(self):
        original = str(self.folder / "in.npy")
        for program, name in ((FIRST, "first.npy"), (WHOLE, "whole.npy")):
            done = run(program, "relayout", original, "-o", str(self.folder / name), "--to", LAYOUT)
            self.assertEqual(done.returncode, 0, done.stderr)
        first, whole = (self.folder / name for name in ("first.npy", "whole.npy"))
        self.assertEqual(first.read_bytes(), whole.read_bytes())
        proof = ("verify", str(first), "--against", original, "--layout", f"f32[3,5]{LAYOUT}")
        self.assertEqual(run(FIRST, *proof).returncode, 0)
        self.assertEqual(run(FIRST, *proof).stdout, run(WHOLE, *proof).stdout)

    def test_it_inspects_as_the_whole_program_does(self):
        words = ("inspect", str(self.folder / "in.npy"), "--json")
        self.assertEqual(run(FIRST, *words).stdout, run(WHOLE, *words).stdout)
        self.assertIn('"shape":[3,5]', run(FIRST, *words).stdout)

    def test_other_commands_are_refused(self):
        done = run(FIRST, "show", "f32[3,5]")
        self.assertEqual(done.returncode, 2)
        self.assertIn("error[cli.command]: there is no command 'show'", done.stderr)

    def test_alone_it_says_how_to_get_the_rest(self):
        self.assertIn("`./dev demo` builds the rest", run(FIRST).stdout)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
