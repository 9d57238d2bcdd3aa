# SPDX-License-Identifier: Apache-2.0
"""Files: what they hold, moves of tensors and models, and proofs."""

import itertools
import json
import re
import struct
from concurrent.futures import ThreadPoolExecutor

import pytest
from array_values import refused
from file_values import (
    left_in,
    moved_by_definition,
    noise,
    npy_data,
    read_model,
    write_model,
    write_npy,
)

import tileglot as tg
from tileglot import files

ROWS = {"w": ("F32", (3, 5), struct.pack("<15f", *range(15)))}


@pytest.fixture
def parts(tmp_path):
    """The index of a model in two files."""
    folder = tmp_path / "parts"
    folder.mkdir()
    write_model(folder / "model-1.safetensors", {"a": ("F32", (8, 128), noise(4096))})
    write_model(folder / "model-2.safetensors", {"b": ("F32", (8, 128), noise(4096, 2))})
    index = folder / "model.safetensors.index.json"
    names = {"a": "model-1.safetensors", "b": "model-2.safetensors"}
    index.write_text(json.dumps({"metadata": {"total_size": 8192}, "weight_map": names}))
    return index


# --- what a file holds ----------------------------------------------------------------------------


def test_a_npy_is_one_tensor_without_a_name(npy):
    info = files.inspect(npy)
    (tensor,) = info.tensors
    assert (info.kind, info.bytes, info.parts) == ("tensor", 60, [])
    assert (tensor.name, tensor.dtype, tensor.shape, tensor.order) == ("", "f32", (3, 5), "C")
    assert (tensor.bytes, tensor.begin_bytes) == (60, 128)
    assert tensor.layout is None and tensor.problem is None
    assert info.json["descr"] == "<f4" and str(info).startswith(f"'{npy}': .npy version 1\n")


def test_a_dtype_names_what_a_header_cannot_say(tmp_path):
    path = write_npy(tmp_path / "b.npy", "|V2", (2, 3), noise(12))
    assert files.inspect(path).tensors[0].dtype is None
    assert files.inspect(path, dtype="bf16").tensors[0].dtype == "bf16"
    refused("npy.dtype_size", files.inspect, path, dtype="f32")


def test_objects_of_numpy_and_ml_dtypes_are_dtypes(tmp_path, np):
    bf16 = pytest.importorskip("ml_dtypes").bfloat16
    path = tmp_path / "b.npy"
    np.save(path, np.zeros((2, 3), bf16))
    for dtype in (bf16, np.dtype(bf16)):
        assert files.inspect(path, dtype=dtype).tensors[0].dtype == "bf16"


def test_a_model_lists_its_tensors_in_the_order_of_the_file(model):
    info = files.inspect(model)
    assert (info.kind, info.bytes) == ("checkpoint", 1024 + 8192 + 2880 + 512 + 8)
    assert info.parts == ["model.safetensors"]
    assert [(t.name, t.dtype, t.shape, t.bytes) for t in info.tensors] == [
        ("norm", "F32", (256,), 1024),
        ("mlp.up", "BF16", (16, 256), 8192),
        ("mlp.down", "BF16", (24, 60), 2880),
        ("mlp.q", "U8", (16, 32), 512),
        ("step", "I64", (), 8),
    ]
    held = model.read_bytes()
    for tensor in info.tensors:
        data = held[tensor.begin_bytes : tensor.begin_bytes + tensor.bytes]
        assert data == read_model(model)[0][tensor.name][2]
        assert tensor.layout is None and tensor.part == "model.safetensors"
    assert re.search(r"mlp.up +BF16 +\[16,256\] +8,192 ", str(info))


def test_a_model_in_parts_is_named_by_its_index(parts):
    info = files.inspect(parts)
    assert info.parts == ["model-1.safetensors", "model-2.safetensors"]
    assert [(t.name, t.part) for t in info.tensors] == [
        ("a", "model-1.safetensors"),
        ("b", "model-2.safetensors"),
    ]
    assert info.bytes == 8192


def test_a_recorded_layout_that_does_not_fit_is_a_problem_of_its_tensor(tmp_path):
    records = {"tileglot.layout/w": "f32[4,4]{1,0}", "format": "pt"}
    path = write_model(tmp_path / "m.safetensors", ROWS, records)
    (tensor,) = files.inspect(path).tensors
    assert tensor.layout is None and "f32[4,4]{1,0}" in tensor.problem
    refused("layout.size", files.relayout, path, dry_run=True, to="row-major")


def test_a_module_of_triton_has_layouts_and_no_tensors(tmp_path):
    path = tmp_path / "kernel.ttgir"
    path.write_text(
        "#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], "
        "order = [0]}>\nmodule {\n}\n"
    )
    info = files.inspect(path)
    assert (info.kind, info.tensors, info.bytes) == ("module", [], 0)
    assert info.json["layouts"][0]["name"] == "#b"


