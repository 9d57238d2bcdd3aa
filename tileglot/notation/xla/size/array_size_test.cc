// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/size/array_size.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "tileglot/core/checked.h"
#include "tileglot/core/law.h"
#include "tileglot/notation/xla/shape/any_shape.h"
#include "tileglot/notation/xla/shape/element_size.h"
#include "tileglot/notation/xla/shape/for_each_index.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/size/byte_size.h"
#include "tileglot/notation/xla/text/parse.h"
#include "tileglot/notation/xla/validate/array_bounds.h"
#include "tileglot/notation/xla/validate/evaluate.h"

namespace tileglot::notation::xla {
namespace {

/// "96 84": the allocation and the end of the data.
std::string sizes(std::string_view text) {
  const auto shape = parse_shape(text);
  const auto whole = array_size(*shape);
  if (!whole) return whole.error()->code;
  const auto data = array_data_size(*shape);
  return std::to_string(*whole) + " " + (data ? std::to_string(*data) : data.error()->code);
}

// "an allocation holds tiles, tail and the largest part"
TEST(ArraySize, AnAllocationHoldsTilesTailAndTheLargestPart) {
  EXPECT_EQ(sizes("f32[3,5]{1,0:T(2,2)}"), "96 84");
  EXPECT_EQ(sizes("f32[3,100]{1,0:L(128)}"), "1536 1200");
  EXPECT_EQ(sizes("pred[8,8,8]{0,2,1:T(8,128)E(32)}").substr(0, 6), "32768 ");
  EXPECT_EQ(sizes("f32[64,96]{1,0:SC(1:40)}"), "14336 14336");
  EXPECT_EQ(sizes("f32[64,96]{1,0:T(8,128)L(10000)SC(1:40)}"), "40000 32480");
}

TEST(ArraySize, WorkedExamples) {
  EXPECT_EQ(sizes("f32[10]{0:T(256)}"), "1024 40");
  EXPECT_EQ(sizes("f32[]{:T(256)}"), "1024 4");
  EXPECT_EQ(sizes("bf16[9,200]{1,0:T(8,128)(2,1)}"), "8192 6430");
  EXPECT_EQ(sizes("s4[3,5]{1,0:E(4)}"), "8 8");
  EXPECT_EQ(sizes("s4[9,130]{1,0:T(8,128)E(4)}"), "2048 1537");
  EXPECT_EQ(owned_elements(*parse_shape("f32[2,7,8,11,10]{4,3,2,1,0:T(*,*,2,*,3)}")), 12432);
}

TEST(ArraySize, EmptyArraysTakeNothing) {
  EXPECT_EQ(sizes("s4[0,2]{1,0:T(8,128)L(64)E(4)}"), "0 0");
}

TEST(ArraySize, SizesBeyond64BitsAreRefused) {
  EXPECT_EQ(sizes("f32[2305843009213693951]"), "9223372036854775804 9223372036854775804");
  EXPECT_EQ(sizes("f32[2305843009213693952]"), "xla.too_large");
  EXPECT_EQ(sizes("f32[5]{0:L(9223372036854775807)}"), "xla.too_large");
  EXPECT_EQ(sizes("s8[9223372036854775807]{0:L(2)}"), "xla.too_large");
  EXPECT_EQ(sizes("(f32[2])"), "xla.not_array");
}

// T(4) then T(2,2): D = (ceil(x/8), 2, 2, 2) of (x/8, x%4/2, x/4%2, x%2); 3 is at 5, 4 at 2.
TEST(ArraySize, TilesThatReachIntoEachOtherAreTriedElementByElement) {
  EXPECT_EQ(sizes("s8[5]{0:T(4)(2,2)}"), "8 6");
  EXPECT_EQ(sizes("s8[8388609]{0:T(4)(2,2)}"), "8388616 xla.too_large");
}

/// Rounded up, and the element farthest back, by trying each.
void expect_sizes_are_those_of_the_elements(const Shape& shape) {
  const auto evaluator = Evaluator::of(shape);
  ASSERT_TRUE(evaluator);
  std::int64_t reached = 0;
  for_each_index(evaluator->extents(), [&](std::span<const std::int64_t> index) {
    reached = std::max(reached, evaluator->offset(index) + 1);
    return true;
  });
  const std::int64_t tail = layout_or_default(shape).tail_padding_alignment;
  const std::int64_t owned =
      core::ceil_div(*element_count(evaluator->physical_extents()), tail) * tail;
  EXPECT_EQ(owned_elements(shape), owned) << print(shape);
  EXPECT_EQ(array_size(shape), bytes_of(owned, shape)) << print(shape);
  EXPECT_EQ(array_data_size(shape), bytes_of(reached, shape)) << print(shape);
}

TEST(ArraySize, SizesAreThoseOfTheElements) {
  core::check_law("xla_sizes_are_those_of_the_elements", 4000, [] {
    Shape shape = *any_shape({.max_elements = 1024, .empty_arrays = true});
    shape.layout->split_configs.clear();
    expect_sizes_are_those_of_the_elements(shape);
  });
}

}  // namespace
}  // namespace tileglot::notation::xla
