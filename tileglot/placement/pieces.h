// SPDX-License-Identifier: Apache-2.0
// pieces.h: which places have which boxes of an array, listed one by one.
//
// What     Pieces is a list of {place, box}. Equal boxes are copies of one tile; other boxes must not
//          share an element. A place may have several tiles, and tiles need not cover the array.
// Why      Headers of files list what lies in them; nothing says that it is a grid.
// How      A tree of bounding boxes over the tiles (box_tree.h).
// Units    Coordinates of the array. Tiles are numbered by their begins, in row-major order.
// Example  Rows 0..3 at place 0 and rows 3..8 at the places 1 and 2: two tiles, the second with two
//          copies.
//          [tests: pieces_test.cc, "equal boxes are copies"]
// Errors   placement.pieces for a box that leaves the array, has another rank, or is at one place twice;
//          placement.overlap where two boxes share an element and are not equal, with the element and the
//          places; placement.limit for more than 2^20 pieces, or an array beyond int64.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/map/box.h"
#include "tileglot/placement/box_tree.h"

namespace tileglot::placement {

struct Piece {
  std::int64_t place = 0;
  map::Box box = {};
};

class Pieces {
 public:
  /// Empty boxes are dropped.
  static core::Result<Pieces> of(std::vector<std::int64_t> extents, std::vector<Piece> pieces);

  const std::vector<std::int64_t>& extents() const { return extents_; }
  std::int64_t tiles() const { return static_cast<std::int64_t>(holders_.size()); }
  const map::Box& box(std::int64_t tile) const { return tree_.box(static_cast<std::size_t>(tile)); }
  std::int64_t copies(std::int64_t tile) const {
    return static_cast<std::int64_t>(holders_[static_cast<std::size_t>(tile)].size());
  }
  std::int64_t holder(std::int64_t tile, std::int64_t copy) const {
    return holders_[static_cast<std::size_t>(tile)][static_cast<std::size_t>(copy)];
  }
  /// The tiles of a place, ascending.
  std::vector<std::int64_t> held_by(std::int64_t place) const;
  /// One more than the largest place; 0 where there is none.
  std::int64_t end() const { return end_; }

  /// visit(number of the tile, the box that both share), in no order.
  template <class Visit>
  void for_each_meeting(const map::Box& box, const Visit& visit) const {
    tree_.for_each_meeting(box, [&](std::size_t tile) {
      visit(static_cast<std::int64_t>(tile), *map::intersection(tree_.box(tile), box));
    });
  }

 private:
  struct Held {
    std::int64_t place;
    std::int64_t tile;
  };

  core::Status add_tiles(std::vector<Piece> pieces);
  core::Status check_apart() const;

  std::vector<std::int64_t> extents_ = {};
  BoxTree tree_ = {};                                    ///< over the tiles
  std::vector<std::vector<std::int64_t>> holders_ = {};  ///< of each tile, ascending
  std::vector<Held> held_ = {};                          ///< ascending
  std::int64_t end_ = 0;
};

}  // namespace tileglot::placement
