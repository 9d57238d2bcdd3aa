#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The demo's tensor, written by NumPy.

usage: demo_tensor.py write FILE ROWS COLUMNS    random bf16 numbers, row-major
       demo_tensor.py flip FILE OFFSET           inverts a bit of the byte at OFFSET of the data
"""

import sys

import numpy as np


def write(path, rows, columns):
    """As np.save writes an array of ml_dtypes.bfloat16, which NumPy knows as two raw bytes, "<V2"."""
    rng = np.random.default_rng(seed=3)
    numbers = rng.standard_normal((rows, columns), dtype=np.float32)
    bf16 = (numbers.view(np.uint32) >> 16).astype("<u2")
    header = {"descr": "<V2", "fortran_order": False, "shape": bf16.shape}
    with open(path, "wb") as file:
        np.lib.format.write_array_header_1_0(file, header)
        bf16.tofile(file)


def flip(path, offset):
    with open(path, "r+b") as file:
        np.lib.format.read_magic(file)
        np.lib.format.read_array_header_1_0(file)
        place = file.tell() + offset
        file.seek(place)
        byte = file.read(1)[0]
        file.seek(place)
        file.write(bytes([byte ^ 1]))


if __name__ == "__main__":
    command, file_name, *numbers = sys.argv[1:]
    {"write": write, "flip": flip}[command](file_name, *map(int, numbers))
