// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/composed/swizzle_decay.h"

#include <gtest/gtest.h>

#include <cstdint>

#include "tileglot/core/law.h"
#include "tileglot/notation/cute/composed/any_layout.h"
#include "tileglot/notation/cute/layout/coordinate.h"
#include "tileglot/notation/cute/layout/literal.h"
#include "tileglot/notation/cute/text/print.h"

namespace tileglot::notation::cute {
namespace {

constexpr FixedSwizzle kRowOne{Swizzle{3, 0, 3}, core::static_integer(8)};

static_assert(decay(kRowOne, "_8:_1"_layout).layout == "(_2,_4):(_-1,_2)"_layout);
static_assert(decay(kRowOne, "((_8),_4):((_1),_64)"_layout).layout ==
              "(((_2,_4)),_4):(((_-1,_2)),_64)"_layout);
static_assert(decay({Swizzle{3, 0, 3}, Integer(8)}, "_8:_1"_layout).layout ==
              "(_2,_2,_2):(-1,2,4)"_layout);
static_assert(decay(kRowOne, "1:5"_layout).layout == "1:5"_layout);
static_assert(!decay(kRowOne, "3:1"_layout).is_plain);
static_assert(free_bits("(2,4):(5,16)"_layout, 2) == 5 + 48);
static_assert(free_bits("(2,4):(5,4)"_layout, 0) == -1 && free_bits("3:-1"_layout, 0) == -1);

TEST(SwizzleDecay, KnownBitsMakeStepsUpAndDown) {
  EXPECT_EQ(print(decay(kRowOne, "8:1"_layout).layout), "(2,2,2):(-1,2,4)");
}

TEST(SwizzleDecay, WhatHasNoRoomStaysComposed) {
  IntTuple ones;
  for (int i = 0; i < core::kMaxLeaves; ++i) ones = *append(ones, 8);
  IntTuple ends = ones;
  for (int i = 0; i < core::kMaxLeaves; ++i) ends.values[i] = 1;
  EXPECT_FALSE(decay(kRowOne, Layout<>{ones, ends}).is_plain);
}

TEST(SwizzleDecay, ADecayedLayoutAddsWhatTheSwizzleDoes) {
  int plain = 0;
  core::check_law("decay_adds_what_the_swizzle_does", 10000, [&plain] {
    const Layout<> free = *any_bit_permutation();
    const Swizzle s = *any_swizzle();
    const std::int64_t bits = free_bits(free, 0);
    const std::int64_t fixed = *rc::gen::inRange<std::int64_t>(0, 1 << 12) & ~bits;
    const std::int64_t changed = apply(s, bits & source_mask(s)) & target_mask(s);
    if ((changed & bits) != 0) return;
    const Decayed r = decay({s, Integer(fixed)}, free);
    if (!r.is_plain) return;
    ++plain;
    for (std::int64_t i = 0; i < size(free)->value; ++i) {
      ASSERT_EQ(apply(s, fixed ^ crd2idx(i, free)->value),
                apply(s, fixed) + crd2idx(i, r.layout)->value)
          << print(s) << " around " << fixed << " and " << print(free);
    }
  });
  EXPECT_GT(plain, core::law_minimum(200));
}

}  // namespace
}  // namespace tileglot::notation::cute
