// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/shape/layout.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include "tileglot/core/permutation.h"
#include "tileglot/notation/xla/shape/shape.h"

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

Layout Layout::row_major(std::size_t rank) {
  return of_minor_to_major(core::reverse_permutation(static_cast<std::int64_t>(rank)));
}

Layout Layout::column_major(std::size_t rank) {
  return of_minor_to_major(core::identity_permutation(static_cast<std::int64_t>(rank)));
}

Layout Layout::of_minor_to_major(std::vector<std::int64_t> order) {
  return {.minor_to_major = std::move(order)};
}

Layout Layout::of_major_to_minor(std::vector<std::int64_t> order) {
  std::reverse(order.begin(), order.end());
  return of_minor_to_major(std::move(order));
}

Layout Layout::tiled(std::initializer_list<TileEntry> entries) const {
  return tiled(Tile{.entries = entries});
}

Layout Layout::tiled(Tile tile) const {
  Layout result = *this;
  result.tiles.push_back(std::move(tile));
  return result;
}

Layout Layout::tail_padded(std::int64_t alignment) const {
  Layout result = *this;
  result.tail_padding_alignment = alignment;
  return result;
}

Layout Layout::with_element_size(std::int64_t bits) const {
  Layout result = *this;
  result.element_size_bits = bits;
  return result;
}

Layout Layout::in_memory_space(std::int8_t space) const {
  Layout result = *this;
  result.memory_space = space;
  return result;
}

Layout Layout::split(std::int64_t physical_dimension, std::vector<std::int64_t> cuts) const {
  Layout result = *this;
  result.split_configs.push_back({.dimension = physical_dimension, .indices = std::move(cuts)});
  return result;
}

Layout Layout::with_metadata_prefix(std::int64_t bytes) const {
  Layout result = *this;
  result.dynamic_shape_metadata_prefix_bytes = bytes;
  return result;
}

Layout descending_layout(std::size_t rank) { return Layout::row_major(rank); }

}  // namespace tileglot::notation::xla
