// SPDX-License-Identifier: Apache-2.0
// spread.h: how an array is cut into tiles, and which places have each of them, in closed form.
//
// What     A Spread cuts dimension d of an array into the tiles of cuts()[d]. Tiles are numbered
//          row-major. Each has copies() holders: copy j of tile t is at place places().at(t *
//          copies() + j). A place has at most one tile. for_each_meeting(box, f) calls f for each tile
//          that shares an element with a box, and for no other.
// Why      The messages of a rank follow from the tiles that meet its own, and those are a product of
//          intervals: nothing is compared with anything, and nothing grows with the number of ranks.
// Units    Coordinates of the array; places are ranks, or numbers of files.
// Example  {devices=[2,2]<=[4] last_tile_dim_replicate} of 8 rows: two tiles of 4 rows; tile 0 is at
//          the places 0 and 1, tile 1 at 2 and 3.
//          [tests: spread_test.cc, "copies are at neighbouring places"]
// Errors   placement.places where there is not a place for each copy of each tile; placement.limit where the
//          elements or the tiles overflow int64.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/map/box.h"
#include "tileglot/placement/cuts.h"
#include "tileglot/placement/places.h"

namespace tileglot::placement {

class Spread {
 public:
  /// What a place has: copy `copy` of tile `tile`.
  struct Held {
    std::int64_t tile = 0;
    std::int64_t copy = 0;
    friend bool operator==(const Held&, const Held&) = default;
  };

  static core::Result<Spread> of(std::vector<Cuts> cuts, std::int64_t copies, Places places);

  const std::vector<Cuts>& cuts() const { return cuts_; }
  std::vector<std::int64_t> extents() const;
  const Places& places() const { return places_; }
  std::int64_t tiles() const { return tiles_; }
  std::int64_t copies() const { return copies_; }

  std::int64_t holder(std::int64_t tile, std::int64_t copy) const {
    return places_.at(tile * copies_ + copy);
  }
  std::optional<Held> held_by(std::int64_t place) const;
  /// May be empty: there can be more tiles than coordinates.
  map::Box box(std::int64_t tile) const;

  /// f(number of the tile, the box that both share). The box is overwritten after each call.
  /// Precondition: `box` is within the array.
  template <class Visit>
  void for_each_meeting(const map::Box& box, const Visit& visit) const {
    if (box.size() == 0) return;
    map::Box both = box;
    visit_from(0, 0, box, both, visit);
  }

 private:
  template <class Visit>
  void visit_from(std::size_t dim, std::int64_t tile, const map::Box& box, map::Box& both,
                  const Visit& visit) const {
    if (dim == cuts_.size()) {
      visit(tile, static_cast<const map::Box&>(both));
      return;
    }
    const Interval range = cuts_[dim].meeting({box.begin[dim], box.end[dim]});
    for (std::int64_t i = range.begin; i < range.end; ++i) {
      const Interval coordinates = cuts_[dim].tile(i);
      both.begin[dim] = std::max(box.begin[dim], coordinates.begin);
      both.end[dim] = std::min(box.end[dim], coordinates.end);
      if (both.begin[dim] < both.end[dim])
        visit_from(dim + 1, tile * cuts_[dim].tiles() + i, box, both, visit);
    }
  }

  std::vector<Cuts> cuts_ = {};
  Places places_ = {};
  std::int64_t tiles_ = 1;
  std::int64_t copies_ = 1;
};

}  // namespace tileglot::placement
