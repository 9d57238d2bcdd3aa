// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/dimensions/dynamic_dimensions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/leaves.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/validate/array_bounds.h"

namespace tileglot::notation::xla {
namespace {

using core::fail;
using core::Result;

template <class Property>
bool any_dimension(const Shape& shape, const Property& has) {
  return std::any_of(shape.dimensions.begin(), shape.dimensions.end(), has) ||
         std::any_of(shape.elements.begin(), shape.elements.end(),
                     [&](const Shape& element) { return any_dimension(element, has); });
}

core::Error no_size(const Shape& shape) {
  return {{.code = "xla.unbounded",
           .message = fmt::format("{} has a dimension ?, which has no size to keep",
                                  print(shape, LayoutText::kHidden)),
           .help = "write a size, or <=n for a bound, in place of ?"}};
}

/// A static array has no sizes to store at run time.
void drop_prefix_of_static(Shape& array) {
  if (array.layout && is_static(array)) array.layout->dynamic_shape_metadata_prefix_bytes = 0;
}

}  // namespace

bool is_static(const Shape& shape) {
  return !any_dimension(shape, [](const Dimension& d) { return d.dynamic; });
}

bool is_unbounded_dynamic(const Shape& shape) {
  return any_dimension(shape, [](const Dimension& d) { return !d.bound; });
}

Result<Shape> clear_dynamic_dimensions(Shape shape) {
  if (is_unbounded_dynamic(shape)) return fail(no_size(shape));
  for_each_array(shape, [](Shape& array) {
    if (is_static(array)) return;
    for (Dimension& dimension : array.dimensions) dimension.dynamic = false;
    drop_prefix_of_static(array);
  });
  return shape;
}

Result<Shape> set_dynamic_dimension(Shape array, std::int64_t number, bool dynamic) {
  TILEGLOT_TRY_STATUS(check_dimension_number(array, number));
  Dimension& dimension = array.dimensions[static_cast<std::size_t>(number)];
  if (!dimension.bound && !dynamic) return fail(no_size(array));
  dimension.dynamic = dynamic;
  if (!dynamic) drop_prefix_of_static(array);
  return array;
}

}  // namespace tileglot::notation::xla
