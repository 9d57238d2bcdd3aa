// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/shape/has_layout.h"

#include <algorithm>

#include "tileglot/notation/xla/shape/leaves.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::notation::xla {
namespace {

bool holds_others(const Shape& shape) {
  return shape.type == PrimitiveType::kTuple || shape.type == PrimitiveType::kBuffer;
}

}  // namespace

bool has_layout(const Shape& shape) {
  if (holds_others(shape)) {
    return std::all_of(shape.elements.begin(), shape.elements.end(), has_layout);
  }
  return !is_array(shape) || shape.layout.has_value();
}

bool has_any_layout(const Shape& shape) {
  if (holds_others(shape)) {
    return std::any_of(shape.elements.begin(), shape.elements.end(), has_any_layout);
  }
  return !is_array(shape) || shape.layout.has_value();
}

Shape clear_layout(const Shape& shape) {
  Shape result = shape;
  for_each_array(result, [](Shape& array) { array.layout.reset(); });
  return result;
}

Shape clear_tiles(const Shape& shape) {
  Shape result = shape;
  for_each_array(result, [](Shape& array) {
    if (array.layout) array.layout->tiles.clear();
  });
  return result;
}

}  // namespace tileglot::notation::xla