def test_a_model_without_tensors_is_a_model(tmp_path):
    path = write_model(tmp_path / "empty.safetensors", {})
    out = tmp_path / "out.safetensors"
    assert files.inspect(path).tensors == []
    report = files.relayout(path, out, to="tpu")
    assert (report.tensors, report.target_bytes, report.written) == ([], 0, True)
    assert read_model(out) == ({}, {}) and files.verify(out, path)


# --- moves of a .npy ------------------------------------------------------------------------------


def test_every_element_of_a_npy_is_where_the_layout_has_it(tmp_path, npy):
    layout = tg.layout("f32[3,5]{1,0:T(2,2)}")
    report = files.relayout(npy, tmp_path / "t.npy", to="{1,0:T(2,2)}")
    assert npy_data(tmp_path / "t.npy") == moved_by_definition(npy_data(npy), 4, layout)
    assert (report.source_bytes, report.target_bytes, report.padding_bytes) == (60, 96, 36)
    assert report.written and (report.moved_tensors, report.copied_tensors) == (1, 0)
    assert report.seconds > 0 and report.finish_seconds > 0 and report.gb_per_s > 0
    (tensor,) = report.tensors
    assert (tensor.source, tensor.target) == (tg.layout("f32[3,5]{1,0}"), layout)
    assert (tensor.shape, tensor.padding_bytes) == ((2, 3, 2, 2), 36)
    assert files.inspect(tmp_path / "t.npy").tensors[0].shape == tensor.shape
    assert "f32[3,5]{1,0} -> f32[3,5]{1,0:T(2,2)}" in str(report)


@pytest.mark.parametrize(
    "to",
    [
        tg.layout("f32[3,5]{0,1:T(2,4)}"),
        tg.layout("(3,5):(1,4)"),
        tg.layout("shape=(3,5) strides=(1,4) elements"),
        tg.layout("aB2b", shape=(3, 5)),
    ],
    ids=str,
)
def test_layouts_of_every_notation_are_targets(tmp_path, npy, to):
    report = files.relayout(npy, tmp_path / "t.npy", to=to)
    assert npy_data(tmp_path / "t.npy") == moved_by_definition(npy_data(npy), 4, to)
    assert tg.equal(report.tensors[0].target, to)
    assert files.verify(tmp_path / "t.npy", npy, layout=to)


def test_an_object_that_says_its_layout_is_a_target(tmp_path, npy):
    class Tiled:
        def __tileglot_layout__(self):
            return "{1,0:T(2,2)}"

    report = files.relayout(npy, dry_run=True, to=Tiled())
    assert report.tensors[0].target == tg.layout("f32[3,5]{1,0:T(2,2)}")


def test_a_layout_of_jax_takes_the_shape_of_each_tensor(model):
    jax_layout = pytest.importorskip("jax.experimental.layout")
    native = jax_layout.Layout((0, 1), ((8, 128), (2, 1)))
    report = files.relayout(model, dry_run=True, map={"mlp.[ud]*": native})
    assert [str(t.target) for t in report.tensors if t.target] == [
        "bf16[16,256]{1,0:T(8,128)(2,1)}",
        "bf16[24,60]{1,0:T(8,128)(2,1)}",
    ]


def test_there_and_back_is_the_same_npy(tmp_path, npy):
    tiled = "f32[3,5]{0,1:T(4,2)}"
    files.relayout(npy, tmp_path / "t.npy", to=tiled)
    files.relayout(tmp_path / "t.npy", tmp_path / "b.npy", from_=tg.layout(tiled), to="{1,0}")
    assert (tmp_path / "b.npy").read_bytes() == npy.read_bytes()


def test_a_npy_in_fortran_order_is_read_by_its_columns(tmp_path, npy):
    columns = struct.pack("<15f", *(5 * i + j for j in range(5) for i in range(3)))
    fortran = write_npy(tmp_path / "f.npy", "<f4", (3, 5), columns, fortran=True)
    assert files.inspect(fortran).tensors[0].order == "F"
    assert files.verify(fortran, npy)
    files.relayout(fortran, tmp_path / "rows.npy", to="{1,0}")
    assert (tmp_path / "rows.npy").read_bytes() == npy.read_bytes()


def test_numpy_reads_what_was_written(tmp_path, np):
    a = np.asfortranarray(np.arange(77, dtype="i2").reshape(7, 11))
    np.save(tmp_path / "a.npy", a)
    files.relayout(tmp_path / "a.npy", tmp_path / "c.npy", to="{0,1}")
    assert np.array_equal(np.load(tmp_path / "c.npy"), a.T)


