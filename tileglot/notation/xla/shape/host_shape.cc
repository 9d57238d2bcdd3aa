// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/shape/host_shape.h"

#include <utility>

#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/leaves.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::notation::xla {
namespace {

Layout on_host(const Layout& layout) {
  Layout host{.minor_to_major = layout.minor_to_major};
  host.index_type = layout.index_type;
  host.pointer_type = layout.pointer_type;
  host.split_configs = layout.split_configs;
  if (layout.element_size_bits == 0) host.element_size_bits = 0;  // E(0) sets no size
  return host;
}

}  // namespace

Shape device_shape_to_host_shape(Shape shape) {
  for_each_array(shape, [](Shape& array) {
    if (array.layout) array.layout = on_host(*array.layout);
  });
  return shape;
}

bool device_shape_is_host_shape(const Shape& shape) {
  return device_shape_to_host_shape(shape) == shape;
}

}  // namespace tileglot::notation::xla
