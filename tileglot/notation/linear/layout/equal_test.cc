// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/layout/equal.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/linear/answer_text.h"
#include "tileglot/notation/linear/dimensions/transpose.h"
#include "tileglot/notation/linear/layout/any_layout.h"

namespace tileglot::notation::linear {
namespace {

TEST(Equal, ThreeKindsOfEquality) {
  const Layout a = layout_of("{i: [1]} -> {o: 2}");
  const Layout wider = layout_of("{i: [1]} -> {o: 4}, surjective: false");
  EXPECT_TRUE(equal(a, a));
  EXPECT_FALSE(equal(a, wider));
  EXPECT_TRUE(equal_ignoring_out_dim_sizes(a, wider));
  EXPECT_FALSE(equal_ignoring_order(a, wider));
  const Layout ij = layout_of("{i: [[1,0]], j: [[0,1]]} -> {o: 2, p: 2}");
  const Layout ji = layout_of("{j: [[1,0]], i: [[0,1]]} -> {p: 2, o: 2}");
  EXPECT_FALSE(equal(ij, ji));
  EXPECT_FALSE(equal_ignoring_out_dim_sizes(ij, ji));
  EXPECT_TRUE(equal_ignoring_order(ij, ji));
}

std::vector<Name> reversed(std::span<const Dimension> dimensions) {
  std::vector<Name> names;
  for (std::size_t k = dimensions.size(); k > 0; --k) names.push_back(dimensions[k - 1].name);
  return names;
}

TEST(Equal, AnOrderIsNotADifference) {
  core::check_law("linear_equal_ignoring_order", 10000, [] {
    const Layout layout = *any_layout();
    const Layout other = transpose_outs(transpose_ins(layout, reversed(layout.ins())).value(),
                                        reversed(layout.outs()))
                             .value();
    EXPECT_TRUE(equal_ignoring_order(layout, other));
    EXPECT_EQ(equal(layout, other), layout == other);
    if (layout.in_bits() == 0 || layout.out_bits() == 0) return;
    Layout changed = other;
    const int j = uniform(0, layout.in_bits());
    const int i = uniform(0, layout.out_bits());
    changed.set_column(j, changed.column(j) ^ (std::uint64_t{1} << i));
    EXPECT_FALSE(equal_ignoring_order(layout, changed));
  });
}

TEST(Equal, SizesAreNotADifference) {
  core::check_law("linear_equal_ignoring_out_dim_sizes", 10000, [] {
    const Layout layout = *any_layout({.max_outs = 1});
    Layout larger;
    larger.add_out(layout.outs().front().name, layout.out_bits() + uniform(0, 2));
    for (const Dimension& in : layout.ins()) larger.add_in(in.name, layout.columns_of(in));
    EXPECT_TRUE(equal_ignoring_out_dim_sizes(layout, larger));
    EXPECT_EQ(equal(layout, larger), layout.out_bits() == larger.out_bits());
    if (layout.in_bits() == 0 || layout.out_bits() == 0) return;
    larger.set_column(0, larger.column(0) ^ 1U);
    EXPECT_FALSE(equal_ignoring_out_dim_sizes(layout, larger));
  });
}

}  // namespace
}  // namespace tileglot::notation::linear
