// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/composed/modes.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <variant>

#include "tileglot/core/law.h"
#include "tileglot/notation/cute/composed/any_layout.h"
#include "tileglot/notation/cute/layout/literal.h"
#include "tileglot/notation/cute/text/print.h"

namespace tileglot::notation::cute {
namespace {

constexpr ComposedLayout kTile{Swizzle{1, 1, -2}, core::static_integer(0),
                               "(_8,(_2,_8)):(_1,(_8,_16))"_layout};
constexpr ComposedLayout kIdentity{Swizzle{0, 4, 3}, core::static_integer(0),
                                   "(_8,_8):(_8,_1)"_layout};
constexpr ComposedLayout kNoDomain{"8:1"_layout, Integer(0), Swizzle{1, 0, 1}};

static_assert(std::get<ComposedLayout>(*coalesce(kTile)).inner.layout == "_128:_1"_layout);
static_assert(std::get<Layout<>>(*coalesce(kIdentity)) == "(_8,_8):(_8,_1)"_layout);
static_assert(coalesce(kNoDomain).refusal.reason == Reason::kSwizzleHasNoShape);
static_assert(std::get<ComposedLayout>(*flatten(kTile)).inner.layout ==
              "(_8,_2,_8):(_1,_8,_16)"_layout);
static_assert(std::get<Layout<>>(*flatten(kIdentity)) == "(_8,_8):(_8,_1)"_layout);
static_assert(std::get<ComposedLayout>(*mode(kTile, 1)).inner.layout == "(_2,_8):(_8,_16)"_layout);
static_assert(mode(kTile, 2).refusal.reason == Reason::kNoSuchMode);

static_assert(*complement(kIdentity) == "_1:_0"_layout);
static_assert(*complement(kTile, IntTuple(core::static_integer(256))) == "_2:_128"_layout);
static_assert(complement(kNoDomain).refusal.reason == Reason::kSwizzleHasNoShape);

std::string text_of(const Outcome<CuteLayout>& layout) {
  return std::visit([](const auto& l) { return print(l, Marks::kShow); }, *layout);
}

std::int64_t value_at(const CuteLayout& layout, std::int64_t index) {
  return std::visit([index](const auto& l) { return crd2idx(index, l)->value; }, layout);
}

TEST(ComposedModes, OperationsOnTheDomainActOnTheInnerLayout) {
  EXPECT_EQ(text_of(coalesce(kTile)), "Sw<1,1,-2> o _0 o _128:_1");
  EXPECT_EQ(text_of(flatten(kTile)), "Sw<1,1,-2> o _0 o (_8,_2,_8):(_1,_8,_16)");
  EXPECT_EQ(text_of(mode(kTile, 0)), "Sw<1,1,-2> o _0 o _8:_1");
}

TEST(ComposedModes, CoalescingAndFlatteningKeepTheFunction) {
  core::check_law("composed_modes_keep_the_function", 10000, [] {
    const ComposedLayout c = *any_composed_layout();
    const auto simple = coalesce(c);
    const auto flat = flatten(c);
    ASSERT_TRUE(simple.ok() && flat.ok()) << print(c);
    for (std::int64_t i = 0; i < size(c)->value; ++i) {
      ASSERT_EQ(value_at(*simple, i), crd2idx(i, c)->value) << print(c) << " at " << i;
      ASSERT_EQ(value_at(*flat, i), crd2idx(i, c)->value) << print(c) << " at " << i;
    }
  });
}

TEST(ComposedModes, AComplementIsThatOfTheInnerLayout) {
  core::check_law("composed_complement_is_inner", 10000, [] {
    const ComposedLayout c = *any_composed_layout();
    const IntTuple target(*rc::gen::inRange<std::int64_t>(1, 2000));
    ASSERT_EQ(complement(c), complement(c.inner.layout)) << print(c);
    ASSERT_EQ(complement(c, target), complement(c.inner.layout, target)) << print(c);
  });
}

TEST(ComposedModes, AModeIsTheFunctionAlongIt) {
  core::check_law("composed_mode_is_along_it", 10000, [] {
    const ComposedLayout c = *any_composed_layout();
    const IntTuple extents = *shape(c);
    if (has_zero(extents) || rank(extents) == 0) return;
    const int k = *rc::gen::inRange(0, rank(extents));
    const auto along = mode(c, k);
    ASSERT_TRUE(along.ok()) << print(c);
    std::int64_t before = 1;
    for (int j = 0; j < k; ++j) before *= size(*mode(extents, j))->value;
    for (std::int64_t i = 0; i < size(*mode(extents, k))->value; ++i) {
      ASSERT_EQ(value_at(*along, i), crd2idx(i * before, c)->value) << print(c) << " mode " << k;
    }
  });
}

}  // namespace
}  // namespace tileglot::notation::cute
