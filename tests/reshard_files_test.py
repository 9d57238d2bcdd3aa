#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reshards models in files: formats, rules, launchers, and what is refused.

usage: tests/reshard_files_test.py PROGRAM

What is right is computed here, by slices of bytes. Files are read by Python's safetensors too where
there is one; TILEGLOT_PYTHON may name a Python that has it.
"""

import resource
import shutil
import subprocess

import reshard_case
import sharded_model
from reshard_case import COLUMNS, MODEL, data_of
from reshard_process import named, tensor_files
from sharded_model import (box, chunk, concatenated, rank_name, read_file, stacked, torch_shard_name,
                           write_file, write_row_shards, write_torch_shard)

SMALL = [("w", "BF16", [40, 24]), ("odd", "U8", [13, 7, 3]), ("few", "F32", [3, 2]), ("h.norm", "F32", [11]),
         ("scale", "F32", [])]
LAYERS = [(f"h.{layer}.{name}", "BF16", shape) for layer in range(4) for name, shape in
          [("q", [16, 12]), ("k", [8, 12]), ("v", [8, 12]), ("o", [12, 16]), ("norm", [12]),
           *((f"experts.{e}.up", [12, 20]) for e in range(4))]] + [("embed", "BF16", [31, 12])]


class Formats(reshard_case.ReshardTest):
    def test_row_shards_become_column_shards_and_one_file(self):
        arrays = self.model("whole", MODEL)
        rows = write_row_shards(self.folder / "rows", arrays, 8)
        columns = self.folder / "columns"
        self.run_all(rows, columns, "--rules", self.rules(COLUMNS), "--names", "rank", workers=3)
        self.assertEqual([path.name for path in named(columns)], [rank_name(rank) for rank in range(8)])
        self.expect_model(columns, arrays)
        for rank in range(8):
            tensors = read_file(columns / rank_name(rank))[1]
            self.assertEqual(tensors["embed"], chunk(arrays["embed"], 1, 8, rank)[1])
            self.assertEqual(tensors["h.0.norm"], arrays["h.0.norm"])
        self.run_all(columns, self.out)
        self.expect_one_file(arrays, self.folder / "whole.safetensors")

    def expect_one_file(self, arrays, whole):
        path = self.out / "model.safetensors"
        self.assertEqual(named(self.out), [path])
        self.expect_model(self.out, arrays)
        self.assertEqual(path.read_bytes()[-len(data_of(whole)):], data_of(whole))
        read = sharded_model.read_by_library(path)
        if read is None:
            print("SKIP: this Python has no safetensors to read the file with")
            return
        self.assertEqual(read, arrays)

    def test_every_naming_is_read_back(self):
        arrays = self.model("small", SMALL)
        rows = write_row_shards(self.folder / "small.rows", arrays, 4)
        for names in ("rank", "dcp", "pieces"):
            there = self.folder / names
            self.run_all(rows, there, "--rules", self.rules(COLUMNS), "--names", names, workers=2)
            self.expect_model(there, arrays)
            self.run_all(there, self.out)
            self.expect_one_file(arrays, self.folder / "small.safetensors")
            shutil.rmtree(self.out)

    def test_parts_have_an_index_and_are_read_back(self):
        arrays = self.model("small", SMALL)
        parts = self.folder / "parts"
        self.run_all(self.folder / "small.safetensors", parts, "--max-part", "300", workers=2)
        self.assertGreater(len(tensor_files(parts)), 2)
        self.assertIn(parts / "model.safetensors.index.json", named(parts))
        self.expect_model(parts, arrays)
        self.run_all(parts / "model.safetensors.index.json", self.out)
        self.expect_one_file(arrays, self.folder / "small.safetensors")

    def test_files_of_ranks_that_say_nothing_are_joined_by_words(self):
        arrays = {name: array for name, array in self.model("small", SMALL).items()
                  if len(array.shape) >= 2}
        ranks = self.folder / "ranks"
        ranks.mkdir()
        for rank in range(2):
            write_file(ranks / rank_name(rank),
                       {name: chunk(array, 1, 2, rank)[1] for name, array in arrays.items()})
        self.run_all(ranks, self.out, "--from", "P(None, 'x')", "--mesh", "x=2")
        self.expect_model(self.out, arrays)
        self.assertEqual(self.reshard.run(ranks, "-o", self.folder / "nowhere").error, "reshard.from")

    def test_a_dry_run_writes_nothing(self):
        self.model("small", SMALL)
        run = self.reshard.run(self.folder / "small.safetensors", "-o", self.out, "--dry-run",
                               "--rules", self.rules(COLUMNS))
        self.assertEqual(run, 0, run.answer)
        self.assertEqual(len(run.answer["files"]), 8)
        self.assertFalse(self.out.exists())


class Rules(reshard_case.ReshardTest):
    """Each rank's file against the definition of the rule."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.arrays = cls.model("layers", LAYERS)
        cls.rows = write_row_shards(cls.folder / "layers.rows", cls.arrays, 3)

    def ranks(self, rules):
        self.run_all(self.rows, self.out, "--rules", self.rules(rules), workers=2)
        return [read_file(path)[1] for path in named(self.out)]

    def test_q_k_and_v_are_joined_on_each_rank(self):
        ranks = self.ranks("mesh tp=4\nh.{l}.{q,k,v} -> h.{l}.qkv concat 0 P('tp', None)\n* P()\n")
        self.assertEqual(len(ranks), 4)
        for rank, tensors in enumerate(ranks):
            for layer in range(4):
                own = [chunk(self.arrays[f"h.{layer}.{name}"], 0, 4, rank)[1] for name in "qkv"]
                self.assertEqual(tensors[f"h.{layer}.qkv"], concatenated(own))
                self.assertNotIn(f"h.{layer}.q", tensors)
                self.assertEqual(tensors[f"h.{layer}.o"], self.arrays[f"h.{layer}.o"])

    def test_experts_are_stacked_and_cut(self):
        ranks = self.ranks("mesh ep=2 tp=2\n"
                           "*.experts.{e}.up -> *.experts.up stack {e} P('ep', None, 'tp')\n* P()\n")
        for rank, tensors in enumerate(ranks):
            ep, tp = divmod(rank, 2)
            for layer in range(4):
                of_layer = [self.arrays[f"h.{layer}.experts.{e}.up"] for e in range(4)]
                own = [chunk(array, 1, 2, tp)[1] for array in of_layer[2 * ep:2 * ep + 2]]
                self.assertEqual(tensors[f"h.{layer}.experts.up"], stacked(own))

    def test_heads_that_are_fewer_than_the_ranks_are_repeated(self):
        ranks = self.ranks("mesh tp=4\n*.{k,v} repeat 2 P('tp', None)\n*.q P('tp', None)\n* P()\n")
        for rank, tensors in enumerate(ranks):
            for name in ("h.0.k", "h.3.v"):
                self.assertEqual(tensors[name], chunk(self.arrays[name], 0, 2, rank // 2)[1])
            self.assertEqual(tensors["h.1.q"], chunk(self.arrays["h.1.q"], 0, 4, rank)[1])

    def test_stages_have_their_layers(self):
        ranks = self.ranks("mesh stage=2 tp=2\nh.{l}.* on stage {l} * 2 / 4\n*.o P(None, 'tp')\n* P()\n")
        for rank, tensors in enumerate(ranks):
            stage, tp = divmod(rank, 2)
            layers = (2 * stage, 2 * stage + 1)
            prefixes = ("embed", *(f"h.{layer}." for layer in layers))
            self.assertEqual(set(tensors), {name for name in self.arrays if name.startswith(prefixes)})
            for layer in layers:
                name = f"h.{layer}.o"
                self.assertEqual(tensors[name], chunk(self.arrays[name], 1, 2, tp)[1])


class Launchers(reshard_case.ReshardTest):
    def test_a_launcher_says_which_worker_a_process_is(self):
        self.model("small", SMALL)
        slurm = {"SLURM_PROCID": "1", "SLURM_NTASKS": "3"}
        for variables, words in ((slurm, ()), ({**slurm, "RANK": "1", "WORLD_SIZE": "3", "SLURM_NTASKS": "1"}, ()),
                                 ({"OMPI_COMM_WORLD_RANK": "1", "OMPI_COMM_WORLD_SIZE": "3"}, ()),
                                 ({"PMI_RANK": "1", "PMI_SIZE": "3"}, ()),
                                 ({"JOB_COMPLETION_INDEX": "1"}, ("--workers", "3"))):
            def run(*more, environment=variables):
                return self.reshard.run(self.folder / "small.safetensors", "-o", self.out,
                                        "--max-part", "1000", *more, environment=environment)
            alone = run()
            self.assertEqual((alone.answer["worker"], alone.answer["workers"]), (0, 1))
            self.assertTrue(alone.answer["written"]["complete"])
            shutil.rmtree(self.out)
            told = run("--worker", "auto", *words)
            self.assertEqual((told.answer["worker"], told.answer["workers"]), (1, 3))
            self.assertFalse(told.answer["written"]["complete"])
            shutil.rmtree(self.out)


class Refusals(reshard_case.ReshardTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.arrays = cls.model("small", SMALL)
        cls.whole = cls.folder / "small.safetensors"
        cls.rows = write_row_shards(cls.folder / "small.rows", cls.arrays, 4)

    def expect_refused(self, code, source, *words, **how):
        """Nothing is named that was not there, and nothing was written over."""
        before = [(path.name, path.read_bytes()) for path in named(self.out)]
        run = self.reshard.run(source, "-o", self.out, *words, **how)
        self.assertEqual(run.error, code, run.answer)
        self.assertEqual(run, 4 if code.startswith("io.") else 2)
        self.assertEqual([(path.name, path.read_bytes()) for path in named(self.out)], before)
        return run.answer["error"]["message"]

    def copied_rows(self):
        rows = self.folder / "copied.rows"
        shutil.rmtree(rows, ignore_errors=True)
        return shutil.copytree(self.rows, rows)

    def test_a_folder_of_another_job(self):
        columns = ("--to", "P('x')", "--mesh", "x=2", "--names", "rank")
        self.model("one", [("w", "F32", [4, 6])])
        source = self.folder / "one.safetensors"
        self.assertEqual(self.reshard.run(source, "-o", self.out, *columns, "--worker", "0/2"), 0)
        for words in (("--to", "P(None, 'x')", "--mesh", "x=2"), ("--to", "P('x')", "--mesh", "x=4"),
                      (*columns[:4], "--names", "dcp"), (*columns, "--max-part", "1MiB"), ()):
            for worker in ("0/1", "0/2", "2/3"):
                self.expect_refused("reshard.other_job", source, *words, "--worker", worker)
        self.expect_refused("reshard.other_job", self.whole, "--rules", self.rules(COLUMNS))
        self.assertEqual(self.reshard.run(source, "-o", self.out, *columns, "--worker", "2/3"), 0)

    def test_a_file_that_is_there(self):
        self.out.mkdir()
        (self.out / "model.safetensors").write_text("mine", encoding="utf-8")
        self.expect_refused("io.exists", self.whole)
        self.run_all(self.whole, self.out, "--force")
        self.expect_model(self.out, self.arrays)

    def test_a_source_is_not_written_over(self):
        folder = self.folder / "same"
        folder.mkdir()
        shutil.copy(self.whole, folder / "model.safetensors")
        run = self.reshard.run(folder / "model.safetensors", "-o", folder, "--force")
        self.assertEqual((run, run.error), (2, "reshard.same_folder"))
        self.assertEqual((folder / "model.safetensors").read_bytes(), self.whole.read_bytes())

    def test_headers_that_lie(self):
        rows = self.copied_rows()
        shard = rows / torch_shard_name(2)
        content = shard.read_bytes()
        for lie in (b"\xff" * 8 + content[8:], content[:-1], content + b"x", content[:6],
                    content.replace(b'"data_offsets":[0,', b'"data_offsets":[8,'),
                    content.replace(b'"shape":[', b'"shape":[1', 1)):
            self.assertNotEqual(lie, content)
            shard.write_bytes(lie)
            run = self.reshard.run(rows, "-o", self.out)
            self.assertEqual(run, 2, run.answer)
            self.assertRegex(run.error, r"^(safetensors|pieces)\.")
            self.assertEqual(named(self.out), [])

    def test_a_hole(self):
        rows = self.copied_rows()
        (rows / torch_shard_name(1)).unlink()
        self.expect_refused("pieces.hole", rows)

    def test_an_overlap(self):
        rows = self.folder / "overlap"
        rows.mkdir()
        w = self.arrays["w"]
        for number, begin in enumerate((0, 19)):
            write_torch_shard(rows / torch_shard_name(number),
                              [("w", (begin, 0), box(w, (begin, 0), (21, 24)))])
        self.expect_refused("pieces.overlap", rows)

    def test_copies_that_disagree(self):
        ranks = self.folder / "copies"
        self.run_all(self.whole, ranks, "--rules", self.rules("mesh x=2 y=2\nw P('x', None)\n* P()\n"))
        (ranks / ".tileglot-reshard.job").unlink()
        self.run_all(ranks, self.out, "--check-copies")
        shutil.rmtree(self.out)
        path = ranks / rank_name(3)
        content = bytearray(path.read_bytes())
        content[-5] ^= 1
        path.write_bytes(content)
        self.assertIn("w", self.expect_refused("reshard.copies", ranks, "--check-copies"))

    def test_rules_that_do_not_fit(self):
        columns = "mesh x=8\n"
        for code, text in (("reshard.no_match", "nothing.* P()\n* P()\n"), ("reshard.no_rule", "w P('x')\n"),
                           ("reshard.twice", "{w,odd} -> one P()\n* P()\n"),
                           ("reshard.twice", "w -> few P()\n* P()\n"),
                           ("mesh.no_axis", "* P('y')\n"), ("mesh.rank", "* P(None, None, None, 'x')\n"),
                           ("mesh.placements", "* [Shard(0), Shard(1)]\n"), ("mesh.rule", "* on\n"),
                           ("reshard.alike", "{w,odd} -> both concat 0 P()\n* P()\n")):
            self.expect_refused(code, self.whole, "--rules", self.rules(columns + text))
        self.expect_refused("mesh.no_mesh", self.whole, "--to", "P('x')")
        self.expect_refused("reshard.names", self.whole, "--rules", self.rules(COLUMNS), "--names", "hf")
        self.expect_refused("reshard.names", self.whole, "--names", "torch")

    def test_a_mesh_of_another_number_of_ranks(self):
        ranks = self.folder / "two.ranks"
        ranks.mkdir()
        for rank in range(2):
            write_file(ranks / rank_name(rank), {"w": chunk(self.arrays["w"], 0, 2, rank)[1]})
        self.expect_refused("reshard.ranks", ranks, "--from", "P('x')", "--mesh", "x=4")

    def test_paths_that_leave_the_folder(self):
        parts = self.folder / "parts"
        parts.mkdir()
        index = parts / "model.safetensors.index.json"
        for path in ("../small.safetensors", str(self.whole)):
            places = ", ".join(f'"{name}": "{path}"' for name in self.arrays)
            index.write_text(f'{{"weight_map": {{{places}}}}}', encoding="utf-8")
            self.expect_refused("safetensors.part_path", index)
            self.expect_refused("safetensors.part_path", parts)

    def test_a_file_past_the_limit_of_the_system(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
        self.expect_refused("io.no_space", self.whole, preexec_fn=limit)

    def test_a_full_disk(self):
        self.model("big", [("a", "F32", [1000, 1000]), ("b", "F32", [1000, 1000])])
        self.out.mkdir()
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=6m", "tmpfs", self.out],
                                 capture_output=True, check=False)
        if mounted.returncode != 0:
            self.skipTest("SKIP: no file system can be mounted here")
        try:
            # The first of the two parts would have room.
            self.expect_refused("io.no_space", self.folder / "big.safetensors", "--max-part", "5MB")
            self.assertEqual(list(self.out.glob(".*-partial")), [])
        finally:
            subprocess.run(["umount", self.out], check=True)

    def test_options_of_a_plan_for_one_array(self):
        sides = ("--from", "P('x')", "--to", "P()", "--mesh", "x=2")
        for words in ((self.whole, "-o", self.out, "--rank", "1"), (self.whole, "--names", "rank", *sides),
                      ("f32[8]", *sides, "--force"), ("f32[8]", *sides[2:])):
            run = self.reshard.run(*words)
            self.assertEqual((run, run.error), (2, "cli.arguments"), words)
        self.assertFalse(self.out.exists())

    def test_workers_that_do_not_exist(self):
        for worker in ("3/3", "-1/3", "1", "a/b", "0/0", "auto"):
            self.expect_refused("reshard.worker", self.whole, "--worker", worker)
        self.expect_refused("reshard.worker", self.whole, "--workers", "2")


if __name__ == "__main__":
    reshard_case.main()
