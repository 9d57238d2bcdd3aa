// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/shape/element_size.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string_view>

#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::notation::xla {
namespace {

std::int64_t bits_in(std::string_view text) { return element_size_bits(*parse_shape(text)); }

// "only a layout packs elements"
TEST(ElementSize, OnlyALayoutPacksElements) {
  EXPECT_EQ(bits_in("s4[2]"), 8);
  EXPECT_EQ(bits_in("s4[2]{0:E(4)}"), 4);
  EXPECT_EQ(bits_in("s4[2]{0:E(0)}"), 8);
  EXPECT_EQ(bits_in("pred[2]"), 8);
  EXPECT_EQ(bits_in("c128[2]"), 128);
}

TEST(ElementSize, PredIsOneBitAndNoSubByteNumber) {
  EXPECT_EQ(bit_width(PrimitiveType::kPred), 1);
  EXPECT_EQ(byte_width(PrimitiveType::kPred), 1);
  EXPECT_FALSE(is_sub_byte(PrimitiveType::kPred));
  EXPECT_FALSE(is_sub_byte(PrimitiveType::kToken));
  EXPECT_TRUE(is_sub_byte(PrimitiveType::kU1));
  EXPECT_TRUE(is_sub_byte(PrimitiveType::kF4e2m1fn));
  EXPECT_FALSE(is_sub_byte(PrimitiveType::kS8));
}

}  // namespace
}  // namespace tileglot::notation::xla
