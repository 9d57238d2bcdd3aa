// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/operation/reduce.h"

#include <gtest/gtest.h>

#include <span>
#include <vector>

#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/run/element/example_elements.h"
#include "tileglot/hlo/run/laws/example_computations.h"

namespace tileglot::hlo::run {
namespace {

using Doubles = std::vector<double>;

/// A module with one computation, and what operations need to apply it.
struct Applied {
  Module module = {};
  Budget budget{1 << 20};
  ComputationId computation;
  Applying applying;

  Applied(Opcode opcode, PrimitiveType type)
      : computation(applied(module, opcode, type)), applying(applying_in(module, budget)) {}
};

Doubles sums(const Elements& x, const Extents& extents, const Extents& dimensions) {
  const Applied add(Opcode::kAdd, x.type);
  const Elements zero = zeros(x.type, 1);
  const Elements* operand = &x;
  const Elements* initial = &zero;
  const auto result = reduced(add.applying,
                              {.operands = std::span(&operand, 1),
                               .initial = std::span(&initial, 1),
                               .extents = extents,
                               .computation = add.computation},
                              dimensions);
  return numbers(result.value()[0]);
}

TEST(Reduce, OverEachDimension) {
  const Elements x = counting(PrimitiveType::kS32, 6);
  EXPECT_EQ(sums(x, {2, 3}, {0}), Doubles({3, 5, 7}));
  EXPECT_EQ(sums(x, {2, 3}, {1}), Doubles({3, 12}));
  EXPECT_EQ(sums(x, {2, 3}, {0, 1}), Doubles({15}));
  EXPECT_EQ(sums(x, {2, 3}, {}), Doubles({0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(sums(zeros(PrimitiveType::kS32, 0), {2, 0}, {1}), Doubles({0, 0}));
}

TEST(Reduce, NarrowSumsAreRoundedAtTheirEnd) {
  // In bf16, 256 + 1 is 256: a sum that was rounded at every step would stay there.
  EXPECT_EQ(sums(elements_of(PrimitiveType::kBf16, {256, 1, 1}), {3}, {0}), Doubles({258}));
}

Doubles window_sums(const Elements& x, const Extents& extents, const Window& window,
                    const Extents& result) {
  const Applied add(Opcode::kAdd, x.type);
  const Elements zero = zeros(x.type, 1);
  const Elements* operand = &x;
  const Elements* initial = &zero;
  return numbers(window_reduced(add.applying,
                                {.operands = std::span(&operand, 1),
                                 .initial = std::span(&initial, 1),
                                 .extents = extents,
                                 .computation = add.computation},
                                window, result)
                     .value()[0]);
}

TEST(ReduceWindow, WindowsAtTheBorderTakeWhatIsThere) {
  const Elements x = s32s({1, 2, 3, 4});
  EXPECT_EQ(window_sums(x, {4}, {{.size = 3, .padding_low = 1, .padding_high = 1}}, {4}),
            Doubles({3, 6, 9, 7}));
  EXPECT_EQ(window_sums(x, {4}, {{.size = 2, .stride = 2}}, {2}), Doubles({3, 7}));
  EXPECT_EQ(window_sums(x, {4}, {{.size = 2, .window_dilation = 2}}, {2}), Doubles({4, 6}));
  EXPECT_EQ(window_sums(x, {4}, {{.size = 2, .base_dilation = 2}}, {6}),
            Doubles({1, 2, 2, 3, 3, 4}));
  EXPECT_EQ(window_sums(x, {4}, {{.size = 2, .padding_low = -1}}, {2}), Doubles({5, 7}));
}

TEST(ReduceWindow, TwoDimensions) {
  const Elements x = counting(PrimitiveType::kS32, 9);
  EXPECT_EQ(window_sums(x, {3, 3}, {{.size = 2}, {.size = 2}}, {2, 2}), Doubles({8, 12, 20, 24}));
}

TEST(SelectAndScatter, TheLargestOfEachWindowTakesTheSource) {
  Module module;
  Budget budget(1 << 20);
  const ComputationId ge = compared(module, "GE", {PrimitiveType::kF32});
  const ComputationId add = applied(module, Opcode::kAdd, PrimitiveType::kF32);
  const Applying applying = applying_in(module, budget);
  const Elements x = f32s({1, 5, 5, 2, 7, 3});
  const Elements source = f32s({10, 20, 30});
  const Elements initial = f32s({1});
  const Selection selection{.operand = &x,
                            .extents = {6},
                            .source = &source,
                            .source_extents = {3},
                            .initial = &initial,
                            .select = ge,
                            .scatter = add};
  const auto apart = selected_and_scattered(applying, selection, {{.size = 2, .stride = 2}});
  EXPECT_EQ(numbers(apart.value()), Doubles({1, 11, 21, 1, 31, 1}));
  const auto overlapping =
      selected_and_scattered(applying, selection, {{.size = 3, .stride = 1, .padding_low = -1}});
  EXPECT_EQ(numbers(overlapping.value()), Doubles({1, 11, 1, 1, 51, 1}));
}

}  // namespace
}  // namespace tileglot::hlo::run
