// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/ir/shape_table.h"

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo {
namespace {

using notation::xla::Shape;

/// Hashes numbers: equal sequences give the same value, others mostly different ones.
struct Hash {
  std::size_t value = 1469598103;
  void add(std::size_t more) { value = (value ^ more) * 1099511627 + (value >> 7); }
};

void add_layout(const notation::xla::Layout& layout, Hash& hash) {
  for (const std::int64_t dimension : layout.minor_to_major) {
    hash.add(static_cast<std::size_t>(dimension));
  }
  hash.add(layout.tiles.size());
  hash.add(static_cast<std::size_t>(layout.memory_space));
}

void add_shape(const Shape& shape, Hash& hash) {
  hash.add(static_cast<std::size_t>(shape.type));
  for (const auto& dimension : shape.dimensions) {
    hash.add(static_cast<std::size_t>(dimension.bound.value_or(-1)));
  }
  if (shape.layout) add_layout(*shape.layout, hash);
  for (const Shape& element : shape.elements) add_shape(element, hash);
  hash.add(shape.elements.size());
}

std::size_t hash_of(const Shape& shape) {
  Hash hash;
  add_shape(shape, hash);
  return hash.value;
}

}  // namespace

ShapeId ShapeTable::keep(const Shape& shape) {
  const std::size_t hash = hash_of(shape);
  const auto [begin, end] = by_hash_.equal_range(hash);
  for (auto found = begin; found != end; ++found) {
    if (at(found->second) == shape) return found->second;
  }
  const ShapeId id{static_cast<std::uint32_t>(shapes_.size())};
  shapes_.push_back(shape);
  by_hash_.emplace(hash, id);
  return id;
}

}  // namespace tileglot::hlo
