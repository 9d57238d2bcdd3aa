// SPDX-License-Identifier: Apache-2.0
// pieces.h: which places have which boxes of an array, listed one by one.
//
// What     Pieces is a list of {place, box}. Equal boxes are copies of one tile; other boxes must not
//          share an element. A place may have several tiles, and tiles need not cover the array.
// Why      Headers of files list what lies in them; nothing says that it is a grid.
// How      A tree of bounding boxes over the tiles: a box meets its tiles in the time of a search.
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
#include <optional>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/map/box.h"

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
  std::int64_t tiles() const { return static_cast<std::int64_t>(tiles_.size()); }
  const map::Box& box(std::int64_t tile) const { return tile_at(tile).box; }
  std::int64_t copies(std::int64_t tile) const {
    return static_cast<std::int64_t>(tile_at(tile).holders.size());
  }
  std::int64_t holder(std::int64_t tile, std::int64_t copy) const {
    return tile_at(tile).holders[static_cast<std::size_t>(copy)];
  }
  /// The tiles of a place, ascending.
  std::vector<std::int64_t> held_by(std::int64_t place) const;
  /// One more than the largest place; 0 where there is none.
  std::int64_t end() const { return end_; }

  /// f(number of the tile, the box that both share), tiles ascending within a node of the tree only.
  template <class Visit>
  void for_each_meeting(const map::Box& box, const Visit& visit) const {
    if (!nodes_.empty()) visit_node(0, box, visit);
  }

 private:
  struct Tile {
    map::Box box;
    std::vector<std::int64_t> holders;  ///< ascending
  };
  /// A leaf has the tiles order_[first..last-1]; another node's children are the next one and `right`.
  struct Node {
    map::Box hull = {};
    std::size_t first = 0;
    std::size_t last = 0;
    std::size_t right = 0;
  };
  struct Held {
    std::int64_t place;
    std::int64_t tile;
  };

  const Tile& tile_at(std::int64_t tile) const { return tiles_[static_cast<std::size_t>(tile)]; }
  core::Status add_tiles(std::vector<Piece> pieces);
  void build_node(std::size_t first, std::size_t last);
  core::Status check_apart() const;

  template <class Visit>
  void visit_node(std::size_t number, const map::Box& box, const Visit& visit) const {
    const Node& node = nodes_[number];
    if (!map::intersection(node.hull, box)) return;
    if (node.right != 0) {
      visit_node(number + 1, box, visit);
      visit_node(node.right, box, visit);
      return;
    }
    for (std::size_t i = node.first; i < node.last; ++i) {
      if (const auto both = map::intersection(tile_at(order_[i]).box, box)) visit(order_[i], *both);
    }
  }

  std::vector<std::int64_t> extents_ = {};
  std::vector<Tile> tiles_ = {};
  std::vector<std::int64_t> order_ = {};
  std::vector<Node> nodes_ = {};
  std::vector<Held> held_ = {};  ///< ascending
  std::int64_t end_ = 0;
};

}  // namespace tileglot::placement
