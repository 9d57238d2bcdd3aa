// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/operation/combine.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <span>
#include <vector>

#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/run/element/example_elements.h"
#include "tileglot/hlo/run/laws/example_computations.h"

namespace tileglot::hlo::run {
namespace {

using Doubles = std::vector<double>;
using Places = std::vector<std::int64_t>;

constexpr PrimitiveType kS32 = PrimitiveType::kS32;

Doubles folded(const Applying& applying, ComputationId computation, const Doubles& first) {
  std::vector<Elements> totals = {s32s(first)};
  const Elements values = s32s({1, 2, 3});
  const Elements* all = &values;
  const auto combiner = Combiner::of(applying, computation, std::span(&kS32, 1)).value();
  EXPECT_TRUE(combiner.fold(totals, Places{0, 1, 0}, std::span(&all, 1), Places{0, 1, 2}));
  return numbers(totals[0]);
}

TEST(Combine, ValuesGoIntoTheirTotals) {
  Module module;
  Budget budget(1000);
  const ComputationId add = applied(module, Opcode::kAdd, kS32);
  const ComputationId subtract = applied(module, Opcode::kSubtract, kS32);
  const ComputationId mixed = sum_and_product(module, kS32);
  const Applying applying = applying_in(module, budget);
  EXPECT_EQ(folded(applying, add, {0, 0}), Doubles({4, 2}));
  EXPECT_EQ(folded(applying, subtract, {0, 0}), Doubles({-4, -2}));
  EXPECT_EQ(folded(applying, mixed, {1, 1}), Doubles({8, 3}));
}

TEST(Combine, ASingleOperationIsSeen) {
  Module module;
  EXPECT_EQ(single_operation(module, applied(module, Opcode::kMaximum, kS32)), Opcode::kMaximum);
  EXPECT_FALSE(single_operation(module, sum_and_product(module, kS32)));
}

TEST(Combine, ItTakesTwoScalarsForEachTotal) {
  Module module;
  Budget budget(1000);
  const ComputationId add = applied(module, Opcode::kAdd, PrimitiveType::kF32);
  const Applying applying = applying_in(module, budget);
  const auto refused = Combiner::of(applying, add, std::span(&kS32, 1));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error()->code, "run.operands");
}

TEST(Combine, StepsAreCounted) {
  Module module;
  Budget budget(2);
  const ComputationId add = applied(module, Opcode::kAdd, kS32);
  const Applying applying = applying_in(module, budget);
  std::vector<Elements> totals = {s32s({0})};
  const Elements values = s32s({1, 2, 3});
  const Elements* all = &values;
  const auto combiner = Combiner::of(applying, add, std::span(&kS32, 1)).value();
  const auto refused = combiner.fold(totals, Places{0, 0, 0}, std::span(&all, 1), Places{0, 1, 2});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error()->code, "run.steps");
}

}  // namespace
}  // namespace tileglot::hlo::run
