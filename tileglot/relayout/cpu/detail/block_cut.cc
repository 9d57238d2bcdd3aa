// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/cpu/detail/block_cut.h"

#include <algorithm>
#include <cstdint>

#include "tileglot/core/checked.h"
#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::cpu {

BlockCut::BlockCut(const plan::BlockSize& size, std::int64_t rows, std::int64_t columns)
    : size_(size),
      rows_(rows),
      columns_(columns),
      row_blocks_(core::ceil_div(rows, size.rows)),
      column_blocks_(core::ceil_div(columns, size.columns)) {}

BlockCells BlockCut::block(std::int64_t number) const {
  const std::int64_t within = size_.rows_first ? row_blocks_ : column_blocks_;
  const std::int64_t first = number / within;
  const std::int64_t second = number % within;
  const std::int64_t row = (size_.rows_first ? second : first) * size_.rows;
  const std::int64_t column = (size_.rows_first ? first : second) * size_.columns;
  return {{row, std::min(row + size_.rows, rows_)},
          {column, std::min(column + size_.columns, columns_)}};
}

}  // namespace tileglot::relayout::cpu
