# SPDX-License-Identifier: Apache-2.0
"""Models cut into files of pieces, for tests: by slices of bytes, from the definitions of the formats.

A model is a dict from names to arrays. A piece is (name, begin, array).
"""

import itertools
import json
import math
import mmap
import struct
from typing import NamedTuple

from safetensors_model import BYTES, WIDEST_FIRST, safetensors, write_model

DCP_KEY = "DCP_SHARDING_INFO"
RECORD_KEY = "tileglot.piece/"


class Array(NamedTuple):
    dtype: str
    shape: tuple
    data: bytes

    def size_bytes(self):
        return BYTES[self.dtype] * math.prod(self.shape)


def random_model(path, tensors):
    """Writes (name, dtype, shape) with random bytes, and gives what was written."""
    write_model(path, tensors)
    return read_file(path)[1]


def box(array, begin, shape):
    """The part of an array that begins there, cut out run by run."""
    rank = len(shape)
    if rank == 0:
        return array
    strides = [BYTES[array.dtype] * math.prod(array.shape[i + 1:]) for i in range(rank)]
    cut = max((i for i in range(rank) if shape[i] != array.shape[i]), default=0)
    run = shape[cut] * strides[cut]
    first = sum(map(int.__mul__, begin, strides))
    begins = (first + sum(map(int.__mul__, coordinate, strides))
              for coordinate in itertools.product(*map(range, shape[:cut])))
    return Array(array.dtype, tuple(shape), b"".join(array.data[at:at + run] for at in begins))


def chunk(array, dim, count, number):
    """One of `count` chunks along a dimension, as torch.chunk and XLA cut it: where it begins, and it."""
    extent = array.shape[dim]
    step = -(-extent // count)
    low, high = (min(at * step, extent) for at in (number, number + 1))
    begin = [0] * len(array.shape)
    shape = list(array.shape)
    begin[dim], shape[dim] = low, high - low
    return tuple(begin), box(array, begin, shape)


def concatenated(parts):
    """Along dimension 0."""
    rows = sum(part.shape[0] for part in parts)
    return Array(parts[0].dtype, (rows, *parts[0].shape[1:]), b"".join(part.data for part in parts))


def stacked(parts):
    return Array(parts[0].dtype, (len(parts), *parts[0].shape), b"".join(part.data for part in parts))


def write_file(path, arrays, metadata=None):
    """In the order of the format's library: the widest types first, then by name. Data that is left out is
    left to the caller."""
    names = sorted(arrays, key=lambda name: (WIDEST_FIRST.index(arrays[name].dtype), name))
    header, at = {"__metadata__": metadata} if metadata else {}, 0
    for name in names:
        array = arrays[name]
        end = at + array.size_bytes()
        header[name] = {"dtype": array.dtype, "shape": array.shape, "data_offsets": [at, end]}
        at = end
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        file.writelines(arrays[name].data for name in names)


def write_torch_shard(path, pieces):
    """As torch.distributed.checkpoint writes sharded safetensors."""
    offsets = {name: {"saved_offsets": begin} for name, begin, _ in pieces}
    write_file(path, {name: array for name, _, array in pieces},
               {DCP_KEY: json.dumps(offsets), "DCP_VERSION": "1.0", "format": "pt"})


def torch_shard_name(number):
    """Of the shard that is counted from 0."""
    return f"shard-{number + 1:05}-model-00001-of-00001.safetensors"


def rank_name(rank):
    return f"model-rank-{rank}-part-0.safetensors"


def row_shards(arrays, count):
    """The pieces of each of `count` files: rows; scalars are in the first."""
    return [[(name, *chunk(array, 0, count, number)) if array.shape else (name, (), array)
             for name, array in arrays.items() if array.shape or number == 0]
            for number in range(count)]


def write_row_shards(folder, arrays, count):
    folder.mkdir()
    for number, pieces in enumerate(row_shards(arrays, count)):
        write_torch_shard(folder / torch_shard_name(number), pieces)
    return folder


def mapped_file(path):
    """The texts of its metadata, and its tensors, whose data are views of the mapped file."""
    with open(path, "rb") as file:
        (length,) = struct.unpack("<Q", file.read(8))
        header = json.loads(file.read(length))
        view = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))[8 + length:]
    metadata = header.pop("__metadata__", {})
    return metadata, {name: Array(entry["dtype"], tuple(entry["shape"]), view[slice(*entry["data_offsets"])])
                      for name, entry in header.items()}


def read_file(path):
    metadata, tensors = mapped_file(path)
    return metadata, {name: array._replace(data=bytes(array.data)) for name, array in tensors.items()}


def read_by_library(path):
    """Nothing where this Python has no safetensors."""
    if safetensors is None:
        return None
    return {name: Array(entry["dtype"], tuple(entry["shape"]), bytes(entry["data"]))
            for name, entry in safetensors.deserialize(path.read_bytes())}


def pieces_in(path):
    metadata, tensors = read_file(path)
    offsets = json.loads(metadata.get(DCP_KEY, "{}"))
    for name, array in tensors.items():
        record = json.loads(metadata.get(RECORD_KEY + name, "{}"))
        begin = record.get("begin") or offsets.get(name, {}).get("saved_offsets") or [0] * len(array.shape)
        yield record.get("array", name), tuple(begin), array


def differences(paths, arrays):
    """What files of pieces have otherwise than the arrays, or lack of them."""
    found = []
    sizes = {name: {} for name in arrays}
    for path in paths:
        for name, begin, piece in pieces_in(path):
            if name not in arrays or piece != box(arrays[name], begin, piece.shape):
                found.append(f"{path.name}: {name} at {begin}")
            else:
                sizes[name][begin, piece.shape] = piece.size_bytes()
    return found + [f"{name}: bytes are missing" for name, array in arrays.items()
                    if sum(sizes[name].values()) != array.size_bytes()]
