#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Kills, interrupts and cheats the program while it relays a model: afterwards there is the right file
or none.

usage: tests/checkpoint_test.py PROGRAM
"""

import json
import math
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

from safetensors_model import SEED, write_by_hand, write_parts

PROGRAM = None
NOBODY = 65534


def write_npy(path, shape):
    """An array of int32: 0, 1, 2, .."""
    header = f"{{'descr': '<i4', 'fortran_order': False, 'shape': {tuple(shape)}}}"
    count = math.prod(shape)
    path.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", 118) + header.ljust(117).encode() + b"\n" +
                     struct.pack(f"<{count}i", *range(count)))


def some_model():
    """48 MB in 40 tensors."""
    shapes = [("F32", [500, 300]), ("BF16", [700, 900]), ("I8", [1000, 1201]), ("U8", [960, 1250])]
    return [(f"layers.{i}.{dtype}", dtype, shape) for dtype, shape in shapes for i in range(10)]


class CheckpointTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = Path(cls.temporary.name)
        cls.model = cls.folder / "m.safetensors"
        write_by_hand(cls.model, some_model())
        cls.expected = cls.folder / "expected"
        begin = time.monotonic()
        cls.relay("expected.safetensors")
        cls.seconds = time.monotonic() - begin
        (cls.folder / "expected.safetensors").rename(cls.expected)

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    @classmethod
    def command(cls, name, *more, threads="2"):
        return [PROGRAM, "relayout", cls.model, "-o", cls.folder / name, "--to", "tpu",
                "--dtype", "*.U8: u4", "--threads", threads, *more]

    @classmethod
    def relay(cls, name, *more):
        done = subprocess.run(cls.command(name, *more), capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def start(self, name, *more, **how):
        return subprocess.Popen(self.command(name, *more), stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True, **how)

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
        for _ in range(20):
            self.killed("o", signal.SIGKILL, moments.uniform(0, self.seconds))
            if (self.folder / "o").exists():
                self.assertEqual((self.folder / "o").read_bytes(), self.expected.read_bytes())
            # A run that was killed after the name and before its end is found finished.
            if not (self.folder / "o").exists() or self.leftovers("o")[1].exists():
                self.relay("o")
            self.expect_right("o")

    def stopped_in_the_middle(self, start, name):
        """A process that has finished tensors, not all, and is halted; what it has written is in view."""
        _, journal = self.leftovers(name)
        for _ in range(30):
            process = start()
            finished = 0
            while finished == 0 and process.poll() is None:
                finished = journal.read_text().count("done") if journal.exists() else 0
            process.send_signal(signal.SIGSTOP)
            time.sleep(0.01)
            if journal.exists() and 0 < journal.read_text().count("done") < 35:
                return process
            process.kill()
            process.communicate()
            for path in (self.folder / name, *self.leftovers(name)):
                path.unlink(missing_ok=True)
        self.fail("no run was met in the middle")
        return None

    def half_done(self, name):
        """A run that was killed with tensors finished, and not all."""
        process = self.stopped_in_the_middle(lambda: self.start(name), name)
        process.kill()
        process.communicate()
        return self.leftovers(name)

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
            process = self.stopped_in_the_middle(lambda: self.start("s"), "s")
            process.send_signal(number)
            process.send_signal(signal.SIGCONT)
            _, errors = process.communicate()
            self.assertEqual(process.returncode, 130)
            self.assertIn("error[io.interrupted]", errors)
            self.assertFalse((self.folder / "s").exists())
            self.assertIn("of an earlier run verified and kept", self.relay("s"))
            self.expect_right("s")

    def test_an_interrupt_ends_a_stream(self):
        command = [PROGRAM, "relayout", self.model, "-o", "-", "--to", "tpu"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            self.assertEqual(len(process.stdout.read(1 << 20)), 1 << 20)
            process.send_signal(signal.SIGINT)
            rest, errors = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130)
        self.assertIn(b"error[io.interrupted]", errors)
        self.assertLess(len(rest), self.model.stat().st_size // 2)

    def test_a_model_goes_through_pipes(self):
        piped = self.folder / "piped"
        command = f"cat '{self.model}' | '{PROGRAM}' relayout - -o - --to tpu | cat > '{piped}'"
        done = subprocess.run(["bash", "-o", "pipefail", "-c", command], capture_output=True,
                              text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("wrote stdout", done.stderr)
        direct = self.folder / "direct"
        subprocess.run([PROGRAM, "relayout", self.model, "-o", direct, "--to", "tpu"], check=True,
                       capture_output=True, timeout=60)
        self.assertEqual(piped.read_bytes(), direct.read_bytes())
        command = f"cat '{piped}' | '{PROGRAM}' verify - --against '{self.model}'"
        done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60,
                              check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertTrue(done.stdout.startswith("equal: all "), done.stdout)

    def test_a_redirected_model_is_read_too(self):
        for command in (f"'{PROGRAM}' relayout - -o - --to tpu < '{self.model}' > o",
                        f"'{PROGRAM}' inspect - < '{self.model}'"):
            done = subprocess.run(["bash", "-c", command], capture_output=True, text=True,
                                  timeout=60, check=False, cwd=self.folder)
            self.assertEqual(done.returncode, 0, done.stderr)

    def expect_changed(self, name, change):
        """What `change` does to the source while it is read makes the run end without an output."""
        model = self.folder / "changing.safetensors"
        shutil.copy(self.model, model)
        process = self.stopped_in_the_middle(lambda: subprocess.Popen(
            [PROGRAM, "relayout", model, "-o", self.folder / name, "--to", "tpu", "--threads", "1"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True), name)
        change(model)
        process.send_signal(signal.SIGCONT)
        _, errors = process.communicate()
        self.assertEqual(process.returncode, 4, errors)
        self.assertIn("error[io.changed]", errors)
        self.assertFalse((self.folder / name).exists())
        for left in self.leftovers(name):
            left.unlink()

    def test_a_source_that_changes_while_it_is_read_is_an_error(self):
        self.expect_changed("t", os.utime)
        self.expect_changed("t", lambda model: os.truncate(model, model.stat().st_size - 1))
        self.expect_changed("t", lambda model: os.truncate(model, 5000))

        def write_a_byte(model):
            with open(model, "r+b") as file:
                file.seek(-1, os.SEEK_END)
                file.write(b"x")
        self.expect_changed("t", write_a_byte)

    def test_one_run_at_a_time_writes_an_output(self):
        process = self.stopped_in_the_middle(lambda: self.start("w"), "w")
        self.expect_refused("io.busy", "w")
        process.send_signal(signal.SIGCONT)
        process.communicate()
        self.assertEqual(process.returncode, 0)
        self.expect_right("w")

    def expect_refused(self, code, name, source=None, **how):
        """A run ends with the error, has the exit code 4 and leaves nothing that was not there."""
        before = sorted(self.folder.rglob("*"))
        command = self.command(name)
        command[2] = source or command[2]
        done = subprocess.run(command, capture_output=True, text=True, check=False, **how)
        self.assertIn(f"error[{code}]", done.stderr)
        self.assertEqual(done.returncode, 4 if code.startswith("io.") else 2, done.stderr)
        self.assertEqual(sorted(self.folder.rglob("*")), before)
        return done.stderr

    def test_a_file_past_the_limit_of_the_system_is_an_error_before_any_work(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))
        self.expect_refused("io.no_space", "u", preexec_fn=limit)

    def in_parts(self):
        """A folder of the model in parts, its index, and a folder for the output."""
        source = self.folder / "parts"
        output = self.folder / "parts.out"
        for folder in (source, output):
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
        return write_parts(source, some_model(), 3), "parts.out/model.safetensors.index.json"

    def test_a_full_disk_is_an_error_before_any_work(self):
        disk = self.folder / "disk"
        disk.mkdir()
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=32m", "tmpfs", disk],
                                 capture_output=True, check=False)
        if mounted.returncode != 0:
            self.skipTest("SKIP: no file system can be mounted here")
        try:
            self.expect_refused("io.no_space", "disk/o")
            # The first part would have room.
            index, _ = self.in_parts()
            self.expect_refused("io.no_space", "disk/model.safetensors.index.json", index)
        finally:
            subprocess.run(["umount", disk], check=True)

    def program_for_another_user(self):
        """A copy of the program that another user may run: the build may be in a folder of root's own."""
        if os.geteuid() != 0:
            self.skipTest("SKIP: only root can become another user")
        os.chmod(self.folder, 0o755)
        program = self.folder / "program"
        shutil.copy(PROGRAM, program)
        self.addCleanup(program.unlink)
        reached = subprocess.run(["ls", self.folder], user=NOBODY, capture_output=True, check=False)
        if reached.returncode != 0:
            self.skipTest("SKIP: another user does not reach the folder for temporary files")
        return program

    def test_a_folder_that_may_not_be_written_is_an_error(self):
        program = self.program_for_another_user()
        self.expect_refused("io.permission", "x", user=NOBODY, executable=program)
        self.expect_refused("io.not_found", "nowhere/x")

    def test_refused_threads_are_done_without(self):
        program = self.program_for_another_user()
        output = self.folder / "refused"
        output.mkdir()
        os.chown(output, NOBODY, NOBODY)
        tensor = self.folder / "t.npy"
        write_npy(tensor, [1000, 1000])
        relay = [program, "relayout", tensor, "--to", "{1,0:T(8,128)}", "--threads"]
        subprocess.run([*relay, "1", "-o", output / "expected.npy"], check=True, capture_output=True)
        for threads in range(1, 7):
            # Counted with the first thread. Root has no limit.
            def limit(most=threads):
                resource.setrlimit(resource.RLIMIT_NPROC, (most, most))
            how = {"user": NOBODY, "preexec_fn": limit, "capture_output": True, "check": False}
            done = subprocess.run(self.command("refused/o", threads="4"), executable=program, **how)
            self.assertEqual((done.returncode, done.stderr), (0, b""), threads)
            self.expect_right("refused/o")
            done = subprocess.run([*relay, "4", "-o", output / "t.npy"], **how)
            self.assertEqual((done.returncode, done.stderr), (0, b""), threads)
            self.assertEqual((output / "t.npy").read_bytes(), (output / "expected.npy").read_bytes())
            (output / "t.npy").unlink()

    def test_an_index_that_does_not_fit_its_parts_is_an_error(self):
        index, output = self.in_parts()
        right = json.loads(index.read_text())
        names = list(right["weight_map"])

        def expect(code, change):
            text = json.loads(json.dumps(right))
            change(text["weight_map"])
            index.write_text(json.dumps(text))
            return self.expect_refused(code, output, index)

        expect("safetensors.part_path", lambda places: places.update({names[0]: "../m.safetensors"}))
        expect("safetensors.part_path", lambda places: places.update({names[0]: str(self.model)}))
        expect("safetensors.part_twice", lambda places: places.update({names[1]: places[names[-1]]}))
        expect("safetensors.part_lacks", lambda places: places.update({"more": places[names[0]]}))
        expect("safetensors.part_unlisted", lambda places: places.pop(names[0]))
        said = expect("io.not_found", lambda places: places.update({"more": "part-4.safetensors"}))
        self.assertIn("part-4.safetensors", said)

    def test_a_run_in_parts_that_is_killed_is_gone_on_with(self):
        index, output = self.in_parts()
        moments = random.Random(SEED)
        command = self.command(output)
        command[2] = index
        for _ in range(6):
            process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            time.sleep(moments.uniform(0, 1.2 * self.seconds))
            process.kill()
            process.communicate()
            if not (self.folder / output).exists():
                subprocess.run(command, capture_output=True, check=True)
            done = subprocess.run([PROGRAM, "verify", self.folder / output, "--against", index],
                                  capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stdout)
            for path in (self.folder / output).parent.iterdir():
                path.unlink()

    @unittest.skipIf("TILEGLOT_SANITIZE" in os.environ, "SKIP: a sanitizer keeps what was freed")
    def test_anonymous_memory_stays_within_the_bound(self):
        name = self.folder / "wide.safetensors"
        write_by_hand(name, [("w", "F32", [4096, 4096])])
        script = (f"'{PROGRAM}' relayout '{name}' -o '{self.folder}/v' --map 'w: {{0,1}}' "
                  "--threads 2 --max-memory 8MiB & p=$!; most=0; while kill -0 $p 2> /dev/null; do "
                  "now=$(awk '/RssAnon/ {print $2}' /proc/$p/status 2> /dev/null); "
                  "[ ${now:-0} -gt $most ] && most=$now; done; wait $p; echo anon $most")
        done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
        anonymous = int(done.stdout.split("anon ")[1])
        self.assertGreater(anonymous, 0)
        self.assertLess(anonymous, 24 << 10)  # 8 MiB and what the program itself holds


if __name__ == "__main__":
    PROGRAM = str(Path(sys.argv.pop(1)).resolve())
    unittest.main()
