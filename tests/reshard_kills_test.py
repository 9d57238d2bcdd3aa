#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Kills, interrupts and cheats workers that reshard a model: the next run goes on where they ended.

usage: tests/reshard_kills_test.py PROGRAM
"""

import itertools
import os
import random
import shutil
import signal
from pathlib import Path

import reshard_case
from reshard_case import COLUMNS, MODEL, bytes_in, data_of
from reshard_process import answer_of, go_on, journals, kill, named, slabs
from safetensors_model import SEED
from sharded_model import Array, write_file, write_row_shards

SLAB = 64 << 20


class Kills(reshard_case.ReshardTest):
    """Of workers that write several files each."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.arrays = cls.model("whole", MODEL)
        cls.rows = write_row_shards(cls.folder / "rows", cls.arrays, 8)
        cls.words = ("--rules", cls.folder / "rules", "--threads", "1")
        (cls.folder / "rules").write_text(COLUMNS, encoding="utf-8")

    def worker(self, number, count):
        return (self.rows, "-o", self.out, *self.words, "--worker", f"{number}/{count}")

    def held_worker(self, number, files):
        """One of three that has finished so many files and is in the middle of another."""
        for _ in range(30):
            process = self.reshard.held(*self.worker(number, 3), until=lambda: len(slabs(self.out)) >= files
                                        and files_in_work(self.out))
            if process is not None:
                return process
            shutil.rmtree(self.out)
        self.fail("no worker was met in the middle")
        return None

    def test_other_workers_go_on_where_one_was_killed(self):
        moments = random.Random(SEED)
        for workers in (1, 2, 5):
            victim = moments.randrange(3)
            process = self.held_worker(victim, moments.randrange(2))
            others = [self.reshard.start(*self.worker(number, 3)) for number in range(3) if number != victim]
            for run in map(answer_of, others):
                self.assertEqual(run, 0, run.answer)
                self.assertFalse(run.answer["written"]["complete"])
            self.assertIn("writing", self.states(self.out, 1).values())
            kill(process)
            states = self.states(self.out, 1)
            self.assertTrue({"done", "left"} <= set(states.values()) <= {"done", "left", "missing"}, states)
            self.assertEqual({path.name for path in named(self.out)},
                             {name for name, state in states.items() if state == "done"})
            before = sum(slabs(self.out).values())
            answers = self.run_all(self.rows, self.out, *self.words, workers=workers)
            self.assertEqual(sum(answer["kept_bytes"] for answer in answers), before)
            self.assertEqual(sum(answer["moved_bytes"] for answer in answers),
                             bytes_in(self.out) - before)
            self.expect_model(self.out, self.arrays)
            self.assertEqual(set(self.states(self.out, 0).values()), {"done"})
            shutil.rmtree(self.out)

    def test_files_that_nobody_has_begun_are_missing(self):
        self.assertEqual(self.reshard.run("--status", self.folder).error, "reshard.no_job")
        run = self.reshard.run(*self.worker(1, 3))
        self.assertEqual(run, 0, run.answer)
        missing = {name for name, state in self.states(self.out, 1).items() if state == "missing"}
        self.assertEqual(missing, set(run.answer["written"]["missing"]))
        self.assertEqual(len(missing), 8 - len(named(self.out)))

    def test_workers_at_once_make_one_model(self):
        processes = [self.reshard.start(*self.worker(number, 4)) for number in range(4)]
        runs = list(map(answer_of, processes))
        self.assertEqual(runs, [0] * 4, [run.answer for run in runs])
        self.assertTrue(any(run.answer["written"]["complete"] for run in runs))
        self.expect_model(self.out, self.arrays)


