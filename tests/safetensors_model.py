# SPDX-License-Identifier: Apache-2.0
"""Models in .safetensors for tests: by the format's own library where this Python has it.

A model is a list of (name, dtype, shape); its bytes are random, of a seed.
"""

import ctypes
import json
import math
import os
import random
import struct

try:
    import safetensors
except ImportError:
    safetensors = None

SEED = int(os.environ.get("TILEGLOT_SEED", "1"))
BYTES = {"F32": 4, "BF16": 2, "I8": 1, "U8": 1}
NAMES = {"F32": "float32", "BF16": "bfloat16", "I8": "int8", "U8": "uint8"}
WIDEST_FIRST = ["F32", "BF16", "I8", "U8"]


def size_of(tensor):
    _, dtype, shape = tensor
    return BYTES[dtype] * math.prod(shape)


def random_buffer(tensors):
    """Bytes for the largest of them, and as many again as begins differ."""
    longest = max(size_of(tensor) for tensor in tensors)
    return random.Random(SEED).randbytes(longest + 4096)


def begins(tensors):
    """Where in the buffer each tensor's bytes are: neighbours differ."""
    return [random.Random(f"{SEED} {name}").randrange(4096) for name, _, _ in tensors]


def write_by_hand(path, tensors):
    """As the library does: the widest types first, then by name."""
    tensors = sorted(tensors, key=lambda tensor: (WIDEST_FIRST.index(tensor[1]), tensor[0]))
    entries, at = {}, 0
    for tensor in tensors:
        name, dtype, shape = tensor
        end = at + size_of(tensor)
        entries[name] = {"dtype": dtype, "shape": shape, "data_offsets": [at, end]}
        at = end
    text = json.dumps(entries, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    data = memoryview(random_buffer(tensors))
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        for tensor, begin in zip(tensors, begins(tensors)):
            file.write(data[begin:begin + size_of(tensor)])


def write_by_library(path, tensors):
    data = random_buffer(tensors)
    buffer = ctypes.create_string_buffer(data, len(data))
    specs = {}
    for tensor, begin in zip(tensors, begins(tensors)):
        name, dtype, shape = tensor
        specs[name] = safetensors.TensorSpec(
            dtype=NAMES[dtype], shape=shape, data_ptr=ctypes.addressof(buffer) + begin,
            data_len=size_of(tensor))
    safetensors.serialize_file(specs, str(path))


def write_model(path, tensors):
    if safetensors is None:
        write_by_hand(path, tensors)
    else:
        write_by_library(path, tensors)


def write_parts(folder, tensors, count):
    """The same in `count` files of about one size, with an index; the path of the index."""
    share = sum(map(size_of, tensors)) / count
    parts, done = [[] for _ in range(count)], 0
    for tensor in tensors:
        parts[min(int(done / share), count - 1)].append(tensor)
        done += size_of(tensor)
    places = {}
    for i, part in enumerate(parts):
        name = f"model-{i + 1:05}-of-{count:05}.safetensors"
        write_model(folder / name, part)
        places.update((tensor[0], name) for tensor in part)
    index = folder / "model.safetensors.index.json"
    text = json.dumps({"metadata": {"total_size": done}, "weight_map": places}, indent=2)
    index.write_text(text + "\n", encoding="utf-8")
    return index


def language_model(megabytes, layers=40):
    """At least 200 tensors of together at least so many 10^6 bytes, and extents that no tile divides.

    Tensors that end in .q hold packed 4-bit integers.
    """
    d = int(math.sqrt(megabytes * 1e6 / (10.5 * layers + 16))) // 2 * 2 + 2
    tensors = [("embed", "F32", [4 * d, d])]
    for i in range(layers):
        tensors += [(f"layers.{i}.norm", "F32", [d]), (f"layers.{i}.attention.w", "BF16", [d, d]),
                    (f"layers.{i}.up.w", "BF16", [d, 3 * d]), (f"layers.{i}.down.w", "I8", [2 * d, d]),
                    (f"layers.{i}.down.q", "U8", [d, d // 2]), (f"layers.{i}.down.scale", "F32", [d, 8])]
    return tensors
