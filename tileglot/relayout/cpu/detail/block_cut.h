// SPDX-License-Identifier: Apache-2.0
// block_cut.h: rows and columns cut into numbered blocks.
//
// What     BlockCut(size, rows, columns).block(i) is the part of the rows and the columns in block
//          i; blocks along the same rows, or along the same columns, are consecutive.
// Why      Any split of the blocks over threads moves every cell once.
// Units    Cells.
// Example  Blocks of 4 x 8 of 10 rows and 20 columns: nine, the last of 2 x 4.
//          [tests: block_cut_test.cc, "blocks cover every cell once in either order"]
#pragma once

#include <cstdint>

#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::cpu {

/// Cells [begin, end) of rows or of columns.
struct CellRange {
  std::int64_t begin;
  std::int64_t end;
  friend bool operator==(const CellRange&, const CellRange&) = default;
};

struct BlockCells {
  CellRange rows;
  CellRange columns;
};

class BlockCut {
 public:
  BlockCut() = default;
  BlockCut(const plan::BlockSize& size, std::int64_t rows, std::int64_t columns);

  std::int64_t column_blocks() const { return column_blocks_; }
  std::int64_t blocks() const { return row_blocks_ * column_blocks_; }
  BlockCells block(std::int64_t number) const;

 private:
  plan::BlockSize size_ = {};
  std::int64_t rows_ = 1;
  std::int64_t columns_ = 1;
  std::int64_t row_blocks_ = 1;
  std::int64_t column_blocks_ = 1;
};

}  // namespace tileglot::relayout::cpu
