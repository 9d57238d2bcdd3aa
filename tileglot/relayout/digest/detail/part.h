// SPDX-License-Identifier: Apache-2.0
// part.h: a box of a whole array, in a buffer with a layout: checked.
//
// What     checked_part checks that the box is in the array and its elements are in the buffer.
//          index_of is the row-major index in the whole array of a coordinate of the part.
// Errors   relayout.element_bits, digest.part where the box leaves the array, digest.too_large where
//          the array has more than 2^63-1 bits, relayout.negative_offset,
//          relayout.buffer_too_small; map.too_large_to_decide where the largest offset is not found.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"
#include "tileglot/relayout/digest/digest.h"

namespace tileglot::relayout::digest::detail {

struct Part {
  const map::IndexMap& layout;
  map::Coordinate begin;
  std::vector<std::int64_t> extents;  ///< of the whole array
  std::vector<std::int64_t> strides;  ///< of the whole array, row-major
  int element_bits = 0;
  std::span<const std::byte> bytes;

  std::size_t rank() const { return begin.size(); }
  std::int64_t index_of(std::span<const std::int64_t> x) const;
  /// A digest with no element in it.
  Digest nothing() const;
};

core::Result<Part> checked_part(const map::IndexMap& layout, const map::Coordinate& begin,
                                std::span<const std::int64_t> extents, int element_bits,
                                std::span<const std::byte> bytes);

}  // namespace tileglot::relayout::digest::detail
