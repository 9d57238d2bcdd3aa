// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/cpu/detail/tiled_side.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/map/builder.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/value.h"

namespace tileglot::relayout::cpu {
namespace {

core::Error too_large() {
  return {{.code = "relayout.too_large",
           .message = "a side of the transpose has more bytes than 64-bit numbers count"}};
}

/// Of the last dimensions.
std::int64_t tile_of(std::span<const std::int64_t> tiling, std::size_t k, std::size_t rank) {
  const std::size_t from_end = rank - k;
  return from_end > tiling.size() ? 1 : tiling[tiling.size() - from_end];
}

bool is_empty(std::span<const std::int64_t> extents) {
  return std::find(extents.begin(), extents.end(), 0) != extents.end();
}

}  // namespace

core::Result<TiledSide> TiledSide::of(std::span<const std::int64_t> extents,
                                      std::span<const std::size_t> coordinates,
                                      std::span<const std::int64_t> tiling,
                                      const std::optional<std::vector<std::int64_t>>& strides,
                                      std::int64_t element_bytes) {
  TiledSide side;
  side.dims_.reserve(extents.size());
  for (std::size_t k = 0; k < extents.size(); ++k) {
    const std::int64_t tile = tile_of(tiling, k, extents.size());
    side.dims_.push_back(
        {coordinates[k], extents[k], tile, core::ceil_div(extents[k], tile), 0, 0});
  }
  if (is_empty(extents)) return side;
  core::Checked tile_bytes = element_bytes;
  for (std::size_t k = extents.size(); k-- > 0 && tile_bytes;) {
    side.dims_[k].element_step = *tile_bytes;
    tile_bytes = core::checked_mul(*tile_bytes, side.dims_[k].tile);
  }
  if (!tile_bytes) return core::fail(too_large());
  TILEGLOT_TRY_STATUS(strides ? side.set_strides(*strides, element_bytes)
                              : side.set_row_major(*tile_bytes));
  return side;
}

core::Status TiledSide::set_row_major(std::int64_t tile_bytes) {
  core::Checked bytes = tile_bytes;
  for (std::size_t k = dims_.size(); k-- > 0 && bytes;) {
    dims_[k].tile_step = *bytes;
    bytes = core::checked_mul(*bytes, dims_[k].tiles);
  }
  if (!bytes) return core::fail(too_large());
  bytes_ = *bytes;
  return {};
}

/// The last tile, if clipped, is as long as its elements.
core::Status TiledSide::set_strides(const std::vector<std::int64_t>& strides,
                                    std::int64_t element_bytes) {
  is_row_major_ = false;
  core::Checked begin = 0;
  core::Checked end = element_bytes;
  for (std::size_t k = 0; k < dims_.size(); ++k) {
    TiledDim& dim = dims_[k];
    dim.tile_step = strides[k];
    const core::Checked last = core::checked_mul(dim.tiles - 1, dim.tile_step);
    const core::Checked within =
        core::checked_mul(std::min(dim.tile, dim.extent) - 1, dim.element_step);
    if (!last || !within || !begin || !end) return core::fail(too_large());
    begin = core::checked_add(*begin, std::min<std::int64_t>(*last, 0));
    end = core::checked_add(*end, std::max<std::int64_t>(*last, 0));
    if (end) end = core::checked_add(*end, *within);
  }
  const core::Checked bytes = begin && end ? core::checked_sub(*end, *begin) : std::nullopt;
  if (!bytes) return core::fail(too_large());
  begin_ = *begin;
  bytes_ = *bytes;
  return {};
}

std::int64_t TiledSide::common_step(std::int64_t element_bytes) const {
  std::int64_t step = element_bytes;
  for (const TiledDim& dim : dims_) {
    if (dim.tiles > 1) step = std::gcd(step, dim.tile_step);
  }
  return step;
}

core::Result<map::IndexMap> TiledSide::map(const std::vector<map::Dim>& domain,
                                           std::int64_t unit_bytes) const {
  map::MapBuilder builder(domain);
  const std::vector<map::Dim> codomain = {{bytes_ / unit_bytes, "offset"}};
  if (map::is_empty(domain)) return builder.finish(builder.constant(0), codomain);
  map::Value offset = builder.constant(-begin_ / unit_bytes);
  for (const TiledDim& dim : dims_) {
    map::Value x = builder.dim(dim.coordinate);
    const map::Value tile = builder.take_quotient(x, dim.tile);
    // The step of a dimension with one tile may be any number.
    if (dim.tiles > 1) builder.add_to(offset, builder.scale(tile, dim.tile_step / unit_bytes));
    builder.scale_by(x, dim.element_step / unit_bytes);
    builder.add_to(offset, x);
  }
  if (domain.size() > dims_.size()) builder.add_to(offset, builder.dim(dims_.size()));
  return builder.finish(offset, codomain);
}

}  // namespace tileglot::relayout::cpu
