#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Has XLA's own bindings read the layouts that `hlo compile --runtime-layouts` hands on.

jaxlib's PjRtLayout takes each text as the state that it was pickled with, and gives it back; its
Shape with that layout has the bytes of our LayoutProto inside its own message. Without jaxlib the
test is skipped, loudly; TILEGLOT_JAXLIB_PYTHON may name an interpreter that has it.

usage: tests/runtime_layouts_test.py PROGRAM
"""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SKIPPED = 77
PROGRAM = None

# Types and layouts that both sides know; the parameters are handed through as a tuple.
ARRAYS = {
    "f32[4,6]": ["default", "auto", "{0,1}", "{0,1:T(2,2)}"],
    "bf16[16,256]": ["default", "{1,0:T(8,128)(2,1)}", "{0,1:T(16,128)(2,1)}"],
    "s8[5000]": ["{0:T(1024)(128)(4,1)}"],
    "f32[]": ["default", "auto"],
    "f32[2,3,4,5]": ["{0,1,2,3}", "{3,1,2,0:T(4,128)}"],
}
CASES = [(array, mode) for array, modes in ARRAYS.items() for mode in modes]


def module_text():
    lines = [f"  p{i} = {array} parameter({i})" for i, (array, _) in enumerate(CASES)]
    names = ", ".join(f"p{i}" for i in range(len(CASES)))
    shapes = ", ".join(array for array, _ in CASES)
    return "\n".join(["ENTRY e {", *lines, f"  ROOT t = ({shapes}) tuple({names})", "}", ""])


def compiled(folder, target):
    """The runtime layouts of all arguments and results."""
    module, layouts = Path(folder) / "m.hlo", Path(folder) / "layouts.json"
    module.write_text(module_text(), encoding="utf-8")
    options = []
    for i, (_, mode) in enumerate(CASES):
        options += ["--arg-layout", f"{i}={mode}", "--out-layout", f"{i}={mode}"]
    subprocess.run([PROGRAM, "hlo", "compile", module, "--target", target, "--runtime-layouts",
                    layouts, "--force", *options], check=True, capture_output=True)
    return json.loads(layouts.read_text(encoding="utf-8"))


def read_back(text):
    layout = xla_client.PjRtLayout.__new__(xla_client.PjRtLayout)
    layout.__setstate__((text.encode(),))
    return layout


class RuntimeLayoutsTest(unittest.TestCase):
    def check(self, array, value):
        layout = read_back(value["layout"])
        self.assertEqual(str(layout), value["layout"])
        self.assertEqual(layout.__getstate__(), (value["layout"].encode(),))
        # XLA's text of a scalar has no layout.
        bare = value["layout"] == "{}"
        shape = xla_client.Shape(array if bare else array + value["layout"])
        self.assertEqual(shape.layout().to_string(), value["layout"])
        wire = bytes.fromhex(value["wire"])
        self.assertIn(b"\x2a" + bytes([len(wire)]) + wire, shape.to_serialized_proto())

    def test_layouts_are_read_back(self):
        for target in "cpu", "gpu:sm_90":
            with tempfile.TemporaryDirectory() as folder:
                layouts = compiled(folder, target)
            for side in "arguments", "results":
                self.assertEqual(len(layouts[side]), len(CASES))
                for (array, mode), value in zip(CASES, layouts[side]):
                    with self.subTest(target=target, side=side, array=array, mode=mode):
                        self.assertEqual(value["mode"], mode)
                        if mode.startswith("{"):
                            self.assertEqual(value["layout"], mode)
                        self.check(array, value)

    def test_a_default_result_is_none_of_its_own(self):
        with tempfile.TemporaryDirectory() as folder:
            layouts = compiled(folder, "cpu")
        for (_, mode), value in zip(CASES, layouts["results"]):
            reported = None if mode == "default" else value["layout"]
            self.assertEqual(value["reported"], reported)
        self.assertNotIn("reported", layouts["arguments"][0])


if __name__ == "__main__":
    try:
        from jaxlib import xla_client
    except ImportError:
        other = os.environ.pop("TILEGLOT_JAXLIB_PYTHON", None)
        if other:
            os.execv(other, [other, *sys.argv])
        print("SKIP: no jaxlib here; set TILEGLOT_JAXLIB_PYTHON", file=sys.stderr)
        sys.exit(SKIPPED)
    PROGRAM = Path(sys.argv.pop(1)).resolve()
    unittest.main()
