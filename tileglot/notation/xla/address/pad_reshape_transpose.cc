// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/address/pad_reshape_transpose.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/core/permutation.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/shape/tile.h"
#include "tileglot/notation/xla/validate/evaluate.h"

namespace tileglot::notation::xla {
namespace {

using core::fail;
using core::Result;
using core::Status;
using Dims = std::vector<std::int64_t>;

Status check_tile(const Tile& tile) {
  const bool sizes_are_positive =
      std::all_of(tile.entries.begin(), tile.entries.end(),
                  [](const TileEntry& entry) { return !entry || *entry >= 1; });
  if (!tile.entries.empty() && sizes_are_positive && tile.entries.back()) return {};
  return fail({.code = "xla.tile",
               .message = fmt::format("{} is not a tile", print(tile)),
               .help = "a tile has positive sizes, or * before a more minor size"});
}

core::Error does_not_fit(const Tile& tile) {
  return {{.code = "xla.too_large",
           .message = fmt::format("tiled by {} a dimension is larger than a signed 64-bit integer",
                                  print(tile))}};
}

/// Prepends dimensions of 1 up to `length` dimensions.
Dims with_leading_ones(std::span<const std::int64_t> dims, std::size_t length) {
  Dims result(length > dims.size() ? length - dims.size() : 0, 1);
  result.insert(result.end(), dims.begin(), dims.end());
  return result;
}

/// The untiled dimensions, then the tiled ones, with each `*` merged into the next.
Result<Dims> merged(const Tile& tile, std::span<const std::int64_t> dims) {
  const Dims all = with_leading_ones(dims, tile.entries.size());
  const std::size_t first = all.size() - tile.entries.size();
  Dims result(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(first));
  std::int64_t open = 1;  // the product of the preceding `*` dimensions
  for (std::size_t i = 0; i < tile.entries.size(); ++i) {
    const auto product = core::checked_mul(open, all[first + i]);
    if (!product) return fail(does_not_fit(tile));
    open = *product;
    if (tile.entries[i]) result.push_back(std::exchange(open, 1));
  }
  return result;
}

Dims sizes_of(const Tile& tile) {
  Dims sizes;
  for (const TileEntry& entry : tile.entries) {
    if (entry) sizes.push_back(*entry);
  }
  return sizes;
}

/// Permutes u untiled dimensions and t pairs (tiles, size) to u, then the t tiles, then the t
/// sizes.
core::Permutation sizes_to_minor(std::size_t untiled, std::size_t tiled) {
  core::Permutation order = core::identity_permutation(static_cast<std::int64_t>(untiled));
  for (const std::size_t half : {std::size_t{0}, std::size_t{1}}) {
    for (std::size_t i = 0; i < tiled; ++i) {
      order.push_back(static_cast<std::int64_t>(untiled + 2 * i + half));
    }
  }
  return order;
}

/// Pads the last dimensions to whole tiles and cuts them into (tiles, size).
Status cut(TilingStep& step) {
  const std::size_t untiled = step.merged.size() - step.sizes.size();
  step.padded.assign(step.merged.begin(),
                     step.merged.begin() + static_cast<std::ptrdiff_t>(untiled));
  step.reshaped = step.padded;
  for (std::size_t i = 0; i < step.sizes.size(); ++i) {
    const std::int64_t count = core::ceil_div(step.merged[untiled + i], step.sizes[i]);
    const auto padded = core::checked_mul(count, step.sizes[i]);
    if (!padded) return fail(does_not_fit(step.tile));
    step.tile_counts.push_back(count);
    step.padded.push_back(*padded);
    step.reshaped.insert(step.reshaped.end(), {count, step.sizes[i]});
  }
  return {};
}

}  // namespace

Result<TilingStep> tiling_step(const Tile& tile, std::span<const std::int64_t> dims) {
  TILEGLOT_TRY_STATUS(check_tile(tile));
  TilingStep step{.tile = tile, .sizes = sizes_of(tile)};
  TILEGLOT_TRY(joined, merged(tile, dims));
  step.merged = std::move(joined);
  TILEGLOT_TRY_STATUS(cut(step));
  step.transposed = sizes_to_minor(step.merged.size() - step.sizes.size(), step.sizes.size());
  step.result = core::permute(step.reshaped, step.transposed);
  return step;
}

Result<PadReshapeTranspose> pad_reshape_transpose(const Shape& shape) {
  TILEGLOT_TRY(evaluator, Evaluator::of(shape));
  const Layout layout = layout_or_default(shape);
  PadReshapeTranspose result;
  result.physical_order.assign(layout.minor_to_major.rbegin(), layout.minor_to_major.rend());
  result.physical_dims = core::permute(evaluator.extents(), result.physical_order);
  result.final_dims = result.physical_dims;
  for (const Tile& tile : layout.tiles) {
    TILEGLOT_TRY(step, tiling_step(tile, result.final_dims));
    result.final_dims = step.result;
    result.tiles.push_back(std::move(step));
  }
  return result;
}

}  // namespace tileglot::notation::xla
