// SPDX-License-Identifier: Apache-2.0
#include "tileglot/placement/spread.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/map/box.h"
#include "tileglot/placement/cuts.h"
#include "tileglot/placement/places.h"

namespace tileglot::placement {

core::Result<Spread> Spread::of(std::vector<Cuts> cuts, std::int64_t copies, Places places) {
  Spread result;
  std::int64_t elements = 1;
  for (const Cuts& cut : cuts) {
    if (!core::multiply_fits(elements, cut.extent(), elements) ||
        !core::multiply_fits(result.tiles_, cut.tiles(), result.tiles_)) {
      return core::fail({.code = "placement.limit",
                         .message = "the elements or the tiles of the array do not fit in 63 bits",
                         .help = "write smaller extents, or cut into fewer tiles"});
    }
  }
  const core::Checked held = core::checked_mul(result.tiles_, copies);
  if (copies < 1 || held != places.size()) {
    return core::fail({.code = "placement.places",
                       .message = fmt::format("{} tiles with {} copies each are on {} places",
                                              result.tiles_, copies, places.size()),
                       .help = "give each copy of each tile one place"});
  }
  result.copies_ = copies;
  result.cuts_ = std::move(cuts);
  result.places_ = std::move(places);
  return result;
}

std::vector<std::int64_t> Spread::extents() const {
  std::vector<std::int64_t> extents;
  extents.reserve(cuts_.size());
  for (const Cuts& cut : cuts_) extents.push_back(cut.extent());
  return extents;
}

std::optional<Spread::Held> Spread::held_by(std::int64_t place) const {
  const auto position = places_.position_of(place);
  if (!position) return std::nullopt;
  return Held{core::floor_quotient(*position, copies_), core::floor_remainder(*position, copies_)};
}

map::Box Spread::box(std::int64_t tile) const {
  map::Box box;
  box.begin.resize(cuts_.size());
  box.end.resize(cuts_.size());
  for (std::size_t dim = cuts_.size(); dim-- > 0;) {
    const std::int64_t tiles = cuts_[dim].tiles();
    const Interval coordinates = cuts_[dim].tile(tile % tiles);
    box.begin[dim] = coordinates.begin;
    box.end[dim] = coordinates.end;
    tile /= tiles;
  }
  return box;
}

}  // namespace tileglot::placement
