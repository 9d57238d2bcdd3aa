#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures the Python package beside its peers: calls, moves of arrays, import and size.

usage: tools/bench_python.py [calls | moves | import] [--quick] [--json FILE]

Run it with the Python of an environment that has tileglot. Peers are optional: it uses those that
are installed and names the others.

calls   CPU time of one call, also in units of e: an empty Python call with two arguments, measured
        in the same run. * marks what is above its target, ** what is above twice the target. A peer
        has its own time, and how many times ours that is: above 1 we are faster.
moves   Wall time of a move, as a factor over numpy.copyto of as many bytes: 1 is as fast as a copy.
        "out" writes into an array that exists; "fresh" makes the array and frees it. GB/s are
        2 * bytes / time / 10^9. Each result is compared with NumPy's before it is timed.
import  Wall time of a new interpreter that imports a package, less that of one that imports
        nothing; and the size of the extension.

All times are medians of rounds. Each round has one sample of everything in a table, in a new
shuffled order, so that all see the same machine. Compare ratios of one run, not times of two runs.
The exit status is 1 where tileglot is missing or moves an array wrongly, and 2 for bad arguments;
no time decides it. The lists of calls and moves make this file long.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module, metadata
from pathlib import Path
from timeit import Timer
from types import ModuleType
from typing import Any

from bench_json import cpu_name

Json = dict[str, Any]
Modules = dict[str, ModuleType]

SEED = 1
MS = 1_000_000  # nanoseconds


# --- Libraries ------------------------------------------------------------------------------------

TILEGLOT, NUMPY, JAX, TRITON, TORCH = "tileglot", "numpy", "jax", "triton", "torch"
PYCUTE, TENSOR_LAYOUTS = "pycute", "tensor-layouts"

# By name: the package that pip installs, and the module.
LIBRARIES = {
    TILEGLOT: ("tileglot", "tileglot"),
    NUMPY: ("numpy", "numpy"),
    JAX: ("jax", "jax"),
    TRITON: ("triton", "triton"),
    PYCUTE: ("nvidia-cutlass", "pycute"),  # The package named pycute is something else.
    TENSOR_LAYOUTS: ("tensor-layouts", "tensor_layouts"),
    TORCH: ("torch", "torch"),
}


def version_of(name: str) -> str | None:
    """The installed version; None where there is none."""
    try:
        return metadata.version(LIBRARIES[name][0])
    except metadata.PackageNotFoundError:
        return None


@cache
def load(name: str) -> ModuleType | None:
    """The module of a library; None where it isn't installed or doesn't work here."""
    try:
        return import_module(LIBRARIES[name][1])
    except Exception as error:  # Broken packages raise more than ImportError.
        if version_of(name):
            print(f"{name} can't be imported: {first_line(error)}", file=sys.stderr)
        return None


def first_line(error: Exception) -> str:
    lines = str(error).splitlines()
    return f"{type(error).__name__}: {lines[0]}" if lines else type(error).__name__


# --- Rounds ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Rounds:
    count: int
    least_ns: int  # Of one sample, which repeats what is shorter.


def repetitions(timer: Timer, least_ns: int) -> int:
    count = 1
    while timer.timeit(count) < least_ns:
        count *= 2
    return count


def medians(timers: Sequence[Timer], rounds: Rounds) -> list[float]:
    """Nanoseconds of one run of each, from interleaved rounds."""
    counts = [repetitions(timer, rounds.least_ns) for timer in timers]
    samples: list[list[float]] = [[] for _ in timers]
    order = list(range(len(timers)))
    shuffle = random.Random(SEED).shuffle
    for _ in range(rounds.count):
        shuffle(order)
        for k in order:
            samples[k].append(timers[k].timeit(counts[k]) / counts[k])
    return [statistics.median(each) for each in samples]


# --- Calls: what is measured ----------------------------------------------------------------------

