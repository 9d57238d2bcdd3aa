// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/shape/shape.h"

#include "tileglot/notation/xla/shape/layout.h"

namespace tileglot::notation::xla {

bool operator==(const Shape& a, const Shape& b) {
  return a.type == b.type && a.dimensions == b.dimensions && a.layout == b.layout &&
         a.elements == b.elements;
}

Layout layout_or_default(const Shape& shape) {
  return shape.layout ? *shape.layout : descending_layout(rank(shape));
}

}  // namespace tileglot::notation::xla
