// SPDX-License-Identifier: Apache-2.0
// triton/wmma.cc: AMD's matrix cores with 32 lanes.
#include "tileglot/bridge/triton/detail/families.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "tileglot/bridge/triton/detail/combine_cga.h"
#include "tileglot/bridge/triton/detail/tile.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/name.h"
#include "tileglot/notation/triton/basis_facts.h"
#include "tileglot/notation/triton/encoding.h"

namespace tileglot::bridge {
namespace {

/// The tiles of the block, placed by ctaLayout.
Tile tiles_of(const triton::AmdWmma& e) {
  Tile tiles(e.rank, {linear::kRegister, linear::kWarp});
  tiles.append(linear::kRegister, e.cta_register).append(linear::kWarp, e.cta_warp);
  return tiles;
}

/// 16 lanes cover the columns; the other half of the lanes has the odd rows in version 1 and the
/// lower half of the rows in later versions.
void multiply_instruction(Tile& cta, const triton::AmdWmma& e, std::int64_t lanes,
                          std::int64_t rest) {
  cta.id(16, linear::kLane, lanes);
  if (e.version == 1) {
    cta.id(2, linear::kLane, rest).id(8, linear::kRegister, rest);
  } else {
    cta.id(8, linear::kRegister, rest).id(2, linear::kLane, rest);
  }
}

/// Tiles along K hold the same elements of the operand; registers that moved only along K are
/// removed.
Tile tiles_without_k(Tile tiles, std::int64_t k) {
  for (const linear::Name& in : {linear::kRegister, linear::kWarp}) {
    triton::Bases bases = tiles.bases(in);
    for (triton::Numbers& vector : bases) vector[static_cast<std::size_t>(k)] = 0;
    if (in == linear::kRegister) std::erase_if(bases, triton::is_zero);
    tiles.replace(in, std::move(bases));
  }
  tiles.set_size(k, 1);
  return tiles;
}

}  // namespace

Lowered lower_family(const triton::AmdWmma& e, const triton::Numbers& shape) {
  const std::int64_t n = e.rank - 1;
  const std::int64_t m = e.rank - 2;
  Tile cta(e.rank, {linear::kRegister, linear::kLane, linear::kWarp, linear::kBlock});
  const std::int64_t rest = e.is_transposed ? n : m;
  multiply_instruction(cta, e, e.is_transposed ? m : n, rest);
  cta.id(e.instr_shape[0] / 16, linear::kRegister, rest);
  cta.times(tiles_of(e));
  return combine(std::move(cta), {.cga = e.cga, .shape = shape, .order = row_major(e.rank)});
}

Lowered lower_operand(const triton::DotOperand& e, const triton::AmdWmma& parent,
                      const triton::Numbers& shape) {
  const triton::Numbers order = operand_order(e.op_idx, parent.rank);
  const std::int64_t k = order[0];
  const std::int64_t other = order[1];
  const std::int64_t k_size = parent.instr_shape[2];
  // The instruction of 32x16 is 16x32 where the accumulator is transposed.
  const std::int64_t rows_of_32 = parent.is_transposed ? 1 : 0;
  const std::int64_t other_size = e.op_idx == rows_of_32 ? parent.instr_shape[0] : 16;
  Tile cta(parent.rank, {linear::kRegister, linear::kLane, linear::kWarp, linear::kBlock});
  cta.id(e.k_width, linear::kRegister, k).id(16, linear::kLane, other);
  if (parent.version == 1) {
    cta.zeros(2, linear::kLane);
  } else {
    cta.id(2, linear::kLane, k);
  }
  if (k_size > 2 * e.k_width) cta.id(k_size / (2 * e.k_width), linear::kRegister, k);
  cta.id(other_size / 16, linear::kRegister, other);
  cta.times(tiles_without_k(tiles_of(parent), k));
  return combine(std::move(cta), {.cga = without_k(parent.cga, k), .shape = shape, .order = order});
}

}  // namespace tileglot::bridge
