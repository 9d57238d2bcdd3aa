# SPDX-License-Identifier: Apache-2.0
"""What is refused of files: options, paths, and contents; nothing is written."""

import os
import pickle
import stat
import struct

import pytest
from array_values import refused
from file_values import left_in, moved_by_definition, noise, npy_data, write_model

import tileglot as tg
from tileglot import files


@pytest.mark.parametrize(
    ("code", "options"),
    [
        ("checkpoint.no_match", {"map": {"mpl.*": "tpu"}}),
        ("checkpoint.no_match", {"to": "tpu", "dtype": {"nothing": "u4"}}),
        ("checkpoint.no_target", {}),
        ("checkpoint.no_target", {"map": {}}),
        ("checkpoint.rule", {"map": {"": "tpu"}}),
        ("checkpoint.rule", {"map": {"a:b": "tpu"}}),
        ("checkpoint.rule", {"map": {"norm": ""}}),
        ("checkpoint.rule", {"map": {"{1,0}": "tpu"}}),
        ("checkpoint.option", {"to": "tpu", "from_": "{0,1}"}),
        ("type.unknown", {"to": "tpu", "dtype": "f33"}),
        ("type.unknown", {"to": "tpu", "dtype": {"norm": "f33"}}),
        ("layout.type", {"to": "tpu", "dtype": {"norm": "bf16"}}),
        ("xla.rank", {"to": "{1,0}"}),
        ("layout.extents", {"map": {"norm": tg.layout("f32[255]{0}")}}),
        ("relayout.max_memory", {"to": "tpu", "max_memory": 1}),
        ("files.max_memory", {"to": "tpu", "max_memory": "much"}),
        ("files.max_memory", {"to": "tpu", "max_memory": -1}),
        ("files.max_memory", {"to": "tpu", "max_memory": "99999999999G"}),
        ("files.max_memory", {"to": "tpu", "max_memory": "9" * 10000}),
        ("files.max_memory", {"to": "tpu", "max_memory": 1 << 70}),
        ("relayout.threads", {"to": "tpu", "threads": -1}),
        ("relayout.threads", {"to": "tpu", "threads": 1025}),
    ],
)
def test_what_does_not_fit_a_model_is_refused_and_nothing_is_written(
    tmp_path, model, code, options
):
    before = left_in(tmp_path)
    refused(code, files.relayout, model, tmp_path / "o.safetensors", **options)
    assert left_in(tmp_path) == before


@pytest.mark.parametrize(
    ("code", "options"),
    [
        ("checkpoint.option", {"map": {"*": "{0,1}"}}),
        ("checkpoint.option", {"to": "{0,1}", "dtype": {"*": "f32"}}),
        ("checkpoint.no_target", {"from_": "{0,1}"}),
        ("layout.type", {"to": "bf16[3,5]{0,1}"}),
        ("layout.extents", {"to": "f32[5,3]{0,1}"}),
        ("xla.order", {"to": "{1,1}"}),
    ],
)
def test_what_does_not_fit_a_npy_is_refused_and_nothing_is_written(tmp_path, npy, code, options):
    refused(code, files.relayout, npy, tmp_path / "o.npy", **options)
    assert left_in(tmp_path) == ["w.npy"]


WRONG_TYPES = [
    {"to": 3},
    {"to": b"{0,1}"},
    {"to": "tpu", "map": "norm: tpu"},
    {"to": "tpu", "map": {"norm": None}},
    {"to": "tpu", "map": {3: "tpu"}},
    {"to": "tpu", "map": ["norm"]},
    {"to": "tpu", "map": [("norm", "tpu", "x")]},
    {"to": "tpu", "map": 3},
    {"to": "tpu", "dtype": 3},
    {"to": "tpu", "dtype": {"norm": 3}},
    {"to": "tpu", "threads": "2"},
    {"to": "tpu", "threads": 1.5},
    {"to": "tpu", "threads": True},
    {"to": "tpu", "max_memory": 1.5},
    {"to": "tpu", "max_memory": True},
    {"to": "tpu", "dry_run": "yes"},
    {"to": "tpu", "replace": 1},
    {"to": "tpu", "progress": 3},
    {"to": "tpu", "force": True},
]


