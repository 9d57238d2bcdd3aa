// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/largest_part.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/array_bounds.h"
#include "tileglot/notation/xla/layout.h"
#include "tileglot/notation/xla/shape.h"
#include "tileglot/notation/xla/validate.h"

namespace tileglot::notation::xla {
namespace {

std::int64_t largest_piece(const SplitConfig& split, std::int64_t bound) {
  std::vector<std::int64_t> cuts = split.indices;
  cuts.push_back(bound);
  std::int64_t largest = 0;
  std::int64_t begin = 0;
  for (const std::int64_t cut : cuts) {
    largest = std::max(largest, cut - begin);
    begin = cut;
  }
  return largest;
}

void keep_largest_pieces(Shape& array) {
  for (const SplitConfig& split : array.layout->split_configs) {
    const std::size_t physical = rank(array) - 1 - static_cast<std::size_t>(split.dimension);
    const auto logical = static_cast<std::size_t>(array.layout->minor_to_major[physical]);
    Dimension& dimension = array.dimensions[logical];
    dimension.bound = largest_piece(split, *dimension.bound);
  }
  array.layout->split_configs.clear();
}

}  // namespace

core::Result<Shape> largest_part(const Shape& shape) {
  TILEGLOT_TRY_STATUS(elements_in(shape));
  TILEGLOT_TRY_STATUS(validate(shape));
  Shape part = *array_in(shape);
  if (part.layout) keep_largest_pieces(part);
  return part;
}

}  // namespace tileglot::notation::xla
