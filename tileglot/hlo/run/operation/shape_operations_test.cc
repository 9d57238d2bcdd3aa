// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/operation/shape_operations.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "tileglot/hlo/run/array/strided_box.h"
#include "tileglot/hlo/run/element/example_elements.h"

namespace tileglot::hlo::run {
namespace {

using Doubles = std::vector<double>;
using Places = std::vector<std::int64_t>;

const Elements kTwoByThree = s32s({1, 2, 3, 4, 5, 6});

TEST(StridedBox, ABoxListsItsPlaces) {
  EXPECT_EQ(places(whole({2, 3})), Places({0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(places({{3, 2}, {1, 3}, 0}), Places({0, 3, 1, 4, 2, 5}));
  EXPECT_EQ(places({{4}, {-1}, 3}), Places({3, 2, 1, 0}));
  EXPECT_EQ(places({{}, {}, 5}), Places({5}));
  EXPECT_EQ(places({{2, 0}, {1, 1}, 0}), Places());
}

TEST(ShapeOperations, BroadcastAlongNewDimensions) {
  EXPECT_EQ(numbers(broadcast(s32s({1, 2}), {2}, {1}, {3, 2})), Doubles({1, 2, 1, 2, 1, 2}));
  EXPECT_EQ(numbers(broadcast(s32s({1, 2}), {2}, {0}, {2, 3})), Doubles({1, 1, 1, 2, 2, 2}));
  EXPECT_EQ(numbers(broadcast(kTwoByThree, {2, 3}, {1, 0}, {3, 2})), Doubles({1, 4, 2, 5, 3, 6}));
  EXPECT_EQ(numbers(broadcast(s32s({7}), {}, {}, {2})), Doubles({7, 7}));
}

TEST(ShapeOperations, TransposeReverseSlice) {
  EXPECT_EQ(numbers(transposed(kTwoByThree, {2, 3}, {1, 0})), Doubles({1, 4, 2, 5, 3, 6}));
  EXPECT_EQ(numbers(reversed(kTwoByThree, {2, 3}, {1})), Doubles({3, 2, 1, 6, 5, 4}));
  EXPECT_EQ(numbers(reversed(kTwoByThree, {2, 3}, {0, 1})), Doubles({6, 5, 4, 3, 2, 1}));
  EXPECT_EQ(numbers(sliced(kTwoByThree, {2, 3}, {{0, 2, 1}, {0, 3, 2}})), Doubles({1, 3, 4, 6}));
  EXPECT_EQ(numbers(sliced(kTwoByThree, {2, 3}, {{1, 1, 1}, {0, 3, 1}})), Doubles());
}

TEST(ShapeOperations, PaddingBeforeAfterBetweenAndNegative) {
  const Elements nine = s32s({9});
  const Elements x = s32s({1, 2, 3});
  EXPECT_EQ(numbers(padded(x, {3}, {{1, -1, 1}}, nine, {5})), Doubles({9, 1, 9, 2, 9}));
  EXPECT_EQ(numbers(padded(x, {3}, {{-1, 0, 1}}, nine, {4})), Doubles({9, 2, 9, 3}));
  EXPECT_EQ(numbers(padded(x, {3}, {{-2, -2, 0}}, nine, {0})), Doubles());
  EXPECT_EQ(numbers(padded(x, {3}, {{-5, 4, 0}}, nine, {2})), Doubles({9, 9}));
  EXPECT_EQ(numbers(padded(kTwoByThree, {2, 3}, {{0, 1, 0}, {1, -1, 0}}, nine, {3, 3})),
            Doubles({9, 1, 2, 9, 4, 5, 9, 9, 9}));
}

TEST(ShapeOperations, PartsNextToEachOther) {
  const Elements column = s32s({7, 8});
  const std::array<Part, 2> parts = {Part{&kTwoByThree, {2, 3}}, Part{&column, {2, 1}}};
  EXPECT_EQ(numbers(concatenated(parts, 1, {2, 4})), Doubles({1, 2, 3, 7, 4, 5, 6, 8}));
}

TEST(ShapeOperations, SlicesAreMovedInside) {
  EXPECT_EQ(clamped_starts({-1, 9}, {1, 2}, {2, 3}), Extents({0, 1}));
  EXPECT_EQ(numbers(slice_at(kTwoByThree, {2, 3}, {1, 1}, {1, 2})), Doubles({5, 6}));
  EXPECT_EQ(numbers(updated_at(kTwoByThree, {2, 3}, {0, 1}, s32s({8, 9}), {2, 1})),
            Doubles({1, 8, 3, 4, 9, 6}));
}

TEST(ShapeOperations, IotaCountsAlongOneDimension) {
  EXPECT_EQ(numbers(iota(PrimitiveType::kF32, {2, 3}, 0)), Doubles({0, 0, 0, 1, 1, 1}));
  EXPECT_EQ(numbers(iota(PrimitiveType::kU8, {2, 3}, 1)), Doubles({0, 1, 2, 0, 1, 2}));
}

}  // namespace
}  // namespace tileglot::hlo::run
