// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/operation/sort.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/run/element/example_elements.h"
#include "tileglot/hlo/run/laws/example_computations.h"

namespace tileglot::hlo::run {
namespace {

using Doubles = std::vector<double>;

std::vector<Doubles> sorted_by(std::string_view direction, const Elements& keys,
                               const Elements& values, const Extents& extents,
                               std::size_t dimension) {
  Module module;
  Budget budget(1 << 20);
  const ComputationId comparator = compared(module, direction, {keys.type, values.type});
  const Applying applying = applying_in(module, budget);
  const std::array<const Elements*, 2> operands = {&keys, &values};
  const auto result = sorted(applying, comparator, operands, extents, dimension).value();
  return {numbers(result[0]), numbers(result[1])};
}

TEST(Sort, EqualKeysKeepTheirOrder) {
  const auto result = sorted_by("LT", s32s({3, 1, 3, 2}), f32s({0, 1, 2, 3}), {4}, 0);
  EXPECT_EQ(result[0], Doubles({1, 2, 3, 3}));
  EXPECT_EQ(result[1], Doubles({1, 3, 0, 2}));
}

TEST(Sort, RowsAlongAnyDimension) {
  const Elements x = s32s({3, 1, 2, 0, 5, 4});
  EXPECT_EQ(sorted_by("GT", x, x, {2, 3}, 1)[0], Doubles({3, 2, 1, 5, 4, 0}));
  EXPECT_EQ(sorted_by("LT", x, x, {2, 3}, 0)[0], Doubles({0, 1, 2, 3, 5, 4}));
  EXPECT_EQ(sorted_by("LT", s32s({}), s32s({}), {0}, 0)[0], Doubles({}));
}

TEST(Sort, AComparatorThatContradictsItselfEnds) {
  const auto result = sorted_by("EQ", s32s({1, 1, 1, 1, 1}), s32s({0, 1, 2, 3, 4}), {5}, 0);
  Doubles values = result[1];
  std::sort(values.begin(), values.end());
  EXPECT_EQ(values, Doubles({0, 1, 2, 3, 4}));
}

TEST(Sort, WhatComparesGivesAPred) {
  Module module;
  Budget budget(1000);
  const ComputationId add = applied(module, Opcode::kAdd, PrimitiveType::kS32);
  const Applying applying = applying_in(module, budget);
  const Elements x = s32s({2, 1});
  const Elements* operand = &x;
  EXPECT_EQ(sorted(applying, add, std::span(&operand, 1), {2}, 0).error()->code, "run.operands");
}

TEST(SortLaw, SortingIsTheLibrarys) {
  core::check_law("sorting_is_the_librarys", 500, [] {
    const auto drawn = *rc::gen::container<std::vector<int>>(rc::gen::inRange(-9, 9));
    Doubles keys(drawn.begin(), drawn.end());
    std::vector<std::pair<double, double>> expected;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      expected.emplace_back(keys[i], static_cast<double>(i));
    }
    const auto n = static_cast<std::int64_t>(keys.size());
    const auto result =
        sorted_by("LT", s32s(keys), counting(PrimitiveType::kS32, keys.size()), {n}, 0);
    std::sort(expected.begin(), expected.end());
    for (std::size_t i = 0; i < keys.size(); ++i) {
      EXPECT_EQ(result[0][i], expected[i].first);
      EXPECT_EQ(result[1][i], expected[i].second);
    }
  });
}

}  // namespace
}  // namespace tileglot::hlo::run
