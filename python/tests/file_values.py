# SPDX-License-Identifier: Apache-2.0
"""Files that are written by hand, and moves of their bytes by definition."""

import itertools
import json
import struct


def write_model(path, tensors, metadata=None):
    """A .safetensors file: tensors by name, each a dtype, a shape and bytes."""
    header = {"__metadata__": metadata} if metadata else {}
    end = 0
    for name, (dtype, shape, data) in tensors.items():
        header[name] = {"dtype": dtype, "shape": shape, "data_offsets": [end, end + len(data)]}
        end += len(data)
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    data = b"".join(data for _, _, data in tensors.values())
    path.write_bytes(struct.pack("<Q", len(text)) + text + data)
    return path


def read_model(path):
    """The tensors of a .safetensors file, and its metadata."""
    held = path.read_bytes()
    (length,) = struct.unpack("<Q", held[:8])
    header, data = json.loads(held[8 : 8 + length]), held[8 + length :]
    metadata = header.pop("__metadata__", {})
    return {
        name: (t["dtype"], tuple(t["shape"]), data[slice(*t["data_offsets"])])
        for name, t in header.items()
    }, metadata


def write_npy(path, descr, shape, data, fortran=False):
    text = f"{{'descr': '{descr}', 'fortran_order': {fortran}, 'shape': {shape}, }}"
    text += " " * (-(len(text) + 11) % 64) + "\n"
    path.write_bytes(b"\x93NUMPY\1\0" + struct.pack("<H", len(text)) + text.encode() + data)
    return path


def npy_data(path):
    held = path.read_bytes()
    return held[10 + struct.unpack("<H", held[8:10])[0] :]


def counted_floats(path, shape=(3, 5), **options):
    size = shape[0] * shape[1]
    return write_npy(path, "<f4", shape, struct.pack(f"<{size}f", *range(size)), **options)


def noise(size, seed=1):
    """Bytes without a pattern, the same in every run."""
    return bytes((seed * 7 + i * i * 31 + (i >> 3)) & 255 for i in range(size))


def moved_by_definition(data, size, layout):
    """Each element at its offset; zeros everywhere else."""
    out = bytearray(layout.codomain_size * size)
    for i, x in enumerate(itertools.product(*map(range, layout.extents))):
        at = layout(*x) * size
        out[at : at + size] = data[i * size : (i + 1) * size]
    return bytes(out)


def left_in(folder):
    return sorted(path.name for path in folder.iterdir())


def npy_in(folder):
    return counted_floats(folder / "w.npy")


def model_in(folder):
    """A vector, two matrices, nibbles in bytes, and a scalar."""
    return write_model(
        folder / "model.safetensors",
        {
            "norm": ("F32", (256,), noise(1024)),
            "mlp.up": ("BF16", (16, 256), noise(8192, 2)),
            "mlp.down": ("BF16", (24, 60), noise(2880, 3)),
            "mlp.q": ("U8", (16, 32), noise(512, 4)),
            "step": ("I64", (), noise(8, 5)),
        },
    )
