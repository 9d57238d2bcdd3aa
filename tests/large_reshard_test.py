#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reshards a model of gigabytes from rows to columns, to one file and back, and kills workers of it.

usage: tests/large_reshard_test.py PROGRAM [GIGABYTES [KILLS [FOLDER]]]

By hand: it takes five times the model's bytes in the folder, which is in memory unless another is
named. Times are printed beside those of cat, of the same files in the same round.
"""

import filecmp
import random
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

from reshard_process import (Reshard, answer_of, journals, kill, named, slabs, tensor_files,
                             wait_until_halted)
from safetensors_model import SEED, write_model
from sharded_model import mapped_file, write_row_shards

PROGRAM = None
GIGABYTES = 2
KILLS = 20
FOLDER = "/dev/shm"

SHARDS = 8
ROUNDS = 5
SLAB = 64 << 20
# Headers, and lines of journals.
MOST_BESIDE = 1 << 20
ROWS = "mesh x=8\n* P('x')\n"
COLUMNS = "mesh x=8\n*.norm P()\n* P(None, 'x')\n"


def some_model(gigabytes):
    """Layers of matrices whose extents no 8 divides, and of vectors."""
    count = max(1, round(gigabytes * 1e9 / (2 * 4099 * 5003 + 4 * 1021 * 4099 + 1021 * 5003)))
    return [(f"h.{i}.{name}", dtype, shape) for i in range(count) for name, dtype, shape in
            [("up", "BF16", [4099, 5003]), ("down", "F32", [1021, 4099]), ("q", "U8", [1021, 5003]),
             ("norm", "F32", [4099])]]


def anonymous_bytes(process):
    """Anonymous, of a process now; 0 of one that has ended, or is not the program yet: it begins in this
    one's memory."""
    try:
        lines = Path(f"/proc/{process.pid}/status").read_text(encoding="utf-8").splitlines()
    except OSError:
        return 0
    status = dict(line.split(":\t", 1) for line in lines)
    is_program = status["Name"] == Path(PROGRAM).name[:15]
    return int(status["RssAnon"].split()[0]) << 10 if is_program and "RssAnon" in status else 0


def written_bytes(process):
    """By write and its like."""
    lines = Path(f"/proc/{process.pid}/io").read_text(encoding="utf-8").splitlines()
    return int(next(line for line in lines if line.startswith("wchar")).split()[1])


class LargeReshardTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory(dir=FOLDER)
        cls.folder = Path(cls.temporary.name)
        cls.reshard = Reshard(PROGRAM)
        whole = cls.folder / "whole"
        whole.mkdir()
        write_model(whole / "model.safetensors", some_model(GIGABYTES))
        arrays = mapped_file(whole / "model.safetensors")[1]
        cls.bytes = sum(array.size_bytes() for array in arrays.values())
        cls.rows = write_row_shards(cls.folder / "rows", arrays, SHARDS)
        shutil.rmtree(whole)
        cls.columns, cls.whole, cls.back = (cls.folder / name for name in ("columns", "one", "back"))
        for name, text in (("rows.rules", ROWS), ("columns.rules", COLUMNS)):
            (cls.folder / name).write_text(text, encoding="utf-8")
        cls.to_columns = ("--rules", cls.folder / "columns.rules", "--names", "rank")
        cls.steps = [("rows to columns", cls.rows, cls.columns, cls.to_columns),
                     ("columns to one file", cls.columns, cls.whole, ()),
                     ("one file to rows", cls.whole, cls.back,
                      ("--rules", cls.folder / "rows.rules", "--names", "dcp"))]

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def timed(self, source, out, words):
        """The seconds of a run, its own count of them, and the most anonymous memory that it had."""
        shutil.rmtree(out, ignore_errors=True)
        begin = time.monotonic()
        process = self.reshard.start(source, "-o", out, *words)
        most = 0
        while process.poll() is None:
            most = max(most, anonymous_bytes(process))
            time.sleep(0.002)
        seconds = time.monotonic() - begin
        run = answer_of(process)
        self.assertEqual(run, 0, run.answer)
        return seconds, run.answer["written"]["seconds"], most

    def copied(self, source):
        """The seconds that cat takes to make one file of all."""
        copy = self.folder / "copy"
        begin = time.monotonic()
        with open(copy, "wb") as file:
            subprocess.run(["cat", *tensor_files(source)], stdout=file, check=True)
        seconds = time.monotonic() - begin
        copy.unlink()
        return seconds

    def test_rows_become_columns_and_one_file_and_come_back(self):
        times = {step[0]: [] for step in self.steps}
        for _ in range(ROUNDS):
            for name, source, out, words in self.steps:
                times[name].append((self.copied(source), *self.timed(source, out, words)))
        for name, rounds in times.items():
            cat, whole, moved, _ = (statistics.median(column) for column in zip(*rounds))
            print(f"{name}: {self.bytes / whole / 1e9:.2f} GB/s, "
                  f"{self.bytes / moved / 1e9:.2f} while it moves, "
                  f"cat {self.bytes / cat / 1e9:.2f}; "
                  f"{statistics.median(one[0] / one[1] for one in rounds):.2f} of cat; "
                  f"{max(one[3] for one in rounds) >> 20} MiB of anonymous memory")
        rows, back = tensor_files(self.rows), tensor_files(self.back)
        self.assertEqual([path.name for path in back], [path.name for path in rows])
        for one, other in zip(rows, back):
            self.assertTrue(mapped_file(one)[1] == mapped_file(other)[1], one.name)
        for folder in (self.columns, self.whole, self.back):
            shutil.rmtree(folder)

    def killed(self, moments, seconds, out):
        """Starts some workers, of which one is killed; the bytes that it wrote in vain."""
        before = slabs(out)
        count = moments.randrange(1, 5)
        workers = [self.reshard.start(self.rows, "-o", out, *self.to_columns, "--worker", f"{number}/{count}",
                                      "--threads", "1") for number in range(count)]
        victim = workers.pop(moments.randrange(count))
        time.sleep(moments.uniform(0, seconds * (1 - sum(before.values()) / self.bytes)))
        victim.send_signal(signal.SIGSTOP)
        written = None
        if wait_until_halted(victim):
            written = written_bytes(victim) - self.recorded_bytes(out, before, victim)
            # When the job is complete its journals go.
            written = None if self.reshard.run("--status", out) == 0 else written
            kill(victim)
        for worker in workers:
            self.assertEqual(answer_of(worker), 0)
        return written

    @staticmethod
    def recorded_bytes(out, before, process):
        """Of slabs that a process has written since."""
        own = [path.name for path in journals(out) if f"process {process.pid}" in path.read_text()]
        return sum(size for key, size in slabs(out).items() if key not in before and key[0] in own)

    def expect_same_files(self, one, other):
        names = [path.name for path in named(one)]
        self.assertEqual([path.name for path in named(other)], names)
        self.assertEqual(filecmp.cmpfiles(one, other, names, shallow=False), (names, [], []))

    def test_killed_workers_lose_a_slab_at_most(self):
        seconds = self.timed(self.rows, self.columns, self.to_columns)[0]
        out = self.folder / "killed"
        moments = random.Random(SEED)
        lost, jobs = [], 0
        while len(lost) < KILLS or out.exists():
            written = self.killed(moments, seconds, out) if len(lost) < KILLS else None
            if written is not None:
                self.assertLess(written, SLAB + MOST_BESIDE)
                lost.append(written)
            if len(lost) == KILLS or self.reshard.run("--status", out) == 0:
                before = sum(slabs(out).values())
                run = self.reshard.run(self.rows, "-o", out, *self.to_columns)
                self.assertEqual(run, 0, run.answer)
                if before > 0:
                    self.assertEqual(run.answer["written"]["kept_bytes"], before)
                self.assertTrue(run.answer["written"]["complete"])
                self.expect_same_files(self.columns, out)
                shutil.rmtree(out)
                jobs += 1
        print(f"{KILLS} kills in {jobs} jobs: each had written {statistics.mean(lost) / 2**20:.1f} MiB in vain, "
              f"at most {max(lost) / 2**20:.1f}")


if __name__ == "__main__":
    PROGRAM, *rest = sys.argv[1:]
    del sys.argv[1:]
    PROGRAM = Path(PROGRAM).resolve()
    GIGABYTES, KILLS, FOLDER = (*map(float, rest[:1]), *map(int, rest[1:2]), *rest[2:],
                                *(GIGABYTES, KILLS, FOLDER)[len(rest):])
    unittest.main()
