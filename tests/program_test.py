#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the program as a shell does: streams, limits, signals and the words of the command line.

usage: tests/program_test.py PROGRAM
"""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM = None


def run(command, folder, line=""):
    """What a shell makes of the command, in which `tileglot` is the program."""
    path = f"{PROGRAM.parent}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(["bash", "-c", command], cwd=folder, input=line, text=True, timeout=60,
                          capture_output=True, env={**os.environ, "PATH": path}, check=False)


class ProgramTest(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.addCleanup(self.temporary.cleanup)
        self.folder = Path(self.temporary.name)

    def expect(self, command, code, exit_code):
        done = run(command, self.folder)
        with self.subTest(command=command):
            self.assertIn(code, done.stdout + done.stderr)
            self.assertEqual(done.returncode, exit_code)
        return done

    def test_eval_says_when_stdin_cannot_be_read(self):
        self.expect("tileglot eval --jsonl < .", "error[io.is_directory]", 4)
        self.expect("tileglot eval --jsonl <&-", "error[io.system]", 4)
        self.expect("tileglot eval - < .", "error[io.is_directory]", 4)
        done = self.expect("tileglot eval --json - <&-", "io.system", 4)
        self.assertFalse(json.loads(done.stdout)["ok"])

    def test_a_file_past_the_limit_of_the_system_is_an_error(self):
        self.expect("ulimit -f 0; exec tileglot show 'f32[3]' > out", "error[io.write]", 4)

    def test_memory_that_is_used_up_is_an_error(self):
        limit = "ulimit -v 60000; exec "
        if run(limit + "tileglot --version", self.folder).returncode != 0:
            self.skipTest("SKIP: this build needs more address space than the limit leaves")
        self.expect(limit + "tileglot eval 'xla.offsets(f32[4194304])'", "error[io.memory]", 4)
        done = self.expect(limit + "tileglot eval --json 'xla.offsets(f32[4194304])'", "io.memory", 4)
        self.assertFalse(json.loads(done.stdout)["ok"])


if __name__ == "__main__":
    PROGRAM = Path(sys.argv.pop(1)).resolve()
    unittest.main()