CUTE_OBJECTS = """
a, b = Layout((8, (4, 2)), (1, (8, 32))), Layout((4, (2, 4)), (1, (4, 8)))
same = Layout((8, (4, 2)), (1, (8, 32)))
c, d = Layout((6, 2), (8, 2)), Layout((4, 3), (3, 1))
four, twenty_four, loose = Layout(4, 2), Layout(24, 1), Layout((2, (1, 6)), (1, (6, 2)))
uneven, by_four = Layout((6, 4), (1, 10)), Layout(4, 4)
rows = Layout(((8, 8), (8, 8)), ((8, 512), (1, 64)))
"""

LINEAR_OBJECTS = """
blocked = tg.layout(
    "{register: [[0,1],[0,2],[0,16],[0,32],[32,0]], lane: [[0,4],[0,8],[1,0],[2,0],[4,0]],"
    " warp: [[8,0],[16,0]]} -> {dim0: 64, dim1: 64}")
mma = tg.layout(
    "{register: [[0,1],[8,0],[0,8],[0,16],[0,32]], lane: [[0,2],[0,4],[1,0],[2,0],[4,0]],"
    " warp: [[16,0],[32,0]]} -> {dim0: 64, dim1: 64}")
memory = tg.layout(
    "{dim0: [[64],[128],[256],[512],[1024],[2048]], dim1: [[1],[2],[4],[8],[16],[32]]}"
    " -> {offset: 4096}")
"""

# The same names stand for the same objects in each library, so most rows have one code for all.
SETUP = {
    TILEGLOT: "from tileglot.cute import Layout, coalesce, complement, composition, logical_divide"
    + CUTE_OBJECTS
    + LINEAR_OBJECTS
    + """
tiles = tg.layout("f32[64,64]{1,0:T(8,8)}")
many = tg.layout("f32[1024,1024]{1,0:T(8,128)}")
shape, same_shape = (tg.layout(tiled) for _ in range(2))
""",
    PYCUTE: "from pycute import Layout, coalesce, complement, composition, logical_divide"
    + CUTE_OBJECTS,
    TENSOR_LAYOUTS: "from tensor_layouts import Layout, coalesce, complement, logical_divide\n"
    "from tensor_layouts import compose as composition" + CUTE_OBJECTS,
    TRITON: LINEAR_OBJECTS
    + """
from triton._C.libtriton.linear_layout import LinearLayout
from triton.experimental.gluon.language import BlockedLayout
def triton_layout(x):
    bases = [(name, [list(v) for v in vectors]) for name, vectors in x.bases.items()]
    return LinearLayout.from_bases(bases, list(x.outs), list(x.outs.values()), True)
blocked, mma, memory = map(triton_layout, (blocked, mma, memory))
gluon = BlockedLayout([1, 4], [8, 4], [4, 1], [1, 0])
""",
    JAX: """
from jax.experimental.layout import Layout
from jaxlib.xla_client import Shape
shape, same_shape = (Shape(tiled) for _ in range(2))
layout = Layout((0, 1), tiling=((8, 128), (2, 1)))
""",
}

CUTE = (TILEGLOT, PYCUTE, TENSOR_LAYOUTS)
LINEAR = (TILEGLOT, TRITON)
SHAPES = (TILEGLOT, JAX)
PEERS = (PYCUTE, TENSOR_LAYOUTS, TRITON, JAX)

TILED = "bf16[16,256]{1,0:T(8,128)(2,1)}"
COMPOSITION = "composition (8,(4,2)):(1,(8,32)) o (4,(2,4)):(1,(4,8))"
REFUSED = "try: composition(uneven, by_four)\nexcept {}: pass"
EVERY_OFFSET = "[rows(i) for i in range(4096)]"


@dataclass(frozen=True)
class Call:
    """A row: the code by library, the target, and whose objects ours takes."""

    name: str
    code: dict[str, str]
    target_e: float | None = None
    target_ns: float | None = None
    objects_of: str = TILEGLOT


