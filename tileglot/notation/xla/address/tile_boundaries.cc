// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/address/tile_boundaries.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <ranges>
#include <tuple>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/shape/tile.h"
#include "tileglot/notation/xla/validate/array_bounds.h"
#include "tileglot/notation/xla/validate/validate.h"

namespace tileglot::notation::xla {
namespace {

/// A physical dimension while the tiles apply: x mod inside.. / divisor of one logical dimension.
struct Entry {
  std::optional<std::size_t> dimension = {};  ///< nothing: several are combined
  std::int64_t extent = 1;
  std::int64_t divisor = 1;
  std::vector<std::int64_t> inside = {};
};

Entry merged(const Entry& major, const Entry& minor) {
  if (major.extent == 1) return minor;
  if (minor.extent == 1) return major;
  return {.extent = core::saturating_mul(major.extent, minor.extent)};
}

bool is_one_element(const Tile& tile) {
  return std::ranges::all_of(tile.entries, [](const TileEntry& entry) { return entry == 1; });
}

class Tiler {
 public:
  Tiler(const Layout& layout, const std::vector<std::int64_t>& extents)
      : boundaries_(extents.size()) {
    for (const std::int64_t d : std::views::reverse(layout.minor_to_major)) {
      const auto dimension = static_cast<std::size_t>(d);
      entries_.push_back({.dimension = dimension, .extent = extents[dimension]});
    }
  }

  void apply(const Tile& tile, std::size_t number) {
    const std::size_t length = tile.entries.size();
    if (length > entries_.size())
      entries_.insert(entries_.begin(), length - entries_.size(), Entry());
    const auto first = entries_.end() - static_cast<std::ptrdiff_t>(length);
    const std::vector<Entry> tiled(first, entries_.end());
    entries_.erase(first, entries_.end());
    std::vector<Entry> inside;
    Entry carried;
    for (std::size_t i = 0; i < length; ++i) {
      carried = merged(carried, tiled[i]);
      if (!tile.entries[i]) continue;
      inside.push_back(divide(std::exchange(carried, {}), *tile.entries[i]));
      if (!is_one_element(tile)) note(entries_.back(), number);
    }
    entries_.insert(entries_.end(), inside.begin(), inside.end());
  }

  std::vector<std::vector<TileBoundary>> boundaries() {
    for (std::vector<TileBoundary>& of_dimension : boundaries_) {
      std::ranges::sort(of_dimension, {}, [](const TileBoundary& boundary) {
        return std::pair(boundary.every, boundary.tile);
      });
      const auto repeated = std::ranges::unique(of_dimension, {}, [](const TileBoundary& boundary) {
        return std::tie(boundary.every, boundary.inside);
      });
      of_dimension.erase(repeated.begin(), repeated.end());
    }
    return std::move(boundaries_);
  }

 private:
  /// Appends the quotient and returns the remainder.
  Entry divide(Entry entry, std::int64_t by) {
    Entry remainder = entry;
    remainder.extent = by;
    entry.extent = core::ceil_div(entry.extent, by);
    entry.divisor = core::saturating_mul(entry.divisor, by);
    if (entry.extent > 1) remainder.inside.push_back(entry.divisor);
    entries_.push_back(std::move(entry));
    return remainder;
  }

  /// A boundary wherever the quotient changes.
  void note(const Entry& quotient, std::size_t number) {
    if (!quotient.dimension || quotient.extent <= 1) return;
    TileBoundary boundary{quotient.divisor, number, quotient.inside};
    while (!boundary.inside.empty() && boundary.inside.back() % boundary.every == 0)
      boundary.inside.pop_back();
    boundaries_[*quotient.dimension].push_back(std::move(boundary));
  }

  std::vector<Entry> entries_ = {};
  std::vector<std::vector<TileBoundary>> boundaries_;
};

}  // namespace

core::Result<std::vector<std::vector<TileBoundary>>> tile_boundaries(const Shape& array) {
  TILEGLOT_TRY_STATUS(validate(array));
  TILEGLOT_TRY(extents, array_bounds(array));
  const Layout layout = layout_or_default(array);
  Tiler tiler(layout, extents);
  for (std::size_t i = 0; i < layout.tiles.size(); ++i) tiler.apply(layout.tiles[i], i);
  return tiler.boundaries();
}

}  // namespace tileglot::notation::xla
