# SPDX-License-Identifier: Apache-2.0
"""Moves of files that are cut short: by progress, by Ctrl-C, by the input, by the disk."""

import contextlib
import os
import pathlib
import subprocess
import sys
import textwrap

from file_values import left_in, noise, write_model

from tileglot import files


class Stop(Exception):
    pass


def large_model(path, mib):
    """Four small tensors, then one whose nibbles are transposed, which takes long."""
    small = {f"s{i}": ("U8", (64, 64), noise(4096, i)) for i in range(4)}
    side = 1 << (mib.bit_length() + 19) // 2
    shape = (side, (mib << 20) // side)
    return write_model(path, small | {"large": ("U8", shape, noise(1 << 16) * (mib << 4))})


LARGE = {"map": {"large": "{0,1:E(4)}", "s?": "{0,1}"}, "dtype": {"large": "u4"}, "threads": 1}


def stopped(tmp_path, stop):
    """A model and its output, whose move `stop` has cut short; larger until there is time to."""
    for mib in (16, 64, 256, 1024):
        model = large_model(tmp_path / f"{mib}.safetensors", mib)
        out = tmp_path / f"out{mib}.safetensors"
        stop(model, out)
        if not out.exists():
            return model, out
        out.unlink()
        model.unlink()
    raise AssertionError("a move of 1 GiB was complete before it could be stopped")


def test_a_move_that_progress_ended_goes_on_with_the_same_call(tmp_path):
    def end(p):
        assert 0 <= p.moved_bytes <= p.done_bytes <= p.total_bytes
        if p.done_tensors >= 4 and p.done_bytes < p.total_bytes:
            raise Stop

    def stop(model, out):
        with contextlib.suppress(Stop):
            files.relayout(model, out, progress=end, **LARGE)

    model, out = stopped(tmp_path, stop)
    assert len(left_in(tmp_path)) > 1
    report = files.relayout(model, out, **LARGE)
    # The large tensor may have been finished before the writer saw that it was to stop.
    assert report.kept_tensors in (4, 5)
    assert left_in(tmp_path) == sorted([model.name, out.name])
    whole = tmp_path / "whole.safetensors"
    assert files.relayout(model, whole, **LARGE).kept_tensors == 0
    assert whole.read_bytes() == out.read_bytes()


PRELUDE = """
import os, pathlib, sys
from file_values import *
from test_stopped_files import *
import tileglot as tg
"""


def script(text, *words, timeout=60):
    """A script in an interpreter of its own, that has the functions of these tests."""
    here = pathlib.Path(__file__).parent
    path = os.pathsep.join([str(here), *(p for p in sys.path if p)])
    return subprocess.run(
        [sys.executable, "-c", PRELUDE + textwrap.dedent(text), *words],
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )


INTERRUPTED = """
    import signal
    signal.signal(signal.SIGINT, signal.default_int_handler)
    folder = pathlib.Path(sys.argv[1])

    def end(p):
        if p.done_bytes < p.total_bytes:
            os.kill(os.getpid(), signal.SIGINT)

    def stop(model, out):
        try:
            files.relayout(model, out, progress=end, **LARGE)
        except KeyboardInterrupt as interrupt:
            notes[:] = interrupt.__notes__

    notes = []
    model, out = stopped(folder, stop)
    print(notes)
    report = files.relayout(model, out, **LARGE)
    print(report.written, signal.getsignal(signal.SIGINT).__name__)
"""


def test_ctrl_c_ends_a_move_and_says_how_to_go_on(tmp_path):
    done = script(INTERRUPTED, str(tmp_path))
    assert done.stderr == "" and done.returncode == 0
    note, end = done.stdout.splitlines()
    assert note == "['the same call of tileglot.files.relayout finishes what is unfinished']"
    assert end == "True default_int_handler"


CUT_OFF = """
    folder = pathlib.Path(sys.argv[1])

    def stop(model, out):
        def cut(p):
            if p.done_bytes < p.total_bytes:
                os.truncate(model, 8192)

        try:
            files.relayout(model, out, progress=cut, **LARGE)
        except tg.FileError as error:
            seen[:] = error.code, isinstance(error, OSError)

    seen = []
    stopped(folder, stop)
    print(*seen)
"""


def test_a_file_that_is_cut_off_while_it_is_read_is_an_error(tmp_path):
    done = script(CUT_OFF, str(tmp_path))
    assert (done.stdout, done.stderr, done.returncode) == ("io.changed True\n", "", 0)


NO_SPACE = """
    import resource
    folder = pathlib.Path(sys.argv[1])
    npy = counted_floats(folder / "w.npy", (100, 100))
    model = write_model(folder / "m.safetensors", {"a": ("F32", (100, 100), noise(40000))})
    resource.setrlimit(resource.RLIMIT_FSIZE, (20000, 20000))
    for path in (npy, model):
        try:
            files.relayout(path, folder / ("o" + path.suffix), to="{0,1}")
        except tg.FileError as error:
            print(error.code, left_in(folder))
"""


def test_an_output_for_which_there_is_no_space_leaves_nothing(tmp_path):
    done = script(NO_SPACE, str(tmp_path))
    assert (done.stderr, done.returncode) == ("", 0)
    assert done.stdout == "io.no_space ['m.safetensors', 'w.npy']\n" * 2


READ_ONLY = """
    import tempfile
    folder = pathlib.Path(tempfile.mkdtemp())
    npy = counted_floats(folder / "w.npy")
    model = model_in(folder)
    folder.chmod(0o555)
    if os.geteuid() == 0:
        os.setegid(65534)
        os.seteuid(65534)
    for path in (npy, model):
        try:
            files.relayout(path, folder / ("o" + path.suffix), to="row-major")
        except tg.FileError as error:
            print(error.code, isinstance(error, OSError))
    if os.getuid() == 0:
        os.seteuid(0)
    print(left_in(folder))
    folder.chmod(0o755)
    npy.unlink(), model.unlink(), folder.rmdir()
"""


def test_a_folder_that_is_read_only_is_refused():
    done = script(READ_ONLY)
    assert (done.stderr, done.returncode) == ("", 0)
    found = "['model.safetensors', 'w.npy']"
    assert done.stdout == "io.permission True\n" * 2 + found + "\n"
