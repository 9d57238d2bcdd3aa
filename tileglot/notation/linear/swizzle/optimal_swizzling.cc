// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/swizzle/optimal_swizzling.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "tileglot/core/checked.h"
#include "tileglot/core/f2_span.h"
#include "tileglot/notation/linear/swizzle/optimal_swizzling_ld_st.h"

namespace tileglot::notation::linear {
namespace {

using core::fail;
using core::Result;
using core::Status;

constexpr std::size_t kRows = 3;       ///< log2 of the rows of 16 bytes in a wavefront
constexpr std::size_t kMaxTiles = 16;  ///< of one side: every pair is tried

std::size_t row_bits(int bits) {
  return static_cast<std::size_t>(core::log2_floor(kTileBits / bits));
}

bool has_lanes(const AccessTile::LaneBits& which, F2BasesView lanes) {
  return std::ranges::all_of(which,
                             [&](int i) { return static_cast<std::size_t>(i) < lanes.size(); });
}

std::uint64_t lane(F2BasesView lanes, int i) { return lanes[static_cast<std::size_t>(i)]; }

bool independent(const F2Bases& row, const F2Bases& block) {
  core::F2Span span;
  const auto insert = [&](std::uint64_t v) { return span.insert(v); };
  return std::ranges::all_of(block, insert) && std::ranges::all_of(row, insert);
}

/// One side: the one with more registers in 16 bytes, or the other.
struct Part {
  const HardwareBases& bases;
  const AccessTile& tile;
};

/// True if the first contiguous lanes of `few` are registers of `many`, and the rest are the same
/// lanes.
bool lanes_meet(const Part& many, const Part& few) {
  const std::size_t more = few.tile.contiguous.size() - many.tile.contiguous.size();
  for (std::size_t i = 0; i < few.tile.contiguous.size(); ++i) {
    const std::uint64_t v = lane(few.bases.lanes, few.tile.contiguous[i]);
    const bool met = i < more ? contains(many.bases.registers, v)
                              : v == lane(many.bases.lanes, many.tile.contiguous[i - more]);
    if (v == 0 || !met) return false;
  }
  return true;
}

/// The 16 bytes that are contiguous for both: registers of both, then lanes.
std::optional<F2Bases> common_row(const SwizzleSides& s, const AccessTile& write,
                                  const AccessTile& read) {
  const bool writes_more = write.contiguous.size() <= read.contiguous.size();
  const Part w{s.write, write};
  const Part r{s.read, read};
  const Part& many = writes_more ? w : r;
  const Part& few = writes_more ? r : w;
  if (!has_lanes(write.contiguous, s.write.lanes) || !has_lanes(read.contiguous, s.read.lanes) ||
      !lanes_meet(many, few))
    return std::nullopt;
  F2Bases row = intersection(many.bases.registers, few.bases.registers, s.dimension);
  const std::size_t registers = row_bits(s.bits) - few.tile.contiguous.size();
  if (row.size() < registers) return std::nullopt;
  while (row.size() > registers) row.pop_back();
  for (const int i : few.tile.contiguous) row.push_back(lane(few.bases.lanes, i));
  if (!independent(row, s.block)) return std::nullopt;
  return row;
}

/// The 8 rows of a wavefront: the lanes of the instruction, and registers if those are fewer.
std::optional<F2Bases> rows_of(const HardwareBases& bases, const AccessTile& tile,
                               const F2Bases& row) {
  if (!has_lanes(tile.addresses, bases.lanes)) return std::nullopt;
  F2Bases rows;
  for (const std::uint64_t v : bases.registers)
    if (rows.size() + tile.addresses.size() < kRows && !contains(view(row), v)) rows.push_back(v);
  if (rows.size() + tile.addresses.size() < kRows) return std::nullopt;
  for (const int i : tile.addresses) rows.push_back(lane(bases.lanes, i));
  return rows;
}

/// Matrix instructions move four matrices at once if two register bits are left in a round.
std::size_t kept_reps(const AccessTile& write, const AccessTile& read) {
  const auto missing = [](const AccessTile& tile) {
    return tile.contiguous.size() + tile.addresses.size() - kRows;
  };
  return std::min(missing(write), missing(read));
}

struct Candidate {
  Swizzle swizzle;
  int conflicts = 0;
};

bool better(const Candidate& a, const Candidate& b) {
  if (a.conflicts != b.conflicts) return a.conflicts < b.conflicts;
  return a.swizzle.reps.size() > b.swizzle.reps.size();
}

std::optional<Candidate> candidate(const SwizzleSides& s, const AccessTile& write,
                                   const AccessTile& read) {
  const auto row = common_row(s, write, read);
  if (!row) return std::nullopt;
  const auto written = rows_of(s.write, write, *row);
  const auto read_at_once = rows_of(s.read, read, *row);
  if (!written || !read_at_once) return std::nullopt;
  Candidate c{swizzle(s, {.vector = *row,
                          .write_lanes = *written,
                          .read_lanes = *read_at_once,
                          .kept_reps = kept_reps(write, read)})};
  c.conflicts = conflicts(c.swizzle, *written, s.dimension) +
                conflicts(c.swizzle, *read_at_once, s.dimension);
  return c;
}

Status require_tile(const AccessTile& tile, int bits) {
  const auto is_lane = [](int i) { return 0 <= i && i < kMaxBits; };
  const std::size_t lanes = tile.contiguous.size() + tile.addresses.size();
  if (std::ranges::all_of(tile.contiguous, is_lane) &&
      std::ranges::all_of(tile.addresses, is_lane) && tile.addresses.size() <= kRows &&
      tile.contiguous.size() <= row_bits(bits) && lanes >= kRows)
    return {};
  return fail(
      {.code = "linear.tile",
       .message = fmt::format("a tile with contiguous lane bits [{}] and address bits [{}]",
                              fmt::join(tile.contiguous, ","), fmt::join(tile.addresses, ",")),
       .help = "its contiguous lanes fit in 16 bytes, and up to 3 bits give addresses, with "
               "at least 3 bits in all"});
}

Status require_tiles(std::span<const AccessTile> tiles, int bits) {
  if (tiles.empty())
    return fail({.code = "linear.tile",
                 .message = "there is no instruction to choose from",
                 .help = "{\"laneContig\":[],\"laneAddr\":[0,1,2]} is a plain load or store"});
  if (tiles.size() > kMaxTiles)
    return fail({.code = "linear.tile",
                 .message = fmt::format("{} instructions to choose from", tiles.size()),
                 .help = fmt::format("at most {}", kMaxTiles)});
  for (const AccessTile& tile : tiles) TILEGLOT_TRY_STATUS(require_tile(tile, bits));
  return {};
}

}  // namespace

Result<TiledSwizzling> optimal_swizzling(const Layout& src, const Layout& dst,
                                         std::span<const AccessTile> src_tiles,
                                         std::span<const AccessTile> dst_tiles, int bits) {
  TILEGLOT_TRY(sides, swizzle_sides(src, dst, bits, 32));
  TILEGLOT_TRY_STATUS(require_tiles(src_tiles, bits));
  TILEGLOT_TRY_STATUS(require_tiles(dst_tiles, bits));
  std::optional<Candidate> best;
  TiledSwizzling result;
  for (std::size_t i = 0; i < src_tiles.size(); ++i) {
    for (std::size_t j = 0; j < dst_tiles.size(); ++j) {
      auto c = candidate(sides, src_tiles[i], dst_tiles[j]);
      if (!c || (best && !better(*c, *best))) continue;
      best = std::move(c);
      result.src_tile = i;
      result.dst_tile = j;
    }
  }
  result.memory = memory_layout(best ? best->swizzle : ld_st_swizzle(sides), src);
  return result;
}

}  // namespace tileglot::notation::linear
