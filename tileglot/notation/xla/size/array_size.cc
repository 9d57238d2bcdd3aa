// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/size/array_size.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/for_each_index.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/shape/tile.h"
#include "tileglot/notation/xla/size/byte_size.h"
#include "tileglot/notation/xla/validate/array_bounds.h"
#include "tileglot/notation/xla/validate/evaluate.h"
#include "tileglot/notation/xla/validate/largest_part.h"

namespace tileglot::notation::xla {
namespace {

using core::fail;
using core::Result;

constexpr std::int64_t kMaxTried = 1 << 22;

std::size_t sizes_of(const Tile& tile) {
  return static_cast<std::size_t>(std::count_if(tile.entries.begin(), tile.entries.end(),
                                                [](const TileEntry& e) { return bool(e); }));
}

/// Whether each later tile divides only the inside of the previous one. Then the coarse part of
/// every index stays more major than its fine part, and the last element has the largest offset.
bool tiles_nest(const Layout& layout) {
  for (std::size_t i = 1; i < layout.tiles.size(); ++i) {
    if (layout.tiles[i].entries.size() > sizes_of(layout.tiles[i - 1])) return false;
  }
  return true;
}

std::int64_t last_offset(const Evaluator& evaluator) {
  std::vector<std::int64_t> last;
  for (const std::int64_t extent : evaluator.extents()) last.push_back(extent - 1);
  return evaluator.offset(last);
}

std::int64_t largest_offset(const Evaluator& evaluator) {
  std::int64_t largest = 0;
  for_each_index(evaluator.extents(), [&](std::span<const std::int64_t> index) {
    largest = std::max(largest, evaluator.offset(index));
    return true;
  });
  return largest;
}

/// The number of places up to and including the element with the largest offset.
Result<std::int64_t> reached_elements(const Shape& part) {
  TILEGLOT_TRY(evaluator, Evaluator::of(part));
  if (evaluator.size() == 0) return 0;
  if (!part.layout || tiles_nest(*part.layout)) return last_offset(evaluator) + 1;
  if (evaluator.size() <= kMaxTried) return largest_offset(evaluator) + 1;
  return fail({.code = "xla.too_large",
               .message = fmt::format("the tiles of {} reach into each other, and it has too many "
                                      "elements to try each",
                                      print(part)),
               .help = "the whole size, with the padding at the end, is known"});
}

}  // namespace

Result<std::int64_t> owned_elements(const Shape& shape) {
  TILEGLOT_TRY(part, largest_part(shape));
  return physical_size(part);
}

Result<std::int64_t> array_size(const Shape& shape) {
  TILEGLOT_TRY(elements, owned_elements(shape));
  return bytes_of(elements, *array_in(shape));
}

Result<std::int64_t> array_data_size(const Shape& shape) {
  TILEGLOT_TRY(part, largest_part(shape));
  TILEGLOT_TRY(elements, reached_elements(part));
  return bytes_of(elements, part);
}

}  // namespace tileglot::notation::xla
