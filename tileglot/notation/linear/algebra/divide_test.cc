// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/algebra/divide.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstdint>
#include <optional>

#include "tileglot/core/law.h"
#include "tileglot/notation/linear/algebra/product.h"
#include "tileglot/notation/linear/answer_text.h"
#include "tileglot/notation/linear/layout/any_layout.h"

namespace tileglot::notation::linear {
namespace {

TEST(Divide, AFactorIsTakenOff) {
  const Layout whole = layout_of("{i: [1,2], j: [4,8]} -> {o: 16}");
  EXPECT_EQ(answer_text(divide_left(whole, layout_of("{i: [1]} -> {o: 2}"))),
            "{i: [[1]], j: [[2],[4]]} -> {o: 8}");
  EXPECT_EQ(answer_text(divide_right(whole, layout_of("{j: [1]} -> {o: 2}"))),
            "{i: [[1],[2]], j: [[4]]} -> {o: 8}");
  EXPECT_EQ(answer_text(divide_left(whole, layout_of("{j: [1]} -> {o: 2}"))), "none");
  EXPECT_EQ(answer_text(divide_right(whole, layout_of("{i: [1]} -> {o: 2}"))), "none");
}

TEST(Divide, WhatIsNotAFactorHasNoAnswer) {
  const Layout whole = layout_of("{i: [[1,0],[0,1]], j: []} -> {a: 2, b: 2}");
  EXPECT_EQ(answer_text(divide_left(whole, layout_of("{k: []} -> {a: 1}"))), "none");
  EXPECT_EQ(answer_text(divide_left(whole, layout_of("{i: []} -> {c: 1}"))), "none");
  EXPECT_EQ(answer_text(divide_left(whole, layout_of("{j: [], i: []} -> {a: 1}"))), "none");
  EXPECT_EQ(answer_text(divide_left(whole, layout_of("{i: [1,2,4]} -> {a: 8}"))), "none");
  // What is left does not fit the output that is left: Triton aborts here.
  EXPECT_EQ(
      answer_text(divide_right(layout_of("{r: [0], l: [4], w: [0]} -> {d: 8}, surjective: false"),
                               layout_of("{w: [0]} -> {d: 2}, surjective: false"))),
      "none");
}

/// One bit of one column the other way round.
Layout spoilt(Layout layout) {
  if (layout.in_bits() == 0 || layout.out_bits() == 0) return layout;
  const int j = uniform(0, layout.in_bits());
  const int i = uniform(0, layout.out_bits());
  layout.set_column(j, layout.column(j) ^ (std::uint64_t{1} << i));
  return layout;
}

TEST(Divide, TheLeftFactorTimesTheRestIsTheWhole) {
  core::check_law("linear_divide_left", 10000, [] {
    const Layout b = *any_layout({.max_bits = 4});
    const Layout whole = mul(b, *any_layout({.max_bits = 4})).value();
    const std::optional<Layout> rest = divide_left(whole, b);
    ASSERT_TRUE(rest);
    EXPECT_EQ(mul(b, *rest).value(), whole);
    const Layout other = spoilt(whole);
    if (const auto c = divide_left(other, b)) {
      EXPECT_EQ(mul(b, *c).value(), other);
    }
  });
}

TEST(Divide, TheRestTimesTheRightFactorIsTheWhole) {
  core::check_law("linear_divide_right", 10000, [] {
    const Layout b = *any_layout({.max_bits = 4});
    const Layout whole = mul(*any_layout({.max_bits = 4}), b).value();
    const std::optional<Layout> rest = divide_right(whole, b);
    ASSERT_TRUE(rest);
    EXPECT_EQ(mul(*rest, b).value(), whole);
    const Layout other = spoilt(whole);
    if (const auto c = divide_right(other, b)) {
      EXPECT_EQ(mul(*c, b).value(), other);
    }
  });
}

}  // namespace
}  // namespace tileglot::notation::linear
