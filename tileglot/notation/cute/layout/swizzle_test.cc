// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/layout/swizzle.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <tuple>

namespace tileglot::notation::cute {
namespace {

constexpr Swizzle kRows = *make_swizzle(3, 0, 3);
static_assert(apply(kRows, 8) == 9 && apply(kRows, 9) == 8 && apply(kRows, 7) == 7);
static_assert(apply(*make_swizzle(3, 4, -3), 34) == 290);
static_assert(apply(*make_swizzle(0, 3, 2), 45) == 45);

TEST(Swizzle, ASwizzleIsItsOwnInverse) {
  for (const auto& [bits, base, shift] :
       {std::tuple{3, 0, 3}, {2, 3, 3}, {1, 4, -3}, {0, 0, 0}, {3, 2, -5}}) {
    const Swizzle s = *make_swizzle(bits, base, shift);
    for (std::int64_t x = 0; x < 4096; ++x) ASSERT_EQ(apply(s, apply(s, x)), x);
  }
}

TEST(Swizzle, WhatWouldReadTheBitsItChangesIsRefused) {
  EXPECT_FALSE(make_swizzle(3, 3, -1).ok());
  EXPECT_FALSE(make_swizzle(-1, 0, 3).ok());
  EXPECT_FALSE(make_swizzle(3, -1, 3).ok());
  EXPECT_FALSE(make_swizzle(30, 10, 30).ok());
  EXPECT_TRUE(make_swizzle(3, 4, 3).ok());
}

}  // namespace
}  // namespace tileglot::notation::cute
