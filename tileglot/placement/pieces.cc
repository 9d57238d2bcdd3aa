// SPDX-License-Identifier: Apache-2.0
#include "tileglot/placement/pieces.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/map/box.h"
#include "tileglot/placement/box_tree.h"
#include "tileglot/placement/places.h"

namespace tileglot::placement {
namespace {

core::Status check_extents(const std::vector<std::int64_t>& extents) {
  std::int64_t elements = 1;
  for (const std::int64_t extent : extents) {
    if (extent < 0 || !core::multiply_fits(elements, extent, elements)) {
      return core::fail(
          {.code = "placement.limit",
           .message = fmt::format("[{}] are not the extents of an array", fmt::join(extents, ",")),
           .help = "extents are at least 0, and their product fits in 63 bits"});
    }
  }
  return {};
}

bool is_within(const map::Box& box, const std::vector<std::int64_t>& extents) {
  if (box.begin.size() != extents.size() || box.end.size() != extents.size()) return false;
  for (std::size_t k = 0; k < extents.size(); ++k) {
    if (box.begin[k] < 0 || box.begin[k] > box.end[k] || box.end[k] > extents[k]) return false;
  }
  return true;
}

core::Status check_piece(const Piece& piece, const std::vector<std::int64_t>& extents) {
  if (piece.place < 0) {
    return core::fail({.code = "placement.pieces",
                       .message = fmt::format("a piece is at place {}", piece.place),
                       .help = "places are numbered from 0"});
  }
  if (is_within(piece.box, extents)) return {};
  return core::fail(
      {.code = "placement.pieces",
       .message = fmt::format("the piece ({}) to ({}) at place {} is not a box of "
                              "[{}]",
                              fmt::join(piece.box.begin, ","), fmt::join(piece.box.end, ","),
                              piece.place, fmt::join(extents, ",")),
       .help = "a piece begins at 0 or later and ends within the array"});
}

bool comes_before(const Piece& a, const Piece& b) {
  return std::tie(a.box.begin, a.box.end, a.place) < std::tie(b.box.begin, b.box.end, b.place);
}

}  // namespace

core::Result<Pieces> Pieces::of(std::vector<std::int64_t> extents, std::vector<Piece> pieces) {
  if (static_cast<std::int64_t>(pieces.size()) > kMostListed) {
    return core::fail({.code = "placement.limit",
                       .message = fmt::format("{} pieces are listed; at most {} can be",
                                              pieces.size(), kMostListed),
                       .help = "list fewer, larger pieces"});
  }
  TILEGLOT_TRY_STATUS(check_extents(extents));
  Pieces result;
  result.extents_ = std::move(extents);
  TILEGLOT_TRY_STATUS(result.add_tiles(std::move(pieces)));
  TILEGLOT_TRY_STATUS(result.check_apart());
  return result;
}

core::Status Pieces::add_tiles(std::vector<Piece> pieces) {
  for (const Piece& piece : pieces) TILEGLOT_TRY_STATUS(check_piece(piece, extents_));
  std::erase_if(pieces, [](const Piece& piece) { return piece.box.size() == 0; });
  std::ranges::sort(pieces, comes_before);
  std::vector<map::Box> boxes;
  boxes.reserve(pieces.size());
  for (Piece& piece : pieces) {
    if (boxes.empty() || boxes.back() != piece.box) {
      boxes.push_back(std::move(piece.box));
      holders_.emplace_back();
    }
    std::vector<std::int64_t>& holders = holders_.back();
    if (!holders.empty() && holders.back() == piece.place) {
      return core::fail({.code = "placement.pieces",
                         .message = fmt::format("place {} has the piece that begins at ({}) twice",
                                                piece.place, fmt::join(boxes.back().begin, ",")),
                         .help = "list a piece once for each place"});
    }
    holders.push_back(piece.place);
    held_.push_back({piece.place, static_cast<std::int64_t>(holders_.size()) - 1});
    end_ = std::max(end_, piece.place + 1);
  }
  tree_ = BoxTree(std::move(boxes));
  std::ranges::sort(held_, [](const Held& a, const Held& b) {
    return std::tie(a.place, a.tile) < std::tie(b.place, b.tile);
  });
  return {};
}

core::Status Pieces::check_apart() const {
  for (std::int64_t tile = 0; tile < tiles(); ++tile) {
    std::optional<std::pair<std::int64_t, map::Box>> clash;
    for_each_meeting(box(tile), [&](std::int64_t other, const map::Box& both) {
      if (other != tile && !clash) clash = {other, both};
    });
    if (!clash) continue;
    return core::fail(
        {.code = "placement.overlap",
         .message = fmt::format("two pieces that are not equal have the element ({}): at place {} "
                                "({}) to ({}), at place {} ({}) to ({})",
                                fmt::join(clash->second.begin, ","), holder(tile, 0),
                                fmt::join(box(tile).begin, ","), fmt::join(box(tile).end, ","),
                                holder(clash->first, 0), fmt::join(box(clash->first).begin, ","),
                                fmt::join(box(clash->first).end, ",")),
         .help = "cut the array so that pieces are equal or share nothing"});
  }
  return {};
}

std::vector<std::int64_t> Pieces::held_by(std::int64_t place) const {
  std::vector<std::int64_t> tiles;
  for (auto found = std::ranges::lower_bound(held_, place, {}, &Held::place);
       found != held_.end() && found->place == place; ++found)
    tiles.push_back(found->tile);
  return tiles;
}

}  // namespace tileglot::placement
