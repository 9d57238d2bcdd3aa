// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/digest/detail/keys.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstddef>
#include <cstdint>

namespace tileglot::relayout::digest::detail {
namespace {

TEST(Keys, KeysAreOutputsOfSplitMix64) {
  EXPECT_EQ(split_mix(0), 0xe220a8397b1dcdaf);
  EXPECT_EQ(split_mix(1), 0x6e789e6aa1b965f4);
  EXPECT_EQ(key(0, 0), 0x1fda40eab34311b5);
  EXPECT_EQ(key(1, 300), 0xe841aca4d845137f);
}

TEST(Keys, TablesAreTheKeysOfPlaces) {
  for (std::size_t place = 0; place < kBlockWords; ++place) {
    EXPECT_EQ(kFirstKeys.whole[place], place_key(0, place));
    EXPECT_EQ(kSecondKeys.whole[place], place_key(1, place));
    EXPECT_EQ(kSecondKeys.upper[place], place_key(1, place) >> 32);
  }
}

/// A difference of 32 bits times that of two keys is not 0 mod 2^64 if these differ in the lower 33
/// bits: two elements of a block that change places are always noticed.
TEST(Keys, KeysOfABlockDifferInTheLowerBits) {
  for (std::uint64_t sum = 0; sum < 2; ++sum) {
    for (std::uint64_t a = 0; a < kBlockWords; ++a) {
      for (std::uint64_t b = 0; b < a; ++b)
        ASSERT_LT(std::countr_zero(place_key(sum, a) - place_key(sum, b)), 32) << a << " " << b;
    }
  }
}

TEST(Keys, EveryKeyIsOdd) {
  for (std::uint64_t word = 0; word < 100000; ++word) {
    ASSERT_EQ(key(0, word) % 2, 1U);
    ASSERT_EQ(key(1, word) % 2, 1U);
  }
}

}  // namespace
}  // namespace tileglot::relayout::digest::detail
