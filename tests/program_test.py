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
        self.expect(limit + "tileglot show 'f32[256,256]' --as json --crop 0:256,0:256",
                    "error[io.memory]", 4)
        self.assertFalse(json.loads(done.stdout)["ok"])


    def json_of(self, command, exit_code):
        done = run(command, self.folder)
        with self.subTest(command=command):
            self.assertEqual(done.returncode, exit_code)
            answer = json.loads(done.stdout)
            self.assertEqual(answer["version"], 1)
        return answer

    def test_wrong_words_are_json_where_json_is_asked_for(self):
        for command, code in [
            ("tileglot show --json", "cli.arguments"),
            ("tileglot --json relyaout", "cli.command"),
            ("tileglot index --json 'f32[3]' 1 --explian", "cli.option"),
            ("tileglot --json", "cli.arguments"),
            ("tileglot eval --json", "cli.arguments"),
        ]:
            answer = self.json_of(command, 2)
            self.assertEqual((answer["ok"], answer["error"]["code"]), (False, code), command)

    def test_every_help_lists_json_and_color(self):
        for name in ["show", "index", "convert", "equal", "eval", "inspect", "relayout", "verify", "hlo"]:
            for command in [f"tileglot {name} --help", f"tileglot help {name}"]:
                with self.subTest(command=command):
                    done = run(command, self.folder)
                    self.assertEqual(done.returncode, 0)
                    self.assertIn("--json", done.stdout)
                    self.assertIn("--color", done.stdout)
                    self.assertIn("--ascii", done.stdout)
                    self.assertIn(f"tileglot {name} ", done.stdout)

    def test_help_about_help_is_the_overview(self):
        for command in ["tileglot help", "tileglot --help --help", "tileglot help help"]:
            self.expect(command, "tileglot COMMAND --help has the options of each", 0)

    def test_options_of_every_command_stand_before_or_after_it(self):
        self.expect("tileglot --color auto show 'f32[2]'", "f32[2]", 0)
        self.expect("tileglot show 'f32[2]' --color never", "f32[2]", 0)
        self.assertTrue(self.json_of("tileglot --json show 'f32[2]'", 0)["ok"])
        self.assertTrue(self.json_of("tileglot show --json 'f32[2]'", 0)["ok"])

    def test_values_that_an_option_cannot_have_are_refused(self):
        self.expect("tileglot check 'f32[2]' --color nonsense", "error[cli.arguments]", 2)
        self.expect("tileglot show 'f32[2]' --color nonsense", "error[show.color]", 2)
        self.expect("tileglot relayout w.npy -o o.npy --to '{0}' --max-memory=-1",
                    "error[cli.arguments]: --max-memory: -1 is negative", 2)

    def test_semantics_are_known_by_name_and_guessed(self):
        done = self.expect("tileglot eval --semantics cute-ccp 'size(4:1)'", "did you mean 'cute-cpp'?", 2)
        self.assertIn("exact,cute-cpp", done.stdout + done.stderr)
        self.expect("tileglot eval --semantics=exakt 'size(4:1)'", "did you mean 'exact'?", 2)
        self.expect("tileglot eval --semantics pycute 'size(4:1)'", "error[cli.arguments]", 2)
        self.expect("tileglot eval --semantics cute-cpp 'complement((_3,_2):(_1,_4),_24)'", "_3:_8", 0)
        line = '{"op":"complement","args":["(_3,_2):(_1,_4)","_24"]}'
        self.expect(f"tileglot eval --semantics cute-cpp --jsonl <<< '{line}'", '"result":"_3:_8"', 0)
        carried = '{"op":"composition","args":["(_4,_6,_8):(_2,_3,_5)","_6:_3"]}'
        self.expect(f"tileglot eval --semantics cute-cpp --jsonl <<< '{carried}'", '"(_2,_3):(_6,_3)"', 0)
        self.expect(f"tileglot eval --semantics exact --jsonl <<< '{carried}'", "cute.composition", 0)

    def test_options_that_do_not_apply_are_refused(self):
        self.expect("tileglot index --inverse --explain 'f32[3]' 1", "error[cli.arguments]", 2)
        self.expect("tileglot eval --jsonl 'size((4,2))' < /dev/null", "error[cli.arguments]", 2)

    def test_near_misses_know_the_options_of_every_command(self):
        self.expect("tileglot show 'f32[2]' --jsno", "did you mean '--json'?", 2)
        self.expect("tileglot show 'f32[2]' --colour never", "did you mean '--color'?", 2)

    def test_a_protocol_buffer_goes_through_a_pipe(self):
        shape = "bf16[16,256]{1,0:T(8,128)(2,1)}"
        done = run(f"tileglot convert --wire --binary '{shape}' | tileglot convert --wire -",
                   self.folder)
        self.assertEqual(done.stdout, shape + "\n")
        done = run(f"tileglot convert '{shape}' --to wire | tileglot convert - --wire", self.folder)
        self.assertEqual(done.stdout, shape + "\n")
        self.expect("echo 0a 02 0 | tileglot convert - --wire", "error[wire.hex]", 2)

    def test_limits_exit_as_what_cannot_be_answered(self):
        self.expect("tileglot convert 'f32[1000,1000]' --to table", "error[convert.too_long]", 3)
        self.expect("tileglot eval 'xla.offsets(f32[100000,100000])'", "error[xla.too_many_offsets]", 3)
        self.expect("tileglot show '" + "(" * 17 + "4" + ")" * 17 + "'", "error[cute.too_deep]", 3)
        self.expect("tileglot show 'f32[3,5'", "error[scan.expected]", 2)

    def test_many_shuffled_digits_end_in_an_answer(self):
        digits = 40
        shape = ",".join(["2"] * digits)
        strides = ",".join(str(2 ** (digits - 1 - i)) for i in range(digits))
        self.expect(f"tileglot convert '(({shape})):(({strides}))' --to xla --dtype u8",
                    "error[bridge.too_many_tilings]", 3)


if __name__ == "__main__":
    PROGRAM = Path(sys.argv.pop(1)).resolve()
    unittest.main()
