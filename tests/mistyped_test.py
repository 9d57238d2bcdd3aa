#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Mistyped commands and what the program answers, as recorded in tests/mistyped.txt.

The record has blocks: a command after "$ ", what it prints, and its exit code where it is not 2. A
command runs in an empty folder with the files that write_files makes. Every answer names what is
wrong and what was probably meant, or where the words are listed.

usage: tests/mistyped_test.py PROGRAM            compare
       tests/mistyped_test.py PROGRAM update     record anew; look at what changed
"""

import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))
from documents_test import write_files  # noqa: E402

RECORD = ROOT / "tests/mistyped.txt"
PROGRAM = None
USUAL_EXIT = 2
HEAD = "# Mistyped commands and their answers: tests/mistyped_test.py PROGRAM update records them.\n"


def commands():
    text = RECORD.read_text(encoding="utf-8")
    return re.findall(r"^\$ (.*)$", text, re.MULTILINE)


def answer(command, folder):
    path = f"{PROGRAM.parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(["bash", "-c", command], cwd=folder, text=True, capture_output=True,
                          stdin=subprocess.DEVNULL, timeout=60, check=False,
                          env={**os.environ, "PATH": path, "LC_ALL": "C.UTF-8"})
    code = "" if done.returncode == USUAL_EXIT else f"exit {done.returncode}\n"
    return done.stdout + done.stderr + code


def record(folder):
    blocks = [f"$ {command}\n{answer(command, folder)}" for command in commands()]
    return HEAD + "\n" + "\n".join(blocks)


class MistypedTest(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.addCleanup(self.temporary.cleanup)
        write_files(Path(self.temporary.name))
        self.record = record(Path(self.temporary.name))

    def test_the_answers_are_those_recorded(self):
        self.maxDiff = None
        self.assertEqual(self.record, RECORD.read_text(encoding="utf-8"))

    def test_every_answer_says_what_to_write(self):
        blocks = re.split(r"^\$ ", self.record, flags=re.MULTILINE)[1:]
        self.assertGreaterEqual(len(blocks), 20)
        for block in blocks:
            self.assertRegex(block, r"(?m)^error\[[a-z_.]+\]: .+\n(?:.*\n)*  help: .+", block)


def main():
    global PROGRAM
    PROGRAM = Path(sys.argv.pop(1)).resolve()
    if sys.argv[1:] == ["update"]:
        with tempfile.TemporaryDirectory() as folder:
            write_files(Path(folder))
            RECORD.write_text(record(Path(folder)), encoding="utf-8")
        return
    unittest.main()


if __name__ == "__main__":
    main()