def alike(libraries: Sequence[str], code: str) -> dict[str, str]:
    return dict.fromkeys(libraries, code)


def ours(code: str) -> dict[str, str]:
    return {TILEGLOT: code}


CALLS = (
    Call(COMPOSITION, alike(CUTE, "composition(a, b)"), 4),
    Call("composition (6,2):(8,2) o (4,3):(3,1)", alike(CUTE, "composition(c, d)"), 4),
    Call("complement 4:2 in 24", alike(CUTE, "complement(four, 24)"), 4),
    Call("coalesce (2,(1,6)):(1,(6,2))", alike(CUTE, "coalesce(loose)"), 4),
    Call("logical_divide 24:1 by 4:2", alike(CUTE, "logical_divide(twenty_four, four)"), 8),
    Call("Layout((8,(4,2)), (1,(8,32)))", alike(CUTE, "Layout((8, (4, 2)), (1, (8, 32)))"), 5),
    Call("offset of 2 coordinates", alike(CUTE, "a(3, 2)"), 1.5),
    Call("==", alike(CUTE, "a == same"), 1),
    Call("hash", alike((TILEGLOT, TENSOR_LAYOUTS), "hash(a)"), 2),
    Call("str", alike(CUTE, "str(a)"), 5),
    Call("parse (4,2):(1,4)", ours("tg.layout('(4,2):(1,4)')"), 15),
    Call(f"parse {TILED}", ours("tg.layout(tiled)") | {JAX: "Shape(tiled)"}),
    Call("xla ==", alike(SHAPES, "shape == same_shape"), 1),
    Call("xla hash", alike(SHAPES, "hash(shape)"), 2),
    Call("xla str", alike(SHAPES, "str(shape)"), 5),
    Call("linear compose", alike(LINEAR, "blocked.compose(memory)"), 8),
    Call("linear invert", alike(LINEAR, "blocked.invert()"), 8),
    Call("linear invert_and_compose", alike(LINEAR, "blocked.invert_and_compose(mma)"), 8),
    Call("linear apply, 3 inputs", ours("blocked.apply(register=3, lane=5, warp=1)")
         | {TRITON: "blocked.apply({'register': 3, 'lane': 5, 'warp': 1})"}),
    Call("layout(pycute Layout)", ours("tg.layout(a)"), 60, objects_of=PYCUTE),
    Call("layout(JAX Layout)", ours("tg.layout(layout, shape=(16, 256), dtype='bf16')"), 60,
         objects_of=JAX),
    Call("layout(Gluon BlockedLayout)", ours("tg.layout(gluon, shape=(64, 64))"), 60,
         objects_of=TRITON),
    Call("layout(Triton LinearLayout)", ours("tg.layout(blocked)"), 60, objects_of=TRITON),
    Call("composition refused and caught",
         {TILEGLOT: REFUSED.format("tg.Error"), PYCUTE: REFUSED.format("AssertionError"),
          TENSOR_LAYOUTS: REFUSED.format("ValueError")}, 60),
    Call("bad text refused and caught",
         ours("try: tg.layout('(4,2):(1,')\nexcept tg.Error: pass"), 60),
    Call("offsets of 64x64", alike((PYCUTE, TENSOR_LAYOUTS), EVERY_OFFSET) | ours("rows.offsets()"),
         target_ns=15_000),
    Call("offsets of 1024x1024", ours("many.offsets()"), target_ns=2 * 1024 * 1024),
    Call("equal, two tilings of 64x64", ours("tg.equal(tiles, rows)"), target_ns=30_000),
)


# --- Calls: how -----------------------------------------------------------------------------------


def namespaces() -> dict[str, dict[str, Any]]:
    """The names that the code of each library uses; libraries that are not usable are left out."""
    spaces: dict[str, dict[str, Any]] = {}
    for library, setup in SETUP.items():
        if load(library) is None:
            continue
        space: dict[str, Any] = {"tiled": TILED}
        try:
            exec("import tileglot as tg\n" + setup, space)
        except Exception as error:
            print(f"{library} is left out of the calls: {first_line(error)}")
            continue
        spaces[library] = space
    return spaces


