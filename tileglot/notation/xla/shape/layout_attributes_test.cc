// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/shape/layout_attributes.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "tileglot/notation/xla/shape/has_layout.h"
#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::notation::xla {
namespace {

using Numbers = std::vector<std::int64_t>;

bool is_major_to_minor(const Numbers& strides, const Numbers& bounds,
                       PrimitiveType type = PrimitiveType::kF32) {
  return *byte_strides_is_major_to_minor(strides, bounds, type);
}

TEST(LayoutAttributes, ByteStridesOfARowMajorArray) {
  EXPECT_TRUE(is_major_to_minor({3960, 440, 44, 4}, {8, 9, 10, 11}));
  EXPECT_FALSE(is_major_to_minor({1880, 220, 22, 2}, {8, 9, 10, 11}));
  EXPECT_FALSE(is_major_to_minor({1880, 440, 44, 4}, {8, 9, 10, 11}));
  EXPECT_TRUE(is_major_to_minor({1}, {7}, PrimitiveType::kS4));
  EXPECT_TRUE(is_major_to_minor({}, {}));
  EXPECT_FALSE(is_major_to_minor({4, 4}, {INT64_MAX, INT64_MAX}));
}

TEST(LayoutAttributes, StridesThatAreNoneAreRefused) {
  const auto code = [](const Numbers& strides, PrimitiveType type) {
    return byte_strides_is_major_to_minor(strides, Numbers{2, 2}, type).error()->code;
  };
  EXPECT_EQ(code({4}, PrimitiveType::kF32), "xla.strides");
  EXPECT_EQ(code({8, 4}, PrimitiveType::kToken), "xla.not_array");
}

TEST(LayoutAttributes, AShapeWithoutALayoutIsInTheDefaultMemory) {
  const Shape shape = *parse_shape("f32[2]{0:S(5)}");
  EXPECT_EQ(memory_space(shape), kHostMemorySpace);
  EXPECT_EQ(memory_space(clear_layout(shape)), kDefaultMemorySpace);
}

TEST(LayoutAttributes, AnElementSizeAnywhereIsFound) {
  EXPECT_TRUE(has_custom_element_size_in_bits(*parse_shape("(f32[2], (b(s4[2]{0:E(4)})))")));
  EXPECT_TRUE(has_custom_element_size_in_bits(*parse_shape("f32[2]{0:E(32)}")));
  EXPECT_FALSE(has_custom_element_size_in_bits(*parse_shape("(f32[2], token[])")));
}

}  // namespace
}  // namespace tileglot::notation::xla
