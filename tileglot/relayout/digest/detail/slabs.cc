// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/digest/detail/slabs.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/map/box.h"
#include "tileglot/map/index_map.h"

namespace tileglot::relayout::digest::detail {
namespace {

/// Whole tiles of a larger extent are not kept together.
constexpr std::int64_t kMaxTile = 4096;

/// The smallest extent of which all boundaries on dimension k are divisors, or 1 if it is large.
std::int64_t tile_of(const map::IndexMap& layout, std::size_t k) {
  std::int64_t tile = 1;
  for (const map::FloorTerm& term : layout.out().floors) {
    if (term.src != k) continue;
    const std::int64_t both = core::checked_lcm(tile, term.div).value_or(kMaxTile + 1);
    if (both <= kMaxTile) tile = both;
  }
  return std::min(tile, layout.extent(k));
}

/// How far apart in memory tiles of these extents are, one after the other along k; nothing if there
/// is only one.
std::optional<std::int64_t> distance(const map::IndexMap& layout, std::size_t k,
                                     std::int64_t tile) {
  if (tile >= layout.extent(k)) return std::nullopt;
  map::Coordinate x(layout.rank());
  const std::int64_t from = layout(x);
  x[k] = tile;
  const std::int64_t to = layout(x);
  return to < from ? from - to : to - from;
}

/// The dimension along which tiles are the closest, but not at the same place.
std::size_t nearest_dimension(const map::IndexMap& layout, std::span<const std::int64_t> tile) {
  std::size_t nearest = layout.rank() - 1;
  std::int64_t least = core::kInt64Max;
  for (std::size_t k = 0; k < layout.rank(); ++k) {
    const std::int64_t apart = distance(layout, k, tile[k]).value_or(0);
    if (apart == 0 || apart >= least) continue;
    nearest = k;
    least = apart;
  }
  return nearest;
}

class SlabShape {
 public:
  SlabShape(const map::IndexMap& layout, std::int64_t most) : layout_(layout), most_(most) {
    for (std::size_t k = 0; k < layout.rank(); ++k) extents_.push_back(tile_of(layout, k));
    if (size() > most_) std::ranges::fill(extents_, 1);
  }

  std::vector<std::int64_t> grown() {
    if (extents_.empty()) return {};
    const std::size_t last = extents_.size() - 1;
    const std::size_t nearest = nearest_dimension(layout_, extents_);
    while (extents_[last] < extents_[nearest] ? grow(last) || grow(nearest)
                                              : grow(nearest) || grow(last)) {
    }
    for (std::size_t k = extents_.size(); k-- > 0;) {
      while (grow(k)) {
      }
    }
    return std::move(extents_);
  }

 private:
  std::int64_t size() const {
    std::int64_t size = 1;
    for (const std::int64_t extent : extents_) size = core::saturating_mul(size, extent);
    return size;
  }

  /// Doubles extent k, up to the whole dimension.
  bool grow(std::size_t k) {
    const std::int64_t whole = layout_.extent(k);
    if (extents_[k] >= whole) return false;
    const std::int64_t others = size() / extents_[k];
    const std::int64_t larger = std::min(whole, 2 * extents_[k]);
    if (larger > most_ / others) return false;
    extents_[k] = larger;
    return true;
  }

  const map::IndexMap& layout_;
  std::int64_t most_;
  std::vector<std::int64_t> extents_;
};

}  // namespace

std::vector<std::int64_t> slab_extents(const map::IndexMap& layout, int element_bits,
                                       std::int64_t most_bits) {
  return SlabShape(layout, std::max<std::int64_t>(most_bits / element_bits, 1)).grown();
}

Slabs::Slabs(const map::IndexMap& layout, std::vector<std::int64_t> extents)
    : extents_(std::move(extents)) {
  for (std::size_t k = 0; k < layout.rank(); ++k) {
    whole_.push_back(layout.extent(k));
    count_ *= layout.size() == 0 ? 0 : core::ceil_div(whole_[k], extents_[k]);
  }
}

map::Box Slabs::slab(std::int64_t number) const {
  map::Box box{map::Coordinate(whole_.size()), map::Coordinate(whole_.size())};
  for (std::size_t k = whole_.size(); k-- > 0;) {
    const std::int64_t slabs = core::ceil_div(whole_[k], extents_[k]);
    box.begin[k] = number % slabs * extents_[k];
    box.end[k] = std::min(box.begin[k] + extents_[k], whole_[k]);
    number /= slabs;
  }
  return box;
}

}  // namespace tileglot::relayout::digest::detail
