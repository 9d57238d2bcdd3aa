// SPDX-License-Identifier: Apache-2.0
// triton/mfma.cc: AMD's matrix cores with 64 lanes.
#include "tileglot/bridge/triton/detail/families.h"

#include <cstddef>
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

constexpr std::int64_t kLanes = 64;

std::int64_t entry(const triton::Numbers& numbers, std::int64_t d) {
  return numbers[static_cast<std::size_t>(d)];
}

/// One instruction: each lane has `height` consecutive elements of a column (of a row if
/// transposed), the lanes cover all columns, and further registers continue below.
void multiply_instruction(Tile& cta, const triton::AmdMfma& e, std::int64_t m, std::int64_t n) {
  const std::int64_t height = e.element_bit_width == 64 ? 1 : 4;
  const std::int64_t tiles = e.instr_shape[0] * e.instr_shape[1] / (kLanes * height);
  const std::int64_t along = e.is_transposed ? n : m;
  const std::int64_t across = e.is_transposed ? m : n;
  const std::int64_t lanes_across = e.is_transposed ? e.instr_shape[0] : e.instr_shape[1];
  cta.id(height, linear::kRegister, along)
      .id(lanes_across, linear::kLane, across)
      .id(kLanes / lanes_across, linear::kLane, along)
      .id(tiles, linear::kRegister, along);
}

}  // namespace

/// N is filled before M, so that a warp's registers are contiguous in a row of tiles.
Lowered lower_family(const triton::AmdMfma& e, const triton::Numbers& shape) {
  const auto rank = std::ssize(shape);
  const std::int64_t n = rank - 1;
  const std::int64_t m = rank - 2;
  Tile cta(rank, {linear::kRegister, linear::kLane, linear::kWarp, linear::kBlock});
  multiply_instruction(cta, e, m, n);
  cta.id(entry(e.tiles_per_warp, n), linear::kRegister, n)
      .id(entry(e.warps_per_cta, n), linear::kWarp, n);
  cta.grow(shape, {n}, linear::kRegister);  // the whole tensor, though a block has only a part
  cta.id(entry(e.tiles_per_warp, m), linear::kRegister, m)
      .id(entry(e.warps_per_cta, m), linear::kWarp, m);
  if (rank == 3) cta.id(entry(e.warps_per_cta, 0), linear::kWarp, 0);
  return combine(std::move(cta), {.cga = e.cga, .shape = shape, .order = row_major(rank)});
}

Lowered lower_operand(const triton::DotOperand& e, const triton::AmdMfma& parent,
                      const triton::Numbers& shape) {
  const auto rank = std::ssize(shape);
  const triton::Numbers order = operand_order(e.op_idx, rank);
  const std::int64_t k = order[0];
  const std::int64_t other = order[1];
  const std::int64_t rows = entry(parent.instr_shape, e.op_idx);
  Tile cta(rank, {linear::kRegister, linear::kLane, linear::kWarp, linear::kBlock});
  cta.id(e.k_width, linear::kRegister, k)
      .id(rows, linear::kLane, other)
      .id(kLanes / rows, linear::kLane, k);
  if (rows == kLanes) cta.id(16, linear::kRegister, k);  // the long operand of 64x4 and 4x64
  cta.grow(shape, {k}, linear::kRegister);
  cta.id(entry(parent.tiles_per_warp, other), linear::kRegister, other);
  cta.nd(linear::kWarp, parent.warps_per_cta, row_major(rank));
  return combine(std::move(cta), {.cga = parent.cga, .shape = shape, .order = order});
}

}  // namespace tileglot::bridge
