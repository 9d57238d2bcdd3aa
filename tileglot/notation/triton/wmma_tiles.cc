// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/triton/wmma_tiles.h"

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <utility>

#include "tileglot/notation/triton/encoding.h"
#include "tileglot/notation/triton/fault.h"

namespace tileglot::notation::triton {
namespace {

MaybeFault find_tiles_fault(const Numbers& warps, const Numbers& tiles) {
  const auto rank = std::ssize(warps);
  return first_of({check_rank("warpsPerCTA", rank), check_length("tilesPerWarp", tiles, rank),
                   check_counts("warpsPerCTA", warps), check_counts("tilesPerWarp", tiles)});
}

/// 1, 2, 4, .. below n in units of `unit` along one dimension. Both are at most kMaxParameter.
void append_steps(Bases& bases, std::int64_t n, std::int64_t unit, std::size_t dimension,
                  std::size_t rank) {
  for (std::int64_t step = 1; step < n; step *= 2) {
    Numbers basis(rank, 0);
    basis[dimension] = step * unit;
    bases.push_back(std::move(basis));
  }
}

}  // namespace

MaybeFault place_tiles(AmdWmma& e, const Numbers& warps_per_cta, const Numbers& tiles_per_warp) {
  if (auto fault = find_tiles_fault(warps_per_cta, tiles_per_warp)) return fault;
  e.rank = std::ssize(warps_per_cta);
  for (std::size_t d = warps_per_cta.size(); d-- > 0;) {
    append_steps(e.cta_register, tiles_per_warp[d], 1, d, warps_per_cta.size());
    append_steps(e.cta_warp, warps_per_cta[d], tiles_per_warp[d], d, warps_per_cta.size());
  }
  return std::nullopt;
}

}  // namespace tileglot::notation::triton
