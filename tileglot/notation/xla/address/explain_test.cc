// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/address/explain.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/xla/shape/any_shape.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/text/parse.h"
#include "tileglot/notation/xla/validate/evaluate.h"

namespace tileglot::notation::xla {
namespace {

using Numbers = std::vector<std::int64_t>;

Explanation explanation_of(std::string_view text, const Numbers& coordinate) {
  auto steps = explain(*parse_valid_shape(text), coordinate);
  EXPECT_TRUE(steps) << text << ": " << (steps ? "" : steps.error()->message);
  return steps.value_or(Explanation{});
}

// "the worked example"
TEST(Explain, TheWorkedExample) {
  const Explanation steps = explanation_of("f32[3,5]{1,0:T(2,2)}", {2, 3});
  ASSERT_EQ(steps.tiles.size(), 1U);
  EXPECT_EQ(steps.physical, (BoundedIndex{{2, 3}, {3, 5}}));
  EXPECT_EQ(steps.tiles[0].tile_index, (BoundedIndex{{1, 1}, {2, 3}}));
  EXPECT_EQ(steps.tiles[0].inside, (BoundedIndex{{0, 1}, {2, 2}}));
  EXPECT_EQ(steps.tiles[0].result, (BoundedIndex{{1, 1, 0, 1}, {2, 3, 2, 2}}));
  EXPECT_EQ(steps.strides, (Numbers{12, 4, 2, 1}));
  EXPECT_EQ(steps.offset, 17);
}

TEST(Explain, CombinedDimensionsShowTheirMergedIndex) {
  const Explanation steps =
      explanation_of("F32[2,7,8,11,10]{4,3,2,1,0:(*,*,2,*,3)}", {1, 2, 3, 4, 5});
  EXPECT_EQ(steps.tiles[0].merged, (BoundedIndex{{75, 45}, {112, 110}}));
  EXPECT_EQ(steps.tiles[0].tile_index, (BoundedIndex{{37, 15}, {56, 37}}));
  EXPECT_EQ(steps.offset, 8307);
}

TEST(Explain, TheSecondTileDividesTheInsideOfTheFirst) {
  const Explanation steps = explanation_of("bf16[9,200]{1,0:T(8,128)(2,1)}", {3, 130});
  ASSERT_EQ(steps.tiles.size(), 2U);
  EXPECT_EQ(steps.tiles[1].untouched, steps.tiles[0].tile_index);
  EXPECT_EQ(steps.tiles[1].merged, steps.tiles[0].inside);
  EXPECT_EQ(steps.offset, 1285);
}

TEST(Explain, APermutedLayoutShowsThePhysicalOrder) {
  const Explanation steps = explanation_of("f32[5,6,7]{0,2,1}", {4, 3, 2});
  EXPECT_EQ(steps.physical, (BoundedIndex{{3, 2, 4}, {6, 7, 5}}));
  EXPECT_TRUE(steps.tiles.empty());
  EXPECT_EQ(steps.final_index, steps.physical);
  EXPECT_EQ(steps.offset, 119);
}

TEST(Explain, ACoordinateOutOfRangeIsRefused) {
  EXPECT_EQ(explain(*parse_shape("f32[3]"), Numbers{3}).error()->code, "xla.coordinate");
}

/// The definition on vectors and its prepared form agree on every element.
void expect_evaluator_agrees(const Shape& shape) {
  const auto evaluator = Evaluator::of(shape);
  ASSERT_TRUE(evaluator) << print(shape) << ": " << evaluator.error()->message;
  Numbers coordinate(rank(shape), 0);
  for (std::int64_t n = 0; n < evaluator->size(); ++n) {
    std::int64_t rest = n;
    for (std::size_t k = rank(shape); k-- > 0; rest /= evaluator->extents()[k]) {
      coordinate[k] = rest % evaluator->extents()[k];
    }
    const auto steps = explain(shape, coordinate);
    ASSERT_TRUE(steps) << print(shape);
    ASSERT_EQ(steps->offset, evaluator->offset(coordinate)) << print(shape) << " element " << n;
    const auto extents = evaluator->physical_extents();
    ASSERT_EQ(steps->final_index.bounds, Numbers(extents.begin(), extents.end())) << print(shape);
  }
}

TEST(Explain, TheEvaluatorAgreesWithTheDefinitionOnEveryElement) {
  core::check_law("xla_evaluator_is_the_definition", 3000,
                  [] { expect_evaluator_agrees(*any_shape({.max_elements = 600})); });
}

}  // namespace
}  // namespace tileglot::notation::xla
