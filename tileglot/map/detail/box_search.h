// SPDX-License-Identifier: Apache-2.0
// box_search.h: finds the coordinates at an offset by discarding boxes that cannot contain any.
//
// What     BoxSearch(f).run(wanted, limit, visit) calls visit with disjoint boxes on which every
//          value of f is in `wanted`, until visit returns false. Together they contain all
//          coordinates whose value is.
// Why      Exact for every map: bounds over a box are proven, and a single coordinate has one
//          value.
// How      A box whose range misses `wanted` is discarded. If only part of its range is wanted, the
//          dimension along which f moves most is cut at the multiple of its largest boundary that
//          is nearest to the middle, where digits start anew.
// Example  f32[3,5]{1,0:T(2,2)}, 17: x0 is cut at 2, since rows 2.. reach 12 to 20, then x1 at 2.
//          [tests: inverse_test.cc]
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "tileglot/map/index_map.h"
#include "tileglot/map/value.h"

namespace tileglot::map {

class BoxSearch {
 public:
  /// Called with each box; returns false to end the search.
  using Visit = std::function<bool(std::span<const Range>)>;

  /// Keeps a reference to f.
  explicit BoxSearch(const IndexMap& f);

  /// How many boxes a search may examine before it is rejected: fewer for maps of many terms.
  std::int64_t box_limit() const;

  /// False where the limit ended the search.
  bool run(Range wanted, std::int64_t limit, const Visit& visit) const;

 private:
  struct Box {
    std::vector<Range> sides;
    std::vector<std::int64_t> moves;  ///< how far f moves along each side, others at their start
  };
  std::int64_t move_along(const Box& box, std::size_t k) const;
  std::size_t side_to_cut(const Box& box) const;
  /// The first coordinate of the upper part. Precondition: the side has two or more.
  std::int64_t cut(Range side, std::size_t k) const;

  const IndexMap& f_;
  std::vector<std::vector<std::int64_t>> boundaries_;  ///< of each dimension, largest first
};

}  // namespace tileglot::map
