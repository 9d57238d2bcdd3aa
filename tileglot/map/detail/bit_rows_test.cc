// SPDX-License-Identifier: Apache-2.0
#include "tileglot/map/detail/bit_rows.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <vector>

#include "tileglot/map/example_sums.h"

namespace tileglot::map {
namespace {

TEST(BitRows, BitsOfACoordinateAreNumberedRowMajor) {
  const auto rows = bit_rows(sum_map("2,4", "5 + x1 + 4*x0 + 2*[x0_0 ^ x1_1]"));
  ASSERT_TRUE(rows.has_value());
  EXPECT_EQ(rows->base, 5);
  ASSERT_EQ(rows->rows.size(), 4U);
  EXPECT_EQ(rows->rows[0].mask, 0b100U);
  EXPECT_EQ(rows->rows[1].mask, 0b001U);
  EXPECT_EQ(rows->rows[2].mask, 0b010U);
  EXPECT_EQ(rows->rows[3].mask, 0b110U);
  EXPECT_EQ(rows->rows[3].weight, 2);
  EXPECT_EQ(rows->coordinate_of(0b110), (Coordinate{1, 2}));
}

TEST(BitRows, TheRowsAddUpToTheMap) {
  const IndexMap f = sum_map("8,16", "3*x0 - 7*(x0/4) + [x0_1 ^ x1_3] + 9*(x1/2)");
  const auto rows = bit_rows(f);
  ASSERT_TRUE(rows.has_value());
  for (std::uint64_t word = 0; word < 128; ++word) {
    std::int64_t sum = rows->base;
    for (const BitRow& row : rows->rows) sum += (std::popcount(row.mask & word) & 1) * row.weight;
    EXPECT_EQ(sum, f(rows->coordinate_of(word)));
  }
}

TEST(BitRows, TheKernelIsWhatAllRowsSendToZero) {
  const auto rows = bit_rows(sum_map("4,4", "[x0_0 ^ x1_0] + 2*[x0_1 ^ x1_1] + 4*[x0_0 ^ x1_1]"));
  ASSERT_TRUE(rows.has_value());
  EXPECT_EQ(rank_of(*rows), 3);
  EXPECT_EQ(kernel_of(*rows), (std::vector<std::uint64_t>{0b1111}));
}

TEST(BitRows, OtherExtentsAndDivisorsHaveNoRows) {
  EXPECT_FALSE(bit_rows(sum_map("3,4", "x0 + 3*x1")).has_value());
  EXPECT_FALSE(bit_rows(sum_map("4,4", "(x0/3) + 3*x1")).has_value());
}

}  // namespace
}  // namespace tileglot::map
