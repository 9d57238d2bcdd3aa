// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/address/linear_index.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/shape/tile.h"
#include "tileglot/notation/xla/validate/evaluate.h"
#include "tileglot/notation/xla/validate/validate.h"

namespace tileglot::notation::xla {
namespace {

core::Status check_first_tile(const Shape& shape) {
  const auto& tiles = shape.layout->tiles;
  const auto combines = [](const TileEntry& entry) { return !entry; };
  if (tiles.empty() || std::none_of(tiles[0].entries.begin(), tiles[0].entries.end(), combines)) {
    return {};
  }
  return core::fail(
      {.code = "xla.combined",
       .message =
           fmt::format("the linear index of XLA has no meaning for the * in {}", print(tiles[0])),
       .help = "xla.offset_of and `tileglot index` merge the dimensions as the layout says"});
}

/// The shape as linear_index sees it.
Shape with_first_tile(const Shape& shape) {
  Shape result = shape;
  if (!result.layout) result.layout = descending_layout(rank(shape));
  auto& tiles = result.layout->tiles;
  tiles.resize(rank(shape) <= 1 ? 0 : std::min<std::size_t>(tiles.size(), 1));
  return result;
}

}  // namespace

core::Result<Evaluator> linear_evaluator(const Shape& shape) {
  TILEGLOT_TRY_STATUS(validate(shape));
  const Shape seen = with_first_tile(shape);
  TILEGLOT_TRY_STATUS(check_first_tile(seen));
  return Evaluator::of_valid(seen);
}

core::Result<std::int64_t> linear_index(const Shape& shape,
                                        std::span<const std::int64_t> coordinate) {
  TILEGLOT_TRY(evaluator, linear_evaluator(shape));
  TILEGLOT_TRY_STATUS(evaluator.check(coordinate));
  return evaluator.offset(coordinate);
}

}  // namespace tileglot::notation::xla
