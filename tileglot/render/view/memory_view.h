// SPDX-License-Identifier: Apache-2.0
// memory_view.h: memory in its own order, with what lies at each offset.
//
// What     memory_view(map, options) makes one panel: offset by offset, `per_row` to a row. A place
//          with an element has its coordinate, with several it is an alias and has one of them, with none padding; what is
//          before the first or behind the last place of memory is a hole.
// Why      Padding, gaps and broadcasts are holes and repeats in memory, which a grid of the tensor
//          does not show.
// Units    Offsets in elements. Memory begins at 0, or at the first offset if that is below 0, and has as
//          many places as the codomain, or as the offsets need. The strip begins at a multiple of
//          per_row.
// Example  f32[3,5]{1,0:T(2,2)}: offset 9 is padding, 17 is (2,3).
//          [tests: memory_view_test.cc, "the worked example in the order of memory"]
// Errors   map.too_large_to_decide where a short search does not find what lies at an offset.
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
  std::optional<Side> rows = {};   ///< which of them; all where not given
  std::int64_t most_cells = 4096;  ///< the first so many
};

struct MemoryView {
  Panel panel = {};
  std::int64_t first_offset = 0;  ///< of the strip
  std::int64_t offsets = 0;       ///< that there are
  std::int64_t rows = 0;          ///< that there would be
  bool is_whole = true;
};

/// `offsets` is the map's range. Precondition: per_row is at least 1 and can be drawn.
core::Result<MemoryView> memory_view(const map::IndexMap& map, const map::Range& offsets,
                                     const MemoryOptions& options);

}  // namespace tileglot::render
