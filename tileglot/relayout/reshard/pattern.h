// SPDX-License-Identifier: Apache-2.0
// pattern.h: what a resharding is called: an all-gather in groups of 4, a permute, irregular.
//
// What     patterns_of(resharding) names what moves, in MPI's and XLA's words. A rank lacks what it
//          wants and does not have. An array has the first of these names that fits:
//            nothing moves  no rank lacks anything; a slice if each wants less than it has
//            permute        each rank that lacks anything gets all that it wants from one rank, and
//                           no rank sends to two
//            broadcast      in each group one rank has what the others want, and they want the same
//            scatter        in each group one rank has what the others want: distinct equal parts
//            gather         in each group one rank wants distinct equal parts that the others have
//            all-gather     in each group all want the same: the distinct equal parts that they have
//            all-to-all     in each group each rank wants other elements, an equal part from each
//            all-to-all, then an all-gather
//                           the same, but `copies` ranks of a group want each tile
//          If none fits, those from scatter on are tried again with parts of any size, which MPI calls
//          scatterv, gatherv, allgatherv and alltoallv: an extent that does not divide makes the last
//          tiles shorter. A rank without a part is in no group.
//          A part is what a rank has of what is wanted: a slice before any of these goes without
//          saying. A rank that lacks anything is in one group, and a sender is in one at most.
// Why      The name says which collective would do.
// How      By sides alone, whichever copies a plan would choose and whatever lies on one node. Whether
//          ranks can be split into groups follows from how many have each part and want each tile:
//          take the ranks whose tiles consist of the same m parts as edges between the part that
//          they have and the tile that they want. If R of them have each part, and at most R want
//          each tile, then the edges can be coloured with R colours (Koenig's theorem), and each
//          colour is a group of m ranks that have all parts and want m different tiles.
// Units    Ranks; bits of elements.
// Example  f32[8,6] from rows of 4 ranks to columns on two ranks each: an all-to-all, then an
//          all-gather in pairs. First 0 and 2, and 1 and 3, exchange halves of their rows, then 0
//          and 1, and 2 and 3, tell each other what they have: 18 elements for each, the bound.
//          [tests: pattern_test.cc, "rows to columns on two ranks each"]
//          f32[15] of 8 ranks to all: an all-gather of uneven parts, seven of 2 and one of 1.
//          [tests: pattern_test.cc, "shorter last tiles are uneven parts"]
// Errors   None. What takes more than a limit to look at is kNotExamined.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tileglot/relayout/reshard/resharding.h"

namespace tileglot::relayout::reshard {

/// The most tiles, holders and pairs of tiles that meet, of all arrays, which are looked at.
inline constexpr std::int64_t kMostExamined = std::int64_t{1} << 20;

enum class PatternKind {
  kNotExamined,
  kNothing,
  kSlice,
  kPermute,
  kBroadcast,
  kScatter,
  kGather,
  kAllGather,
  kAllToAll,
  kAllToAllThenAllGather,
  kIrregular,
};

/// What the parts of a scatter, a gather or an exchange are.
enum class Parts : std::uint8_t { kEqual, kUneven };

struct Pattern {
  PatternKind kind = PatternKind::kNothing;
  std::int64_t group_size = 1;  ///< senders included; 1 where the kind has no groups
  std::int64_t groups = 0;
  std::int64_t copies = 1;  ///< of a tile in a group of kAllToAllThenAllGather
  bool is_whole = false;    ///< one group has all ranks of the resharding
  Parts parts = Parts::kEqual;
  friend bool operator==(const Pattern&, const Pattern&) = default;
};

/// "an all-gather in groups of 4".
std::string name_of(const Pattern& pattern);

/// The arrays of one name.
struct NamedShare {
  std::string name = {};
  Pattern pattern = {};         ///< of the first array of that name
  std::int64_t moved_bits = 0;  ///< saturates
  double share = 0;             ///< of all bits that move; 0 where none does
};

/// Largest share first, and at least one. Arrays that move nothing are left out where others move.
std::vector<NamedShare> patterns_of(const Resharding& resharding,
                                    std::int64_t limit = kMostExamined);

/// "an all-gather in groups of 8 (75 % of the bytes), a permute (25 %)", or a name alone.
std::string name_of(const std::vector<NamedShare>& shares);

}  // namespace tileglot::relayout::reshard
