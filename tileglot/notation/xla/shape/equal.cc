// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/shape/equal.h"

#include <algorithm>
#include <memory>
#include <optional>

#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::notation::xla {
namespace {

bool same_physical_shape(const std::shared_ptr<const Shape>& a,
                         const std::shared_ptr<const Shape>& b) {
  if (a == nullptr || b == nullptr) return a == b;
  return equal(*a, *b);
}

bool same_types(PrimitiveType a, PrimitiveType b, const ShapeIgnores& ignores) {
  if (a == b) return true;
  if (!is_element_type(a) || !is_element_type(b)) return false;
  return ignores.element_type ||
         (ignores.floating_precision && is_floating_point(a) && is_floating_point(b));
}

bool same_dimensions(const Dimension& a, const Dimension& b, const ShapeIgnores& ignores) {
  const bool is_any = ignores.dynamic && (!a.bound || !b.bound);
  const bool same_size = ignores.dimensions || is_any || a.bound == b.bound;
  return same_size && (ignores.dynamic || a.dynamic == b.dynamic);
}

bool same_layouts(const std::optional<Layout>& a, const std::optional<Layout>& b,
                  const ShapeIgnores& ignores) {
  if (ignores.layout) return true;
  if (!a || !b) return a.has_value() == b.has_value();
  return equal(*a, *b, ignores.of_layout);
}

const Shape& without_buffer(const Shape& shape) {
  return shape.type == PrimitiveType::kBuffer && !shape.elements.empty() ? shape.elements[0]
                                                                         : shape;
}

}  // namespace

bool equal(const Layout& a, const Layout& b, LayoutIgnores ignores) {
  return a.minor_to_major == b.minor_to_major && (ignores.tiles || a.tiles == b.tiles) &&
         (ignores.tail_padding || a.tail_padding_alignment == b.tail_padding_alignment) &&
         (ignores.index_type || a.index_type == b.index_type) &&
         (ignores.pointer_type || a.pointer_type == b.pointer_type) &&
         (ignores.memory_space || a.memory_space == b.memory_space) &&
         (ignores.split_configs || a.split_configs == b.split_configs) &&
         (ignores.physical_shape || same_physical_shape(a.physical_shape, b.physical_shape)) &&
         (ignores.element_size || a.element_size_bits == b.element_size_bits);
}

bool equal(const Shape& first, const Shape& second, const ShapeIgnores& ignores) {
  const Shape& a = ignores.buffer ? without_buffer(first) : first;
  const Shape& b = ignores.buffer ? without_buffer(second) : second;
  return same_types(a.type, b.type, ignores) && same_layouts(a.layout, b.layout, ignores) &&
         std::equal(a.dimensions.begin(), a.dimensions.end(), b.dimensions.begin(),
                    b.dimensions.end(),
                    [&](const Dimension& x, const Dimension& y) {
                      return same_dimensions(x, y, ignores);
                    }) &&
         std::equal(a.elements.begin(), a.elements.end(), b.elements.begin(), b.elements.end(),
                    [&](const Shape& x, const Shape& y) { return equal(x, y, ignores); });
}

}  // namespace tileglot::notation::xla
