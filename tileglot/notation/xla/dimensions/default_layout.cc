// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/dimensions/default_layout.h"

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/leaves.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/validate/array_bounds.h"

namespace tileglot::notation::xla {

core::Result<Layout> default_layout(const Shape& shape) {
  if (const Shape* array = array_in(shape)) return Layout::row_major(rank(*array));
  if (shape.type != PrimitiveType::kTuple) return Layout{};
  return core::fail({.code = "xla.not_array",
                     .message = "a tuple has no layout; each of its elements has one",
                     .help = "ask for the elements one by one"});
}

Shape with_default_layout(const Shape& shape) {
  Shape result = shape;
  for_each_array(result, [](Shape& array) {
    if (!array.layout) array.layout.emplace();
    array.layout->minor_to_major = Layout::row_major(rank(array)).minor_to_major;
  });
  return result;
}

}  // namespace tileglot::notation::xla
