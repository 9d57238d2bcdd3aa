// SPDX-License-Identifier: Apache-2.0
// side.h: one side of a resharding: an array's tiles and who has them, in closed form or listed.
//
// What     A Side is a Spread or Pieces, asked the same questions: the tiles that meet a box, the
//          holders of a tile, the tiles of a place.
// Why      What is read from a sharding is closed, what is read from file headers is listed; who plans
//          the messages need not know.
// Example  Rows of 2 ranks as a spread and as pieces give the same answers.
//          [tests: side_test.cc, "a spread and its pieces are one side"]
// Errors   renamed: those of places.h and pieces.h.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/map/box.h"
#include "tileglot/placement/pieces.h"
#include "tileglot/placement/places.h"
#include "tileglot/placement/spread.h"

namespace tileglot::placement {

class Side {
 public:
  Side(Spread spread)
      : form_(std::move(spread)) {}  // NOLINT(google-explicit-constructor): both are
  Side(Pieces pieces) : form_(std::move(pieces)) {}  // NOLINT(google-explicit-constructor): sides

  const Spread* spread() const { return std::get_if<Spread>(&form_); }

  std::vector<std::int64_t> extents() const;
  std::int64_t tiles() const;
  map::Box box(std::int64_t tile) const;
  /// What a holder allocates: the extents of the largest tile of a spread, as XLA does, or those of a
  /// listed tile. The tile is at the begin of it.
  std::vector<std::int64_t> stored_extents(std::int64_t tile) const;
  std::int64_t copies(std::int64_t tile) const;
  std::int64_t holder(std::int64_t tile, std::int64_t copy) const;
  /// Which copy of the tile a place has.
  std::optional<std::int64_t> copy_at(std::int64_t tile, std::int64_t place) const;
  /// The tiles of a place that have elements, ascending.
  std::vector<std::int64_t> held_by(std::int64_t place) const;
  /// One more than the largest place.
  std::int64_t end() const;
  /// The same tiles at other places: what was at p is at at(p). Precondition: end() <= places.size().
  core::Result<Side> renamed(const Places& places) const;

  /// At least as many as there are tiles that meet the box, without listing them.
  std::int64_t most_meeting(const map::Box& box) const;

  /// f(number of the tile, the box that both share), for each tile that meets the box.
  template <class Visit>
  void for_each_meeting(const map::Box& box, const Visit& visit) const {
    std::visit([&](const auto& form) { form.for_each_meeting(box, visit); }, form_);
  }

 private:
  std::variant<Spread, Pieces> form_;
};

}  // namespace tileglot::placement