class Slabs(reshard_case.ReshardTest):
    """Of one file that is written in several."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.source = cls.folder / "long.safetensors"
        cls.bytes = write_long(cls.source)
        cls.path = cls.out / "model.safetensors"

    def words(self, *more):
        return (self.source, "-o", self.out, "--threads", "1", *more)

    def held(self, count, *more):
        """A run that has so many slabs or more, and not all."""
        for _ in range(30):
            process = self.reshard.held(*self.words(*more), until=lambda: len(slabs(self.out)) >= count)
            if process is not None and not named(self.out) and len(slabs(self.out)) * SLAB < self.bytes:
                return process
            if process is not None:
                kill(process)
            shutil.rmtree(self.out)
        self.fail("no run was met in the middle")
        return None

    def expect_rest(self, kept, *more, redone=0):
        run = self.reshard.run(*self.words(*more))
        self.assertEqual(run, 0, run.answer)
        written = run.answer["written"]
        self.assertEqual((written["kept_bytes"], written["redone_bytes"]), (kept, redone))
        self.assertEqual(written["moved_bytes"], self.bytes - kept)
        self.assertTrue(written["complete"])
        self.assertEqual(data_of(self.path), data_of(self.source))

    def test_slabs_of_killed_runs_are_kept(self):
        for count in (1, 2, 3):
            kill(self.held(count))
            self.assertFalse(self.path.exists())
            self.assertGreaterEqual(len(slabs(self.out)), count)
            self.assertEqual(self.states(self.out, 1), {self.path.name: "left"})
        self.expect_rest(sum(slabs(self.out).values()))

    def test_what_an_earlier_run_wrote_is_read_again_if_asked(self):
        kill(self.held(2))
        kept = sum(slabs(self.out).values())
        with open(self.out / f".{self.path.name}.tileglot-partial", "r+b") as file:
            file.seek(SLAB // 2)
            file.write(b"\xa5" * 7)
        self.expect_rest(kept - SLAB, "--recheck", redone=SLAB)

    def test_a_journal_whose_file_is_gone_is_not_believed(self):
        for change in (Path.unlink, lambda partial: os.truncate(partial, 5000)):
            kill(self.held(1))
            change(self.out / f".{self.path.name}.tileglot-partial")
            self.expect_rest(0)
            shutil.rmtree(self.out)

    def test_an_interrupted_run_finishes_its_slab(self):
        for number in (signal.SIGTERM, signal.SIGINT):
            process = self.held(1)
            before = len(slabs(self.out))
            process.send_signal(number)
            run = go_on(process)
            self.assertEqual((run, run.error), (130, "io.interrupted"))
            self.assertIn(len(slabs(self.out)) - before, (0, 1))
            self.assertFalse(self.path.exists())
            self.expect_rest(sum(slabs(self.out).values()))
            shutil.rmtree(self.out)

    def test_a_source_that_changes_is_an_error_and_gives_no_file(self):
        size = self.source.stat().st_size
        changes = [os.utime, lambda source: os.truncate(source, size - 1),
                   lambda source: os.truncate(source, 5000)]
        # Rows are read, columns are mapped.
        for change, words in itertools.product(changes, ((), ("--to", "P(None, 'x')", "--mesh", "x=2"))):
            process = self.held(1, *words)
            change(self.source)
            run = go_on(process)
            self.assertEqual((run, run.error), (4, "io.changed"), run.answer)
            self.assertEqual(named(self.out), [])
            # A source that was written since is another job.
            write_long(self.source)
            self.assertEqual(self.reshard.run(*self.words(*words)).error, "reshard.other_job")
            shutil.rmtree(self.out)

    def test_a_file_has_one_writer(self):
        process = self.held(1)
        self.assertEqual(self.states(self.out, 1), {self.path.name: "writing"})
        run = self.reshard.run(*self.words())
        self.assertEqual((run, run.error), (4, "io.busy"))
        self.assertEqual(go_on(process), 0)
        self.assertEqual(data_of(self.path), data_of(self.source))


def files_in_work(folder):
    return [journal for journal in journals(folder) if "\nworker " in journal.read_text(encoding="utf-8")
            and journal.with_name(journal.name.replace("-journal", "-partial")).exists()]


def write_long(path):
    """200 MiB, of which the file system stores some blocks: bytes in each MiB; how many bytes."""
    rows, columns = 3200, 65536
    write_file(path, {"long": Array("U8", (rows, columns), b"")})
    some = random.Random(SEED)
    begin = path.stat().st_size
    with open(path, "r+b") as file:
        for at in range(begin, begin + rows * columns, 1 << 20):
            file.seek(at + some.randrange(1 << 19))
            file.write(some.randbytes(4096))
        file.truncate(begin + rows * columns)
    return rows * columns


if __name__ == "__main__":
    reshard_case.main()
