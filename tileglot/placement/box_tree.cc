// SPDX-License-Identifier: Apache-2.0
#include "tileglot/placement/box_tree.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <tuple>
#include <utility>
#include <vector>

#include "tileglot/map/box.h"

namespace tileglot::placement {
namespace {

constexpr std::size_t kBoxesOfALeaf = 8;

map::Box hull_of(const map::Box& a, const map::Box& b) {
  map::Box hull = a;
  for (std::size_t k = 0; k < a.begin.size(); ++k) {
    hull.begin[k] = std::min(a.begin[k], b.begin[k]);
    hull.end[k] = std::max(a.end[k], b.end[k]);
  }
  return hull;
}

/// The dimension in which the hull would be cut into the most boxes.
std::size_t widest(const map::Box& hull, const map::Box& some_box) {
  std::size_t best = 0;
  std::int64_t most = 0;
  for (std::size_t k = 0; k < hull.begin.size(); ++k) {
    const std::int64_t size = std::max<std::int64_t>(some_box.end[k] - some_box.begin[k], 1);
    const std::int64_t count = (hull.end[k] - hull.begin[k]) / size;
    if (count > most) {
      most = count;
      best = k;
    }
  }
  return best;
}

}  // namespace

BoxTree::BoxTree(std::vector<map::Box> boxes) : boxes_(std::move(boxes)), order_(boxes_.size()) {
  std::iota(order_.begin(), order_.end(), std::size_t{0});
  if (!boxes_.empty()) build_node(0, boxes_.size());
}

/// Children follow their parent, the left one at once.
void BoxTree::build_node(std::size_t first, std::size_t last) {
  const std::size_t number = nodes_.size();
  map::Box hull = boxes_[order_[first]];
  for (std::size_t i = first + 1; i < last; ++i) hull = hull_of(hull, boxes_[order_[i]]);
  const std::size_t dim = widest(hull, boxes_[order_[first]]);
  const bool is_one_element = hull.begin.empty();
  nodes_.push_back({std::move(hull), first, last, 0});
  if (last - first <= kBoxesOfALeaf) return;
  const std::size_t middle = first + (last - first) / 2;
  const auto at = [&](std::size_t i) { return order_.begin() + static_cast<std::ptrdiff_t>(i); };
  // By the begin in `dim` and then by the number: all boxes of a rank-0 array compare equal.
  std::nth_element(at(first), at(middle), at(last), [&](std::size_t a, std::size_t b) {
    if (is_one_element) return a < b;
    return std::tie(boxes_[a].begin[dim], a) < std::tie(boxes_[b].begin[dim], b);
  });
  build_node(first, middle);
  nodes_[number].right = nodes_.size();
  build_node(middle, last);
}

}  // namespace tileglot::placement