def cpu_timer(code: str, space: dict[str, Any]) -> Timer:
    return Timer(code, timer=time.thread_time_ns, globals=space)


def usable(label: str, timer: Timer) -> bool:
    """Whether the code runs; tells why where it doesn't."""
    try:
        timer.timeit(1)
    except Exception as error:
        print(f"not measured: {label}: {first_line(error)}")
        return False
    return True


def call_timers(spaces: dict[str, dict[str, Any]]) -> dict[tuple[str, str], Timer]:
    """By row and library, what is there and runs."""
    timers = {}
    for call in CALLS:
        for library, code in call.code.items():
            space = spaces.get(call.objects_of if library == TILEGLOT else library)
            if space is None:
                continue
            timer = cpu_timer(code, space)
            if usable(f"{call.name} of {library}", timer):
                timers[call.name, library] = timer
    return timers


def measure_calls(quick: bool) -> Json:
    timers = call_timers(namespaces())
    space: dict[str, Any] = {}
    exec("def empty(a, b): pass\na = b = None", space)
    empty = [cpu_timer("empty(a, b)", space) for _ in range(5)]  # All others are divided by it.
    rounds = Rounds(5, MS // 2) if quick else Rounds(25, 2 * MS)
    times = medians([*empty, *timers.values()], rounds)
    unit = statistics.median(times[: len(empty)])
    ns = dict(zip(timers, times[len(empty) :], strict=True))
    cases = {call.name: call_result(call, ns, unit) for call in CALLS}
    return {
        "empty_call_ns": unit,
        "composition_times_pycute": cases[COMPOSITION]["peers"].get(PYCUTE, {}).get("ratio"),
        "cases": list(cases.values()),
    }


def call_result(call: Call, ns: dict[tuple[str, str], float], unit: float) -> Json:
    own = ns.get((call.name, TILEGLOT))
    in_e = own / unit if own and call.target_ns is None else None
    peers = {p: ns[call.name, p] for p in PEERS if (call.name, p) in ns}
    return {
        "name": call.name,
        "ns": own,
        "e": in_e,
        "target_e": call.target_e,
        "target_ns": call.target_ns,
        "peers": {p: {"ns": t, "ratio": own and t / own} for p, t in peers.items()},
    }


def print_calls(result: Json) -> None:
    unit = result["empty_call_ns"]
    print(f"\nCalls: CPU time; e, an empty call with two arguments, is {unit:.1f} ns")
    print("* above the target, ** above twice the target; Nx: the peer's time over ours\n")
    present = [p for p in PEERS if any(p in case["peers"] for case in result["cases"])]
    head = ["", TILEGLOT, "e", "target"]
    for peer in present:
        head += [peer, ""]
    print_table(head, [call_row(case, present) for case in result["cases"]])
    print("\nPeers have no offsets(): they call the layout 4096 times.")
    ratio = result["composition_times_pycute"]
    if ratio is None:
        print("composition: pycute isn't measured (goal 50 times its speed)")
    else:
        print(f"composition: {ratio:.0f} times pycute's speed (goal 50)")


def call_row(case: Json, peers: Sequence[str]) -> list[str]:
    row = [case["name"], duration(case["ns"]), number(case["e"]), target(case) + mark(case)]
    for peer in peers:
        measured = case["peers"].get(peer)
        row += [duration(measured["ns"]), number(measured["ratio"], "x")] if measured else ["-", ""]
    return row


def target(case: Json) -> str:
    if case["target_e"] is not None:
        return f"{case['target_e']:g} e"
    return duration(case["target_ns"])


def mark(case: Json) -> str:
    unit = "e" if case["target_e"] is not None else "ns"
    goal, measured = case[f"target_{unit}"], case[unit]
    if goal is None or measured is None or measured <= goal:
        return "   "
    return " * " if measured <= 2 * goal else " **"


# --- Moves: what is measured ----------------------------------------------------------------------


@dataclass(frozen=True)
class Case:
    """A move to the layout `to`. For an array of that shape it is a transpose by these axes."""

    name: str
    to: str
    dtype: str
    shape: tuple[int, ...]
    axes: tuple[int, ...]


# 16 bits are uint16: NumPy may copy those faster than ml_dtypes.bfloat16.
LARGE = (
    Case("f32 512x512 transpose", "f32[512,512]{0,1}", "float32", (512, 512), (1, 0)),
    Case("f32 4096x4096 transpose", "f32[4096,4096]{0,1}", "float32", (4096, 4096), (1, 0)),
    Case("f32 8x64x128x128 to NHWC", "f32[8,64,128,128]{1,3,2,0}", "float32", (8, 64, 128, 128),
         (0, 2, 3, 1)),
    Case("16-bit 4096x14336 to T(8,128)(2,1)", "bf16[4096,14336]{1,0:T(8,128)(2,1)}", "uint16",
         (512, 4, 2, 112, 128), (0, 3, 1, 4, 2)),
    Case("16-bit 4096x14336 transpose", "bf16[4096,14336]{0,1}", "uint16", (4096, 14336), (1, 0)),
    Case("u8 4096x4096 transpose", "u8[4096,4096]{0,1}", "uint8", (4096, 4096), (1, 0)),
)
SMALL = (
    Case("f32 64x64 transpose", "f32[64,64]{0,1}", "float32", (64, 64), (1, 0)),
    Case("f32 8x8 transpose, nearly all overhead", "f32[8,8]{0,1}", "float32", (8, 8), (1, 0)),
)

COPY = "copyto"
OUT, FRESH = "tileglot out", "tileglot fresh"
ONE_THREAD, LAYOUT_GIVEN = "1 thread out", "Layout, out"  # The others are given a text.
OURS = (OUT, FRESH, ONE_THREAD, LAYOUT_GIVEN)
PEERS_OUT = ("numpy out", "torch out")
PEERS_FRESH = ("numpy fresh", "jax jit", "jax device_put", "torch fresh")
LARGE_COLUMNS = (OUT, FRESH, ONE_THREAD, *PEERS_OUT, *PEERS_FRESH)
SMALL_COLUMNS = (OUT, FRESH, LAYOUT_GIVEN, *PEERS_OUT, *PEERS_FRESH)

Run = Callable[[], Any]  # Its result is the array that it made; None or `out` where it wrote there.


def our_runs(tg: Any, case: Case, x: Any, out: Any) -> dict[str, Run]:
    layout = tg.layout(case.to)
    x = x.reshape(layout.extents)
    out = out.reshape(-1)  # Taken as memory; of the logical shape it would need the target's strides.
    return {
        OUT: lambda: tg.relayout(x, case.to, out=out),
        FRESH: lambda: tg.relayout(x, case.to),
        ONE_THREAD: lambda: tg.relayout(x, case.to, out=out, threads=1),
        LAYOUT_GIVEN: lambda: tg.relayout(x, layout, out=out),
    }


def numpy_runs(np: Any, case: Case, x: Any, out: Any) -> dict[str, Run]:
    source = x.transpose(case.axes)
    goal = out.reshape(source.shape)
    flat_source, flat_goal = x.reshape(-1), out.reshape(-1)
    return {
        COPY: lambda: np.copyto(flat_goal, flat_source),
        "numpy out": lambda: np.copyto(goal, source),
        "numpy fresh": lambda: np.ascontiguousarray(source),
    }


def jax_runs(jax: Any, case: Case, x: Any, out: Any) -> dict[str, Run]:
    from jax.experimental.layout import Format, Layout
    from jax.sharding import SingleDeviceSharding

    source = jax.block_until_ready(jax.device_put(x))
    transpose = jax.jit(lambda a: jax.numpy.transpose(a, case.axes))
    goal = Format(Layout(case.axes), SingleDeviceSharding(jax.devices()[0]))
    return {
        "jax jit": lambda: jax.block_until_ready(transpose(source)),
        "jax device_put": lambda: jax.block_until_ready(jax.device_put(source, goal)),
    }


def torch_runs(torch: Any, case: Case, x: Any, out: Any) -> dict[str, Run]:
    def tensor(array: Any) -> Any:  # torch has few operations on unsigned integers of 16 bits.
        return torch.from_numpy(array.view(array.dtype.str.replace("u", "i")))

    source = tensor(x).permute(case.axes)
    goal = tensor(out).reshape(source.shape)
    return {
        "torch out": lambda: goal.copy_(source),
        "torch fresh": lambda: source.contiguous(),
    }


RUNS = {TILEGLOT: our_runs, NUMPY: numpy_runs, JAX: jax_runs, TORCH: torch_runs}


# --- Moves: how -----------------------------------------------------------------------------------


def all_runs(modules: Modules, case: Case, x: Any, out: Any) -> dict[str, Run]:
    runs: dict[str, Run] = {}
    for library, module in modules.items():
        try:
            runs |= RUNS[library](module, case, x, out)
        except Exception as error:
            print(f"not measured: {case.name} of {library}: {first_line(error)}")
    return runs


def some_numbers(np: Any, case: Case) -> Any:
    numbers = np.random.default_rng(SEED)
    if case.dtype == "float32":
        return numbers.random(case.shape, np.float32)
    return numbers.integers(0, np.iinfo(case.dtype).max, case.shape, case.dtype)


def fault_of(np: Any, run: Run, out: Any, expected: Any) -> str:
    """Why a run has no time: its elements do not lie in memory as NumPy has them."""
    out.view(np.uint8).fill(0xA5)
    try:
        made = run()
        array = out if made is None else np.asarray(made)
        in_memory = array.ravel(order="K").view(expected.dtype)
    except Exception as error:
        return first_line(error)
    return "" if np.array_equal(in_memory, expected) else "WRONG"


def faults_of(np: Any, case: Case, runs: dict[str, Run], x: Any, out: Any) -> dict[str, str]:
    """By column, where the result isn't right."""
    moved = np.ascontiguousarray(x.transpose(case.axes)).reshape(-1)
    faults = {}
    for column, run in runs.items():
        fault = fault_of(np, run, out, x.reshape(-1) if column == COPY else moved)
        if fault:
            print(f"not measured: {case.name} of {column}: {fault}")
            faults[column] = fault
    return faults


def measure_case(modules: Modules, case: Case, columns: Sequence[str], rounds: Rounds) -> Json:
    np: Any = modules[NUMPY]
    x = some_numbers(np, case)
    out = np.empty_like(x)
    runs = {c: r for c, r in all_runs(modules, case, x, out).items() if c in (COPY, *columns)}
    faults = faults_of(np, case, runs, x, out)
    runs = {c: r for c, r in runs.items() if c not in faults}
    timers = [Timer(run, timer=time.perf_counter_ns) for run in runs.values()]
    ns = dict(zip(runs, medians(timers, rounds), strict=True))
    own = ns.get(OUT)
    return {
        "name": case.name,
        "bytes": x.nbytes,
        "ns": ns,
        "faults": faults,
        "gb_per_s": own and 2 * x.nbytes / own,
        "out": best_peer(ns, OUT, PEERS_OUT),
        "fresh": best_peer(ns, FRESH, PEERS_FRESH),
    }


def best_peer(ns: dict[str, float], column: str, peers: Sequence[str]) -> Json:
    """The fastest peer, and its time over ours."""
    best = min((p for p in peers if p in ns), key=lambda p: ns[p], default=None)
    if best is None or column not in ns:
        return {"best_peer": None, "ratio": None}
    return {"best_peer": best, "ratio": ns[best] / ns[column]}


def measure_moves(quick: bool) -> Json | None:
    modules = {name: module for name in RUNS if (module := load(name))}
    if NUMPY not in modules:
        print("\nMoves: not measured, because NumPy isn't installed")
        return None
    rounds = Rounds(3 if quick else 9, 2 * MS)
    torch: Any = modules.get(TORCH)
    return {
        "torch_threads": torch and torch.get_num_threads(),
        "large": [measure_case(modules, case, LARGE_COLUMNS, rounds) for case in LARGE],
        "small": [measure_case(modules, case, SMALL_COLUMNS, rounds) for case in SMALL],
    }


def print_moves(result: Json) -> None:
    print("\nMoves: wall time over that of numpy.copyto of as many bytes; 1 is as fast as a copy")
    torch = result["torch_threads"]
    print(f"threads: tileglot's default, jax's own, NumPy 1{f', torch {torch}' if torch else ''}\n")
    present = [c for c in LARGE_COLUMNS if any(c in case["ns"] for case in result["large"])]
    print_table(["", *present], [factor_row(case, present) for case in result["large"]])
    print("\nThe fastest peer's time over ours, and the speed of tileglot out\n")
    head = ["", "bytes", "GB/s", "out", "peer", "fresh", "peer"]
    print_table(head, [ratio_row(case) for case in result["large"]])
    print("\nSmall calls: us of one call\n")
    present = [c for c in SMALL_COLUMNS if any(c in case["ns"] for case in result["small"])]
    print_table(["", *present], [small_row(case, present) for case in result["small"]])


def cell(case: Json, column: str, unit_ns: float) -> str:
    """A time in that unit, WRONG where the result was, and - where there is none."""
    if column in case["ns"]:
        return number(case["ns"][column] / unit_ns)
    return "WRONG" if case["faults"].get(column) == "WRONG" else "-"


def factor_row(case: Json, columns: Sequence[str]) -> list[str]:
    return [case["name"], *(cell(case, c, case["ns"][COPY]) for c in columns)]


def small_row(case: Json, columns: Sequence[str]) -> list[str]:
    return [case["name"], *(cell(case, c, 1000) for c in columns)]


def ratio_row(case: Json) -> list[str]:
    row = [case["name"], f"{case['bytes']:,}", number(case["gb_per_s"])]
    for side in (case["out"], case["fresh"]):
        row += [number(side["ratio"], "x"), side["best_peer"] or "-"]
    return row


# --- Import and size ------------------------------------------------------------------------------

SLOW_MODULES = ("numpy", "typing", "json", "dataclasses", "enum", "importlib.metadata")
NEW_MODULES = """
import sys
before = set(sys.modules)
import tileglot
print(*sorted(set(sys.modules) - before))
"""


def python(code: str) -> str:
    """What a new interpreter prints. Its path has no current folder: the C++ sources lie in one."""
    command = [sys.executable, "-P", "-c", code]
    return subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE).stdout


