// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/algebra/concat.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/cute/algebra/layout_modes.h"
#include "tileglot/notation/cute/layout/any_layout.h"
#include "tileglot/notation/cute/layout/coordinate.h"
#include "tileglot/notation/cute/layout/literal.h"
#include "tileglot/notation/cute/text/parse.h"
#include "tileglot/notation/cute/text/print.h"

namespace tileglot::notation::cute {
namespace {

static_assert(*make_layout("4:1"_layout, "(2,3):(3,1)"_layout) == "(4,(2,3)):(1,(3,1))"_layout);
static_assert(*make_layout("_4:_1"_layout) == "(_4):(_1)"_layout);
static_assert(make_layout("1:0"_layout, Layout<>{})->shape == *tuple_of(1, IntTuple{}));

TEST(Concat, LayoutsBecomeModes) {
  EXPECT_EQ(print(*make_layout("4:1"_layout, "(2,3):(3,1)"_layout)), "(4,(2,3)):(1,(3,1))");
}

TEST(Concat, WhatDoesNotFitIsRefused) {
  const Layout<> large = "4000000000:1"_layout;
  EXPECT_EQ(make_layout(large, large, large).refusal.reason, Reason::kProductTooLarge);
  EXPECT_EQ(size(*make_layout(large, large, large, "0:1"_layout))->value, 0);
}

TEST(Concat, MarksOfLeavesAreKept) {
  constexpr core::Underscore kKeep;
  constexpr Layout<> kMarked{*tuple_of(2, kKeep), *tuple_of(kKeep, 0)};
  constexpr Outcome<Layout<>> kBoth = make_layout("(3,4):(1,3)"_layout, kMarked);
  static_assert(kBoth->shape == *tuple_of(*tuple_of(3, 4), *tuple_of(2, kKeep)));
  static_assert(kBoth->stride == *tuple_of(*tuple_of(1, 3), *tuple_of(kKeep, 0)));
  constexpr IntTuple kBasis = "2:1@0"_layout.stride;
  static_assert(make_layout(Layout<>{kBasis, IntTuple(1)})->shape == *tuple_of(kBasis));
}

TEST(Concat, NoLayoutsAreTheEmptyTuple) {
  EXPECT_TRUE(identical(*make_layout(std::span<const Layout<>* const>{}), Layout<>{}));
}

TEST(Concat, TooManyLeavesAndTooManyBracketsAreCounted) {
  const Layout<> wide = *make_layout(
      *parse_int_tuple("(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1)"));
  EXPECT_EQ(make_layout(wide, wide).refusal, (Refusal{Reason::kTooManyLeaves, 66, 64}));
  Layout<> deep = "(2):(1)"_layout;
  for (int levels = 2; levels < core::kMaxDepth; ++levels) deep = *make_layout(deep);
  const Outcome<Layout<>> deepest = make_layout(deep);
  ASSERT_TRUE(deepest.ok());
  EXPECT_EQ(make_layout(*deepest).refusal, (Refusal{Reason::kTooDeep, 17, 16}));
}

TEST(Concat, ModesAreThoseThatAreAppended) {
  core::check_law("concat_is_append", 10000, [] {
    const Layout<> a = *any_layout();
    const Layout<> b = *any_layout();
    const Outcome<Layout<>> longer = append(*append(Layout<>{}, a), b);
    ASSERT_TRUE(longer.ok());
    const Outcome<Layout<>> both = make_layout(a, b);
    ASSERT_TRUE(both.ok());
    EXPECT_TRUE(identical(*both, *longer)) << print(*both);
  });
}

TEST(Concat, ALayoutWithoutAStrideForEachExtentIsRefused) {
  constexpr Layout<> kFour{IntTuple(4), IntTuple(1)};
  constexpr Layout<> kOdd{*tuple_of(2, 3), IntTuple(5)};
  static_assert(make_layout(kOdd).refusal == Refusal{Reason::kNotCongruent, 0, 0});
  static_assert(make_layout(kFour, kOdd).refusal == Refusal{Reason::kNotCongruent, 1, 1});
}

TEST(Concat, OffsetsOfModesAdd) {
  core::check_law("concat_adds", 10000, [] {
    const Layout<> a = *any_layout();
    const Layout<> b = *any_layout();
    const auto both = make_layout(a, b);
    ASSERT_TRUE(both.ok());
    const std::vector<std::int64_t> first = offsets_of(a);
    std::size_t i = 0;
    for (const std::int64_t y : offsets_of(b)) {
      if (i >= 1024) break;
      for (const std::int64_t x : first) {
        ASSERT_EQ(crd2idx(std::int64_t(i++), *both)->value, x + y) << print(*both);
      }
    }
  });
}

}  // namespace
}  // namespace tileglot::notation::cute
