// SPDX-License-Identifier: Apache-2.0
#include "tileglot/placement/side.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/map/box.h"
#include "tileglot/placement/cuts.h"
#include "tileglot/placement/pieces.h"
#include "tileglot/placement/places.h"
#include "tileglot/placement/spread.h"

namespace tileglot::placement {
namespace {

std::vector<std::int64_t> held_in(const Spread& spread, std::int64_t place) {
  const auto held = spread.held_by(place);
  if (!held || spread.box(held->tile).size() == 0) return {};
  return {held->tile};
}

std::vector<std::int64_t> held_in(const Pieces& pieces, std::int64_t place) {
  return pieces.held_by(place);
}

std::vector<std::int64_t> stored(const Spread& spread, std::int64_t) {
  std::vector<std::int64_t> extents;
  extents.reserve(spread.cuts().size());
  for (const Cuts& cuts : spread.cuts()) extents.push_back(cuts.largest());
  return extents;
}

std::vector<std::int64_t> stored(const Pieces& pieces, std::int64_t tile) {
  const map::Box& box = pieces.box(tile);
  std::vector<std::int64_t> extents;
  extents.reserve(box.begin.size());
  for (std::size_t k = 0; k < box.begin.size(); ++k) extents.push_back(box.end[k] - box.begin[k]);
  return extents;
}

std::int64_t most_in(const Spread& spread, const map::Box& box) {
  if (box.size() == 0) return 0;
  std::int64_t tiles = 1;
  for (std::size_t k = 0; k < spread.cuts().size(); ++k) {
    const Interval range = spread.cuts()[k].meeting({box.begin[k], box.end[k]});
    tiles = core::saturating_mul(tiles, range.end - range.begin);
  }
  return tiles;
}

std::int64_t most_in(const Pieces& pieces, const map::Box&) { return pieces.tiles(); }

core::Result<Side> at_places(const Spread& spread, const Places& places) {
  TILEGLOT_TRY(moved, then(spread.places(), places));
  TILEGLOT_TRY(renamed, Spread::of(spread.cuts(), spread.copies(), std::move(moved)));
  return Side(std::move(renamed));
}

core::Result<Side> at_places(const Pieces& pieces, const Places& places) {
  std::vector<Piece> moved;
  for (std::int64_t tile = 0; tile < pieces.tiles(); ++tile) {
    for (std::int64_t copy = 0; copy < pieces.copies(tile); ++copy)
      moved.push_back({places.at(pieces.holder(tile, copy)), pieces.box(tile)});
  }
  TILEGLOT_TRY(renamed, Pieces::of(pieces.extents(), std::move(moved)));
  return Side(std::move(renamed));
}

std::int64_t end_of(const Spread& spread) { return spread.places().end(); }
std::int64_t end_of(const Pieces& pieces) { return pieces.end(); }

std::int64_t copies_of(const Spread& spread, std::int64_t) { return spread.copies(); }
std::int64_t copies_of(const Pieces& pieces, std::int64_t tile) { return pieces.copies(tile); }

std::optional<std::int64_t> copy_in(const Spread& spread, std::int64_t tile, std::int64_t place) {
  const auto held = spread.held_by(place);
  return held && held->tile == tile ? std::optional(held->copy) : std::nullopt;
}

std::optional<std::int64_t> copy_in(const Pieces& pieces, std::int64_t tile, std::int64_t place) {
  std::int64_t low = 0;
  std::int64_t high = pieces.copies(tile);
  while (low < high) {
    const std::int64_t middle = low + (high - low) / 2;
    const std::int64_t holder = pieces.holder(tile, middle);
    if (holder == place) return middle;
    if (holder < place) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::int64_t> Side::extents() const {
  return std::visit([](const auto& form) { return std::vector<std::int64_t>(form.extents()); },
                    form_);
}

std::int64_t Side::tiles() const {
  return std::visit([](const auto& form) { return form.tiles(); }, form_);
}

map::Box Side::box(std::int64_t tile) const {
  return std::visit([&](const auto& form) { return map::Box(form.box(tile)); }, form_);
}

std::vector<std::int64_t> Side::stored_extents(std::int64_t tile) const {
  return std::visit([&](const auto& form) { return stored(form, tile); }, form_);
}

std::int64_t Side::copies(std::int64_t tile) const {
  return std::visit([&](const auto& form) { return copies_of(form, tile); }, form_);
}

std::int64_t Side::holder(std::int64_t tile, std::int64_t copy) const {
  return std::visit([&](const auto& form) { return form.holder(tile, copy); }, form_);
}

std::optional<std::int64_t> Side::copy_at(std::int64_t tile, std::int64_t place) const {
  return std::visit([&](const auto& form) { return copy_in(form, tile, place); }, form_);
}

std::vector<std::int64_t> Side::held_by(std::int64_t place) const {
  return std::visit([&](const auto& form) { return held_in(form, place); }, form_);
}

std::int64_t Side::most_meeting(const map::Box& box) const {
  return std::visit([&](const auto& form) { return most_in(form, box); }, form_);
}

core::Result<Side> Side::renamed(const Places& places) const {
  return std::visit([&](const auto& form) { return at_places(form, places); }, form_);
}

std::int64_t Side::end() const {
  return std::visit([](const auto& form) { return end_of(form); }, form_);
}

}  // namespace tileglot::placement
