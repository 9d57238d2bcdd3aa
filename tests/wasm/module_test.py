#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""module_test.py: the WebAssembly module answers as the program does.

usage: tests/wasm/module_test.py MODULE PROGRAM      exit 77 without Node
"""
import json
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
EXAMPLES = HERE.parent.parent / "docs" / "guide"
HLO = (EXAMPLES / "attention.hlo").read_text(encoding="utf-8")
TTGIR = """#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
tt.func @f(%a: tensor<32x16xf16, #b>)
"""

# Imports the function of the system that opens a file, and has nothing else.
OPENS_FILES = (b"\0asm\1\0\0\0" b"\1\4\1\x60\0\0"
               b"\2\x24\1" b"\x16wasi_snapshot_preview1" b"\x09path_open" b"\0\0")

# (request of the module, its text, arguments of the program;
# text.hlo and text.ttgir are files that have it)
REQUESTS = [
    ("show", "(4,8):(8,1)", ["show", "(4,8):(8,1)"]),
    ("show", "f32[4,8]{1,0:T(2,4)}", ["show", "f32[4,8]{1,0:T(2,4)}"]),
    ("show", "(4,8:", ["show", "(4,8:"]),
    ("convert", "f32[4,8]{0,1}", ["convert", "f32[4,8]{0,1}", "--to", "all"]),
    ("index", "(1,2)\nSw<1,0,2> o 0 o (4,4):(4,1)", ["index", "Sw<1,0,2> o 0 o (4,4):(4,1)", "(1,2)"]),
    ("check", "(8,64):(64,1)", ["check", "(8,64):(64,1)"]),
    ("eval", "logical_divide((8,8):(8,1), 4:2)", ["eval", "logical_divide((8,8):(8,1), 4:2)"]),
    ("eval", "size(7)+", ["eval", "size(7)+"]),
    ("equal", "(2,2):(2,1)\n4:1", ["equal", "(2,2):(2,1)", "4:1"]),
    ("inspect", TTGIR, ["inspect", "text.ttgir"]),
    ("hlo stats", HLO, ["hlo", "stats", "text.hlo"]),
    ("hlo verify", HLO, ["hlo", "verify", "text.hlo"]),
    ("hlo print", HLO, ["hlo", "print", "text.hlo"]),
    ("hlo diff", HLO, ["hlo", "diff", "text.hlo", "text.hlo"]),
    ("hlo normalize", HLO, ["hlo", "normalize", "text.hlo"]),
    ("hlo assign", HLO, ["hlo", "assign", "text.hlo"]),
    ("hlo optimal", HLO, ["hlo", "assign", "text.hlo", "--strategy", "optimal"]),
    ("hlo compile", HLO, ["hlo", "compile", "text.hlo"]),
]


class ModuleTest(unittest.TestCase):
    module = ""
    program = ""

    def program_reply(self, text, arguments, folder):
        for name in ("text.hlo", "text.ttgir"):
            (Path(folder) / name).write_text(text, encoding="utf-8")
        done = subprocess.run([self.program, *arguments, "--json"], stdout=subprocess.PIPE, check=False,
                              cwd=folder)
        return json.loads(done.stdout)

    def test_it_answers_as_the_program(self):
        texts = json.dumps([f"{name}\n{text}" for name, text, _ in REQUESTS])
        done = subprocess.run(["node", HERE / "run_module.mjs", self.module], input=texts, text=True,
                              stdout=subprocess.PIPE, check=True)
        replies = json.loads(done.stdout)
        self.assertEqual(len(replies), len(REQUESTS))
        with tempfile.TemporaryDirectory() as folder:
            for reply, (name, text, arguments) in zip(replies, REQUESTS):
                with self.subTest(request=name, text=text[:40]):
                    self.assertEqual(json.loads(reply), self.program_reply(text, arguments, folder))

    def test_a_module_that_opens_files_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            module = Path(folder) / "opens_files.wasm"
            module.write_bytes(OPENS_FILES)
            done = subprocess.run(["node", HERE / "run_module.mjs", module], input="[]", text=True,
                                  capture_output=True, check=False)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("the module opens files: it imports path_open", done.stderr)


if __name__ == "__main__":
    if not shutil.which("node"):
        print("SKIP: no node to run WebAssembly with")
        sys.exit(77)
    ModuleTest.module, ModuleTest.program = (str(Path(word).resolve()) for word in sys.argv[1:3])
    unittest.main(argv=sys.argv[:1])
