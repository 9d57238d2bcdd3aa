// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/validate/largest_part.h"

#include <cstddef>
#include <cstdint>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/layout_order.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/validate/array_bounds.h"
#include "tileglot/notation/xla/validate/splits.h"
#include "tileglot/notation/xla/validate/validate.h"

namespace tileglot::notation::xla {

core::Result<Shape> largest_part(const Shape& shape) {
  TILEGLOT_TRY_STATUS(elements_in(shape));
  TILEGLOT_TRY_STATUS(validate(shape));
  const Shape& whole = *array_in(shape);
  Shape part = whole;
  if (!part.layout) return part;
  for (const SplitConfig& split : whole.layout->split_configs) {
    TILEGLOT_TRY(dimension, major(*whole.layout, split.dimension));
    TILEGLOT_TRY(size, max_split_size(whole, dimension));
    part.dimensions[static_cast<std::size_t>(dimension)].bound = size;
  }
  part.layout->split_configs.clear();
  return part;
}

}  // namespace tileglot::notation::xla
