#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Relays a model of 241 tensors to TPU tilings and back, in one file and in parts, and kills it.

usage: tests/large_checkpoint_test.py PROGRAM [MEGABYTES [KILLS [FOLDER]]]

The model is written by Python's safetensors where there is one (TILEGLOT_PYTHON may name a Python
that has it), and the relaid file is opened by it.
From 500 MB on (8 where not given) the times are printed beside those of cp, medians of 5 in turn.
"""

import filecmp
import json
import os
import random
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path

import safetensors_model
from safetensors_model import SEED, language_model, write_model, write_parts

PROGRAM = None
MEGABYTES = 8
KILLS = 6
FOLDER = None

MAX_MEMORY = 256 << 20
MOST_ANONYMOUS = 300 << 20
MEASURED_FROM = 500
ROUNDS = 5


def anonymous_bytes(process):
    """Now; 0 of a process that has ended."""
    try:
        status = Path(f"/proc/{process.pid}/status").read_text(encoding="utf-8")
    except OSError:
        return 0
    lines = [line for line in status.splitlines() if line.startswith("RssAnon")]
    return int(lines[0].split()[1]) << 10 if lines else 0


def timed(action):
    begin = time.monotonic()
    action()
    return time.monotonic() - begin


def read_through(path):
    with open(path, "rb", buffering=0) as file:
        while file.read(1 << 24):
            pass


class LargeCheckpointTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory(dir=FOLDER)
        cls.folder = Path(cls.temporary.name)
        cls.tensors = language_model(MEGABYTES)
        for name in ("whole", "parts"):
            (cls.folder / name).mkdir()
        cls.whole = cls.folder / "whole" / "model.safetensors"
        write_model(cls.whole, cls.tensors)
        cls.parts = write_parts(cls.folder / "parts", cls.tensors, 5)

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def out(self, name):
        folder = self.folder / name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        return folder

    @staticmethod
    def command(source, folder, *target):
        return [PROGRAM, "relayout", source, "-o", folder / source.name, "--threads", "2",
                "--max-memory", str(MAX_MEMORY), *target]

    def there(self, source, folder):
        return self.command(source, folder, "--to", "tpu", "--dtype", "*.q: u4")

    def run_measured(self, command):
        """Runs it, and gives the most anonymous memory that it had."""
        most = 0
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True) as process:
            reader = threading.Thread(target=process.stdout.read)
            reader.start()
            while process.poll() is None:
                most = max(most, anonymous_bytes(process))
                time.sleep(0.002)
            reader.join()
            self.assertEqual(process.returncode, 0, process.stderr.read())
        return most

    def expect_same_files(self, one, other):
        names = sorted(path.name for path in one.iterdir())
        self.assertEqual(sorted(path.name for path in other.iterdir()), names)
        self.assertEqual(filecmp.cmpfiles(one, other, names, shallow=False), (names, [], []))

    def expect_verified(self, output, source):
        done = subprocess.run([PROGRAM, "verify", output, "--against", source, "--threads", "2"],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn(f"all {len(self.tensors)} tensors", done.stdout)

    def expect_there_and_back(self, source):
        there, back = self.out("there"), self.out("back")
        most = self.run_measured(self.there(source, there))
        self.expect_verified(there / source.name, source)
        most = max(most, self.run_measured(
            self.command(there / source.name, back, "--to", "row-major")))
        self.expect_same_files(source.parent, back)
        if "SANITIZE" not in os.environ:
            self.assertLess(most, MOST_ANONYMOUS)
        print(f"{source.name}: {most >> 20} MiB of anonymous memory")
        return there

    def test_a_file_comes_back(self):
        there = self.expect_there_and_back(self.whole)
        self.expect_physical_shapes(there / self.whole.name)

    def test_parts_come_back(self):
        self.expect_there_and_back(self.parts)

    def expect_physical_shapes(self, path):
        if safetensors_model.safetensors is None:
            print("SKIP: this Python has no safetensors to open the relaid file with")
            return
        _, _, (d, _) = self.tensors[2]
        rows, columns = -(-d // 8), -(-d // 128)
        with safetensors_model.safetensors.safe_open(path, "np") as file:
            self.assertEqual(len(file.keys()), len(self.tensors))

            def shape(name):
                return file.get_slice(f"layers.3.{name}").get_shape()
            self.assertEqual(shape("norm")[-1] % 128, 0)
            self.assertEqual(shape("attention.w"), [rows, columns, 4, 128, 2, 1])
            self.assertEqual(shape("down.w"), [-(-2 * d // 8), columns, 2, 128, 4, 1])
            self.assertEqual(shape("down.q"), [rows, columns, 1, 128, 4, 1])
            self.assertEqual(file.metadata()["tileglot.layout/layers.3.down.q"],
                             f"u4[{d},{d}]{{1,0:T(8,128)(8,1)E(4)}}")

    def test_a_killed_run_is_gone_on_with(self):
        expected = {}
        seconds = {}
        for source in (self.whole, self.parts):
            expected[source] = self.out(f"expected.{source.name}")
            command = self.there(source, expected[source])
            seconds[source] = timed(lambda: subprocess.run(command, capture_output=True, check=True))
        moments = random.Random(SEED)
        named, kept = 0, 0
        for number in range(KILLS):
            source = (self.whole, self.parts)[number % 2]
            folder = self.out("killed")
            process = subprocess.Popen(self.there(source, folder), stdout=subprocess.PIPE,
                                       stderr=subprocess.PIPE)
            time.sleep(moments.uniform(0, 1.1 * seconds[source]))
            process.send_signal(signal.SIGKILL)
            process.communicate()
            for path in folder.iterdir():
                if path.name.startswith("."):
                    continue
                named += 1
                self.assertTrue(filecmp.cmp(path, expected[source] / path.name, shallow=False), path)
            if not (folder / source.name).exists() or list(folder.glob(".*-journal")):
                done = subprocess.run(self.there(source, folder), capture_output=True, text=True,
                                      check=False)
                self.assertEqual(done.returncode, 0, done.stderr)
                kept += "of an earlier run verified and kept" in done.stdout
            self.expect_verified(folder / source.name, source)
            self.expect_same_files(expected[source], folder)
        print(f"{KILLS} kills: {kept} reruns kept tensors, {named} files had their names")

    def test_how_long_it_takes(self):
        """In turn, on warm files. `moved` is the program's own time until it waits for the disk."""
        if MEGABYTES < MEASURED_FROM:
            return
        copied, relaid, back = self.out("copied"), self.out("relaid"), self.out("row-major")
        copy = copied / self.whole.name

        def clear():
            for folder in (copied, relaid, back):
                self.out(folder.name)

        def run(command):
            return subprocess.run(command, capture_output=True, text=True, check=True).stdout

        def moved(name, command):
            times[name].append(json.loads(run([*command, "--json"]))["seconds"])
        actions = {
            "cp": lambda: run(["cp", self.whole, copy]),
            "cp and sync": lambda: [run(["cp", self.whole, copy]), run(["sync", copy])],
            "to tpu": lambda: moved("to tpu, moved", self.there(self.whole, relaid)),
            "to row-major": lambda: moved("to row-major, moved",
                                          self.command(tiled, back, "--to", "row-major"))}
        tiled = self.out("tiled") / self.whole.name
        run(self.there(self.whole, tiled.parent))
        order = list(actions)
        times = {name: [] for name in (*order, "to tpu, moved", "to row-major, moved")}
        for round_number in range(ROUNDS):
            for name in order if round_number % 2 == 0 else reversed(order):
                clear()
                run(["sync", "-f", self.folder])
                read_through(self.whole)
                read_through(tiled)
                times[name].append(timed(actions[name]))
        for name, all_times in times.items():
            print(f"{name}: {statistics.median(all_times):.2f} s of", *(f"{t:.2f}" for t in all_times))


if __name__ == "__main__":
    python = os.environ.pop("TILEGLOT_PYTHON", None)
    if safetensors_model.safetensors is None and python is not None:
        os.execvp(python, [python, *sys.argv])
    PROGRAM, *rest = sys.argv[1:]
    del sys.argv[1:]
    PROGRAM = str(Path(PROGRAM).resolve())
    MEGABYTES, KILLS, FOLDER = (*map(float, rest[:1]), *map(int, rest[1:2]), *rest[2:],
                                *(MEGABYTES, KILLS, FOLDER)[len(rest):])
    unittest.main()
