// SPDX-License-Identifier: Apache-2.0
// acceptance_index_util_test.cc: what XLA's own tests of IndexUtil expect, one test a fact.
#include <gtest/gtest.h>

#include <cstdint>
#include <string_view>
#include <vector>

#include "tileglot/notation/xla/address/multidimensional_index.h"
#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::notation::xla {
namespace {

using Numbers = std::vector<std::int64_t>;

std::int64_t linear_of(std::string_view text, const Numbers& x) {
  return *multidimensional_index_to_linear_index(*parse_shape(text), x);
}

Numbers index_of(std::string_view text, std::int64_t linear) {
  return *linear_index_to_multidimensional_index(*parse_shape(text), linear);
}

TEST(AcceptanceIndexUtil, AVectorIsItsOwnOrder) {
  EXPECT_EQ(linear_of("f32[100]", {42}), 42);
  EXPECT_EQ(index_of("f32[100]", 42), Numbers{42});
}

TEST(AcceptanceIndexUtil, AColumnMajorMatrixGoesBothWays) {
  EXPECT_EQ(linear_of("f32[10,20]{0,1}", {3, 5}), 53);
  EXPECT_EQ(linear_of("f32[10,20]{0,1}", {9, 19}), 199);
  EXPECT_EQ(index_of("f32[10,20]{0,1}", 53), (Numbers{3, 5}));
  EXPECT_EQ(index_of("f32[10,20]{0,1}", 199), (Numbers{9, 19}));
}

TEST(AcceptanceIndexUtil, ThreeRowMajorDimensions) {
  EXPECT_EQ(linear_of("f32[10,20,30]{2,1,0}", {3, 5, 7}), 1957);
  EXPECT_EQ(linear_of("f32[10,20,30]{2,1,0}", {8, 15, 27}), 5277);
}

TEST(AcceptanceIndexUtil, ThreeDimensionsInAMixedOrder) {
  EXPECT_EQ(linear_of("f32[10,20,30]{1,2,0}", {3, 5, 7}), 1945);
  EXPECT_EQ(linear_of("f32[10,20,30]{1,2,0}", {8, 15, 27}), 5355);
}

TEST(AcceptanceIndexUtil, SevenDimensionsThereAndBack) {
  for (const std::string_view text :
       {"f32[10,20,30,40,30,20,10]{6,5,4,3,2,1,0}", "f32[10,20,30,40,30,20,10]{0,1,2,3,4,5,6}",
        "f32[10,20,30,40,30,20,10]{3,1,4,6,5,0,2}"}) {
    for (const std::int64_t linear : {0, 1439999999, 1145567336, 43883404, 617295214, 1117613654}) {
      EXPECT_EQ(linear_of(text, index_of(text, linear)), linear) << text;
    }
  }
}

TEST(AcceptanceIndexUtil, BumpingCountsAndEnds) {
  const Shape shape = *parse_shape("f32[2,2]");
  Numbers at{0, 0};
  EXPECT_TRUE(bump_indices(shape, at));
  EXPECT_EQ(at, (Numbers{0, 1}));
  EXPECT_TRUE(bump_indices(shape, at));
  EXPECT_EQ(at, (Numbers{1, 0}));
  EXPECT_TRUE(bump_indices(shape, at));
  EXPECT_EQ(at, (Numbers{1, 1}));
  EXPECT_FALSE(bump_indices(shape, at));
}

}  // namespace
}  // namespace tileglot::notation::xla
