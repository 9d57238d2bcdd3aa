// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/validate/split_address.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/xla/shape/any_shape.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/text/parse.h"
#include "tileglot/notation/xla/validate/every_coordinate.h"
#include "tileglot/notation/xla/validate/largest_part.h"

namespace tileglot::notation::xla {
namespace {

using Numbers = std::vector<std::int64_t>;

SplitEvaluator evaluator_of(std::string_view text) {
  return *SplitEvaluator::of(*parse_valid_shape(text));
}

/// Whether the part holds x, and where x is in it.
bool holds(const SplitPart& part, const Numbers& x, Numbers& local) {
  for (std::size_t d = 0; d < x.size(); ++d) {
    local[d] = x[d] - part.begin[d];
    if (local[d] < 0 || local[d] >= part.extents[d]) return false;
  }
  return true;
}

TEST(SplitAddress, TheWorkedExample) {
  const SplitEvaluator evaluator = evaluator_of("f32[64,96]{1,0:SC(1:40)}");
  EXPECT_EQ(evaluator.parts(), 2);
  EXPECT_EQ(evaluator.part_size(), 64 * 56);
  EXPECT_EQ(evaluator.address(Numbers{2, 50}), (SplitAddress{1, 2 * 56 + 10}));
  EXPECT_EQ(evaluator.offset(Numbers{2, 50}), 64 * 56 + 122);
  EXPECT_EQ(evaluator.address(Numbers{2, 39}), (SplitAddress{0, 2 * 56 + 39}));
}

TEST(SplitAddress, PartsAreNumberedInPhysicalOrder) {
  const SplitEvaluator evaluator = evaluator_of("f32[4,6]{0,1:SC(0:2)(1:1,3)}");
  EXPECT_EQ(evaluator.parts(), 6);
  // Dimension 1 is the most major, cut at 2; dimension 0 is cut at 1 and 3.
  EXPECT_EQ(evaluator.address(Numbers{3, 1}).part, 2);
  EXPECT_EQ(evaluator.address(Numbers{0, 2}).part, 3);
  EXPECT_EQ(evaluator.part(5).begin, (Numbers{3, 2}));
  EXPECT_EQ(evaluator.part(5).extents, (Numbers{1, 4}));
  EXPECT_EQ(evaluator.part(5).elements, 4);
}

TEST(SplitAddress, TilesArePaddedInEachPart) {
  const SplitEvaluator evaluator = evaluator_of("f32[20,130]{1,0:T(8,128)SC(0:11)}");
  EXPECT_EQ(evaluator.part_size(), 16 * 256);
  EXPECT_EQ(evaluator.address(Numbers{11, 129}), (SplitAddress{1, 1025}));
}

TEST(SplitAddress, WithoutSplitsThereIsOnePart) {
  EXPECT_EQ(split_address(*parse_shape("f32[3,5]{1,0:T(2,2)}"), Numbers{2, 3}),
            (SplitAddress{0, 17}));
  EXPECT_FALSE(has_splits(*parse_shape("f32[3]")));
  EXPECT_TRUE(has_splits(*parse_shape("f32[3]{0:SC(0:1)}")));
}

TEST(SplitAddress, WhatCannotBeCountedIsRefused) {
  const auto refusal = [](std::string_view text) {
    return split_address(*parse_shape(text), Numbers{0, 0}).error()->code;
  };
  EXPECT_EQ(refusal("f32[3]{0:SC(0:1)}"), "xla.coordinate");
  EXPECT_EQ(refusal("f32[9,1]{1,0:T(4611686018427387904)SC(0:1,2,3,4,5,6,7,8)}"), "xla.too_large");
  EXPECT_EQ(refusal("f32[?,2]{1,0:SC(0:1)}"), "xla.unbounded");
}

TEST(SplitAddress, EveryElementIsInItsPartAsTheLayoutSays) {
  core::check_law("xla_split_address", 10000, [] {
    const Shape shape = *any_shape({.max_elements = 512});
    const auto evaluator = *SplitEvaluator::of(shape);
    const auto inside = *Evaluator::of(*largest_part(shape));
    ASSERT_EQ(evaluator.part_size(), inside.physical_size());
    std::vector<SplitPart> parts = *split_parts(shape);
    std::set<std::int64_t> positions;
    std::int64_t elements = 0;
    for (const SplitPart& part : parts) elements += part.elements;
    ASSERT_EQ(elements, evaluator.size()) << print(shape);
    Numbers local(rank(shape));
    for (const Numbers& x : every_coordinate(evaluator.extents())) {
      const SplitAddress at = evaluator.address(x);
      ASSERT_TRUE(holds(parts[static_cast<std::size_t>(at.part)], x, local)) << print(shape);
      ASSERT_EQ(at.offset, inside.offset(local)) << print(shape);
      ASSERT_LT(evaluator.offset(x), evaluator.physical_size());
      ASSERT_TRUE(positions.insert(evaluator.offset(x)).second) << print(shape);
    }
  });
}

}  // namespace
}  // namespace tileglot::notation::xla
