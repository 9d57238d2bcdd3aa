// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/composed/swizzle_push.h"

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

static_assert(std::get<ComposedLayout>(*composition(kRows, Swizzle{3, 0, 3})) ==
              ComposedLayout{Swizzle{3, 0, -3}, core::static_integer(0), kRows});
static_assert(std::get<ComposedLayout>(*composition("((_8),_64):((_64),_1)"_layout,
                                                    Swizzle{3, 4, 3}))
                  .outer.swizzle == Swizzle{2, 1, 3});
static_assert(std::get<Layout<>>(*composition("_1:_0"_layout, Swizzle{3, 4, 3})) == "_1:_0"_layout);
static_assert(composition("(3,8):(8,1)"_layout, Swizzle{1, 0, 2}).refusal.reason ==
              Reason::kSwizzleMasks);
static_assert(std::get<ComposedLayout>(composition(Swizzle{3, 0, 3}, kRows)).inner.layout == kRows);
static_assert(std::get<Layout<>>(composition(Swizzle{0, 4, 3}, kRows)) == kRows);

std::string text_of(const CuteLayout& layout) {
  return std::visit([](const auto& l) { return print(l, Marks::kShow); }, layout);
}

std::int64_t value_at(const CuteLayout& layout, std::int64_t index) {
  return std::visit([index](const auto& l) { return crd2idx(index, l)->value; }, layout);
}

TEST(SwizzlePush, ASwizzleIsPushedThroughALayout) {
  EXPECT_EQ(text_of(*composition(kRows, Swizzle{3, 0, 3})), "Sw<3,0,-3> o _0 o (_8,_8):(_8,_1)");
  EXPECT_EQ(text_of(*composition("(_8,_64):(_64,_1)"_layout, Swizzle{3, 4, 3})),
            "Sw<2,1,3> o _0 o (_8,_64):(_64,_1)");
}

TEST(SwizzlePush, MasksThatLookRightButPairTheWrongBitsAreRefused) {
  // The two bits that are read change places; those that change do not.
  const auto crossed = composition("(4,2,2):(1,8,4)"_layout, Swizzle{2, 0, 2});
  ASSERT_FALSE(crossed.ok());
  EXPECT_EQ(crossed.refusal, (Refusal{Reason::kSwizzleNotPushed, 4, 0}));
}

/// Beyond 4096 indices only layouts that carry bits to bits are decided.
TEST(SwizzlePush, LargeLayoutsAreDecidedByTheirBits) {
  EXPECT_EQ(text_of(*composition("(_1048576,_1048576):(_1048576,_1)"_layout, Swizzle{3, 0, 20})),
            "Sw<3,0,-20> o _0 o (_1048576,_1048576):(_1048576,_1)");
  EXPECT_FALSE(composition("(3,4096):(1,4)"_layout, Swizzle{1, 0, 3}).ok());
}

void expect_pushed(const CuteLayout& r, const Layout<>& layout, const Swizzle& s) {
  for (std::int64_t i = 0; i < size(layout)->value; ++i) {
    ASSERT_EQ(value_at(r, i), crd2idx(apply(s, i), layout)->value)
        << print(layout) << " after " << print(s) << " at " << i;
  }
}

TEST(SwizzlePush, WhatIsPushedIsTheLayoutOfTheSwizzledIndex) {
  int pushed = 0;
  core::check_law("layout_swizzle_composition_is_exact", 10000, [&pushed] {
    const Layout<> layout = *rc::gen::inRange(0, 3) == 0 ? *any_layout() : *any_bit_permutation();
    const Swizzle s = *any_swizzle();
    const auto r = composition(layout, s);
    if (!r) return;
    pushed += s.bits > 0 ? 1 : 0;
    expect_pushed(*r, layout, s);
  });
  EXPECT_GT(pushed, core::law_minimum(100));
}

/// Tries every swizzle after the layout, on every index.
bool can_be_pushed(const Layout<>& layout, const Swizzle& s) {
  for (int bits = 0; bits < 4; ++bits) {
    for (int base = 0; base < 8; ++base) {
      for (int shift = -8; shift <= 8; ++shift) {
        const auto behind = make_swizzle(bits, base, shift);
        bool same = behind.ok();
        for (std::int64_t i = 0; same && i < size(layout)->value; ++i)
          same = commutes_at(*behind, layout, s, i);
        if (same) return true;
      }
    }
  }
  return false;
}

TEST(SwizzlePush, WhatIsRefusedForAPermutationOfBitsHasNoSwizzle) {
  int refused = 0;
  core::check_law("layout_swizzle_composition_finds_it", 4000, [&refused] {
    const Layout<> layout = *any_bit_permutation();
    const int shift = *rc::gen::element(-4, -3, -2, 2, 3, 4);
    const Swizzle s = *make_swizzle(2, *rc::gen::inRange(0, 3), shift);
    const std::int64_t elements = size(layout)->value;
    const bool stays_inside = largest_after(s, elements - 1) < elements;
    if (elements > 256 || !stays_inside || composition(layout, s)) return;
    ++refused;
    ASSERT_FALSE(can_be_pushed(layout, s)) << print(layout) << " after " << print(s);
  });
  EXPECT_GT(refused, core::law_minimum(2));
}

TEST(SwizzlePush, ASwizzleAfterALayoutSwizzlesItsOffsets) {
  core::check_law("swizzle_composition_swizzles_offsets", 10000, [] {
    const Layout<> layout = *any_layout();
    const Swizzle s = *any_swizzle();
    const CuteLayout r = composition(s, layout);
    for (std::int64_t i = 0; i < size(layout)->value; ++i) {
      ASSERT_EQ(value_at(r, i), apply(s, crd2idx(i, layout)->value)) << print(layout) << print(s);
    }
  });
}

}  // namespace
}  // namespace tileglot::notation::cute
