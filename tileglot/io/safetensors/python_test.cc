// SPDX-License-Identifier: Apache-2.0
// safetensors/python_test.cc: files of the format's own library are read, and ours by it.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tileglot/core/element_type.h"
#include "tileglot/io/file/python_program.h"
#include "tileglot/io/file/temporary_folder.h"
#include "tileglot/io/safetensors/file.h"
#include "tileglot/io/safetensors/header.h"
#include "tileglot/io/safetensors/writer.h"

namespace tileglot::io {
namespace {

class SafetensorsPythonTest : public PythonTest {
 protected:
  SafetensorsPythonTest() : PythonTest("safetensors") {}
};

/// Every type that the library's Python side can name, and one tensor of each in several shapes.
constexpr const char* kWriteAll = R"(
import ctypes, sys
from safetensors import TensorSpec, serialize_file
types = {'bool': 1, 'uint8': 1, 'int8': 1, 'int16': 2, 'uint16': 2, 'float16': 2, 'bfloat16': 2,
         'int32': 4, 'uint32': 4, 'float32': 4, 'complex64': 8, 'float64': 8, 'int64': 8,
         'uint64': 8, 'float8_e4m3fn': 1, 'float8_e5m2': 1, 'float8_e8m0fnu': 1,
         'float8_e4m3fnuz': 1, 'float8_e5m2fnuz': 1, 'float4_e2m1fn_x2': 1}
tensors, kept = {}, []
for name, size in types.items():
    for shape in [(4,), (3, 2), (0, 5), (1, 1, 7)]:
        count = 1
        for extent in shape: count *= extent
        data = bytes(i % 251 for i in range(count * size))
        buffer = ctypes.create_string_buffer(data, max(len(data), 1))
        kept.append(buffer)
        tensors['%s \u00e9 %s' % (name, shape)] = TensorSpec(
            dtype=name, shape=list(shape), data_ptr=ctypes.addressof(buffer), data_len=len(data))
serialize_file(tensors, sys.argv[1] + '/all.safetensors', {'quote"\n': 'b\u00e9\x7f\\'})
)";

TEST_F(SafetensorsPythonTest, WhatTheLibraryWroteIsReadAndWrittenBackToTheByte) {
  ASSERT_TRUE(run(kWriteAll));
  const auto in = open_safetensors(folder / "all.safetensors");
  ASSERT_TRUE(in.has_value()) << in.error()->message;
  EXPECT_EQ(in->header.tensors.size(), 80U);
  std::vector<SafetensorsEntry> entries;
  entries.reserve(in->header.tensors.size());
  for (const SafetensorsTensor& tensor : in->header.tensors) {
    entries.push_back({tensor.name, tensor.type, tensor.shape});
  }
  auto out =
      SafetensorsWriter::create(folder / "back", in_format_order(entries), in->header.metadata);
  ASSERT_TRUE(out.has_value()) << out.error()->message;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const auto data = in->data_of(in->header.tensors[i]);
    std::copy(data.begin(), data.end(), out->data(i).begin());
  }
  ASSERT_TRUE(out->commit().has_value());
  EXPECT_EQ(read_text(folder / "back"), read_text(folder / "all.safetensors"));
}

TEST_F(SafetensorsPythonTest, TheLibraryReadsWhatIsWritten) {
  using enum core::ElementType;
  auto out = SafetensorsWriter::create(
      folder / "o.safetensors",
      std::vector<SafetensorsEntry>{{"w", kF32, {2, 3}}, {"f", kF4e2m1fn, {4}}, {"s", kU8, {}}},
      SafetensorsMetadata{{"tileglot.layout/w", "f32[2,3]{0,1}"}});
  ASSERT_TRUE(out.has_value());
  out->data(2)[0] = std::byte{7};
  ASSERT_TRUE(out->commit().has_value());
  EXPECT_TRUE(
      run("import sys\n"
          "from safetensors import safe_open, deserialize\n"
          "data = open(sys.argv[1] + '/o.safetensors', 'rb').read()\n"
          "t = dict(deserialize(data))\n"
          "assert t['w']['shape'] == [2, 3] and t['w']['dtype'] == 'F32'\n"
          "assert t['f']['shape'] == [4] and bytes(t['s']['data']) == bytes([7])\n"
          "with safe_open(sys.argv[1] + '/o.safetensors', 'np') as f:\n"
          "    assert f.metadata() == {'tileglot.layout/w': 'f32[2,3]{0,1}'}\n"));
}

/// The library refuses what is refused here.
TEST_F(SafetensorsPythonTest, TheLibraryRefusesWhatIsRefused) {
  EXPECT_TRUE(run(
      "import struct\n"
      "from safetensors import deserialize\n"
      "def file(header, data): return struct.pack('<Q', len(header)) + header + data\n"
      "e = b'{\"w\":{\"dtype\":\"%s\",\"shape\":[%s],\"data_offsets\":[%s]}}'\n"
      "for dtype, shape, offsets, size in [(b'F4', b'3', b'0,2', 2), (b'U8', b'2', b'1,3', 3),\n"
      "    (b'U8', b'2', b'0,2', 3), (b'U8', b'3', b'0,3', 2), (b'X', b'2', b'0,2', 2),\n"
      "    (b'U8', b'4294967296,4294967296', b'0,2', 2), (b'F32', b'2', b'0,4', 4)]:\n"
      "    try: deserialize(file(e % (dtype, shape, offsets), bytes(size)))\n"
      "    except Exception: continue\n"
      "    raise SystemExit('accepted')\n"));
}

}  // namespace
}  // namespace tileglot::io