def measure_import(extension: Path) -> Json:
    bare = "pass"
    names = [TILEGLOT] + [NUMPY] * (version_of(NUMPY) is not None)
    codes = [bare, *(f"import {name}" for name in names)]
    timers = [Timer(partial(python, code), timer=time.perf_counter_ns) for code in codes]
    times = medians(timers, Rounds(9, MS))
    new = python(NEW_MODULES).split()
    return {
        "bare_ms": times[0] / MS,
        "over_bare_ms": {n: (t - times[0]) / MS for n, t in zip(names, times[1:], strict=True)},
        "imports_numpy": NUMPY in new,
        "slow_modules": [name for name in SLOW_MODULES if name in new],
        "extension_bytes": extension.stat().st_size,
    }


def print_import(result: Json) -> None:
    print(f"\nImport: ms over a bare interpreter, which takes {result['bare_ms']:.1f}\n")
    goals = {TILEGLOT: "15, gate 50"}
    times = result["over_bare_ms"].items()
    print_table(["", "ms", "target"], [[n, f"{ms:.1f}", goals.get(n, "-")] for n, ms in times])
    print(f"\ntileglot imports NumPy: {'yes, and must not' if result['imports_numpy'] else 'no'}")
    print(f"slow modules that it imports: {' '.join(result['slow_modules']) or 'none'}")
    size = result["extension_bytes"] / 2**20
    print(f"extension: {size:.1f} MiB (the compressed wheel's target is 5)")


