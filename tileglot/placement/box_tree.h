// SPDX-License-Identifier: Apache-2.0
// box_tree.h: finds which of many boxes share elements with a box.
//
// What     A BoxTree is a tree of bounding boxes over a list of boxes, which may overlap and may be
//          empty. for_each_meeting(box, visit) visits those that share an element with `box`.
// Why      Two lists of a million tiles cannot be compared pair by pair.
// How      A node halves its boxes by where they begin in the dimension that is cut the most. Boxes
//          that do not overlap are found in the time of a search; for those that do, a search may
//          compare all, and it returns what it compared, so that callers can limit their work.
// Units    Boxes have the numbers of the list.
// Example  Of [0,3), [3,8) and [2,4), the box [0,2) meets the first only.
//          [tests: box_tree_test.cc, "boxes that share an element meet"]
// Errors   None. Precondition: all boxes have one rank, here and below.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "tileglot/map/box.h"

namespace tileglot::placement {

class BoxTree {
 public:
  BoxTree() = default;
  explicit BoxTree(std::vector<map::Box> boxes);

  std::size_t size() const { return boxes_.size(); }
  const map::Box& box(std::size_t number) const { return boxes_[number]; }

  /// visit(number of the box), in no order. Returns how many nodes and boxes were compared.
  template <class Visit>
  std::int64_t for_each_meeting(const map::Box& box, const Visit& visit) const {
    return nodes_.empty() ? 0 : visit_node(0, box, visit);
  }

 private:
  /// A leaf has the boxes order_[first..last-1]; another node's children are the next one and `right`.
  struct Node {
    map::Box hull = {};
    std::size_t first = 0;
    std::size_t last = 0;
    std::size_t right = 0;
  };

  void build_node(std::size_t first, std::size_t last);

  template <class Visit>
  std::int64_t visit_node(std::size_t number, const map::Box& box, const Visit& visit) const {
    const Node& node = nodes_[number];
    if (!map::intersects(node.hull, box)) return 1;
    if (node.right != 0) {
      const std::int64_t left = visit_node(number + 1, box, visit);
      return 1 + left + visit_node(node.right, box, visit);
    }
    for (std::size_t i = node.first; i < node.last; ++i) {
      if (map::intersects(boxes_[order_[i]], box)) visit(order_[i]);
    }
    return 1 + static_cast<std::int64_t>(node.last - node.first);
  }

  std::vector<map::Box> boxes_ = {};
  std::vector<std::size_t> order_ = {};
  std::vector<Node> nodes_ = {};
};

}  // namespace tileglot::placement
