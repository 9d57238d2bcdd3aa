#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Assigns layouts to real models, each for the CPU and a GPU, takes them through the passes that follow, and
verifies what was written.

Each command must stay below 300 MB of memory, but in a sanitized build, which needs more. Where the
shared material is absent the test is skipped, loudly.

usage: tests/hlo_models_test.py PROGRAM
"""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SKIPPED = 77
ROOT = Path(__file__).resolve().parent.parent
PROGRAM = None
FOLDER = Path(os.environ.get("TILEGLOT_SHARED") or ROOT.parent / "shared") / "data/hlo"
MODELS = {
    "hlo_llama31_8b_bf16_1x8.hlo": 31855,
    "nv_maxtext_deepseek_1n4g_jit_train_step_before_optimization.hlo": None,
    "mobilenet_v2.hlo": None,
}
TARGETS = ["cpu", "gpu:sm_90"]
MOST_BYTES = 300_000_000
# What holds at the end of the passes: none of those that follow undoes it.
LAST = {
    "cpu": ["layout-assignment", "sub-byte-size-setter", "reshape-decomposer", "reduce-decomposer",
            "broadcast_canonicalizer", "algsimp"],
    "gpu:sm_90": ["layout-assignment", "layout_normalization", "sub-byte-size-setter",
                  "reshape-decomposer", "reduction-degenerate-dim-remover",
                  "reduction-layout-normalizer", "algsimp"],
}


def run_measured(*command):
    """What it printed, how it ended, and the most memory that it had, in bytes."""
    with subprocess.Popen([PROGRAM, *command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True) as process:
        output = process.stdout.read()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    return output, process.returncode, used.ru_maxrss << 10


class HloModelsTest(unittest.TestCase):
    def expect_done(self, *command):
        output, code, used = run_measured(*command)
        self.assertEqual(code, 0, output)
        if not os.environ.get("TILEGLOT_SANITIZE"):
            self.assertLess(used, MOST_BYTES)
        return output

    def test_models_are_assigned_and_verified(self):
        for name, instructions in MODELS.items():
            for target in TARGETS:
                with self.subTest(model=name, target=target), \
                        tempfile.TemporaryDirectory() as folder:
                    out = Path(folder) / "assigned.hlo"
                    told = self.expect_done("hlo", "assign", FOLDER / name, "--target", target,
                                            "-o", out)
                    count, copies = (int(word) for word in told.split() if word.isdigit())
                    if instructions is not None:
                        self.assertEqual(count - copies, instructions)
                    self.assertIn(f": {count} instructions", self.expect_done("hlo", "verify", out))

    def test_every_module_goes_through_the_passes(self):
        for path in sorted(FOLDER.glob("*.hlo")):
            for target in TARGETS:
                with self.subTest(module=path.name, target=target), \
                        tempfile.TemporaryDirectory() as folder:
                    assigned, after = Path(folder) / "assigned.hlo", Path(folder) / "after.hlo"
                    self.expect_done("hlo", "assign", path, "--target", target, "-o", assigned)
                    self.expect_done("hlo", "normalize", assigned, "--target", target, "-o", after)
                    for last in LAST[target]:
                        self.expect_done("hlo", "verify", after, "--after", last)

    def test_a_device_has_a_part_of_each_array(self):
        told = self.expect_done("hlo", "stats", FOLDER / "sharded_16_devices.hlo")
        self.assertIn("each of 16 devices allocates 64 B for parameters", told)
        for value in "parameter arg", "result":
            self.assertRegex(told, rf"{value} +f32\[16,1\]\{{1,0\}}  64 B  of f32\[16,16\]")


if __name__ == "__main__":
    PROGRAM = Path(sys.argv.pop(1)).resolve()
    if not FOLDER.is_dir():
        print(f"SKIP: {FOLDER} is not there; set TILEGLOT_SHARED", file=sys.stderr)
        sys.exit(SKIPPED)
    unittest.main()
