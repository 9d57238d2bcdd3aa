// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/bench/offsets.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tileglot/bridge/any_layout.h"

namespace tileglot::relayout::bench {
namespace {

using Numbers = std::vector<std::int64_t>;

Numbers row_of(const Offsets& offsets, Numbers x) {
  Numbers row(static_cast<std::size_t>(offsets.extents().back()));
  offsets.row(x, row);
  return row;
}

/// The row of the coordinate x against the evaluator, one number after another.
void expect_is_row(const Offsets& offsets, const bridge::Evaluator& evaluator, Numbers x) {
  const Numbers row = row_of(offsets, x);
  for (std::size_t i = 0; i < row.size(); ++i) {
    x.back() = static_cast<std::int64_t>(i);
    ASSERT_EQ(row[i], evaluator.offset(x));
  }
}

/// Every row. Rank 2 or 3.
void expect_is_the_evaluator(const std::string& text) {
  SCOPED_TRACE(text);
  const auto offsets = Offsets::of(text);
  const auto evaluator = bridge::Evaluator::of(*bridge::parse_layout(text));
  ASSERT_TRUE(offsets.has_value());
  Numbers x(offsets->extents().size(), 0);
  const std::int64_t middle = x.size() == 3 ? offsets->extents()[1] : 1;
  for (x[0] = 0; x[0] < offsets->extents()[0]; ++x[0]) {
    for (std::int64_t k = 0; k < middle; ++k) {
      if (x.size() == 3) x[1] = k;
      expect_is_row(*offsets, *evaluator, x);
    }
  }
}

TEST(Offsets, TilesAreSeparableFusedDimensionsAreNot) {
  const auto tiled = Offsets::of("f32[3,5]{1,0:T(2,2)}");
  ASSERT_TRUE(tiled.has_value());
  EXPECT_TRUE(tiled->is_separable());
  EXPECT_EQ(tiled->codomain_size(), 24);
  EXPECT_EQ(row_of(*tiled, {0, 0}), (Numbers{0, 1, 4, 5, 8}));
  EXPECT_EQ(row_of(*tiled, {2, 0}), (Numbers{12, 13, 16, 17, 20}));
  const auto fused = Offsets::of("f32[7,5,11]{2,1,0:T(*,2,3)}");
  ASSERT_TRUE(fused.has_value());
  EXPECT_FALSE(fused->is_separable());
}

TEST(Offsets, RowsAreThoseOfTheEvaluator) {
  expect_is_the_evaluator("f32[7,9]{0,1:T(2,4)(2,1)}");
  expect_is_the_evaluator("f32[7,5,11]{2,1,0:T(*,2,3)}");
  expect_is_the_evaluator("memref<3x4xf32, strided<[9, 2], offset: 5>>");
  expect_is_the_evaluator("Sw<1,0,1> o 0 o (4,4):(4,1)");
}

TEST(Offsets, ATextThatIsNotALayoutIsRefused) { EXPECT_FALSE(Offsets::of("f32[3,5]{1,1}")); }

}  // namespace
}  // namespace tileglot::relayout::bench
