# SPDX-License-Identifier: Apache-2.0
"""What a process does around Tileglot: threads, signals, forks, memory, imports, the program."""

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec

import pytest

import tileglot as tg
from tileglot import cute, linear

ENVIRONMENT = os.environ | {
    "PYTHONPATH": os.pathsep.join(p for p in sys.path if p),
    "JAX_PLATFORMS": "cpu",
    "TILEGLOT_REPORT_LEAKS": "1",  # on stderr, which tests want empty
}


def python(script, *, timeout=60, check=True, **options):
    """A script in an interpreter of its own."""
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script)],
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        timeout=timeout,
        check=check,
        **options,
    )


def program(*words):
    return subprocess.run(
        [sys.executable, "-m", "tileglot", *words],
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def free_bytes():
    try:
        with open("/proc/meminfo") as lines:
            return next(
                int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable")
            )
    except (OSError, StopIteration):
        return 0


def needs_memory(gib):
    if free_bytes() < gib << 30:
        pytest.skip(f"less than {gib} GiB of memory are free")


# --- threads --------------------------------------------------------------------------------------


def in_eight_threads(work):
    """What one of them raises is raised, and so is that one does not end."""
    with ThreadPoolExecutor(8) as pool:
        for _ in pool.map(work, range(8), timeout=60):
            pass


def test_eight_threads_relayout_at_once(np):
    arrays = [
        np.random.default_rng(k).integers(0, 99, (60 + 7 * k, 130 - k), dtype="i4")
        for k in range(8)
    ]
    start, wrong = threading.Barrier(8), []

    def work(k):
        start.wait()
        for turn in range(40):
            a = arrays[(k + turn) % 8]
            tiled = tg.relayout(a, "{1,0:T(8,16)}")
            layout = tg.layout("{1,0:T(8,16)}", shape=a.shape, dtype="s32")
            if not (tg.relayout(tiled, "{0,1}", layout=layout) == a).all():
                wrong.append((k, turn))
            if layout(9, 17) != (a.shape[1] + 15) // 16 * 128 + 128 + 17:
                wrong.append((k, turn))
            if not tg.verify(tiled, a, layout="{1,0:T(8,16)}"):
                wrong.append((k, turn))

    in_eight_threads(work)
    assert not wrong


def test_one_plan_serves_eight_threads(np):
    a = np.arange(400 * 300, dtype="f4").reshape(400, 300)
    plan, wrong = tg.plan(a, "{0,1}"), []

    def work(k):
        for _ in range(20):
            if not (plan(a + k) == a + k).all():
                wrong.append(k)

    in_eight_threads(work)
    assert not wrong


@pytest.mark.parametrize("mib", [32, 256])
def test_other_threads_run_during_a_move(np, mib):
    """Below and above the size from which a move listens to signals."""
    needs_memory(2)
    a = np.ones((mib << 8, 1024), "f4")
    out = np.empty(a.shape, "f4", order="F")
    plan = tg.plan(a, "{0,1}", threads=1)
    plan(a, out=out)  # the pages are there
    begun = threading.Event()
    seen, stop = [], threading.Event()

    def count():
        begun.set()
        while not stop.is_set():
            seen.append(time.perf_counter())
            time.sleep(0.0005)

    counter = threading.Thread(target=count)
    counter.start()
    begun.wait()
    start = time.perf_counter()
    plan(a, out=out)
    end = time.perf_counter()
    stop.set()
    counter.join()
    assert any(start < t < end for t in seen), f"a move of {end - start:.3f} s"


FORKS = """
    import os, signal, sys, time
    import numpy as np
    import tileglot as tg
    a = np.arange(1 << 20, dtype="i4").reshape(1024, 1024)
    tg.relayout(a, "{0,1}")  # the parent's worker threads exist
    for _ in range(5):
        child = os.fork()
        if child == 0:
            found = tg.relayout(a, "{0,1}")
            os._exit(0 if (found == a).all() and found.flags.f_contiguous else 1)
        end = time.monotonic() + 20
        while (done := os.waitpid(child, os.WNOHANG))[0] == 0:
            if time.monotonic() > end:
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)
                sys.exit("the child hangs")
            time.sleep(0.01)
        assert os.waitstatus_to_exitcode(done[1]) == 0
    assert (tg.relayout(a, "{0,1}") == a).all()
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_child_and_parent_move_after_a_fork(np):
    python(FORKS)


# --- signals and progress -------------------------------------------------------------------------

INTERRUPTED = """
    import os, signal, threading, time
    import numpy as np
    import tileglot as tg
    # A shell that starts tests in the background has it ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    a = np.zeros((1 << 14, 1 << 14), "f4")
    out = np.empty(a.shape, "f4", order="F")
    sent = []

    def interrupt():
        time.sleep(0.1)
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    def move():
        threading.Thread(target=interrupt).start()
        while True:
            tg.relayout(a, "{0,1}", out=out, threads=1)

    try:
        move()
    except KeyboardInterrupt:
        print(time.monotonic() - sent[0])
    small = np.arange(6, dtype="f4").reshape(2, 3)
    assert (tg.relayout(small, "{0,1}") == small).all()
    part = out.reshape(-1, order="F")[:6]
    tg.relayout(small, "{0,1}", out=part)
    assert (part == [0, 3, 1, 4, 2, 5]).all()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
"""


def test_ctrl_c_ends_a_move_of_a_gibibyte_and_the_interpreter_goes_on(np):
    needs_memory(4)
    run = python(INTERRUPTED)
    assert run.stderr == "" and float(run.stdout) < 10  # it hangs, or it does not


def test_a_signal_handler_runs_during_a_move(np):
    needs_memory(2)
    a = np.ones((1 << 13, 1 << 13), "f4")
    out = np.empty(a.shape, "f4", order="F")
    seen = []
    before = signal.signal(signal.SIGALRM, lambda *_: seen.append(time.monotonic()))
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.03, 0.03)
        for _ in range(20):
            tg.relayout(a, "{0,1}", out=out, threads=1)
            if seen:
                break
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert seen and (out == a).all()


def test_progress_sees_bytes_grow_up_to_all(np):
    needs_memory(2)
    a = np.ones((1 << 13, 1 << 13), "f4")
    seen = []
    threads = set()

    def progress(p):
        seen.append((p.done_bytes, p.total_bytes))
        threads.add(threading.get_ident())

    tg.relayout(a, "{0,1}", progress=progress, threads=1)
    done = [d for d, _ in seen]
    assert done == sorted(done) and seen[-1] == (a.nbytes, a.nbytes)
    assert {t for _, t in seen} == {a.nbytes} and threads == {threading.get_ident()}


def test_progress_of_a_small_move_is_its_end(np):
    seen = []
    tg.relayout(np.zeros((2, 3), "f4"), "{0,1}", progress=lambda p: seen.append(repr(p)))
    assert seen == ["24 of 24 bytes"]
    tg.relayout([np.zeros(4, "f4")] * 2, "{0}", progress=lambda p: seen.append(repr(p)))
    assert seen[-1] == "32 of 32 bytes"


def test_what_progress_raises_ends_the_move(np):
    needs_memory(2)

    class Enough(BaseException):
        pass

    def progress(_):
        raise Enough

    small = np.arange(6, dtype="f4").reshape(2, 3)
    large = np.ones((1 << 13, 1 << 13), "f4")
    for source in (small, [small, small], large):
        with pytest.raises(Enough):
            tg.relayout(source, "{0,1}", progress=progress)
    with pytest.raises(Enough):
        tg.plan(small, "{0,1}")(small, progress=progress)
    assert (tg.relayout(small, "{0,1}") == small).all()


def test_progress_may_call_tileglot(np):
    a = np.arange(6, dtype="f4").reshape(2, 3)
    found = []
    tg.relayout(
        a,
        "{0,1}",
        progress=lambda p: found.append(tg.relayout(a, "{0,1}", progress=lambda q: None)),
    )
    assert found and (found[0] == a).all()


# --- memory ---------------------------------------------------------------------------------------

GROWTH = """
    import gc
    import tileglot as tg
    from tileglot import cute

    layout = tg.layout("(8,(4,2)):(1,(8,32))")
    tiled = tg.layout("f32[3,5]{1,0:T(2,2)}")
    line = tg.layout("{lane: [[1],[2]]} -> {dim0: 4}")
    tile, by_four = cute.Layout((4, 4), (1, 4)), cute.Layout(4, 2)
    def fails(call, *arguments):
        try:
            call(*arguments)
        except tg.Error:
            pass
    room = bytearray(24)
    source = memoryview(bytes(24)).cast("f", (2, 3))
    closed = memoryview(room).toreadonly()
    plan = tg.plan(source, "{0,1}")
    calls = {
        "make": lambda: cute.Layout((8, (4, 2)), (1, (8, 32))),
        "call": lambda: layout(1, 5),
        "call of tiles": lambda: tiled(2, 3),
        "read": lambda: tg.layout("(8,(4,2)):(1,(8,32))"),
        "read tiles": lambda: tg.layout("f32[3,5]{1,0:T(2,2)}"),
        "print": lambda: (str(layout), repr(tiled)),
        "hash": lambda: (hash(layout), layout == layout),
        "composition": lambda: cute.composition(layout, by_four),
        "divide": lambda: cute.logical_divide(layout, by_four),
        "complement": lambda: cute.complement(by_four, 24),
        "coalesce": lambda: cute.coalesce(layout),
        "apply": lambda: line.apply(lane=3),
        "compose": lambda: line.invert_and_compose(line),
        "properties": lambda: (layout.shape, layout.stride, tiled.tiles, line.bases),
        "coordinates": lambda: tiled.coordinates(17),
        "relayout": lambda: tg.relayout(source, "{0,1}", out=room),
        "plan": lambda: plan(source, out=room),
        "verify": lambda: tg.verify(room, room),
        "refused text": lambda: fails(tg.layout, "(4,"),
        "refused coordinate": lambda: fails(layout, 9, 9),
        "refused conversion": lambda: fails(layout, 64),
        "refused array": lambda: fails(lambda: tg.relayout(bytearray(24), "{0}", out=closed)),
    }

    def resident():
        gc.collect()
        with open("/proc/self/statm") as line:
            return int(line.read().split()[1]) * 4096

    for name, call in calls.items():
        for _ in range(5000):
            call()
        before = resident()
        for _ in range(20_000):
            call()
        grown = resident() - before
        if grown > 200_000:
            print(f"{name}: {grown} bytes")
"""


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="no /proc/self/statm")
def test_calls_do_not_grow_memory():
    """Less than ten bytes a call: 1 MiB in 10^5."""
    run = python(GROWTH)
    assert run.stdout == "" and run.stderr == ""


# --- imports --------------------------------------------------------------------------------------


def test_an_import_loads_nothing_that_takes_long():
    run = python("""
        import sys
        before = set(sys.modules)
        import tileglot
        assert tileglot.layout("(4,2):(2,1)")(1, 1) == 3
        print(*sorted({name.partition(".")[0] for name in set(sys.modules) - before}))
    """)
    heavy = "dataclasses enum importlib inspect jax json ml_dtypes numpy re torch triton typing"
    assert not set(heavy.split()) & set(run.stdout.split())


def test_submodules_are_loaded_when_they_are_used():
    run = python("""
        import sys, tileglot
        assert "tileglot.cute" not in sys.modules and "tileglot.linear" not in sys.modules
        tileglot.cute.Layout(4), tileglot.linear.identity_1d(4, "x", "y")
        try:
            tileglot.nonsense
        except AttributeError as error:
            print(error)
    """)
    assert run.stdout == "module 'tileglot' has no attribute 'nonsense'\n"


def test_every_public_name_is_there():
    for module in (tg, cute, linear):
        for name in getattr(module, "__all__", []):
            assert getattr(module, name) is not None


def test_nothing_is_printed_at_exit():
    run = python("""
        import tileglot as tg
        from tileglot import cute
        texts = "(4,2):(2,1)", "f32[3,5]{1,0:T(2,2)}", "{x: [[1]]} -> {y: 2}"
        kept = [tg.layout(text) for text in texts]
        kept.append(kept)  # a cycle, which the interpreter takes apart at its end
        kept.append([tg.plan(bytearray(4), "{0}"), cute.E(1), cute.Swizzle(1, 0, 1), cute.Tile(4)])
        tg.relayout(b"abcd", "{0}", out=bytearray(4), progress=lambda p: None)
        try:
            tg.layout("(4")
        except tg.Error as error:
            kept.append(error)
    """)
    assert (run.stdout, run.stderr) == ("", "")


NEIGHBOURS = {
    "jax": """
x = jax.numpy.arange(6.).reshape(2, 3)
assert (jax.jit(lambda a: a + 1)(x) == x + 1).all()
moved(x)
""",
    "triton": """
from triton._C.libtriton.linear_layout import LinearLayout
theirs = LinearLayout.identity_1d(4, "lane", "dim0")
assert tg.layout(theirs) == tg.layout("{lane: [[1],[2]]} -> {dim0: 4}")
""",
    "torch": "moved(torch.arange(6.).reshape(2, 3))",
}


@pytest.mark.parametrize("order", ["before", "after"])
def test_tileglot_is_imported_before_and_after_others(np, order):
    others = [name for name in NEIGHBOURS if find_spec(name)]
    if not others:
        pytest.skip("none of jax, triton and torch is installed")
    imports = ["import tileglot as tg", *(f"import {name}" for name in others)]
    run = python(
        "\n".join(
            [
                *(imports if order == "before" else imports[::-1]),
                "import numpy as np",
                "def moved(x): assert tg.verify(tg.relayout(x, '{0,1}'), x)",
                *(NEIGHBOURS[name] for name in others),
                "moved(np.ones((2, 3)))",
                "try: tg.layout('(4')\nexcept tg.Error as e: print(e.code)",
            ]
        )
    )
    assert run.stdout == "cute.syntax\n"
    assert "_tileglot" not in run.stderr


# --- the program ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "code", "out"),
    [
        (("index", "(4,2):(2,1)", "(1,1)"), 0, "3\n"),
        (("index", "f32[3,5]{1,0:T(2,2)}", "(2,3)"), 0, "17\n"),
        (("equal", "4:1", "4:2"), 1, "differ first at (1): 1 against 2\n"),
        (("index", "4:(", "1"), 2, ""),
        (("nonsense",), 2, ""),
        (("convert", "(2,2,2):(1,2,3)", "--to", "linear"), 3, ""),
    ],
)
def test_the_module_is_the_program(words, code, out):
    run = program(*words)
    assert (run.returncode, run.stdout) == (code, out)
    assert bool(run.stderr) is (code >= 2)


def test_the_program_writes_what_errors_say():
    with pytest.raises(tg.Error) as raised:
        tg.layout("(4,2):(")
    assert program("index", "(4,2):(", "1").stderr == str(raised.value) + "\n"


def test_the_version_is_the_same():
    assert program("--version").stdout == f"tileglot {tg.__version__}\n"


FORK_WHILE_MOVING = """
import os, threading, time
import numpy as np
import tileglot as tg
big = np.zeros((2048, 2048), "f4")
def move():
    while True:
        tg.relayout(big, "{0,1}")
for _ in range(3):
    threading.Thread(target=move, daemon=True).start()
time.sleep(0.2)
for _ in range(15):
    child = os.fork()
    if child == 0:
        tg.relayout(big, "{0,1}")
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
"""


def test_a_fork_waits_for_moves_and_daemon_threads_end_with_the_process():
    pytest.importorskip("numpy")
    run = python(FORK_WHILE_MOVING)
    assert (run.returncode, run.stderr) == (0, "")


def test_a_forked_process_moves_models_while_its_parent_does(tmp_path):
    run = python(
        f"""
        import json, os, struct, threading, time
        import tileglot as tg
        os.chdir({str(tmp_path)!r})
        def model(name, tensors, side):
            size = 4 * side * side
            header = {{
                f"t{{k}}": {{"dtype": "F32", "shape": [side, side],
                           "data_offsets": [k * size, (k + 1) * size]}}
                for k in range(tensors)
            }}
            text = json.dumps(header).encode()
            text += b" " * (-len(text) % 8)
            with open(name, "wb") as file:
                file.write(struct.pack("<Q", len(text)) + text + os.urandom(tensors * size))
        model("large.safetensors", 4, 1024)
        model("small.safetensors", 2, 64)
        begun = threading.Event()
        def move():
            while True:
                tg.files.relayout(
                    "large.safetensors", "l.safetensors", to="{{0,1}}", replace=True,
                    progress=lambda p: begun.set(),
                )
        threading.Thread(target=move, daemon=True).start()
        begun.wait()
        for k in range(4):
            child = os.fork()
            if child == 0:
                out = f"s{{k}}.safetensors"
                tg.files.relayout("small.safetensors", out, to="{{0,1}}")
                os._exit(0 if tg.files.verify(out, "small.safetensors") else 1)
            print(os.waitpid(child, 0)[1])
        os._exit(0)
        """
    )
    assert run.stdout.split() == ["0"] * 4


def test_a_process_that_a_callback_forks_does_not_wait_for_the_move(tmp_path, np):
    run = python(
        f"""
        import os
        import numpy as np
        import tileglot as tg
        os.chdir({str(tmp_path)!r})
        child = None
        def fork(progress):
            global child
            if child is None:
                child = os.fork()
        size = 1 << 26
        while child is None:
            a = np.zeros((size // 4096, 4096), np.uint8)
            try:
                tg.relayout(a, "{{0,1}}", progress=fork)
            except RuntimeError as error:
                os._exit(7 if "forked during a move" in str(error) else 8)
            size *= 2
        if child == 0:
            os._exit(0)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        """
    )
    # Of a move that ended before the first report the child is one like any other: 0.
    assert run.stdout.split() in (["7"], ["0"])
