#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""module_test.py: the WebAssembly modules answer as the program does, byte for byte.

usage: web/tests/module_test.py FOLDER PROGRAM [--all]      exit 77 without Node

FOLDER has layouts.wasm, tileglot.wasm and hlo.wasm. Of the recorded lines of the shared material 2,000 are asked, and
with --all every one; where that material is absent only the samples in the repository are.
"""
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SHARED = Path(os.environ.get("TILEGLOT_SHARED", ROOT / "../shared"))
RECORDED = ["xla", "cute", "linear", "triton_encodings", "triton_conversions"]
SAMPLES = ["notation/cute/testdata/cute_sample.jsonl", "notation/linear/testdata/linear_sample.jsonl",
           "notation/xla/testdata/xla_sample.jsonl"]
SAMPLED = 2000

HLO = (ROOT / "docs/guide/attention.hlo").read_text(encoding="utf-8")
TTGIR = (ROOT / "docs/guide/kernel.ttgir").read_text(encoding="utf-8")
SWIZZLED = "Sw<3,3,3> o 0 o (8,64):(64,1)"
TILED = "bf16[4096,14336]{1,0:T(8,128)(2,1)}"
FILES = {"module.hlo": HLO, "module.ttgir": TTGIR}
OF_HLO = {"name": "'module.hlo'", "text": HLO}

MODULES = ("layouts.wasm", "tileglot.wasm", "hlo.wasm")
OF_LAYOUTS = {"show", "convert", "check", "equal"}

# (verb, what it is asked, arguments of the program)
REQUESTS = [
    ("show", {"layout": "(4,8):(8,1)"}, ["show", "(4,8):(8,1)"]),
    ("show", {"layout": SWIZZLED, "color": "bank", "dtype": "f16", "group": 8},
     ["show", SWIZZLED, "--color", "bank", "--dtype", "f16", "--group", "8"]),
    ("show", {"layout": TILED, "crop": "0:8,0:128", "label": "coord"},
     ["show", TILED, "--crop", "0:8,0:128", "--label", "coord"]),
    ("show", {"layout": "(4,8:"}, ["show", "(4,8:"]),
    ("convert", {"layout": "f32[4,8]{0,1}"}, ["convert", "f32[4,8]{0,1}", "--to", "all"]),
    ("index", {"layout": SWIZZLED, "places": ["(1,2)"], "explain": True},
     ["index", SWIZZLED, "(1,2)", "--explain"]),
    ("check", {"layout": "(8,64):(64,1)", "dtype": "f16", "access": "ldmatrix", "suggest": True},
     ["check", "(8,64):(64,1)", "--dtype", "f16", "--access", "ldmatrix", "--suggest"]),
    ("check", {"layout": "s32[8388608,8,4]{2,1,0:T(8,128)}"}, ["check", "s32[8388608,8,4]{2,1,0:T(8,128)}"]),
    ("eval", {"expression": "logical_divide((8,8):(8,1), 4:2)", "explain": True},
     ["eval", "logical_divide((8,8):(8,1), 4:2)", "--explain"]),
    ("eval", {"expression": "composition((6,4):(1,10), 4:4)"}, ["eval", "composition((6,4):(1,10), 4:4)"]),
    ("eval", {"expression": "size(7)+"}, ["eval", "size(7)+"]),
    ("equal", {"left": "(2,2):(2,1)", "right": "4:1"}, ["equal", "(2,2):(2,1)", "4:1"]),
    ("inspect", {"name": "'module.ttgir'", "text": TTGIR}, ["inspect", "module.ttgir"]),
    ("hlo.stats", OF_HLO, ["hlo", "stats", "module.hlo"]),
    ("hlo.verify", OF_HLO, ["hlo", "verify", "module.hlo"]),
    ("hlo.diff", {"before": OF_HLO, "after": OF_HLO}, ["hlo", "diff", "module.hlo", "module.hlo"]),
    ("hlo.assign", {**OF_HLO, "explain": True}, ["hlo", "assign", "module.hlo", "--explain"]),
    ("hlo.assign", {**OF_HLO, "strategy": "optimal"},
     ["hlo", "assign", "module.hlo", "--strategy", "optimal"]),
]


def is_answered_by(module, verb):
    if module == "layouts.wasm":
        return verb in OF_LAYOUTS
    return verb.startswith("hlo.") == (module == "hlo.wasm")


class ModuleTest(unittest.TestCase):
    folder = Path()
    program = ""
    share = SAMPLED

    def asked(self, module, requests):
        done = subprocess.run(["node", ROOT / "web/tests/ask.mjs", "--module", self.folder / module],
                              input="".join(request + "\n" for request in requests), text=True,
                              stdout=subprocess.PIPE, check=True)
        return done.stdout.splitlines()

    def printed(self, arguments, text=None):
        with tempfile.TemporaryDirectory() as folder:
            for name, content in FILES.items():
                (Path(folder) / name).write_text(content, encoding="utf-8")
            return subprocess.run([self.program, *arguments], input=text, text=True, check=False,
                                  stdout=subprocess.PIPE, cwd=folder).stdout.splitlines()

    def test_it_answers_as_the_program(self):
        for module in MODULES:
            asked = [row for row in REQUESTS if is_answered_by(module, row[0])]
            replies = self.asked(module, [json.dumps({"do": verb, "of": of, "form": "program"})
                                          for verb, of, _ in asked])
            self.assertEqual(len(replies), len(asked))
            for reply, (verb, _, arguments) in zip(replies, asked):
                with self.subTest(module=module, verb=verb, arguments=arguments):
                    self.assertEqual([reply], self.printed([*arguments, "--json"]))

    def check_lines(self, lines):
        """Each line as `eval --jsonl` answers it; how many were asked."""
        calls = [{"op": line["op"], "args": line["args"]} for line in map(json.loads, lines)]
        native = self.printed(["eval", "--jsonl"], "".join(json.dumps(call) + "\n" for call in calls))
        replies = self.asked("tileglot.wasm", [json.dumps({"do": "eval", "of": call, "form": "program"})
                                               for call in calls])
        self.assertEqual(len(replies), len(calls))
        for call, reply, wanted in zip(calls, replies, native, strict=True):
            self.assertEqual(reply, wanted, call)
        return len(calls)

    def test_samples_of_recorded_lines(self):
        for name in SAMPLES:
            lines = (ROOT / "tileglot" / name).read_text(encoding="utf-8").splitlines()
            self.assertGreater(self.check_lines([line for line in lines if '"op"' in line]), 50)

    def test_recorded_lines(self):
        if not (SHARED / "golden").is_dir():
            self.skipTest(f"there is no {SHARED}/golden")
        lines = [line for name in RECORDED
                 for line in (SHARED / f"golden/{name}.jsonl").read_text(encoding="utf-8").splitlines()]
        if self.share < len(lines):
            lines = random.Random(20261130).sample(lines, self.share)
        print(f"recorded lines: {self.check_lines(lines)} as the program answers them")

    def test_a_module_opens_no_file(self):
        for module in MODULES:
            listed = subprocess.run(
                ["node", "-e", "console.log(WebAssembly.Module.imports(new WebAssembly.Module("
                 "require('fs').readFileSync(process.argv[1]))).map(i => i.name).join('\\n'))",
                 self.folder / module], text=True, stdout=subprocess.PIPE, check=True).stdout.split()
            with self.subTest(module=module):
                self.assertLessEqual(set(listed), {"fd_close", "fd_seek", "fd_write"})


if __name__ == "__main__":
    if not shutil.which("node"):
        print("SKIP: no node to run WebAssembly with")
        sys.exit(77)
    if "--all" in sys.argv[3:]:
        ModuleTest.share = 1 << 60
    ModuleTest.folder, ModuleTest.program = Path(sys.argv[1]).resolve(), str(Path(sys.argv[2]).resolve())
    unittest.main(argv=sys.argv[:1])
