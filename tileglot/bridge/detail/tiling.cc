// SPDX-License-Identifier: Apache-2.0
#include "tileglot/bridge/detail/tiling.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"

namespace tileglot::bridge {
namespace {

constexpr std::size_t kMostTiles = 8;

/// Adjacent digits first..last of one dimension: one extent of the shape while tiles are undone.
struct Segment {
  std::size_t dim = 0;
  std::size_t first = 0;
  std::size_t last = 0;  ///< one past the end
  std::int64_t extent = 1;
  bool padded =
      false;  ///< the dimension is shorter than extent; undone by a tile entry of that extent
};

using Segments = std::vector<Segment>;
using TileEntries = std::vector<std::int64_t>;

bool joins(const Segment& quotient, const Segment& remainder) {
  return quotient.dim == remainder.dim && quotient.first == remainder.last && !quotient.padded;
}

Segment joined(const Segment& quotient, const Segment& remainder) {
  return {quotient.dim, remainder.first, quotient.last, quotient.extent * remainder.extent, false};
}

/// The state of the digits after undoing the tiles found so far, from the last tile back to here.
struct Path {
  Segments segments;
  std::vector<TileEntries> tiles;  ///< last tile first
  std::size_t untouched = 0;       ///< major segments that no tile covers
};

std::int64_t product_of(const TileEntries& entries) {
  std::int64_t product = 1;
  for (const std::int64_t entry : entries) product = core::saturating_mul(product, entry);
  return product;
}

std::size_t entry_count(const Tiling& tiling) {
  std::size_t count = 0;
  for (const TileEntries& tile : tiling.tiles) count += tile.size();
  return count;
}

/// The tiles as written, first tile first: a tile also covers, by a 1, the entries of extent 1 that
/// earlier tiles left.
std::vector<TileEntries> written(const Segments& dims,
                                 std::span<const TileEntries> last_tile_first) {
  std::vector<std::int64_t> extents;
  for (const Segment& dim : dims) extents.push_back(dim.extent);
  std::vector<TileEntries> tiles;
  for (std::size_t i = last_tile_first.size(); i-- > 0;) {
    const TileEntries& entries = last_tile_first[i];
    TileEntries tile;
    std::size_t next = entries.size();
    std::size_t place = extents.size();
    while (next > 0) {
      const bool is_unit = extents[--place] == 1;
      tile.push_back(is_unit ? 1 : entries[--next]);
      extents[place] /= tile.back();
    }
    std::reverse(tile.begin(), tile.end());
    extents.insert(extents.end(), tile.begin(), tile.end());
    tiles.push_back(std::move(tile));
  }
  return tiles;
}

bool is_better(const Tiling& a, const Tiling& b) {
  if (entry_count(a) != entry_count(b)) return entry_count(a) < entry_count(b);
  if (a.minor_to_major != b.minor_to_major) return a.minor_to_major > b.minor_to_major;
  if (a.tiles.empty() || a.tiles[0] == b.tiles[0]) return a.tiles > b.tiles;
  const auto rank_of = [](const TileEntries& tile) { return std::tuple(product_of(tile), tile); };
  return rank_of(a.tiles[0]) > rank_of(b.tiles[0]);
}

class Search {
 public:
  Search(std::span<const TileDigit> digits, std::size_t rank) : rank_(rank), levels_(rank, 0) {
    for (const TileDigit& digit : digits) {
      start_.push_back({digit.dim, digit.level, digit.level + 1, digit.radix, digit.padded});
      levels_[digit.dim] = std::max(levels_[digit.dim], digit.level + 1);
    }
  }

  TilingSearch run() {
    for (std::size_t depth = 0; depth <= kMostTiles && !best_ && !is_over(); ++depth) {
      undo({start_, {}, start_.size()}, depth);
    }
    // The best so far may not be the best of all.
    if (is_over()) best_.reset();
    return {std::move(best_), steps_};
  }

 private:
  bool is_over() const { return steps_ >= kMaxTilingSteps; }

  /// The most segments that `depth` tiles can join to one per dimension: a tile splits each into at
  /// most two.
  std::size_t most_segments(std::size_t depth) const {
    return rank_ << std::min<std::size_t>(depth, 16);
  }

  bool is_whole(const Segment& segment) const {
    return segment.first == 0 && segment.last == levels_[segment.dim] && !segment.padded;
  }

  void undo(const Path& path, std::size_t depth) {
    if (depth == 0) {
      if (std::all_of(path.segments.begin(), path.segments.end(),
                      [&](const Segment& s) { return is_whole(s); })) {
        consider(path);
      }
      return;
    }
    if (path.segments.size() > most_segments(depth)) return;
    const std::size_t count = path.segments.size();
    for (std::size_t remainders = 1; remainders <= count; ++remainders) {
      for (std::size_t quotients = 0; quotients + remainders <= count; ++quotients) {
        if (is_over()) return;
        Match match{path, depth, count - remainders - quotients, count - remainders, {}, {}};
        extend(match, match.prefix, match.middle);
      }
    }
  }

