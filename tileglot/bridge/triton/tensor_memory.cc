// SPDX-License-Identifier: Apache-2.0
// triton/tensor_memory.cc: Blackwell's tensor memory: 128 rows are lanes, columns hold elements.
//
// What     A block of 128 rows has one row per lane. A block of 64 has its rows in lanes 0-15,
//          32-47, .., and a second block of rows, or of columns, in the lanes between; in two
//          blocks of a cluster that share a product, the lanes from 64 on have the second half of
//          the columns.
// Source   Triton 3.9.0, LinearLayoutConversions.cpp, tensorMemoryToLinearLayout.
#include "tileglot/bridge/triton/detail/families.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <utility>

#include "tileglot/bridge/triton/detail/combine_cga.h"
#include "tileglot/bridge/triton/detail/tile.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/name.h"
#include "tileglot/notation/triton/encoding.h"

namespace tileglot::bridge {
namespace {

Tile empty_tile() { return {2, {linear::kRow, linear::kColumn, linear::kBlock}}; }

/// The additional columns that an element takes.
Tile padded_tile(const triton::TensorMemory& e) {
  Tile tile = empty_tile();
  tile.zeros(e.col_stride, linear::kColumn);
  if (e.fp4_padded) tile.zeros(2, linear::kColumn);
  return tile;
}

/// What lanes 16 to 31 hold with blocks of 64 rows: the next rows, else the next columns.
triton::Numbers lanes_between(std::int64_t columns, const triton::Numbers& share) {
  if (share[0] > 64) return {64, 0};
  if (share[1] > columns) return {0, columns};
  return {0, 0};
}

Tile half_rows(const triton::TensorMemory& e, std::int64_t columns, const triton::Numbers& share) {
  Tile tile = padded_tile(e);
  tile.id(columns, linear::kColumn, 1);
  return tile.append(linear::kRow, {{1, 0}, {2, 0}, {4, 0}, {8, 0}, lanes_between(columns, share)})
      .append(linear::kRow, {{16, 0}, {32, 0}});
}

Tile shared_half_rows(const triton::TensorMemory& e, std::int64_t columns) {
  Tile tile = padded_tile(e);
  if (columns > 1) tile.id(columns / 2, linear::kColumn, 1);
  tile.id(64, linear::kRow, 0);
  return columns > 1 ? tile.id(2, linear::kRow, 1) : tile.zeros(2, linear::kRow);
}

Tile block_tile(const triton::TensorMemory& e, const triton::Numbers& share) {
  const std::int64_t columns = std::min(e.block_n, share[1]);
  if (e.block_m == 64) {
    return e.two_ctas ? shared_half_rows(e, columns) : half_rows(e, columns, share);
  }
  Tile tile = padded_tile(e);
  return tile.id(128, linear::kRow, 0).id(columns, linear::kColumn, 1);
}

core::Error too_few_rows(const triton::TensorMemory& e, std::int64_t rows) {
  return {
      {.code = "triton.shape",
       .message = fmt::format("a block of {} rows is put on {} rows of a tensor", e.block_m, rows),
       .help = "a block has at least blockM rows"}};
}

}  // namespace

Lowered lower_family(const triton::TensorMemory& e, const triton::Numbers& shape) {
  const triton::Numbers share = shape_per_cta(e.cga, shape);
  if (share[0] < e.block_m) return core::fail(too_few_rows(e, share[0]));
  return combine(block_tile(e, share),
                 {.cga = e.cga, .shape = shape, .order = {0, 1}, .repeats = linear::kColumn});
}

/// Blocks of 128 by 4 scales: 32 rows, which the four warps repeat; 4 columns hold a row's scales,
/// and the next columns the next 32 rows.
Lowered lower_family(const triton::TensorMemoryScales& e, const triton::Numbers& shape) {
  const triton::Numbers share = shape_per_cta(e.cga, shape);
  Tile tile = empty_tile();
  tile.id(32, linear::kRow, 0).zeros(4, linear::kRow).id(4, linear::kColumn, 1);
  if (share[0] > 32 || share[1] > 4) tile.id(2, linear::kColumn, 0);
  if (share[0] > 64) tile.id(2, linear::kColumn, 0);
  const triton::Numbers order = e.k_then_mn ? triton::Numbers{1, 0} : triton::Numbers{0, 1};
  return combine(std::move(tile),
                 {.cga = e.cga, .shape = shape, .order = order, .repeats = linear::kColumn});
}

}  // namespace tileglot::bridge
