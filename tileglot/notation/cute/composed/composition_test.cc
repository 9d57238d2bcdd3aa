// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/composed/composition.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <variant>

#include "tileglot/core/law.h"
#include "tileglot/notation/cute/composed/any_layout.h"
#include "tileglot/notation/cute/layout/any_layout.h"
#include "tileglot/notation/cute/layout/literal.h"
#include "tileglot/notation/cute/text/print.h"

namespace tileglot::notation::cute {
namespace {

constexpr Layout<> kRows = "(_8,_8):(_8,_1)"_layout;
constexpr ComposedLayout kTile{Swizzle{3, 0, 3}, core::static_integer(0), kRows};
constexpr ComposedLayout kDown{Swizzle{2, 0, -3}, core::static_integer(0), kRows};
constexpr ComposedLayout kUp{Swizzle{2, 0, 3}, core::static_integer(0), kRows};
constexpr ComposedLayout kGather{"8:3"_layout, core::static_integer(0), "(2,2):(1,4)"_layout};

static_assert(std::get<ComposedLayout>(*composition(kTile, "(_4,_2):(_2,_1)"_layout)) ==
              ComposedLayout{Swizzle{3, 0, 3}, core::static_integer(0), "(_4,_2):(_16,_8)"_layout});
static_assert(composition(kTile, "_5:_3"_layout).refusal.reason != Reason::kNone);
static_assert(std::get<ComposedLayout>(*composition(kRows, kDown)) ==
              ComposedLayout{Swizzle{2, 0, 3}, core::static_integer(0), "(_8,_8):(_1,_8)"_layout});
static_assert(std::get<Layout<>>(*composition(kUp, kDown)) == "(_8,_8):(_1,_8)"_layout);
static_assert(std::get<Layout<>>(*composition("24:2"_layout, kGather)) == "(2,2):(6,24)"_layout);
static_assert(composition(kRows, ComposedLayout{Swizzle{2, 0, 3}, Integer(1), kRows}).refusal ==
              Refusal{Reason::kOffsetNotZero, 1, 0});
static_assert(std::get<ComposedLayout>(*with_shape(kTile, *tuple_of(16, 4))).inner.layout.shape ==
              *tuple_of(*tuple_of(8, 2), 4));

std::string text_of(const Outcome<CuteLayout>& layout) {
  return std::visit([](const auto& l) { return print(l); }, *layout);
}

TEST(ComposedComposition, ASwizzleBetweenTwoLayoutsGoesToTheLeft) {
  EXPECT_EQ(text_of(composition(kRows, kDown)), "Sw<2,0,3> o 0 o (8,8):(1,8)");
}

TEST(ComposedComposition, TilesActOnTheInnerLayout) {
  const Tiler tiler = *tiler_of(*tuple_of(4, core::Underscore{}));
  EXPECT_EQ(text_of(composition(kTile, tiler)), "Sw<3,0,3> o 0 o (4,8):(8,1)");
}

void expect_composed(const CuteLayout& r, const CuteLayout& a, const CuteLayout& b) {
  const std::int64_t elements = std::visit([](const auto& l) { return size(l)->value; }, b);
  for (std::int64_t i = 0; i < elements; ++i) {
    ASSERT_EQ(offset_of_index(r, i)->value, offset_of_index(a, offset_of_index(b, i)->value)->value)
        << "at " << i;
  }
}

TEST(ComposedComposition, ACompositionIsOneAfterTheOther) {
  int left = 0;
  int right = 0;
  int both = 0;
  core::check_law("composed_composition", 10000, [&] {
    const ComposedLayout swizzled{*any_swizzle(), core::static_integer(0), *any_bit_permutation()};
    const ComposedLayout other{*any_swizzle(), core::static_integer(0), *any_bit_permutation()};
    const Layout<> plain = *any_bit_permutation();
    if (const auto r = composition(swizzled, plain); r) {
      ++left;
      expect_composed(*r, swizzled, plain);
    }
    if (const auto r = composition(plain, swizzled); r) {
      ++right;
      expect_composed(*r, plain, swizzled);
    }
    if (const auto r = composition(swizzled, other); r) {
      ++both;
      expect_composed(*r, swizzled, other);
    }
  });
  EXPECT_GT(left, core::law_minimum(100));
  EXPECT_GT(right, core::law_minimum(50));
  EXPECT_GT(both, core::law_minimum(20));
}

}  // namespace
}  // namespace tileglot::notation::cute
