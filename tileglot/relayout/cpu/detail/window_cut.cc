// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/cpu/detail/window_cut.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/subarray.h"
#include "tileglot/map/value.h"

namespace tileglot::relayout::cpu {
namespace {

constexpr std::size_t kMostPairs = 64;

/// Tiles of dimension k begin at multiples of this number; 1 if there are no tiles.
std::int64_t tile_of(const map::IndexMap& f, std::size_t k) {
  std::int64_t tile = 1;
  for (const map::FloorTerm& term : f.out().floors) {
    if (term.src == k) tile = core::checked_lcm(tile, term.div).value_or(1);
  }
  return tile;
}

/// How many coordinates of the slice come before the first tile boundary.
std::int64_t before_border(const map::Slice& slice, std::int64_t tile) {
  if (slice.step == 1) return core::floor_mod(-slice.begin, tile);
  return slice.step == -1 ? (slice.begin + 1) % tile : 0;
}

map::Slice part_of(const map::Slice& slice, std::int64_t first, std::int64_t last) {
  return {slice.begin + first * slice.step, last - first, slice.step};
}

/// Every pair cut in one dimension at the given coordinates.
std::vector<WindowPair> cut(const std::vector<WindowPair>& pairs, std::size_t k,
                            std::span<const std::int64_t> places) {
  std::vector<WindowPair> pieces;
  pieces.reserve(pairs.size() * places.size());
  for (const WindowPair& pair : pairs) {
    for (std::size_t i = 0; i + 1 < places.size(); ++i) {
      WindowPair piece = pair;
      piece.source[k] = part_of(pair.source[k], places[i], places[i + 1]);
      piece.target[k] = part_of(pair.target[k], places[i], places[i + 1]);
      pieces.push_back(std::move(piece));
    }
  }
  return pieces;
}

}  // namespace

std::vector<WindowPair> cut_windows(const map::IndexMap& f, std::span<const map::Slice> source,
                                    const map::IndexMap& g, std::span<const map::Slice> target) {
  std::vector<WindowPair> pairs = {
      {{source.begin(), source.end()}, {target.begin(), target.end()}}};
  for (std::size_t k = 0; k < source.size(); ++k) {
    const std::int64_t extent = source[k].extent;
    std::vector<std::int64_t> places = {0, extent};
    for (const std::int64_t place :
         {before_border(source[k], tile_of(f, k)), before_border(target[k], tile_of(g, k))}) {
      if (place > 0 && place < extent) places.push_back(place);
    }
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
    if (pairs.size() * (places.size() - 1) > kMostPairs) break;
    if (places.size() > 2) pairs = cut(pairs, k, places);
  }
  return pairs;
}

}  // namespace tileglot::relayout::cpu