@pytest.mark.parametrize("options", WRONG_TYPES, ids=str)
def test_a_wrong_type_is_a_type_error(tmp_path, model, options):
    with pytest.raises(TypeError):
        files.relayout(model, tmp_path / "o.safetensors", **options)
    assert left_in(tmp_path) == [model.name]


@pytest.mark.parametrize("path", [b"w.npy", 3, None, ["w.npy"]])
def test_a_path_is_a_str_or_has_fspath(tmp_path, npy, path):
    for call in (
        lambda: files.inspect(path),
        lambda: files.relayout(path, tmp_path / "o.npy", to="{0,1}"),
        lambda: files.relayout(npy, [] if path is None else path, to="{0,1}"),
        lambda: files.verify(path, npy),
        lambda: files.verify(npy, path),
    ):
        with pytest.raises(TypeError):
            call()


def test_standard_input_and_pipes_are_for_the_command_line(tmp_path, npy):
    refused("files.stream", files.inspect, "-")
    refused("files.stream", files.relayout, npy, "-", to="{0,1}")
    refused("files.stream", files.verify, npy, "-")
    pipe = tmp_path / "pipe.npy"
    os.mkfifo(pipe)
    for path in (pipe, "/dev/null", "/dev/zero"):
        refused("io.not_regular", files.inspect, path)
        refused("io.not_regular", files.verify, npy, path)
        refused("io.not_regular", files.relayout, path, tmp_path / "o.npy", to="{0,1}")
        refused("io.not_regular", files.relayout, npy, path, to="{0,1}", replace=True)
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_file_named_like_the_standard_input_can_be_read(tmp_path, npy, monkeypatch):
    monkeypatch.chdir(tmp_path)
    npy.rename("-")
    assert files.inspect("./-").bytes == 60


@pytest.mark.parametrize("name", ["café.npy", "日本.npy", "a b\n.npy", os.fsdecode(b"caf\xe9.npy")])
def test_names_of_any_letters_and_bytes_are_paths(tmp_path, npy, name):
    out = tmp_path / name
    report = files.relayout(npy, out, to="{1,0:T(2,2)}")
    assert report.written and out.exists()
    assert files.inspect(out).bytes == 96
    assert files.verify(str(out), npy, layout="{1,0:T(2,2)}")


@pytest.mark.parametrize("name", ["a\0b.npy", "\ud800.npy"])
def test_a_name_that_no_file_has_is_refused(tmp_path, npy, name):
    for call in (
        lambda: files.inspect(tmp_path / name),
        lambda: files.relayout(npy, tmp_path / name, to="{0,1}"),
        lambda: files.verify(npy, tmp_path / name),
    ):
        with pytest.raises(ValueError):
            call()
    assert left_in(tmp_path) == ["w.npy"]


def test_a_file_that_is_not_there_is_an_os_error(tmp_path, npy):
    for call in (
        lambda: files.inspect(tmp_path / "no.npy"),
        lambda: files.inspect(""),
        lambda: files.verify(npy, tmp_path / "no.npy"),
        lambda: files.relayout(npy, tmp_path / "no" / "o.npy", to="{0,1}"),
    ):
        with pytest.raises(OSError) as raised:
            call()
        assert raised.value.code == "io.not_found"


def test_a_name_of_5000_letters_is_refused_with_its_beginning(npy):
    for call in (
        lambda: files.inspect("x" * 5000),
        lambda: files.relayout(npy, "x" * 5000 + ".npy", to="{0,1}"),
        lambda: files.relayout(npy, npy.parent / ("x" * 300 + ".npy"), to="{0,1}"),
    ):
        error = refused("io.system", call)
        assert type(error) is tg.FileError and len(str(error)) < 1000


