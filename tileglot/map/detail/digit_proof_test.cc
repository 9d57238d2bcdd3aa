// SPDX-License-Identifier: Apache-2.0
#include "tileglot/map/detail/digit_proof.h"

#include <gtest/gtest.h>

#include "tileglot/map/example_maps.h"
#include "tileglot/map/example_sums.h"

namespace tileglot::map {
namespace {

TEST(DigitProof, AFusedTileDeterminesItsCoordinate) {
  EXPECT_TRUE(is_injective_by_digits(tiled({7, 5, 11}, {{kCombine, 2, 3}})));
  EXPECT_TRUE(is_injective_by_digits(tiled({100000, 7, 100000}, {{kCombine, 3, 128}, {5, 1}})));
}

TEST(DigitProof, ParitiesDetermineBitsByElimination) {
  EXPECT_TRUE(is_injective_by_digits(swizzled({8, 64}, {64, 1}, swizzle_rows(3, 3, 3))));
  EXPECT_TRUE(is_injective_by_digits(sum_map("4,6", "[x0_0 ^ x0_1] + 2*(x0/2) + 4*x1")));
}

TEST(DigitProof, WhatIsKnownModuloAnOddNumberDeterminesNoBit) {
  EXPECT_FALSE(
      is_injective_by_digits(sum_map("100", "(x0%9) + 9*[x0_2 ^ x0_3] + 18*[x0_4 ^ x0_6]")));
}

TEST(DigitProof, ABroadcastDimensionIsNeverDetermined) {
  EXPECT_FALSE(is_injective_by_digits(strided({4, 5}, {1, 0})));
}

}  // namespace
}  // namespace tileglot::map
