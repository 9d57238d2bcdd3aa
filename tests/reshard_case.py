# SPDX-License-Identifier: Apache-2.0
"""What tests of `tileglot reshard` on files have in common: the program, a folder, and what is right."""

import os
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

import sharded_model
from reshard_process import Reshard, tensor_files
from sharded_model import differences, read_file

PROGRAM = None
COLUMNS = "mesh x=8\nscale, *.norm P()\n* P(None, 'x')\n"

MODEL = [("embed", "BF16", [4800, 2048]), ("h.0.up", "BF16", [2048, 5504]), ("h.0.down", "F32", [1001, 999]),
         ("h.0.odd", "U8", [1237, 4099]), ("h.1.up", "F32", [1024, 3072]),
         ("h.1.experts", "BF16", [8, 16, 3001]),
         ("h.0.norm", "F32", [2048]), ("h.1.norm", "BF16", [5]), ("scale", "F32", [])]


class ReshardTest(unittest.TestCase):
    """Each class has a folder, each test a folder `out` in it that does not exist yet."""

    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = Path(cls.temporary.name)
        cls.out = cls.folder / "out"
        cls.reshard = Reshard(PROGRAM)

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def tearDown(self):
        shutil.rmtree(self.out, ignore_errors=True)

    @classmethod
    def model(cls, name, tensors):
        return sharded_model.random_model(cls.folder / f"{name}.safetensors", tensors)

    def rules(self, text):
        path = self.folder / "rules"
        path.write_text(text, encoding="utf-8")
        return path

    def run_all(self, source, out, *words, workers=1):
        """Each worker in turn; the answers."""
        answers = []
        for worker in range(workers):
            run = self.reshard.run(source, "-o", out, *words, "--worker", f"{worker}/{workers}")
            self.assertEqual(run, 0, run.answer or run.errors)
            answers.append(run.answer["written"])
        self.assertTrue(answers[-1]["complete"])
        self.assertEqual(answers[-1]["missing"], [])
        return answers

    def expect_model(self, folder, arrays):
        self.assertEqual(differences(tensor_files(folder), arrays), [])
        hidden = [path.name for path in folder.iterdir() if path.name.startswith(".")]
        self.assertEqual(hidden, [".tileglot-reshard.job"])

    def states(self, folder, code):
        """The states of the files, by the files' names."""
        run = self.reshard.run("--status", folder)
        self.assertEqual(run, code, run.answer)
        self.assertEqual(run.answer["complete"], code == 0)
        return {file["name"]: file["state"] for file in run.answer["files"]}


def data_of(path):
    """What follows the header."""
    content = path.read_bytes()
    return content[8 + int.from_bytes(content[:8], "little"):]


def bytes_in(folder):
    """Of all tensors."""
    return sum(array.size_bytes() for path in tensor_files(folder) for array in read_file(path)[1].values())


def main():
    """Runs the tests of a file, with the program that is named first and a Python that has safetensors."""
    global PROGRAM  # pylint: disable=global-statement
    python = os.environ.pop("TILEGLOT_PYTHON", None)
    if sharded_model.safetensors is None and python is not None:
        os.execvp(python, [python, *sys.argv])
    PROGRAM = Path(sys.argv.pop(1)).resolve()
    unittest.main(module="__main__")
