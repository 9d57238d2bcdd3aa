// SPDX-License-Identifier: Apache-2.0
// rank_classes.h: the ranks of an array, grouped by what they have and by what they want of it.
//
// What     Ranks that have the same tiles are one has-class, those that want the same tiles one
//          want-class. overlaps lists how many elements each has-class shares with each want-class;
//          a rank that wants anything lacks what its two classes do not share.
// Why      What a resharding is called depends on who could send what, not on which copy does. A
//          thousand copies of a tile are one class.
// Units    Elements. Classes are numbered from 0 on each side.
// Example  f32[8,6] from rows of 4 ranks to columns on two ranks each: four has-classes, two
//          want-classes, and each shares 6 elements with each.
//          [tests: pattern_test.cc, "copies are one class"]
// Errors   None: nothing is returned where the work would be more than is left of a budget.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tileglot/relayout/reshard/array.h"

namespace tileglot::relayout::reshard {

struct Overlap {
  std::size_t want = 0;
  std::size_t has = 0;
  std::int64_t elements = 0;
  friend auto operator<=>(const Overlap&, const Overlap&) = default;
};

struct RankClasses {
  struct Rank {
    std::int64_t rank = 0;
    std::optional<std::size_t> has = {};
    std::optional<std::size_t> want = {};
  };

  std::vector<Rank> ranks = {};           ///< ascending; those that have or want an element
  std::vector<std::int64_t> had = {};     ///< elements of each has-class
  std::vector<std::int64_t> wanted = {};  ///< elements of each want-class
  std::vector<Overlap> overlaps = {};     ///< ascending; none of 0 elements
  bool are_apart = true;                  ///< no tile is in two classes of its side

  /// The has-classes that share elements with a want-class.
  std::span<const Overlap> sources(std::size_t want) const;
  /// How many elements the rank wants and does not have.
  std::int64_t lacked(const Rank& rank) const;
};

/// Takes a unit of `budget` for each tile, each holder and each pair of tiles that meet.
std::optional<RankClasses> rank_classes(const Array& array, std::int64_t& budget);

}  // namespace tileglot::relayout::reshard
