#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the protocol buffers of `xla.*` with what protoc's own code reads and writes.

The messages below are written from the documented numbers of the fields. What Tileglot writes, the
generated code reads and writes again, byte for byte; what the generated code writes, Tileglot reads
as the same shape. Without protoc or its Python library the test is skipped, loudly.

usage: tests/wire_protoc_test.py PROGRAM
"""

import json
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SKIPPED = 77

MESSAGES = """
syntax = "proto3";
package checked;
message TileProto { repeated int64 dimensions = 1; }
message SplitConfigProto { int64 dimension = 1; repeated int64 split_indices = 2; }
message LayoutProto {
  repeated int64 minor_to_major = 1;
  repeated TileProto tiles = 6;
  int64 element_size_in_bits = 7;
  int64 memory_space = 8;
  ShapeProto physical_shape = 10;
  int32 index_primitive_type = 11;
  int32 pointer_primitive_type = 12;
  int64 dynamic_shape_metadata_prefix_bytes = 15;
  int64 tail_padding_alignment_in_elements = 16;
  repeated SplitConfigProto split_configs = 17;
}
message ShapeProto {
  int32 element_type = 2;
  repeated int64 dimensions = 3;
  repeated ShapeProto tuple_shapes = 4;
  LayoutProto layout = 5;
  repeated bool is_dynamic_dimension = 6;
}
message OpMetadata {
  string op_type = 1;
  string op_name = 2;
  int32 source_line = 4;
  string deduplicated_name = 12;
  int32 stack_frame_id = 15;
  int32 source_end_column = 19;
}
message OpSharding {
  int32 type = 1;
  repeated int64 tile_assignment_dimensions = 3;
  repeated int64 tile_assignment_devices = 4;
  repeated OpSharding tuple_shardings = 5;
  bool replicate_on_last_tile_dim = 6;
  repeated OpMetadata metadata = 7;
  repeated int32 last_tile_dims = 8;
  repeated int64 iota_reshape_dims = 9;
  repeated int32 iota_transpose_perm = 10;
  bool is_shard_group = 11;
  int64 shard_group_id = 12;
  int32 shard_group_type = 13;
}
message CompactLayoutProto { repeated int32 major_to_minor = 1; int32 version_number = 2; }
message PjRtLayoutProto { LayoutProto xla_layout = 1; int32 version_number = 2; }
message Serialized { string type_name = 1; bytes data = 2; }
message IfrtLayoutProto { Serialized serialized_layout = 1; }
"""

SHAPES = [
    "f32[2,3]{1,0}", "bf16[9,200]{1,0:T(8,128)(2,1)}", "f32[]{:T(256)}", "pred[0,5]{0,1}",
    "s4[64,96]{1,0:T(8,128)L(1024)E(4)S(1)SC(1:40,72)}", "f32[2,7,8]{2,1,0:T(*,2,4)}",
    "f32[<=6,?]{1,0}", "u8[7]{0:L(512)M(8)}", "token[]", "opaque[]", "()",
    "(f32[2]{0}, (u8[4]{0}, token[]), b(bf16[8]{0}))",
]

SHARDINGS = [
    "{replicated}", "{maximal device=42}", "{maximal device=-1}", "{manual shard_as 1}", "{unknown}",
    "{unreduced}", "{devices=[2,2]3,1,2,0}", "{devices=[8]<=[2,4]T(1,0) shard_like 300}",
    "{devices=[2,2]<=[4] last_tile_dim_replicate}", "{}",
    "{devices=[2,2,2]<=[8] last_tile_dims={manual, replicated}}",
    "{{replicated metadata={op_name=\"a\" source_line=3 "
    "source_end_column=9 deduplicated_name=\"d\" stack_frame_id=1}}, {devices=[2]1,0}}",
]

PROGRAM = ""


def results(op, arguments):
    """The result of `op` for each argument."""
    lines = "".join(json.dumps({"op": op, "args": [a]}) + "\n" for a in arguments)
    done = subprocess.run([PROGRAM, "eval", "--jsonl"], input=lines, capture_output=True, text=True,
                          check=True)
    return [json.loads(line)["result"] for line in done.stdout.splitlines()]


def generated(folder):
    """The module that protoc makes of MESSAGES."""
    (folder / "checked.proto").write_text(MESSAGES, encoding="utf-8")
    subprocess.run(["protoc", f"--python_out={folder}", f"-I{folder}", "checked.proto"], check=True)
    sys.path.insert(0, str(folder))
    import checked_pb2  # pylint: disable=import-outside-toplevel,import-error
    return checked_pb2


class WireTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.messages = generated(Path(cls.folder.name))

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_what_is_written_is_read_and_written_again(self):
        for text, result in zip(SHAPES, results("xla.parse_shape", SHAPES), strict=True):
            message = self.messages.ShapeProto()
            message.ParseFromString(bytes.fromhex(result["proto"]))
            again = message.SerializeToString(deterministic=True)
            self.assertEqual(again.hex(), result["proto"], text)

    def test_what_generated_code_writes_is_read(self):
        tile = self.messages.TileProto(dimensions=[8, 128])
        layout = self.messages.LayoutProto(minor_to_major=[0, 1], tiles=[tile], memory_space=5,
                                           tail_padding_alignment_in_elements=256)
        array = self.messages.ShapeProto(element_type=16, dimensions=[9, 200], layout=layout,
                                         is_dynamic_dimension=[False, True])
        both = self.messages.ShapeProto(
            element_type=13, tuple_shapes=[array, self.messages.ShapeProto(element_type=17)])
        read = results("xla.shape_from_proto", [both.SerializeToString().hex()])[0]
        self.assertEqual(read["print"], "(bf16[9,<=200]{0,1:T(8,128)L(256)S(5)}, token[])")
        self.assertEqual(read["proto"], both.SerializeToString(deterministic=True).hex())

    def test_shardings_are_read_and_written_again(self):
        for text, result in zip(SHARDINGS, results("xla.parse_sharding", SHARDINGS), strict=True):
            message = self.messages.OpSharding()
            message.ParseFromString(bytes.fromhex(result["proto"]))
            again = message.SerializeToString(deterministic=True)
            self.assertEqual(again.hex(), result["proto"], text)

    def test_a_sharding_that_generated_code_writes_is_read(self):
        tiled = self.messages.OpSharding(type=3, tile_assignment_dimensions=[2, 2, 2],
                                         iota_reshape_dims=[4, 2], iota_transpose_perm=[1, 0],
                                         last_tile_dims=[6], is_shard_group=True,
                                         shard_group_id=7, shard_group_type=1)
        one = self.messages.OpSharding(type=1, tile_assignment_devices=[-3])
        both = self.messages.OpSharding(type=2, tuple_shardings=[tiled, one])
        read = results("xla.sharding_from_proto", [both.SerializeToString().hex()])[0]
        self.assertEqual(read["print"], "{{devices=[2,2,2]<=[4,2]T(1,0) last_tile_dims={unreduced} "
                                        "shard_like 7}, {maximal device=-3}}")
        self.assertEqual(read["proto"], both.SerializeToString(deterministic=True).hex())

    def test_layouts_of_ifrt_are_read_and_written_again(self):
        orders = [[], [0], [1, 0], [2, 0, 1]]
        for order, result in zip(orders, results("xla.ifrt_compact_layout", orders), strict=True):
            message = self.messages.CompactLayoutProto()
            message.ParseFromString(bytes.fromhex(result["proto"]))
            self.assertEqual(list(message.major_to_minor), order)
            self.assertEqual(message.SerializeToString(deterministic=True).hex(), result["proto"])
        texts = ["{0}", "{1,0:T(8,128)(2,1)}", "{0,1:L(512)E(4)}"]
        for text, result in zip(texts, results("xla.ifrt_pjrt_layout", texts), strict=True):
            message = self.messages.PjRtLayoutProto()
            message.ParseFromString(bytes.fromhex(result["proto"]))
            self.assertEqual(message.SerializeToString(deterministic=True).hex(), result["proto"])

    def test_a_layout_of_ifrt_that_generated_code_writes_is_read(self):
        layout = self.messages.LayoutProto(minor_to_major=[1, 0],
                                           tail_padding_alignment_in_elements=1)
        tiled = self.messages.PjRtLayoutProto(xla_layout=layout)
        compact = self.messages.CompactLayoutProto(major_to_minor=[1, 0])
        for name, inner, text in (
                ("xla::ifrt::PjRtLayout", tiled, "PjRtLayout({1,0})"),
                ("xla::ifrt::CompactLayout", compact, "CompactLayout(major_to_minor=[1,0])")):
            message = self.messages.IfrtLayoutProto(serialized_layout=self.messages.Serialized(
                type_name=name, data=inner.SerializeToString()))
            read = results("xla.ifrt_layout_from_proto", [message.SerializeToString().hex()])[0]
            self.assertEqual(read["print"], text)
            self.assertEqual(read["proto"], message.SerializeToString(deterministic=True).hex())

    def test_negative_numbers_are_ten_bytes(self):
        layout = self.messages.LayoutProto(memory_space=-1, tail_padding_alignment_in_elements=1)
        read = results("xla.layout_from_proto", [layout.SerializeToString().hex()])[0]
        self.assertEqual(read["print"], "{:S(-1)}")
        self.assertEqual(read["proto"], layout.SerializeToString().hex())


def main():
    global PROGRAM
    PROGRAM = sys.argv.pop(1)
    try:
        import google.protobuf  # pylint: disable=import-outside-toplevel,unused-import
    except ImportError:
        print("SKIP: python3-protobuf is not installed", file=sys.stderr)
        return SKIPPED
    if shutil.which("protoc") is None:
        print("SKIP: protoc is not installed", file=sys.stderr)
        return SKIPPED
    return 0 if unittest.main(exit=False).result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
