// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/cpu/detail/block_cut.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tileglot::relayout::cpu {
namespace {

constexpr std::int64_t kRows = 10;
constexpr std::int64_t kColumns = 20;

/// How often each cell is in a block.
std::vector<int> cells_covered(const BlockCut& cut) {
  std::vector<int> covered(kRows * kColumns, 0);
  for (std::int64_t i = 0; i < cut.blocks(); ++i) {
    const BlockCells cells = cut.block(i);
    for (std::int64_t r = cells.rows.begin; r < cells.rows.end; ++r) {
      for (std::int64_t c = cells.columns.begin; c < cells.columns.end; ++c)
        ++covered[static_cast<std::size_t>(r * kColumns + c)];
    }
  }
  return covered;
}

TEST(BlockCut, BlocksCoverEveryCellOnceInEitherOrder) {
  for (const bool rows_first : {false, true}) {
    const BlockCut cut({.rows = 4, .columns = 8, .rows_first = rows_first}, kRows, kColumns);
    EXPECT_EQ(cut.blocks(), 9);
    EXPECT_EQ(cells_covered(cut), std::vector<int>(kRows * kColumns, 1));
    const BlockCells last = cut.block(8);
    EXPECT_EQ(last.rows, (CellRange{8, 10}));
    EXPECT_EQ(last.columns, (CellRange{16, 20}));
  }
}

TEST(BlockCut, TheNextBlockIsTheNextAlongTheColumnsOrTheRows) {
  EXPECT_EQ(BlockCut({.rows = 4, .columns = 8}, kRows, kColumns).block(1).columns,
            (CellRange{8, 16}));
  EXPECT_EQ(BlockCut({.rows = 4, .columns = 8, .rows_first = true}, kRows, kColumns).block(1).rows,
            (CellRange{4, 8}));
}

}  // namespace
}  // namespace tileglot::relayout::cpu
