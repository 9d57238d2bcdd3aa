// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/layout.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <tuple>

#include "tileglot/notation/xla/shape.h"

namespace tileglot::notation::xla {
namespace {

auto members(const Layout& l) {
  return std::tie(l.minor_to_major, l.tiles, l.tail_padding_alignment, l.index_type, l.pointer_type,
                  l.element_size_bits, l.memory_space, l.split_configs,
                  l.dynamic_shape_metadata_prefix_bytes);
}

bool same_shape(const std::shared_ptr<const Shape>& a, const std::shared_ptr<const Shape>& b) {
  if (a == nullptr || b == nullptr) return a == b;
  return *a == *b;
}

}  // namespace

bool operator==(const Layout& a, const Layout& b) {
  return members(a) == members(b) && same_shape(a.physical_shape, b.physical_shape);
}

Layout descending_layout(std::size_t rank) {
  Layout layout;
  for (std::size_t i = rank; i > 0; --i) {
    layout.minor_to_major.push_back(static_cast<std::int64_t>(i - 1));
  }
  return layout;
}

}  // namespace tileglot::notation::xla
