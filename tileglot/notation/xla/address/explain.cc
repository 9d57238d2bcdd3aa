// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/address/explain.h"

#include <cstddef>
#include <cstdint>
#include <ranges>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/xla/validate/evaluate.h"

namespace tileglot::notation::xla {
namespace {

// Unchecked arithmetic throughout: the evaluator that was built before has checked every product.

void append(BoundedIndex& to, std::int64_t index, std::int64_t bound) {
  to.index.push_back(index);
  to.bounds.push_back(bound);
}

void append(BoundedIndex& to, const BoundedIndex& more) {
  to.index.insert(to.index.end(), more.index.begin(), more.index.end());
  to.bounds.insert(to.bounds.end(), more.bounds.begin(), more.bounds.end());
}

BoundedIndex in_physical_order(const Shape& shape, std::span<const std::int64_t> coordinate,
                               std::span<const std::int64_t> extents) {
  BoundedIndex result;
  const Layout layout = layout_or_default(shape);
  for (const std::int64_t entry : std::views::reverse(layout.minor_to_major)) {
    const auto dimension = static_cast<std::size_t>(entry);
    append(result, coordinate[dimension], extents[dimension]);
  }
  return result;
}

/// Prepends extents of 1 up to `length` entries.
BoundedIndex padded_to(std::size_t length, const BoundedIndex& from) {
  BoundedIndex result;
  for (std::size_t i = from.index.size(); i < length; ++i) append(result, 0, 1);
  append(result, from);
  return result;
}

/// Merges D_i and I_i of each `*` into the next entry.
BoundedIndex merged(const Tile& tile, const BoundedIndex& from, std::size_t first) {
  BoundedIndex result;
  std::int64_t index = 0;
  std::int64_t extent = 1;
  for (std::size_t i = 0; i < tile.entries.size(); ++i) {
    index = index * from.bounds[first + i] + from.index[first + i];
    extent *= from.bounds[first + i];
    if (!tile.entries[i]) continue;
    append(result, std::exchange(index, 0), std::exchange(extent, 1));
  }
  return result;
}

TileStep apply(const Tile& tile, const BoundedIndex& before) {
  const BoundedIndex from = padded_to(tile.entries.size(), before);
  const std::size_t first = from.index.size() - tile.entries.size();
  TileStep step = {.tile = tile, .merged = merged(tile, from, first)};
  for (std::size_t i = 0; i < first; ++i) append(step.untouched, from.index[i], from.bounds[i]);
  std::size_t at = 0;
  for (const TileEntry& size : tile.entries) {
    if (!size) continue;
    append(step.tile_index, step.merged.index[at] / *size,
           core::ceil_div(step.merged.bounds[at], *size));
    append(step.inside, step.merged.index[at] % *size, *size);
    ++at;
  }
  append(step.result, step.untouched);
  append(step.result, step.tile_index);
  append(step.result, step.inside);
  return step;
}

std::vector<std::int64_t> row_major_strides(const std::vector<std::int64_t>& bounds) {
  std::vector<std::int64_t> strides(bounds.size(), 1);
  for (std::size_t i = bounds.size(); i-- > 1;) strides[i - 1] = strides[i] * bounds[i];
  return strides;
}

}  // namespace

core::Result<Explanation> explain(const Shape& shape, std::span<const std::int64_t> coordinate) {
  TILEGLOT_TRY(evaluator, Evaluator::of(shape));
  TILEGLOT_TRY_STATUS(evaluator.check(coordinate));
  Explanation result;
  result.coordinate.assign(coordinate.begin(), coordinate.end());
  result.physical = in_physical_order(shape, coordinate, evaluator.extents());
  result.final_index = result.physical;
  for (const Tile& tile : layout_or_default(shape).tiles) {
    result.tiles.push_back(apply(tile, result.final_index));
    result.final_index = result.tiles.back().result;
  }
  result.strides = row_major_strides(result.final_index.bounds);
  for (std::size_t i = 0; i < result.strides.size(); ++i) {
    result.offset += result.final_index.index[i] * result.strides[i];
  }
  return result;
}

}  // namespace tileglot::notation::xla
