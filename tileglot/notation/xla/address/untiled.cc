// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/address/untiled.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/address/pad_reshape_transpose.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/shape/tile.h"

namespace tileglot::notation::xla {
namespace {

/// After the first tile size that is not 1, no dimension may be cut: then the tiles are in memory
/// in the order of their elements.
bool moves_nothing(const TilingStep& step) {
  if (step.padded != step.merged) return false;
  bool inside = false;
  for (std::size_t i = 0; i < step.sizes.size(); ++i) {
    if (inside && step.tile_counts[i] != 1) return false;
    inside = inside || step.sizes[i] != 1;
  }
  return true;
}

}  // namespace

core::Result<bool> is_untiled_layout(std::span<const Tile> tiles,
                                     std::span<const std::int64_t> bounds) {
  std::vector<std::int64_t> dims(bounds.begin(), bounds.end());
  for (const Tile& tile : tiles) {
    TILEGLOT_TRY(step, tiling_step(tile, dims));
    if (!moves_nothing(step)) return false;
    dims = step.result;
  }
  return true;
}

core::Result<bool> is_untiled_layout(const Shape& shape) {
  TILEGLOT_TRY(steps, pad_reshape_transpose(shape));
  for (const TilingStep& step : steps.tiles) {
    if (!moves_nothing(step)) return false;
  }
  return true;
}

}  // namespace tileglot::notation::xla
