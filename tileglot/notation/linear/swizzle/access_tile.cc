// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/swizzle/access_tile.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "tileglot/core/checked.h"

namespace tileglot::notation::linear {
namespace {

bool is_contiguous(const AccessTile& tile, std::size_t lane) {
  return std::ranges::find(tile.contiguous, static_cast<int>(lane)) != tile.contiguous.end();
}

/// The contiguous lanes hold the upper bits of the row, one after the other.
bool lanes_fit(const AccessTile& tile, const F2Bases& lanes, int first) {
  std::uint64_t expected = std::uint64_t{1} << first;
  for (const int lane : tile.contiguous) {
    if (static_cast<std::size_t>(lane) >= lanes.size()) return false;
    if (lanes[static_cast<std::size_t>(lane)] != expected) return false;
    expected <<= 1;
  }
  return std::ranges::all_of(
      tile.addresses, [&](int lane) { return static_cast<std::size_t>(lane) < lanes.size(); });
}

}  // namespace

bool matrix_fits(const AccessTile& tile, const MemoryOffsets& offsets, int bits) {
  const int row = core::log2_floor(kTileBits / bits);
  const int in_registers = row - static_cast<int>(tile.contiguous.size());
  if (in_registers < 0 || !lanes_fit(tile, offsets.lanes, in_registers)) return false;
  const std::uint64_t in_row = (std::uint64_t{1} << row) - 1;
  const std::uint64_t inner = (std::uint64_t{1} << in_registers) - 1;
  std::uint64_t found = 0;
  std::size_t others = 0;
  for (const std::uint64_t o : offsets.registers) {
    const bool inside = std::has_single_bit(o) && o <= inner;
    if (!inside && (o & in_row) != 0) return false;
    found |= inside ? o : 0;
    others += inside ? 0 : 1;
  }
  for (std::size_t i = 0; i < offsets.lanes.size(); ++i)
    if (!is_contiguous(tile, i) && (offsets.lanes[i] & in_row) != 0) return false;
  const bool warps_outside =
      std::ranges::all_of(offsets.warps, [&](std::uint64_t o) { return (o & in_row) == 0; });
  return found == inner && warps_outside && others + tile.addresses.size() >= 3;
}

}  // namespace tileglot::notation::linear
