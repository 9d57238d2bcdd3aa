// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/tuple/arithmetic.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <string_view>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/cute/layout/literal.h"
#include "tileglot/notation/cute/tuple/any_tuple.h"

namespace tileglot::notation::cute {
namespace {

using Values = std::vector<std::int64_t>;

constexpr IntTuple tuple(std::string_view text) { return *read_int_tuple(text); }
constexpr Integer integer(std::string_view text) { return tuple(text).at(0); }

static_assert(*product(tuple("(_2,(3,_4))")) == integer("24"));
static_assert(*product(tuple("()")) == integer("_1"));
static_assert(product(tuple("(4294967296,4294967296)")).refusal.reason == Reason::kProductTooLarge);
static_assert(*product_each(tuple("(2,(3,4),())")) == tuple("(2,12,_1)"));
static_assert(*product_each(6) == tuple("(6)"));
static_assert(*product_like(tuple("((2,3),(4,5))"), tuple("(0,(0,0))")) == tuple("(6,(4,5))"));
static_assert(product_like(6, tuple("(6)")).refusal == Refusal{Reason::kProfilesDiffer, 0, 0});
static_assert(*sum(tuple("(_2,(_3,_4))")) == integer("_9"));
static_assert(*sum(tuple("()")) == integer("_0"));
static_assert(sum(tuple("(9223372036854775807,1)")).refusal.reason == Reason::kSumTooLarge);
static_assert(*max(tuple("(_2,(7,_4))"), tuple("(_5)")) == integer("7"));
static_assert(*min(tuple("(_2,(_7,_4))"), tuple("_5")) == integer("_2"));
static_assert(max(tuple("()")).refusal == Refusal{Reason::kNoSuchMode, 0, 0});
static_assert(*min(tuple("((),3)")) == integer("3"));
static_assert(*gcd(tuple("(12,(_18,30))")) == integer("6"));
static_assert(*gcd(tuple("_0"), tuple("_8")) == integer("_8"));
static_assert(gcd(-6)->value == 6 && gcd(core::kInt64Min, 2).refusal != Refusal{});
static_assert(*elem_scale(tuple("(2,(3,4))"), tuple("((4,5),(6,1))")) == tuple("(40,(18,4))"));
static_assert(*elem_scale(tuple("_0"), tuple("(4,5)")) == tuple("_0"));
static_assert(elem_scale(tuple("(2)"), 3).refusal == Refusal{Reason::kProfilesDiffer, 0, 0});
static_assert(*coalesce_shape(tuple("(_2,2,3,_4)")) == tuple("(_2,6,_4)"));
static_assert(*coalesce_shape(tuple("((_8),_1,_12)")) == tuple("_96"));
static_assert(*coalesce_shape(tuple("()")) == tuple("_1"));

TEST(TupleArithmetic, LeavesAreMultipliedByTheModesOverThem) {
  EXPECT_EQ(marked_text(*product_each(tuple("(2,(3,4))"))), "(2,12)");
  EXPECT_EQ(marked_text(*elem_scale(tuple("(2,3)"), tuple("((4,5),6)"))), "(40,18)");
}

std::int64_t product_of(const Values& values) {
  return std::accumulate(values.begin(), values.end(), std::int64_t{1}, std::multiplies<>());
}

TEST(TupleArithmetic, FoldsAreFoldsOfTheListOfLeaves) {
  core::check_law("folds_are_folds_of_the_leaves", 10000, [] {
    const IntTuple t = *any_shape();
    const IntTuple negative = *any_like(t, -50, 50);
    const Values values = leaf_values(t);
    const Values signs = leaf_values(negative);
    ASSERT_EQ(product(t)->value, product_of(values));
    ASSERT_EQ(sum(negative)->value, std::accumulate(signs.begin(), signs.end(), std::int64_t{0}));
    ASSERT_EQ(max(negative).ok(), !values.empty());
    if (values.empty()) return;
    ASSERT_EQ(max(negative)->value, *std::max_element(signs.begin(), signs.end()));
    ASSERT_EQ(min(negative)->value, *std::min_element(signs.begin(), signs.end()));
    std::int64_t largest = 0;
    for (std::int64_t d = 1; d <= 50; ++d) {
      if (std::all_of(signs.begin(), signs.end(), [d](auto v) { return v % d == 0; })) largest = d;
    }
    const bool all_zero = std::all_of(signs.begin(), signs.end(), [](auto v) { return v == 0; });
    ASSERT_EQ(gcd(negative)->value, all_zero ? 0 : largest) << marked_text(negative);
    ASSERT_EQ(max(t, negative)->value, std::max(max(t)->value, max(negative)->value));
    ASSERT_EQ(min(t, negative)->value, std::min(min(t)->value, min(negative)->value));
  });
}

TEST(TupleArithmetic, ProductsByModeAndByGuideKeepTheWhole) {
  core::check_law("products_by_mode_keep_the_whole", 10000, [] {
    const IntTuple t = *any_shape();
    const IntTuple each = *product_each(t);
    ASSERT_EQ(rank(each), rank(t));
    for (int i = 0; i < rank(t); ++i) {
      ASSERT_EQ(mode(each, i)->values[0], product_of(leaf_values(*mode(t, i)))) << marked_text(t);
    }
    const auto whole = [](const IntTuple& x) { return product_of(leaf_values(x)); };
    const IntTuple guide = *any_coarser(t, whole);
    ASSERT_TRUE(equal_values(*product_like(t, guide), guide))
        << marked_text(t) << " like " << marked_text(guide);
  });
}

TEST(TupleArithmetic, ElemScaleMultipliesEveryLeafByWhatStandsUnderIt) {
  core::check_law("elem_scale_multiplies_leaves", 10000, [] {
    const IntTuple t = *any_shape();
    const auto whole = [](const IntTuple& x) { return product_of(leaf_values(x)); };
    const IntTuple products = *any_coarser(t, whole);
    const IntTuple a = *any_like(products, -9, 9);
    const Values scaled = leaf_values(*elem_scale(a, t));
    const Values factors = leaf_values(products);
    const Values leaves = leaf_values(a);
    ASSERT_EQ(scaled.size(), leaves.size());
    for (std::size_t i = 0; i < scaled.size(); ++i) {
      ASSERT_EQ(scaled[i], leaves[i] * factors[i]) << marked_text(a) << " by " << marked_text(t);
    }
  });
}

TEST(TupleArithmetic, CoalesceShapeKeepsStaticAndDynamicApart) {
  core::check_law("coalesce_shape_keeps_marks_apart", 10000, [] {
    const IntTuple t = *any_shape();
    const IntTuple merged = *coalesce_shape(t);
    ASSERT_EQ(product(merged)->value, product(t)->value);
    ASSERT_EQ(merged.is_scalar, merged.slots == 1);
    for (int i = 0; i + 1 < rank(merged); ++i) {
      ASSERT_NE(merged.at(i).is_static, merged.at(i + 1).is_static) << marked_text(t);
    }
    Integer known = core::static_integer(1);
    for (int slot = 0; slot < t.slots; ++slot) {
      if (t.at(slot).is_static)
        known = *multiply(known, Integer(std::max<std::int64_t>(1, t.values[slot]), true));
    }
    Integer kept = core::static_integer(1);
    for (int slot = 0; slot < merged.slots; ++slot) {
      if (merged.at(slot).is_static) kept = *multiply(kept, merged.at(slot));
    }
    ASSERT_EQ(kept.value, known.value) << marked_text(t);
  });
}

}  // namespace
}  // namespace tileglot::notation::cute
