// SPDX-License-Identifier: Apache-2.0
// memory_view.h: memory in its own order, with the element at each offset.
//
// What     memory_view(map, options) makes one panel: offset by offset, `per_row` to a row. A
//          position with an element has its coordinate; one with several is an alias and has one of
//          them; one with none is padding; positions before the first or after the last of memory
//          are holes.
// Why      Padding, gaps and broadcasts appear in memory as holes and repeats, which a grid of the
//          tensor does not show.
// Units    Offsets in elements. Memory begins at 0, or at the first offset if that is below 0, and
//          has as many positions as the codomain, or as the offsets need. The strip begins at a
//          multiple of per_row.
// Example  f32[3,5]{1,0:T(2,2)}: offset 9 is padding, 17 is (2,3).
//          [tests: memory_view_test.cc, "the worked example in the order of memory"]
// Errors   map.too_large_to_decide if a short search does not find what is at an offset.
#pragma once

#include <cstdint>
#include <optional>

#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/value.h"
#include "tileglot/render/picture/picture.h"
#include "tileglot/render/view/sampling.h"

namespace tileglot::render {

struct MemoryOptions {
  std::int64_t per_row = 32;
  std::optional<Side> rows = {};   ///< which of them; all if absent
  std::int64_t most_cells = 4096;  ///< only the first are drawn
};

struct MemoryView {
  Panel panel = {};
  std::int64_t first_offset = 0;  ///< of the strip
  std::int64_t offsets = 0;       ///< in the memory
  std::int64_t rows = 0;          ///< rows without the limit
  bool is_whole = true;
};

/// `offsets` is the map's range. Precondition: per_row is at least 1 and can be drawn.
core::Result<MemoryView> memory_view(const map::IndexMap& map, const map::Range& offsets,
                                     const MemoryOptions& options);

}  // namespace tileglot::render
