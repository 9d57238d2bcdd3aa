#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Kills, interrupts and cheats the program while it relays a model: afterwards there is the right file
or none.

usage: tests/checkpoint_test.py PROGRAM
"""

import json
import os
import random
import resource
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

PROGRAM = None
SEED = int(os.environ.get("TILEGLOT_SEED", "1"))
BYTES = {"BF16": 2, "F32": 4, "I8": 1, "U8": 1}


def write_model(path, tensors):
    """tensors: (name, dtype, shape), in the order of the file."""
    random_bytes = random.Random(SEED)
    entries, at = {}, 0
    for name, dtype, shape in tensors:
        size = BYTES[dtype]
        for extent in shape:
            size *= extent
        entries[name] = {"dtype": dtype, "shape": shape, "data_offsets": [at, at + size]}
        at += size
    text = json.dumps(entries, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        block = random_bytes.randbytes(1 << 20)
        while at > 0:
            shift = random_bytes.randrange(1 << 20)
            piece = (block[shift:] + block[:shift])[:at]
            file.write(piece)
            at -= len(piece)


def small_model():
    """48 MB in 40 tensors."""
    shapes = [("F32", [500, 300]), ("BF16", [700, 900]), ("I8", [1000, 1201]), ("U8", [960, 1250])]
    return [(f"layers.{i}.{dtype}", dtype, shape) for dtype, shape in shapes for i in range(10)]


class CheckpointTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = Path(cls.temporary.name)
        cls.model = cls.folder / "m.safetensors"
        write_model(cls.model, small_model())
        cls.expected = cls.folder / "expected"
        begin = time.monotonic()
        cls.relay("expected.safetensors")
        cls.seconds = time.monotonic() - begin
        (cls.folder / "expected.safetensors").rename(cls.expected)

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    @classmethod
    def command(cls, name, *more):
        return [PROGRAM, "relayout", cls.model, "-o", cls.folder / name, "--to", "tpu",
                "--dtype", "*.U8: u4", "--threads", "2", *more]

    @classmethod
    def relay(cls, name, *more):
        done = subprocess.run(cls.command(name, *more), capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def start(self, name):
        return subprocess.Popen(self.command(name), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                text=True)

    def expect_right(self, name):
        path = self.folder / name
        self.assertEqual(path.read_bytes(), self.expected.read_bytes())
        path.unlink()
        self.assertEqual([p.name for p in self.folder.iterdir() if p.name.startswith(".")], [])

    def leftovers(self, name):
        return (self.folder / f".{name}.tileglot-partial", self.folder / f".{name}.tileglot-journal")

    def killed(self, name, number, after):
        process = self.start(name)
        time.sleep(after)
        process.send_signal(number)
        return process.communicate(), process.returncode

    def test_a_killed_run_is_gone_on_with(self):
        moments = random.Random(SEED)
        kept = 0
        for _ in range(20):
            self.killed("o", signal.SIGKILL, moments.uniform(0, self.seconds))
            if (self.folder / "o").exists():
                self.expect_right("o")
                continue
            output = self.relay("o")
            kept += "of an earlier run verified and kept" in output
            self.expect_right("o")
        self.assertGreater(kept, 0)

    def half_done(self, name):
        """A run that was killed with tensors finished, and not all."""
        partial, journal = self.leftovers(name)
        for part in (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8) * 4:
            self.killed(name, signal.SIGKILL, part * self.seconds)
            if (self.folder / name).exists():
                (self.folder / name).unlink()
            elif journal.exists() and journal.read_text().count("done") > 1:
                return partial, journal
        self.skipTest("SKIP: no kill came in the middle")
        return None

    def test_what_is_left_is_not_believed(self):
        partial, _ = self.half_done("p")
        with open(partial, "r+b") as file:
            for at in range(0, partial.stat().st_size, 100_000):
                file.seek(at)
                file.write(b"\xa5" * 7)
        self.relay("p")
        self.expect_right("p")

    def test_a_journal_of_another_request_is_not_used(self):
        _, journal = self.half_done("q")
        finished = journal.read_text().count("done")
        self.assertGreater(finished, 0)
        done = subprocess.run([PROGRAM, "relayout", self.model, "-o", self.folder / "q", "--to",
                               "tpu", "--threads", "2"], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotIn("kept", done.stdout)
        (self.folder / "q").unlink()

    def test_a_source_that_was_written_since_is_read_anew(self):
        self.half_done("r")
        os.utime(self.model)
        self.assertNotIn("kept", self.relay("r"))
        self.expect_right("r")

    def test_an_interrupt_is_an_error_and_leaves_no_output(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            for part in (0.5, 0.4, 0.6, 0.3, 0.7, 0.2) * 3:
                (_, errors), code = self.killed("s", number, part * self.seconds)
                if code == 130:
                    break
                if (self.folder / "s").exists():
                    (self.folder / "s").unlink()
            self.assertEqual(code, 130)
            self.assertIn("error[io.interrupted]", errors)
            self.assertFalse((self.folder / "s").exists())
        self.relay("s")
        self.expect_right("s")

    def test_a_source_that_changes_while_it_is_read_is_an_error(self):
        model = self.folder / "changing.safetensors"
        shutil.copy(self.model, model)
        for part in (0.5, 0.4, 0.6, 0.3, 0.7) * 3:
            process = subprocess.Popen(
                [PROGRAM, "relayout", model, "-o", self.folder / "t", "--to", "tpu", "--threads", "1"],
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            time.sleep(part * self.seconds)
            os.utime(model)
            _, errors = process.communicate()
            if process.returncode != 0:
                break
            (self.folder / "t").unlink()
        self.assertEqual(process.returncode, 4)
        self.assertIn("error[io.changed]", errors)
        self.assertFalse((self.folder / "t").exists())
        for left in self.leftovers("t"):
            left.unlink()

    def test_a_full_disk_is_an_error_before_any_work(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))
        done = subprocess.run(self.command("u"), capture_output=True, text=True, check=False,
                              preexec_fn=limit)
        self.assertEqual(done.returncode, 4)
        self.assertIn("error[io.no_space]", done.stderr)
        self.assertFalse(any(left.exists() for left in self.leftovers("u")))

    def test_anonymous_memory_stays_within_the_bound(self):
        name = self.folder / "wide.safetensors"
        write_model(name, [("w", "F32", [4096, 4096])])
        script = (f"'{PROGRAM}' relayout '{name}' -o '{self.folder}/v' --map 'w: {{0,1}}' "
                  "--threads 2 --max-memory 8MiB & p=$!; most=0; while kill -0 $p 2> /dev/null; do "
                  "now=$(awk '/RssAnon/ {print $2}' /proc/$p/status 2> /dev/null); "
                  "[ ${now:-0} -gt $most ] && most=$now; done; wait $p; echo anon $most")
        done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
        anonymous = int(done.stdout.split("anon ")[1])
        # What the program itself holds, sanitizers and all, is not the request's.
        self.assertLess(anonymous, (24 << 10) if "SANITIZE" not in os.environ else 1 << 30)


if __name__ == "__main__":
    PROGRAM = str(Path(sys.argv.pop(1)).resolve())
    unittest.main()
