// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/address/rounded_extents.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/shape/tile.h"
#include "tileglot/notation/xla/validate/array_bounds.h"
#include "tileglot/notation/xla/validate/validate.h"

namespace tileglot::notation::xla {
namespace {

/// True if entry `from_minor` of a tile is for a single dimension: it is not a `*` and not right of
/// one.
bool is_alone(const Tile& tile, std::size_t from_minor) {
  const std::size_t at = tile.entries.size() - 1 - from_minor;
  return tile.entries[at] && (at == 0 || tile.entries[at - 1]);
}

}  // namespace

core::Result<std::vector<std::int64_t>> rounded_extents(const Shape& array) {
  TILEGLOT_TRY_STATUS(validate(array));
  TILEGLOT_TRY(extents, array_bounds(array));
  const Layout layout = layout_or_default(array);
  if (layout.tiles.empty()) return extents;
  const Tile& tile = layout.tiles[0];
  const std::size_t count = std::min(tile.entries.size(), extents.size());
  for (std::size_t from_minor = 0; from_minor < count; ++from_minor) {
    if (!is_alone(tile, from_minor)) break;  // more major entries belong to several dimensions
    const std::int64_t size = *tile.entries[tile.entries.size() - 1 - from_minor];
    std::int64_t& extent = extents[static_cast<std::size_t>(layout.minor_to_major[from_minor])];
    extent = core::ceil_div(extent, size) * size;  // validate has counted the padded array
  }
  return extents;
}

}  // namespace tileglot::notation::xla
