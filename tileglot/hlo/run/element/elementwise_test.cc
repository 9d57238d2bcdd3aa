// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/element/elementwise.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "tileglot/hlo/run/element/example_elements.h"

namespace tileglot::hlo::run {
namespace {

using Doubles = std::vector<double>;

TEST(Elementwise, BoundsMayBeScalars) {
  EXPECT_EQ(numbers(clamped(s32s({0}), s32s({-5, 3, 9}), s32s({4})).value()), Doubles({0, 3, 4}));
  EXPECT_EQ(numbers(clamped(s32s({0, 0, 0}), s32s({-5, 3, 9}), s32s({4, 2, 10})).value()),
            Doubles({0, 2, 9}));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(same_elements(clamped(f32s({0}), f32s({nan}), f32s({1})).value(), f32s({nan})));
}

TEST(Elementwise, APredicateMayBeAScalar) {
  const Elements a = s32s({1, 2});
  const Elements b = s32s({3, 4});
  EXPECT_EQ(numbers(selected(preds({0, 1}), a, b).value()), Doubles({3, 2}));
  EXPECT_EQ(numbers(selected(preds({1}), a, b).value()), Doubles({1, 2}));
}

TEST(Elementwise, OperandsThatDoNotFit) {
  EXPECT_EQ(selected(preds({1, 1, 1}), s32s({1, 2}), s32s({1, 2})).error()->code, "run.operands");
  EXPECT_EQ(selected(s32s({1}), s32s({1}), s32s({2})).error()->code, "run.operands");
  EXPECT_EQ(clamped(s32s({1, 2}), s32s({1, 2, 3}), s32s({2})).error()->code, "run.operands");
}

}  // namespace
}  // namespace tileglot::hlo::run
