// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/algebra/column_action.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/linear/answer_text.h"
#include "tileglot/notation/linear/layout/any_layout.h"

namespace tileglot::notation::linear {
namespace {

using Numbers = std::vector<std::int64_t>;

ColumnAction action_of(const Numbers& columns, std::int64_t vectors) {
  return column_action(columns, kRegister, vectors).value();
}

std::string code_of(const Numbers& columns, std::int64_t vectors) {
  const auto action = column_action(columns, kRegister, vectors);
  return action ? print(*action) : action.error()->code;
}

TEST(ColumnAction, VectorsChangePlaces) {
  const Layout layout = layout_of("{register: [2,7], lane: [4]} -> {d: 8}");
  EXPECT_EQ(answer_text(apply(action_of({1, 0}, 2), layout)),
            "{register: [[7],[2]], lane: [[4]]} -> {d: 8}");
  EXPECT_EQ(answer_text(apply(action_of({1}, 2), layout)),
            "{register: [[7]], lane: [[4]]} -> {d: 8}, surjective: false");
  EXPECT_EQ(print(action_of({2, 0, 1}, 3)), "ColumnAction([2, 0, 1], register, 3)");
  EXPECT_EQ(answer_text(apply(action_of({}, 3), layout)), "linear.action");
  EXPECT_EQ(answer_text(apply(action_of({}, 0), layout_of("{} -> {}"))), "linear.no_dimension");
  EXPECT_FALSE(action_remove_broadcasted_regs(layout_of("{} -> {}")).has_value());
}

TEST(ColumnAction, NumbersAreThoseOfVectors) {
  EXPECT_EQ(code_of({2}, 2), "linear.action");
  EXPECT_EQ(code_of({-1}, 2), "linear.action");
  EXPECT_EQ(code_of({1, 1}, 2), "linear.action");
  EXPECT_EQ(code_of({}, 65), "linear.action");
  EXPECT_EQ(code_of({}, -1), "linear.action");
  EXPECT_FALSE(inverse(action_of({1}, 2)).has_value());
  EXPECT_FALSE(left_compose(action_of({1}, 2), action_of({0, 1}, 2)).has_value());
  EXPECT_TRUE(action_of({0, 1}, 2).is_identity());
  EXPECT_FALSE(action_of({0}, 2).is_identity());
  EXPECT_FALSE(action_of({1, 0}, 2).is_identity());
}

Numbers any_order(int vectors) {
  Numbers order(static_cast<std::size_t>(vectors));
  std::iota(order.begin(), order.end(), 0);
  for (std::size_t i = order.size(); i > 1; --i)
    std::swap(order[i - 1], order[uniform<std::size_t>(0, i)]);
  return order;
}

TEST(ColumnAction, ItTakesTheVectorsItLists) {
  core::check_law("linear_column_action_apply", 10000, [] {
    const Layout layout = *any_layout();
    const Dimension& in = layout.ins().front();
    Numbers chosen = any_order(in.bits);
    chosen.resize(uniform<std::size_t>(0, chosen.size() + 1));
    const Layout acted = apply(action_of(chosen, in.bits), layout).value();
    ASSERT_EQ(static_cast<std::size_t>(acted.ins().front().bits), chosen.size());
    for (std::size_t i = 0; i < chosen.size(); ++i)
      EXPECT_EQ(acted.column(static_cast<int>(i)), layout.column(static_cast<int>(chosen[i])));
    for (int j = in.bits; j < layout.in_bits(); ++j)
      EXPECT_EQ(acted.column(j - in.bits + static_cast<int>(chosen.size())), layout.column(j));
  });
}

TEST(ColumnAction, InverseAndComposition) {
  core::check_law("linear_column_action_inverse", 10000, [] {
    const Layout layout = *any_layout();
    const int bits = layout.ins().front().bits;
    const ColumnAction a = action_of(any_order(bits), bits);
    const ColumnAction b = action_of(any_order(bits), bits);
    EXPECT_TRUE(left_compose(inverse(a).value(), a).value().is_identity());
    EXPECT_TRUE(left_compose(a, inverse(a).value()).value().is_identity());
    EXPECT_EQ(apply(left_compose(a, b).value(), layout).value(),
              apply(b, apply(a, layout).value()).value());
  });
}

TEST(ColumnAction, ZeroRegistersAreRemoved) {
  core::check_law("linear_action_remove_broadcasted_regs", 10000, [] {
    const Layout layout = *any_layout();
    const Layout less = apply(action_remove_broadcasted_regs(layout).value(), layout).value();
    std::vector<std::uint64_t> kept;
    for (int j = 0; j < layout.in_bits(); ++j) {
      if (j >= layout.ins().front().bits || layout.column(j) != 0) kept.push_back(layout.column(j));
    }
    EXPECT_EQ(std::vector<std::uint64_t>(less.columns().begin(), less.columns().end()), kept);
  });
}

}  // namespace
}  // namespace tileglot::notation::linear
