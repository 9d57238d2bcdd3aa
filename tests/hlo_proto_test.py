#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Messages that the jaxlib at hand writes are read as the text that they were made from.

The modules are those of the package's own test data and, where it is there, of the shared material:
jaxlib reads a text and serializes it, and `tileglot hlo print` must print both the same. What only
the configuration of a module has (replica_count, num_partitions and the like), and the origin of
values, are not in the message.
"""
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SKIPPED = 77
SHARE = 8  # one of so many of the shared modules
FEWEST = 4  # modules that jaxlib reads; the package's own are 7
COMPARED = 0.9  # of those that it reads
ROOT = Path(__file__).resolve().parent.parent
NOT_IN_THE_MESSAGE = re.compile(
    r",? (replica_count|num_partitions|allow_spmd_sharding_propagation_to_(?:parameters|output)|"
    r"alias_passthrough_params|origin_recovery_table)=(\{[^{}]*\}|[^,\n]*)")
ORIGIN = re.compile(r", origin=\{.*?\}\}?(?=, [a-z_-]+=|\n)")


def texts():
    for path in sorted((ROOT / "tileglot/hlo/proto/testdata").glob("*.hlo")):
        yield path.stem, path.read_text()
    shared = Path(os.environ.get("TILEGLOT_SHARED", ROOT.parent / "shared"))
    for path in sorted((shared / "data/hlo").glob("*.hlo")):
        yield path.stem, path.read_text()
    wild = shared / "data/hlo_wild/modules.jsonl"
    if wild.exists():
        for line in wild.read_text().splitlines()[::SHARE]:
            module = json.loads(line)
            yield module["id"], module["text"]


def printed(content):
    """The module in XLA's style, and its name in messages; None where it is refused."""
    with tempfile.NamedTemporaryFile() as file:
        file.write(content)
        file.flush()
        done = subprocess.run([PROGRAM, "hlo", "print", file.name, "--style", "xla"],
                              capture_output=True, check=False)
    if done.returncode != 0:
        return None, done.stderr.decode(errors="replace")
    text = done.stdout.decode()
    head, _, body = text.partition("\n")
    return NOT_IN_THE_MESSAGE.sub("", head) + "\n" + ORIGIN.sub("", body), ""


class HloProto(unittest.TestCase):
    def test_messages_are_read_as_their_texts(self):
        read = 0
        compared = 0
        for name, text in texts():
            try:
                module = xla_hlo.hlo_module_from_text(text)
            except Exception:  # XLA refuses it
                continue
            read += 1
            expected, _ = printed(module.to_string().encode())
            if expected is None:
                continue  # jaxlib prints what is not read yet
            with self.subTest(name=name):
                got, error = printed(module.as_serialized_hlo_module_proto())
                self.assertEqual(error, "")
                self.assertEqual(got, expected)
                compared += 1
        # All of them with jaxlib 0.10.2; another version may print what is not read yet.
        self.assertGreaterEqual(read, FEWEST)
        self.assertGreaterEqual(compared, COMPARED * read)


if __name__ == "__main__":
    try:
        from jaxlib import _hlo as xla_hlo
    except ImportError:
        other = os.environ.pop("TILEGLOT_JAXLIB_PYTHON", None)
        if other:
            os.execv(other, [other, *sys.argv])
        print("SKIP: no jaxlib with HLO here; set TILEGLOT_JAXLIB_PYTHON", file=sys.stderr)
        sys.exit(SKIPPED)
    PROGRAM = Path(sys.argv.pop(1)).resolve()
    unittest.main()