# --- Text -----------------------------------------------------------------------------------------


def number(x: float | None, unit: str = "") -> str:
    """Two or three digits."""
    if x is None:
        return "-"
    digits = 2 if x < 10 else 1 if x < 100 else 0
    return f"{x:.{digits}f}{unit}"


def duration(ns: float | None) -> str:
    if ns is None:
        return "-"
    for limit, scale, unit in ((1e3, 1, "ns"), (1e6, 1e3, "us"), (1e9, 1e6, "ms")):
        if ns < limit:
            return f"{number(ns / scale)} {unit}"
    return f"{number(ns / 1e9)} s"


def print_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    for first, *others in (head, *rows):
        cells = [text.rjust(width) for text, width in zip(others, widths[1:], strict=True)]
        print("  ".join([first.ljust(widths[0]), *cells]).rstrip())


# --- The program ----------------------------------------------------------------------------------


def describe(tileglot: ModuleType) -> Json:
    versions = {name: version_of(name) for name in LIBRARIES}
    versions[TILEGLOT] = versions[TILEGLOT] or getattr(tileglot, "__version__", "?")
    return {
        "machine": f"{cpu_name()}, {os.cpu_count()} cores",
        "load": os.getloadavg()[0],
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "versions": versions,
    }


def print_description(about: Json) -> None:
    print(f"{about['machine']}, load {about['load']:.1f}, {about['python']}")
    print(", ".join(f"{name} {version}" for name, version in about["versions"].items() if version))
    absent = [name for name, version in about["versions"].items() if not version]
    if absent:
        print(f"not installed: {', '.join(absent)}")


