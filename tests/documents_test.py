#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs what the documents say that a user can type.

Every example of docs/reference/errors.md that is a command must end in its error. Every transcript
in README.md, docs/guide, docs/reference/cli.md and reshard-rules.md ("$ tileglot ..." with output below
it, fenced or indented, and so "cat" and "ls") must print what stands there, and the guides have no other
commands of tileglot. Every example of
docs/reference/*-operations.md must have the answer beside it. C++ in
README.md and docs/guide must stand in a program of tests/consumer, which the tests build and run.

usage: tests/documents_test.py PROGRAM
"""

import gzip
import json
import math
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import textwrap
import unittest
from pathlib import Path

from sharded_model import Array, box, chunk, rank_name, write_file, write_row_shards

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = None

ROW = re.compile(r"^\| `([a-z0-9_.]+)` \| .* \| (.*) \|$", re.MULTILINE)
COMMAND = re.compile(r"^`(tileglot [^`]*)`$")
LINE_TO_COMMAND = re.compile(r"^`([^`]*)` to `(tileglot [^`]*)`$")
OPERATION = re.compile(r"^\| `[\w.]+\([^`]*` \| .* \| `([^`]*)` = `([^`]*)` \|$", re.MULTILINE)
FENCED = re.compile(r"^```\n(.*?)^```$", re.MULTILINE | re.DOTALL)
INDENTED = re.compile(r"(?:^ {4}.*\n(?:\n(?= {4}))*)+", re.MULTILINE)
CPP = re.compile(r"^```cpp\n(.*?)^```$", re.MULTILINE | re.DOTALL)
GUIDES = sorted((ROOT / "docs/guide").glob("*.md"))
CONSUMERS = sorted((ROOT / "tests/consumer").glob("*.cc"))
SHOWN = [ROOT / "README.md", *(ROOT / "docs/reference" / page for page in ("cli.md", "reshard-rules.md")), *GUIDES]
PROGRAMS = ("tileglot ", "cat ", "ls ")


def write_npy(path, descr, item_bytes, shape, data=None):
    """Zeros, if not other data."""
    text = f"{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}"
    text = text.ljust(117) + "\n"
    header = b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text.encode()
    path.write_bytes(header + (data or bytes(math.prod(shape) * item_bytes)))


def write_safetensors(path, tensors):
    """{name: (dtype, bytes of an element, shape)}; zeros."""
    entries, at = {}, 0
    for name, (dtype, item_bytes, shape) in tensors.items():
        size = item_bytes * math.prod(shape)
        entries[name] = {"dtype": dtype, "shape": shape, "data_offsets": [at, at + size]}
        at += size
    text = json.dumps(entries, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(struct.pack("<Q", len(text)) + text + bytes(at))


def write_parts(folder, tensors):
    """Of two parts, with an index."""
    folder.mkdir()
    names = list(tensors)
    places = {}
    for i, part in enumerate((names[:2], names[2:])):
        file = f"model-{i + 1:05}-of-00002.safetensors"
        write_safetensors(folder / file, {name: tensors[name] for name in part})
        places.update({name: file for name in part})
    (folder / "model.safetensors.index.json").write_text(
        json.dumps({"weight_map": places}), encoding="utf-8")


def counted(shape, first=0):
    """Numbers of 16 bits, each of which is there once."""
    count = math.prod(shape)
    return Array("BF16", tuple(shape), struct.pack(f"<{count}H", *range(first, first + count)))


def write_checkpoints(folder):
    """The models that docs/guide/resharding.md reshards."""
    layer = "model.layers.0."
    model = {"model.embed_tokens.weight": [32, 8], "model.norm.weight": [8],
             layer + "mlp.down_proj.weight": [8, 16], layer + "mlp.up_proj.weight": [16, 8],
             **{f"{layer}self_attn.{name}_proj.weight": [8, 8] for name in "qkvo"}}
    arrays = {name: counted(shape, 256 * i) for i, (name, shape) in enumerate(model.items())}
    write_row_shards(folder / "fsdp", arrays, 4)
    experts = {f"{layer}mlp.experts.{e}.up_proj.weight": counted([8, 4], 32 * e) for e in range(4)}
    write_file(folder / "experts.safetensors", {**experts, "model.norm.weight": counted([8])})
    kernel = counted([8, 8])
    for name in ("jax", "megatron"):
        (folder / name).mkdir()
    for row in (0, 4):
        for column in (0, 4):
            piece = box(kernel, (row, column), (4, 4))
            write_npy(folder / f"jax/kernel@{row},{column}.npy", "<V2", 2, (4, 4), piece.data)
    for rank in range(2):
        write_file(folder / "megatron" / rank_name(rank),
                   {"up": chunk(kernel, 0, 2, rank)[1], "down": chunk(kernel, 1, 2, rank)[1]})


def write_files(folder):
    """The files that the examples name."""
    write_npy(folder / "w.npy", "<f4", 4, (3, 5))
    write_npy(folder / "f32.npy", "<f4", 4, (3, 5))
    write_npy(folder / "bf16.npy", "<V2", 2, (3, 5))
    write_npy(folder / "one.npy", "<f4", 4, (1,))
    write_safetensors(folder / "m.safetensors", {"w": ("F32", 4, [3, 5])})
    model = {"norm": ("F32", 4, [256]), "mlp.up": ("BF16", 2, [64, 256]),
             "mlp.down": ("BF16", 2, [256, 60]), "mlp.q": ("U8", 1, [64, 128]), "step": ("I64", 8, [])}
    write_safetensors(folder / "model.safetensors", model)
    write_parts(folder / "parts", model)
    write_checkpoints(folder)
    (folder / "tpu").mkdir()
    (folder / "docs").symlink_to(ROOT / "docs")
    for rules in (ROOT / "docs/guide").glob("*.rules"):
        shutil.copy(rules, folder)
    shutil.copy(ROOT / "docs/guide/kernel.ttgir", folder)
    shutil.copy(ROOT / "docs/guide/attention.hlo", folder)
    shutil.copy(ROOT / "docs/guide/sharded.hlo", folder)
    shutil.copy(ROOT / "docs/guide/sum.hlo", folder)
    shutil.copy(ROOT / "docs/guide/layer.hlo", folder)
    shutil.copy(ROOT / "docs/guide/transpose.hlo", folder)
    shutil.copy(ROOT / "docs/guide/partitioned.hlo", folder)
    (folder / "README.md").write_text("# not a tensor\n", encoding="utf-8")
    (folder / "dump.pb.gz").write_bytes(gzip.compress(b"a module"))


def run(command, folder, line=""):
    path = f"{PROGRAM.parent}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(["bash", "-c", command], cwd=folder, input=line, text=True, timeout=60,
                          capture_output=True, env={**os.environ, "PATH": path}, check=False)


def error_examples():
    """(code, line of input, command)"""
    page = (ROOT / "docs/reference/errors.md").read_text(encoding="utf-8")
    for code, example in ROW.findall(page):
        if match := COMMAND.match(example):
            yield code, "", match[1]
        elif match := LINE_TO_COMMAND.match(example):
            yield code, match[1] + "\n", match[2]


def operation_examples():
    """(expression, answer)"""
    pages = ("cute-operations.md", "linear-operations.md", "xla-operations.md")
    texts = [(ROOT / "docs/reference" / page).read_text(encoding="utf-8") for page in pages]
    found = [example for text in texts for example in OPERATION.findall(text)]
    return [tuple(part.replace("\\|", "|") for part in example) for example in found]


def cpp_of(text):
    """Without comments, includes and spaces."""
    kept = re.sub(r"//.*|#include .*|^namespace .*=.*", "", text, flags=re.MULTILINE)
    return "".join(kept.split())


def unmarked(text):
    return re.sub(r"_(?=\d)", "", text)


def transcripts(page):
    """(command, output), without commands that show none."""
    text = page.read_text(encoding="utf-8")
    for block in FENCED.findall(text) + INDENTED.findall(FENCED.sub("", text)):
        for part in re.split(r"^\$ ", textwrap.dedent(block), flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            if command.startswith(PROGRAMS) and output:
                yield command, output


class DocumentsTest(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.addCleanup(self.temporary.cleanup)
        self.folder = Path(self.temporary.name)
        write_files(self.folder)

    def test_every_example_of_an_error_ends_in_it(self):
        examples = list(error_examples())
        self.assertGreater(len(examples), 120)
        for code, line, command in examples:
            with self.subTest(code=code, command=command):
                done = run(command, self.folder, line)
                shown = f'"code":"{code}"' if line else f"error[{code}]"
                self.assertIn(shown, done.stdout + done.stderr)

    def test_every_example_of_an_operation_has_its_answer(self):
        examples = operation_examples()
        self.assertGreater(len(examples), 120)
        for expression, answer in examples:
            with self.subTest(expression=expression):
                done = run(f"tileglot eval '{expression}'", self.folder)
                self.assertEqual(unmarked(done.stdout.strip()), unmarked(answer))

    def test_the_pages_show_what_the_program_prints(self):
        counts = {page.name: len(list(transcripts(page))) for page in SHOWN}
        self.assertGreater(counts["README.md"], 5)
        self.assertGreater(sum(counts.values()), 120)
        for page in SHOWN:
            for command, output in transcripts(page):
                with self.subTest(page=page.name, command=command):
                    done = run(command, self.folder)
                    self.assertEqual(done.stderr + done.stdout, output)

    def test_every_command_of_the_readme_runs(self):
        blocks = FENCED.findall((ROOT / "README.md").read_text(encoding="utf-8"))
        commands = [line for block in blocks for line in re.findall(r"^\$ (.*)$", block, re.MULTILINE)]
        self.assertGreater(len(commands), 15)
        (self.folder / "w.npy").unlink()  # the README makes its own
        refused = 0
        for command in commands:
            with self.subTest(command=command):
                done = run(command, self.folder)
                refused += done.returncode != 0
                self.assertIn(done.returncode, (0, 1), done.stderr)
        self.assertLessEqual(refused, 1, "layouts that differ")

    def test_every_command_of_a_guide_is_a_transcript(self):
        self.assertGreater(len(GUIDES), 3)
        for page in GUIDES:
            named = re.findall(r"(?<!import )(?<!from )tileglot [a-z]+ .*", page.read_text(encoding="utf-8"))
            shown = [command for command, _ in transcripts(page) if command.startswith("tileglot ")]
            self.assertEqual(named, shown, page.name)

    def test_the_cpp_of_the_guides_is_built_and_run(self):
        programs = [cpp_of(path.read_text(encoding="utf-8")) for path in CONSUMERS]
        blocks = [(page.name, block) for page in [ROOT / "README.md", *GUIDES]
                  for block in CPP.findall(page.read_text(encoding="utf-8"))]
        self.assertGreater(len(blocks), 6)
        for page, block in blocks:
            with self.subTest(page=page, block=block):
                self.assertTrue(any(cpp_of(block) in program for program in programs))


if __name__ == "__main__":
    PROGRAM = Path(sys.argv.pop(1)).resolve()
    unittest.main()
