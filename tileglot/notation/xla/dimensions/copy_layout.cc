// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/dimensions/copy_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/equal.h"
#include "tileglot/notation/xla/shape/leaves.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/validate/array_bounds.h"
#include "tileglot/notation/xla/validate/validate.h"

namespace tileglot::notation::xla {
namespace {

using core::fail;
using core::Result;

bool is_tuple(const Shape& shape) { return shape.type == PrimitiveType::kTuple; }

core::Error cannot_copy(const Shape& from, const Shape& to, std::string why) {
  return {{.code = "xla.copy",
           .message = fmt::format("cannot copy layout from shape {} to shape {}: {}", print(from),
                                  print(to), why),
           .help = "copy between tuples of one structure and arrays of one rank"}};
}

Result<Shape> copy_to_elements(const Shape& from, const Shape& to) {
  if (is_tuple(from) != is_tuple(to))
    return fail(cannot_copy(from, to, "only one of them is a tuple"));
  if (from.elements.size() != to.elements.size()) {
    return fail(cannot_copy(from, to,
                            fmt::format("one has {} elements, the other {}", from.elements.size(),
                                        to.elements.size())));
  }
  Shape result = to;
  for (std::size_t i = 0; i < to.elements.size(); ++i) {
    TILEGLOT_TRY(element, copy_layout_between_shapes(from.elements[i], to.elements[i]));
    result.elements[i] = std::move(element);
  }
  return result;
}

Result<Shape> copy_to_array(const Shape& from, const Shape& to) {
  if (from.layout) {
    const Shape* array = array_in(to);
    if (array == nullptr || rank(from) != rank(*array))
      return fail(cannot_copy(from, to, "their ranks differ"));
    TILEGLOT_TRY_STATUS(validate_layout(*from.layout, *array));
  }
  Shape result = to;
  for_each_array(result, [&](Shape& array) { array.layout = from.layout; });
  return result;
}

bool same_layouts(const Shape& a, const Shape& b, LayoutIgnores ignores) {
  if (!a.layout || !b.layout) return a.layout.has_value() == b.layout.has_value();
  return equal(*a.layout, *b.layout, ignores);
}

bool elements_equal(const Shape& a, const Shape& b, LayoutIgnores ignores) {
  return std::equal(
      a.elements.begin(), a.elements.end(), b.elements.begin(), b.elements.end(),
      [ignores](const Shape& x, const Shape& y) { return layouts_in_shapes_equal(x, y, ignores); });
}

}  // namespace

Result<Shape> copy_layout_between_shapes(const Shape& from, const Shape& to) {
  if (is_tuple(from) || is_tuple(to)) return copy_to_elements(from, to);
  const Shape* array = array_in(from);
  return array != nullptr ? copy_to_array(*array, to) : to;
}

bool layouts_in_shapes_equal(const Shape& a, const Shape& b, LayoutIgnores ignores) {
  if (is_tuple(a) || is_tuple(b))
    return is_tuple(a) && is_tuple(b) && elements_equal(a, b, ignores);
  const Shape* x = array_in(a);
  const Shape* y = array_in(b);
  if (x == nullptr || y == nullptr) return x == y;
  return rank(*x) == rank(*y) && same_layouts(*x, *y, ignores);
}

}  // namespace tileglot::notation::xla