def moved_wrongly(moves: Json | None) -> bool:
    cases = [*moves["large"], *moves["small"]] if moves else []
    return any(case["faults"].get(column) == "WRONG" for case in cases for column in OURS)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description="Measures the Python package beside its peers.",
        epilog="The comment at the top of this file says how to read the tables.",
    )
    parser.add_argument("name", nargs="?", choices=("calls", "moves", "import"), metavar="NAME",
                        help="calls, moves or import; without it, all three")
    parser.add_argument("--quick", action="store_true", help="fewer and shorter rounds")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the results there")
    chosen = parser.parse_args()
    if chosen.json:
        try:
            chosen.json.open("a").close()
        except OSError as error:
            parser.error(f"{chosen.json}: {error.strerror}")
    return chosen


def main() -> int:
    chosen = arguments()
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    try:
        extension = import_module("tileglot._tileglot")
        tileglot = import_module("tileglot")
    except ImportError as error:
        print(f"tileglot isn't installed in {sys.executable}: {error}", file=sys.stderr)
        return 1
    results = describe(tileglot)
    print_description(results)
    if chosen.name in (None, "calls"):
        results["calls"] = measure_calls(chosen.quick)
        print_calls(results["calls"])
    if chosen.name in (None, "moves"):
        results["moves"] = measure_moves(chosen.quick)
        if results["moves"]:
            print_moves(results["moves"])
    if chosen.name in (None, "import"):
        results["import"] = measure_import(Path(str(extension.__file__)))
        print_import(results["import"])
    if chosen.json:
        chosen.json.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    return 1 if moved_wrongly(results.get("moves")) else 0


if __name__ == "__main__":
    sys.exit(main())
