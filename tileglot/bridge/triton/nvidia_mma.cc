// SPDX-License-Identifier: Apache-2.0
#include "tileglot/bridge/triton/nvidia_mma.h"
#include "tileglot/bridge/triton/detail/families.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "tileglot/bridge/triton/detail/combine_cga.h"
#include "tileglot/bridge/triton/detail/tile.h"
#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/linear/dimensions/transpose.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/name.h"
#include "tileglot/notation/triton/encoding.h"
#include "tileglot/notation/triton/fault.h"

namespace tileglot::bridge {
namespace {

/// A tile in two dimensions of the tensor.
struct MmaTile {
  std::int64_t m = 0;  ///< along `outer`
  std::int64_t n = 0;  ///< along `inner`
  std::int64_t k_width = 0;
  std::int64_t inner = 0;
  std::int64_t outer = 0;
};

/// One warp: k_width elements per lane, 4 lanes per row, 8 rows, then registers up to the tile's
/// size.
void multiply_tile(Tile& cta, const MmaTile& t) {
  cta.id(t.k_width, linear::kRegister, t.inner)
      .id(4, linear::kLane, t.inner)
      .id(8, linear::kLane, t.outer)
      .id(t.m / 8, linear::kRegister, t.outer)
      .id(t.n / (4 * t.k_width), linear::kRegister, t.inner);
}

/// Warps are ordered by the last dimension first; for wgmma by the rows first.
triton::Numbers warp_order(const triton::NvidiaMma& e) {
  triton::Numbers order = row_major(std::ssize(e.warps_per_cta));
  if (e.version_major == 3) std::swap(order[0], order[1]);
  return order;
}

std::int64_t rows_of(const triton::NvidiaMma& e) {
  if (e.version_major == 3) return e.instr_shape[0];
  return e.instr_shape[e.instr_shape.size() - 2];
}

std::int64_t columns_of(const triton::NvidiaMma& e) {
  if (e.version_major == 3) return e.instr_shape[1];
  return e.instr_shape.back();
}

core::Error no_tile(const triton::Numbers& shape, std::int64_t k_width) {
  return {{.code = "triton.instruction",
           .message = fmt::format("8 rows of 4 lanes with {} elements each do not tile {}x{}",
                                  k_width, shape[0], shape[1]),
           .help = "rows are a multiple of 8, columns of 4 kWidth, all powers of two"}};
}

bool is_tile(const MmaTile& t) {
  return core::is_power_of_two(t.m) && core::is_power_of_two(t.n) &&
         core::is_power_of_two(t.k_width) && t.m >= 8 && t.n / 4 >= t.k_width;
}

}  // namespace

Lowered lower_family(const triton::NvidiaMma& e, const triton::Numbers& shape) {
  const auto rank = std::ssize(shape);
  const triton::Numbers order = row_major(rank);
  Tile cta(rank, {linear::kRegister, linear::kLane, linear::kWarp, linear::kBlock});
  multiply_tile(cta, {rows_of(e), columns_of(e), 2, order[0], order[1]});
  cta.nd(linear::kWarp, e.warps_per_cta, warp_order(e));
  return combine(std::move(cta), {.cga = e.cga, .shape = shape, .order = order});
}

/// Warps along K hold the same elements.
Lowered lower_operand(const triton::DotOperand& e, const triton::NvidiaMma& parent,
                      const triton::Numbers& shape) {
  const auto rank = std::ssize(shape);
  const triton::Numbers order = operand_order(e.op_idx, rank);
  const bool double_precision = rows_of(parent) == 8;
  const std::int64_t k_tile = (double_precision ? 4 : 8) * e.k_width;
  const std::int64_t other_tile = e.op_idx == 0 ? rows_of(parent) : 8;
  Tile cta(rank, {linear::kRegister, linear::kLane, linear::kWarp, linear::kBlock});
  multiply_tile(cta, {other_tile, k_tile, e.k_width, order[0], order[1]});
  for (const std::int64_t d : warp_order(parent)) {
    const std::int64_t warps = parent.warps_per_cta[static_cast<std::size_t>(d)];
    if (d == order[0]) {
      cta.zeros(warps, linear::kWarp);
    } else {
      cta.id(warps, linear::kWarp, d);
    }
  }
  return combine(std::move(cta),
                 {.cga = without_k(parent.cga, order[0]), .shape = shape, .order = order});
}

core::Result<linear::Layout> nvidia_mma_tile(const triton::Numbers& tile_shape,
                                             std::int64_t k_width, const triton::Numbers& order,
                                             const triton::Numbers& rep_order) {
  const auto rank = std::ssize(tile_shape);
  if (auto fault = triton::first_of(
          {triton::demand(rank >= 2, "tile", "triton.rank", "a tile has 2 dimensions"),
           triton::check_rank("tile", rank), triton::check_length("order", order, rank),
           triton::check_length("repOrder", rep_order, rank), triton::check_order("order", order),
           triton::check_order("repOrder", rep_order)})) {
    return core::fail(std::move(fault->error));
  }
  const MmaTile t{tile_shape[static_cast<std::size_t>(order[1])],
                  tile_shape[static_cast<std::size_t>(order[0])], k_width, order[0], order[1]};
  if (!is_tile(t)) return core::fail(no_tile({t.m, t.n}, k_width));
  Tile tile(rank, {linear::kRegister, linear::kLane});
  multiply_tile(tile, t);
  TILEGLOT_TRY(layout, tile.layout());
  std::vector<linear::Name> names;
  for (const std::int64_t d : rep_order)
    names.push_back(linear::standard_out(static_cast<std::size_t>(d)));
  return linear::transpose_outs(layout, names);
}

}  // namespace tileglot::bridge