@pytest.mark.parametrize("suffix", [".npy", ".safetensors"])
def test_a_folder_is_not_a_file(tmp_path, npy, model, suffix):
    folder = tmp_path / ("folder" + suffix)
    folder.mkdir()
    source = {".npy": npy, ".safetensors": model}[suffix]
    refused("io.is_directory", files.inspect, folder)
    refused("io.is_directory", files.verify, folder, source)
    refused("io.is_directory", files.relayout, folder, tmp_path / ("o" + suffix), to="row-major")
    for replace in (False, True):
        refused("io.is_directory", files.relayout, source, folder, to="row-major", replace=replace)
    assert left_in(folder) == []


def test_a_model_is_not_written_over_itself(tmp_path, model):
    before = model.read_bytes()
    refused("checkpoint.same_file", files.relayout, model, model, to="tpu", replace=True)
    (tmp_path / "link.safetensors").symlink_to(model)
    refused(
        "checkpoint.same_file",
        files.relayout,
        model,
        tmp_path / "link.safetensors",
        to="tpu",
        replace=True,
    )
    assert model.read_bytes() == before


def test_a_npy_may_be_replaced_by_what_it_becomes(npy):
    before = npy_data(npy)
    files.relayout(npy, npy, to="{0,1}", replace=True)
    assert npy_data(npy) == moved_by_definition(before, 4, tg.layout("f32[3,5]{0,1}"))


def test_a_tensor_does_not_become_a_model(tmp_path, npy, model):
    refused("checkpoint.kind", files.relayout, npy, tmp_path / "o.safetensors", to="{0,1}")
    refused("checkpoint.kind", files.relayout, model, tmp_path / "o.npy", to="tpu")


def test_files_that_end_early_are_refused_at_every_length(tmp_path, npy, model):
    for whole in (npy, model):
        held = whole.read_bytes()
        cut = tmp_path / ("cut" + whole.suffix)
        for length in [0, 1, 7, 8, 9, 60, 127, 128, 129, len(held) // 2, len(held) - 1]:
            cut.write_bytes(held[:length])
            for call in (
                lambda cut=cut: files.inspect(cut),
                lambda cut=cut, whole=whole: files.verify(cut, whole),
                lambda cut=cut: files.relayout(cut, dry_run=True, to="row-major"),
            ):
                with pytest.raises(tg.Error) as raised:
                    call()
                assert raised.value.code.startswith(("io.empty", "npy.", "safetensors."))


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (struct.pack("<Q", 1 << 62) + b"{}", "safetensors."),
        (struct.pack("<Q", 2) + b"[]", "safetensors."),
        (struct.pack("<Q", 60000) + b"[" * 60000, "safetensors."),
        (b"\0" * 100, "safetensors."),
    ],
)
def test_hostile_headers_are_refused(tmp_path, content, code):
    path = tmp_path / "m.safetensors"
    path.write_bytes(content)
    with pytest.raises(tg.InvalidError) as raised:
        files.inspect(path)
    assert raised.value.code.startswith(code)


@pytest.mark.parametrize("name", ["", "a\nb", "日本", "'; rm", "tileglot.layout/w", "x" * 9999])
def test_tensors_may_have_any_name(tmp_path, name):
    tensors = {name: ("F32", (3, 5), noise(60))}
    path = write_model(tmp_path / "m.safetensors", tensors)
    out = tmp_path / "o.safetensors"
    assert files.inspect(path).tensors[0].name == name
    assert files.relayout(path, out, to="{0,1}").tensors[0].name == name
    assert files.verify(out, path)


def test_an_error_of_a_file_pickles(tmp_path):
    error = refused("io.not_found", files.inspect, tmp_path / "no.npy")
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is tg.FileError and (copy.code, str(copy)) == (error.code, str(error))