  /// A tile being undone: quotients are segments prefix..middle, remainders middle..end.
  struct Match {
    const Path& path;
    std::size_t depth;
    std::size_t prefix;
    std::size_t middle;
    Segments merged;
    TileEntries tile;
  };

  /// The minimum number of segments after undoing the tile: each further entry takes a quotient, a
  /// remainder or one of both.
  static std::size_t fewest_segments(const Match& match, std::size_t quotient,
                                     std::size_t remainder) {
    return match.prefix + match.merged.size() +
           std::max(match.middle - quotient, match.path.segments.size() - remainder);
  }

  /// Takes the next entry of the tile: a quotient with its remainder, a remainder that is the whole
  /// dimension, or a quotient alone.
  void extend(Match& match, std::size_t quotient, std::size_t remainder) {
    if (is_over()) return;
    ++steps_;
    if (fewest_segments(match, quotient, remainder) > most_segments(match.depth - 1)) return;
    const Segments& segments = match.path.segments;
    const bool has_quotient = quotient < match.middle;
    const bool has_remainder = remainder < segments.size();
    if (!has_quotient && !has_remainder) return close(match);
    if (has_quotient && has_remainder && joins(segments[quotient], segments[remainder])) {
      take(match, joined(segments[quotient], segments[remainder]), segments[remainder].extent,
           quotient + 1, remainder + 1);
      return;
    }
    if (has_remainder) {
      Segment all = segments[remainder];
      all.padded = false;
      take(match, all, all.extent, quotient, remainder + 1);
    }
    // An entry of 1 at the major end of a tile has no effect.
    if (has_quotient && !match.tile.empty())
      take(match, segments[quotient], 1, quotient + 1, remainder);
  }

  void take(Match& match, const Segment& segment, std::int64_t entry, std::size_t quotient,
            std::size_t remainder) {
    match.merged.push_back(segment);
    match.tile.push_back(entry);
    extend(match, quotient, remainder);
    match.merged.pop_back();
    match.tile.pop_back();
  }

  void close(const Match& match) {
    Path next;
    const auto prefix_end = match.path.segments.begin() + static_cast<std::ptrdiff_t>(match.prefix);
    next.segments.assign(match.path.segments.begin(), prefix_end);
    next.segments.insert(next.segments.end(), match.merged.begin(), match.merged.end());
    next.tiles = match.path.tiles;
    next.tiles.push_back(match.tile);
    next.untouched = std::min(match.path.untouched, match.prefix);
    undo(next, match.depth - 1);
  }

  void consider(const Path& path) {
    Tiling tiling{order_of(path), written(path.segments, path.tiles)};
    if (!best_ || is_better(tiling, *best_)) best_ = std::move(tiling);
  }

  /// Minor to major. Dimensions of extent 1 go among those that no tile covers, where they come
  /// latest in dictionary order.
  std::vector<std::int64_t> order_of(const Path& path) const {
    std::vector<std::int64_t> order;
    std::vector<std::int64_t> units;
    for (std::size_t k = 0; k < rank_; ++k) {
      if (levels_[k] == 0) units.push_back(static_cast<std::int64_t>(k));
    }
    for (std::size_t i = path.segments.size(); i-- > 0;) {
      const auto dim = static_cast<std::int64_t>(path.segments[i].dim);
      while (i < path.untouched && !units.empty() && units.back() > dim) {
        order.push_back(units.back());
        units.pop_back();
      }
      order.push_back(dim);
    }
    order.insert(order.end(), units.rbegin(), units.rend());
    return order;
  }

  std::size_t rank_;
  std::vector<std::size_t> levels_;
  Segments start_;
  std::size_t steps_ = 0;
  std::optional<Tiling> best_;
};

}  // namespace

TilingSearch search_tiling(std::span<const TileDigit> major_to_minor, std::size_t rank) {
  return Search(major_to_minor, rank).run();
}

core::Result<Tiling> find_tiling(std::span<const TileDigit> major_to_minor, std::size_t rank) {
  if (auto tiling = search_tiling(major_to_minor, rank).tiling) return *std::move(tiling);
  return core::fail(
      {.code = "bridge.too_many_tilings",
       .message = fmt::format(
           "no tiling of {} digits over {} dimensions was found within {} steps and {} tiles",
           major_to_minor.size(), rank, kMaxTilingSteps, kMostTiles),
       .help = "`--to map` shows the layout without tiles"});
}

}  // namespace tileglot::bridge
