// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/size/byte_size.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::notation::xla {
namespace {

std::string bytes(std::string_view text, std::int64_t pointer_bytes = -1) {
  const auto size = byte_size_of(*parse_shape(text), pointer_bytes);
  return size ? std::to_string(*size) : size.error()->code;
}

// "elements are counted in bytes"
TEST(ByteSize, ElementsAreCountedInBytes) {
  EXPECT_EQ(bytes("f32[10,20]"), "800");
  EXPECT_EQ(bytes("s4[3,5]"), "15");
  EXPECT_EQ(bytes("s4[3,5]{1,0:E(4)}"), "8");
  EXPECT_EQ(bytes("pred[9]"), "9");
  EXPECT_EQ(bytes("b(f32[10])"), "40");
  EXPECT_EQ(bytes("f32[3,5]{1,0:T(2,2)L(128)SC(1:2)}"), "60");
}

TEST(ByteSize, TuplesAndOpaqueValuesArePointers) {
  EXPECT_EQ(bytes("(f32[10], s8[2], token[])", 8), "24");
  EXPECT_EQ(bytes("opaque[]", 8), "8");
  EXPECT_EQ(bytes("token[]"), "0");
  EXPECT_EQ(bytes("(f32[10])"), "xla.pointer_size");
  EXPECT_EQ(bytes("opaque[]", 0), "xla.pointer_size");
}

TEST(ByteSize, SizesBeyond64BitsAreRefused) {
  EXPECT_EQ(bytes("f64[2305843009213693952]"), "xla.too_large");
  EXPECT_EQ(bytes("s4[9223372036854775807]{0:E(4)}"), "xla.too_large");
  constexpr std::int64_t kHuge = std::int64_t{1} << 62;
  EXPECT_EQ(bytes("(f32[2], f32[2])", kHuge), "xla.too_large");
  EXPECT_EQ(bytes("(f32[2])", kHuge), "4611686018427387904");
  EXPECT_EQ(bytes("f32[?]"), "xla.unbounded");
  EXPECT_EQ(bytes("f32[2]{0:E(-4)}"), "xla.element_size");
}

}  // namespace
}  // namespace tileglot::notation::xla
