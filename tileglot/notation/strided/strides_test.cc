// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/strided/strides.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <variant>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/element_type.h"
#include "tileglot/notation/strided/array_text.h"

namespace tileglot::notation::strided {
namespace {

using Numbers = std::vector<std::int64_t>;

TEST(Strides, BytesAndElementsSayTheSame) {
  const auto bytes = parse_array("shape=(2,3) strides=(12,4) bytes dtype=float32");
  const auto elements = parse_array("shape=(2,3) strides=(3,1) elements");
  ASSERT_TRUE(bytes && elements);
  EXPECT_EQ(std::get<StridedArray>(*bytes).strides, std::get<StridedArray>(*elements).strides);
  EXPECT_EQ(offset_of(std::get<StridedArray>(*bytes), Numbers{1, 2}), 5);
}

TEST(Strides, AnArrayPrintsItsUnit) {
  StridedArray array{.array = {{2, 3}}, .strides = {3, 1}};
  EXPECT_EQ(print(array), "shape=(2,3) strides=(3,1) elements");
  array.array.type = core::ElementType::kF32;
  array.unit = Unit::kBytes;
  array.item_bytes = 4;
  array.offset = 2;
  EXPECT_EQ(print(array), "shape=(2,3) strides=(12,4) offset=8 bytes dtype=float32");
}

TEST(Strides, TheCosizeCountsFromTheSmallestToTheLargestOffset) {
  EXPECT_EQ(cosize(Numbers{2, 3}, Numbers{3, 1}, 0), 6);
  EXPECT_EQ(cosize(Numbers{2, 3}, Numbers{30, 1}, 4), 37);
  EXPECT_EQ(cosize(Numbers{2, 3}, Numbers{-3, 1}, 3), 6);
  EXPECT_EQ(cosize(Numbers{3}, Numbers{-1}, 0), 3);
  EXPECT_EQ(cosize(Numbers{3}, Numbers{-1}, -5), 7);
  EXPECT_EQ(cosize(Numbers{2}, Numbers{core::kInt64Min}, 0), std::nullopt);
  EXPECT_EQ(cosize(Numbers{2, 0}, Numbers{core::kInt64Max, 1}, 0), 0);
  EXPECT_EQ(cosize(Numbers{3}, Numbers{core::kInt64Max}, 0), std::nullopt);
  EXPECT_EQ(cosize(Numbers{2}, Numbers{core::kInt64Max}, 0), std::nullopt);
}

TEST(Strides, TooManyOrTooLargeStridesAreRefused) {
  EXPECT_EQ(check(StridedArray{.array = {{2, 3}}, .strides = {1}}).error()->code, "strided.rank");
  EXPECT_EQ(check(StridedArray{.array = {{2, 3}}, .strides = {1, core::kInt64Max}}).error()->code,
            "strided.too_large");
}

}  // namespace
}  // namespace tileglot::notation::strided
