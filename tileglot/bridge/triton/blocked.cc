// SPDX-License-Identifier: Apache-2.0
// triton/blocked.cc: blocked encodings, and the operands of a product without matrix cores.
#include "tileglot/bridge/triton/detail/families.h"

#include <cstddef>
#include <cstdint>

#include "tileglot/bridge/triton/detail/combine_cga.h"
#include "tileglot/bridge/triton/detail/tile.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/name.h"
#include "tileglot/notation/triton/encoding.h"

namespace tileglot::bridge {
namespace {

Tile distributed(std::int64_t rank) {
  return {rank, {linear::kRegister, linear::kLane, linear::kWarp, linear::kBlock}};
}

/// Tile::nd(), but with zeros along `repeated`.
void nd_but_for(Tile& tile, const linear::Name& in, const triton::Numbers& sizes,
                const triton::Numbers& order, std::int64_t repeated) {
  for (const std::int64_t d : order) {
    const std::int64_t n = sizes[static_cast<std::size_t>(d)];
    if (d == repeated) {
      tile.zeros(n, in);
    } else {
      tile.id(n, in, d);
    }
  }
}

}  // namespace

Lowered lower_family(const triton::Blocked& e, const triton::Numbers& shape) {
  Tile cta = distributed(std::ssize(shape));
  cta.nd(linear::kRegister, e.size_per_thread, e.order)
      .nd(linear::kLane, e.threads_per_warp, e.order)
      .nd(linear::kWarp, e.warps_per_cta, e.order);
  return combine(std::move(cta),
                 {.cga = e.cga, .shape = shape, .order = e.order, .beyond = Beyond::kDropRegister});
}

/// Each thread holds all of K, so lanes, warps and blocks repeat along it.
Lowered lower_operand(const triton::DotOperand& e, const triton::Blocked& parent,
                      const triton::Numbers& shape) {
  const auto rank = std::ssize(shape);
  const std::int64_t k = k_dimension(e.op_idx, rank);
  triton::Numbers per_thread = parent.size_per_thread;
  per_thread[static_cast<std::size_t>(k)] = shape[static_cast<std::size_t>(k)];
  Tile cta = distributed(rank);
  cta.nd(linear::kRegister, per_thread, parent.order);
  nd_but_for(cta, linear::kLane, parent.threads_per_warp, parent.order, k);
  nd_but_for(cta, linear::kWarp, parent.warps_per_cta, parent.order, k);
  return combine(std::move(cta),
                 {.cga = without_k(parent.cga, k), .shape = shape, .order = parent.order});
}

}  // namespace tileglot::bridge
