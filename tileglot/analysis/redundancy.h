// SPDX-License-Identifier: Apache-2.0
// redundancy.h: how many hardware positions hold the same element.
//
// What     redundancy(f) counts, for a map from positions (register, lane, warp, block) to
//          elements, the elements held, the fewest and the most positions of one element, and for
//          each dimension how many positions along it hold the same element, with the others fixed.
// Why      A duplicate costs registers, and memory traffic if each copy is loaded or stored; an
//          element that no position holds is an error.
// Units    Positions, elements.
// Example  (lane, warp) on (4,2), value lane: 4 elements, each in 2 positions, 2 along warp.
//          [tests: redundancy_test.cc, "warps that hold the same are duplicates"]
// Errors   map.too_large_to_decide beyond kMostPositions.
#pragma once

#include <cstdint>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"

namespace tileglot::analysis {

inline constexpr std::int64_t kMostPositions = std::int64_t{1} << 22;

struct Redundancy {
  std::int64_t positions = 0;
  std::int64_t elements = 0;  ///< different elements held
  std::int64_t fewest = 0;    ///< positions of one held element
  std::int64_t most = 0;
  /// For each dimension the most positions along it that hold the same element; 1 where none
  /// repeats.
  std::vector<std::int64_t> along = {};
};

core::Result<Redundancy> redundancy(const map::IndexMap& f);

}  // namespace tileglot::analysis
