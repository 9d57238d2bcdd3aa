// SPDX-License-Identifier: Apache-2.0
// random_pairs.h: random moves that are not in any list.
//
// What     random_pairs(options) draws pairs of XLA layouts of one tensor: rank 2 to 5, any order
//          of dimensions on both sides, tiles of one or two levels on neither, either or both. Half
//          of them divide, the others are clipped. Separately, a tenth as many of each: tiles
//          neither of which divides the other, tiles over joined dimensions, and elements below a
//          byte.
// Why      An engine that is fast on a fixed list may be slow on everything else.
// Units    Bytes of the elements, once. Extents are not round numbers except for the tiles they
//          contain.
// Example  [tests: random_pairs_test.cc, "a seed is a list of pairs", "every kind is drawn"]
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "tileglot/relayout/bench/case.h"

namespace tileglot::relayout::bench {

/// The group of a case: Goal::group.
inline constexpr std::string_view kNested = "random";
inline constexpr std::string_view kNotDividing = "random, not dividing";
inline constexpr std::string_view kFused = "random, fused";
inline constexpr std::string_view kSubByte = "random, below a byte";
inline constexpr std::string_view kRandomGroups[] = {kNested, kNotDividing, kFused, kSubByte};

struct RandomOptions {
  std::int64_t count = 200;
  std::uint64_t seed = 1;
  std::int64_t min_bytes = std::int64_t{8} << 20;
  std::int64_t max_bytes = std::int64_t{64} << 20;
};

std::vector<Case> random_pairs(const RandomOptions& options);

}  // namespace tileglot::relayout::bench