def test_a_dry_run_writes_nothing_and_has_no_times(tmp_path, npy, model):
    before = left_in(tmp_path)
    for path in (npy, model):
        report = files.relayout(path, tmp_path / "out", to="row-major", dry_run=True)
        assert not report.written and "nothing is written" in str(report)
        assert report.seconds is report.finish_seconds is report.gb_per_s is None
    assert left_in(tmp_path) == before


def test_without_an_output_only_a_plan_can_be_asked_for(npy):
    assert files.relayout(npy, to="{0,1}", dry_run=True).target_bytes == 60
    with pytest.raises(TypeError, match="dry_run"):
        files.relayout(npy, to="{0,1}")


def test_an_output_that_is_there_is_replaced_only_on_request(tmp_path, npy, model):
    for path, suffix in ((npy, ".npy"), (model, ".safetensors")):
        out = tmp_path / ("out" + suffix)
        out.write_bytes(b"precious")
        error = refused("io.exists", files.relayout, path, out, to="row-major")
        assert type(error) is tg.FileError and out.read_bytes() == b"precious"
        files.relayout(path, out, to="row-major", replace=True)
        assert files.verify(out, path)


# --- moves of a model -----------------------------------------------------------------------------


def test_a_model_is_moved_by_rules_and_records_its_layouts(tmp_path, model):
    out = tmp_path / "out.safetensors"
    report = files.relayout(model, out, map={"mlp.d*": "{0,1}", "mlp.[!q]*": "{1,0:T(8,128)(2,1)}"})
    assert [(t.name, t.target and str(t.target), t.shape, t.copied) for t in report.tensors] == [
        ("norm", None, (256,), "no rule names it"),
        ("mlp.up", "bf16[16,256]{1,0:T(8,128)(2,1)}", (2, 2, 4, 128, 2, 1), None),
        ("mlp.down", "bf16[24,60]{0,1}", (60, 24), None),
        ("mlp.q", None, (16, 32), "no rule names it"),
        ("step", None, (), "no rule names it"),
    ]
    assert (report.moved_tensors, report.copied_tensors, report.kept_tensors) == (2, 3, 0)
    before, after = read_model(model)[0], read_model(out)[0]
    for tensor in report.tensors:
        dtype, shape, data = after[tensor.name]
        assert (dtype, shape) == (tensor.dtype, tensor.shape)
        expected = before[tensor.name][2]
        if tensor.target:
            expected = moved_by_definition(expected, 2, tensor.target)
        assert data == expected and len(data) == tensor.target_bytes
    assert [t.layout for t in files.inspect(out).tensors] == [t.target for t in report.tensors]
    assert files.verify(out, model) and files.verify(model, out)


def test_the_first_pattern_that_matches_counts(model):
    def targets(rules):
        report = files.relayout(model, dry_run=True, map=rules, to="row-major")
        return [str(t.target) for t in report.tensors if t.target]

    columns, tiles = ("mlp.up", "{0,1}"), ("mlp.*p", "{1,0:T(8,128)}")
    assert targets([columns, tiles]) == ["bf16[16,256]{0,1}"]
    assert targets([tiles, columns]) == ["bf16[16,256]{1,0:T(8,128)}"]
    assert targets(dict([columns, tiles])) == targets([columns, tiles])
    assert targets(iter([tiles, columns])) == targets([tiles, columns])


def test_a_model_comes_back_as_the_same_file(tmp_path, model):
    there, back = tmp_path / "tpu.safetensors", tmp_path / "back.safetensors"
    report = files.relayout(model, there, to="tpu", dtype={"*.q": "u4"})
    assert report.padding_bytes == report.target_bytes - report.source_bytes > 0
    files.relayout(there, back, to="row-major")
    assert back.read_bytes() == model.read_bytes()


