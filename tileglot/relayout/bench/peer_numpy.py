# SPDX-License-Identifier: Apache-2.0
"""peer_numpy.py: NumPy's assignment between two arrays with strides, for peer_numpy_bench.cc.

usage: peer_numpy.py PROCESSOR HUGE ITEM FROM TO SOURCE_BYTES TARGET_BYTES COUNT:FROM:TO...

Reads the source from standard input. Then r runs once and writes the seconds as a double, and w
writes the target; the end of the input ends the program.
"""
import mmap
import os
import struct
import sys
import time

import numpy


def pages(size, huge):
    """Touched memory of its own pages."""
    memory = mmap.mmap(-1, max(size, 1))
    memory.madvise(14 if huge else 15)  # MADV_HUGEPAGE, MADV_NOHUGEPAGE
    numpy.frombuffer(memory, numpy.uint8)[:] = 1
    return memory


def view(memory, item, start, counts, steps):
    """Items without a meaning: their bytes are copied."""
    kind = numpy.dtype(f"u{item}") if item <= 8 else numpy.dtype(f"V{item}")
    return numpy.ndarray(counts, kind, memory, start, steps)


def main():
    processor, huge, item, start, to_start, source_bytes, target_bytes = map(int, sys.argv[1:8])
    axes = [tuple(map(int, axis.split(":"))) for axis in sys.argv[8:]]
    if processor >= 0:
        os.sched_setaffinity(0, {processor})
    source, target = pages(source_bytes, huge), pages(target_bytes, huge)
    sys.stdin.buffer.readinto(memoryview(source)[:source_bytes])
    counts = [axis[0] for axis in axes]
    origin = view(source, item, start, counts, [axis[1] for axis in axes])
    goal = view(target, item, to_start, counts, [axis[2] for axis in axes])
    out = sys.stdout.buffer
    while command := sys.stdin.buffer.read(1):
        if command == b"r":
            begin = time.perf_counter()
            goal[...] = origin
            out.write(struct.pack("d", time.perf_counter() - begin))
        else:
            out.write(memoryview(target)[:target_bytes])
        out.flush()


main()
