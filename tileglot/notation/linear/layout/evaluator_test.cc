// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/layout/evaluator.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/linear/algebra/identity.h"
#include "tileglot/notation/linear/layout/any_layout.h"
#include "tileglot/notation/linear/layout/apply.h"
#include "tileglot/notation/linear/text/parse.h"

namespace tileglot::notation::linear {
namespace {

TEST(Evaluator, TheNumberOfAnOutputIsRowMajor) {
  const auto layout = parse("{register: [[0,1]], lane: [[1,0],[2,0]]} -> {dim0: 4, dim1: 2}");
  const auto evaluator = Evaluator::of(*layout);
  ASSERT_TRUE(evaluator.has_value());
  EXPECT_EQ(evaluator->size(), 8);
  EXPECT_EQ(evaluator->codomain_size(), 8);
  EXPECT_EQ(evaluator->offset(std::vector<std::int64_t>{1, 3}), 7);
  EXPECT_EQ(evaluator->coordinate(7), (std::vector<std::int64_t>{3, 1}));
}

TEST(Evaluator, LayoutsThatCannotBeCountedAreRefused) {
  EXPECT_EQ(Evaluator::of(identity(62, kRegister, kOffset))->size(), std::int64_t{1} << 62);
  Layout large = identity(62, kRegister, kOffset);
  large.add_in(kLane, std::vector<std::uint64_t>{1});
  EXPECT_EQ(Evaluator::of(large).error()->code, "linear.too_many_bits");
}

/// The number is the fold of what apply says, for every input.
TEST(Evaluator, ANumberTakenApartIsTheOutput) {
  core::check_law("linear_evaluator_is_apply", 10000, [] {
    const Layout layout = *any_layout();
    const auto evaluator = Evaluator::of(layout);
    ASSERT_TRUE(evaluator.has_value());
    const auto outputs = table(layout);
    std::vector<std::int64_t> inputs(layout.ins().size(), 0);
    for (std::size_t x = 0; x < outputs->size(); ++x) {
      std::size_t rest = x;
      for (std::size_t k = 0; k < inputs.size(); ++k) {
        const auto extent = static_cast<std::size_t>(evaluator->extents()[k]);
        inputs[k] = static_cast<std::int64_t>(rest % extent);
        rest /= extent;
      }
      ASSERT_EQ(evaluator->coordinate(evaluator->offset(inputs)), (*outputs)[x]);
    }
  });
}

}  // namespace
}  // namespace tileglot::notation::linear
