// SPDX-License-Identifier: Apache-2.0
// window_cut.h: a pair of windows cut where tiles begin.
//
// What     cut_windows(f, a, g, b) are pairs of windows that together are a and b, cut so that all
//          but the first in each dimension begin where a tile of f or of g does.
// Why      A window that begins within a tile moves by tables, which cost ten times as much as
//          loops; after the first tile boundary it moves by loops.
// Example  Rows 3 to 99 of tiles of 8: rows 3 to 7, and 8 to 99.
//          [tests: window_cut_test.cc, "a window is cut where the first whole tile begins"]
#pragma once

#include <span>
#include <vector>

#include "tileglot/map/index_map.h"
#include "tileglot/map/subarray.h"

namespace tileglot::relayout::cpu {

struct WindowPair {
  std::vector<map::Slice> source;
  std::vector<map::Slice> target;
};

/// At most 64. Precondition: the windows are in the maps, and have equal extents.
std::vector<WindowPair> cut_windows(const map::IndexMap& f, std::span<const map::Slice> source,
                                    const map::IndexMap& g, std::span<const map::Slice> target);

}  // namespace tileglot::relayout::cpu
