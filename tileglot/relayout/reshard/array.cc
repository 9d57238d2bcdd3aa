// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/reshard/array.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/map/box.h"
#include "tileglot/map/builder.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/subarray.h"
#include "tileglot/map/value.h"
#include "tileglot/placement/side.h"

namespace tileglot::relayout::reshard {

core::Result<map::IndexMap> row_major(std::span<const std::int64_t> extents) {
  std::vector<map::Dim> dims;
  std::int64_t size = 1;
  for (const std::int64_t extent : extents) {
    dims.push_back({extent});
    size *= extent;
  }
  map::MapBuilder builder(std::move(dims));
  map::Value offset = builder.constant(0);
  for (std::size_t k = 0; k < extents.size(); ++k) {
    builder.scale_by(offset, extents[k]);
    builder.add_to(offset, builder.dim(k));
  }
  return builder.finish(std::move(offset), {{size, "offset"}});
}

core::Result<map::IndexMap> stored_map(const placement::Side& side, std::int64_t tile,
                                       const TileLayout& layout) {
  const std::vector<std::int64_t> extents = side.stored_extents(tile);
  TILEGLOT_TRY(whole, layout ? layout(extents) : row_major(extents));
  const map::Box box = side.box(tile);
  std::vector<map::Slice> slices;
  slices.reserve(extents.size());
  for (std::size_t k = 0; k < extents.size(); ++k)
    slices.push_back({0, box.end[k] - box.begin[k], 1});
  return map::subarray(whole, slices);
}

}  // namespace tileglot::relayout::reshard