def test_packed_nibbles_move_as_elements_of_four_bits(tmp_path, model):
    out = tmp_path / "q.safetensors"
    files.relayout(model, out, map={"mlp.q": "{0,1:E(4)}"}, dtype=[("mlp.q", "u4")])
    layout = files.inspect(out).tensors[3].layout
    assert layout == tg.layout("u4[16,64]{0,1:E(4)}")
    before, after = read_model(model)[0]["mlp.q"][2], read_model(out)[0]["mlp.q"][2]

    def nibble(data, at):
        return data[at // 2] >> 4 * (at % 2) & 15

    assert len(after) == 512
    for i, j in itertools.product(range(16), range(64)):
        assert nibble(after, layout(i, j)) == nibble(before, i * 64 + j)


def test_a_model_in_parts_is_moved_as_one(tmp_path, parts):
    folder = tmp_path / "tpu"
    folder.mkdir()
    out = folder / parts.name
    report = files.relayout(parts, out, to="{1,0:T(8,128)}")
    assert left_in(folder) == left_in(parts.parent)
    assert report.moved_tensors == 2 and files.verify(out, parts)
    assert json.loads(out.read_text())["metadata"]["total_size"] == 8192


@pytest.mark.parametrize("threads", [0, 1, 3])
def test_any_number_of_threads_and_little_memory_give_the_same_file(tmp_path, model, threads):
    one, two = tmp_path / "one.safetensors", tmp_path / "two.safetensors"
    files.relayout(model, one, to="tpu")
    files.relayout(model, two, to="tpu", threads=threads, max_memory="8 MiB")
    assert one.read_bytes() == two.read_bytes()


def test_progress_is_told_of_bytes_and_tensors(tmp_path, model):
    told = []
    report = files.relayout(model, tmp_path / "o.safetensors", to="tpu", progress=told.append)
    last = told[-1]
    assert isinstance(last, files.FileProgress) and isinstance(last, tg.Progress)
    assert last.done_bytes == last.total_bytes == last.moved_bytes == report.target_bytes
    assert last.done_tensors == last.tensors == 5 and last.seconds > 0
    assert [p.done_bytes for p in told] == sorted(p.done_bytes for p in told)


def test_eight_threads_move_files_at_once(tmp_path, model):
    def work(k):
        out = tmp_path / f"{k}.safetensors"
        files.relayout(model, out, to="tpu" if k % 2 else "row-major", threads=2)
        return files.inspect(out).bytes > 0 and files.verify(out, model)

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(work, range(8), timeout=60))


# --- proofs ---------------------------------------------------------------------------------------


def test_the_first_element_that_differs_is_named(tmp_path, npy):
    tiled = tmp_path / "t.npy"
    files.relayout(npy, tiled, to="{1,0:T(2,2)}")
    found = files.verify(tiled, npy, layout="{1,0:T(2,2)}")
    assert found and found.at is found.left is found.right is None
    assert found.json["elements"] == 15 and "all 15 elements" in repr(found)
    held = bytearray(tiled.read_bytes())
    struct.pack_into("<f", held, len(held) - 96 + 4 * 3, -0.5)  # offset 3 is (1,1)
    tiled.write_bytes(held)
    found = files.verify(tiled, npy, layout="{1,0:T(2,2)}")
    assert isinstance(found, tg.Comparison) and not found
    assert (found.at, found.left, found.right) == ((1, 1), -0.5, 6)
    assert (found.json["different"], found.json["offset"], found.differences) == (1, 3, [])


def test_both_npys_may_be_tiled(tmp_path, npy):
    one, two = "f32[3,5]{1,0:T(2,2)}", "f32[3,5]{0,1:T(4,2)}"
    for name, to in (("1.npy", one), ("2.npy", two)):
        files.relayout(npy, tmp_path / name, to=to)
    assert files.verify(
        tmp_path / "1.npy",
        tmp_path / "2.npy",
        layout=tg.layout(one),
        against_layout="{0,1:T(4,2)}",
    )
    refused("layout.extents", files.verify, tmp_path / "1.npy", npy)


def test_models_differ_by_name_by_byte_and_by_element(tmp_path, model):
    out = tmp_path / "out.safetensors"
    files.relayout(model, out, map={"norm": "{0:T(256)}"})
    tensors, records = read_model(out)
    dtype, shape, data = tensors["norm"]
    one = struct.pack("<f", 1)
    tensors |= {"norm": (dtype, shape, one + data[4:]), "new": ("U8", (1,), b"a")}
    dtype, shape, data = tensors["mlp.q"]
    tensors["mlp.q"] = (dtype, shape, data[:9] + bytes([data[9] ^ 1]) + data[10:])
    del tensors["step"]
    found = files.verify(write_model(tmp_path / "other.safetensors", tensors, records), model)
    assert not found and found.at is found.left is found.right is None
    assert len(found.differences) == found.json["different_tensors"] == 4
    by_name = dict(sentence[1:].split("' ", 1) for sentence in found.differences)
    assert by_name["new"] == "is not in the other model"
    assert by_name["step"] == "is in the other model only"
    assert by_name["mlp.q"] == "differs in 1 of 512 bytes, at byte 9"
    first = "differs in 1 of 256 elements, first at (0): 0x3f800000 (1) at offset 0, and "
    assert by_name["norm"].startswith(first)


def test_a_tensor_is_not_compared_with_a_model(npy, model):
    assert type(refused("checkpoint.kind", files.verify, npy, model)) is tg.InvalidError
    refused("checkpoint.option", files.verify, model, model, layout="{0,1}")
