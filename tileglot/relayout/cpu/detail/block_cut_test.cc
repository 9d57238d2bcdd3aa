// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/cpu/detail/block_cut.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tileglot::relayout::cpu {
namespace {

TEST(BlockCut, BlocksCoverEveryCellOnce) {
  constexpr std::int64_t kRows = 10;
  constexpr std::int64_t kColumns = 20;
  const BlockCut cut({.rows = 4, .columns = 8}, kRows, kColumns);
  EXPECT_EQ(cut.blocks(), 9);
  std::vector<int> covered(kRows * kColumns, 0);
  for (std::int64_t i = 0; i < cut.blocks(); ++i) {
    const BlockCells cells = cut.block(i);
    for (std::int64_t r = cells.rows.begin; r < cells.rows.end; ++r) {
      for (std::int64_t c = cells.columns.begin; c < cells.columns.end; ++c)
        ++covered[static_cast<std::size_t>(r * kColumns + c)];
    }
  }
  EXPECT_EQ(std::count(covered.begin(), covered.end(), 1), kRows * kColumns);
  const BlockCells last = cut.block(8);
  EXPECT_EQ(last.rows, (CellRange{8, 10}));
  EXPECT_EQ(last.columns, (CellRange{16, 20}));
}

}  // namespace
}  // namespace tileglot::relayout::cpu
