// SPDX-License-Identifier: Apache-2.0
// family.h: ranks that lack tiles of the same parts, and the groups in which they could exchange them.
//
// What     A Family is all ranks whose target tiles consist of the same numbers of elements of the
//          same has-classes. gather, all_gather, all_to_all and all_to_all_then_all_gather say how many
//          disjoint groups of its ranks fit those words of pattern.h. Where parts may be uneven, the caller
//          counts each as one element.
// Why      Each rank of such a group has another part, so a group is within a family, and families
//          are looked at alone.
// How      By counts; pattern.h says why they suffice.
// Example  4 ranks that have a quarter each and want all: one group.
//          [tests: pattern_test.cc, "groups are named by size"]
// Errors   None: nothing where the ranks cannot be split so.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "tileglot/relayout/reshard/rank_classes.h"

namespace tileglot::relayout::reshard {

/// A has-class, and how many elements of a target tile it has.
using TilePart = std::pair<std::size_t, std::int64_t>;

/// Ranks that lack elements of target tiles with these parts.
struct Family {
  std::vector<TilePart> parts = {};  ///< ascending
  std::vector<RankClasses::Rank> ranks = {};

  std::int64_t size() const { return static_cast<std::int64_t>(ranks.size()); }
  bool has_one_source() const { return parts.size() == 1; }
  /// Two parts or more, and all are equal.
  bool has_equal_parts() const {
    return parts.size() > 1 && std::ranges::all_of(parts, [&](const TilePart& part) {
             return part.second == parts.front().second;
           });
  }
  bool has_part(std::optional<std::size_t> has) const {
    return has && std::ranges::binary_search(parts, *has, {}, &TilePart::first);
  }
};

struct Groups {
  std::int64_t size = 1;
  std::int64_t count = 0;
  std::int64_t copies = 1;
};

/// A group for each rank. Precondition: each part has a sender for each.
std::optional<Groups> gather(const Family& family);
std::optional<Groups> all_gather(const Family& family);
std::optional<Groups> all_to_all(const Family& family);
/// With 1 < copies < size.
std::optional<Groups> all_to_all_then_all_gather(const Family& family);

}  // namespace tileglot::relayout::reshard
