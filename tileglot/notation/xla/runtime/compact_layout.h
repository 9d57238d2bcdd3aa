// SPDX-License-Identifier: Apache-2.0
// compact_layout.h: IFRT's layout without tiles or padding.
//
// What     A CompactLayout lists all dimensions, major to minor. Elements are contiguous, bit by
//          bit.
// Why      A runtime that does not know a device's tiles can still name the order of an array.
// Units    Dimensions are 0..rank-1. Sizes are rounded up to whole bytes.
// Example  (1,0) is column-major; s4[3,3] has 36 bits, so 5 bytes.
//          [tests: compact_layout_test.cc, "elements are packed"]
// Errors   ifrt.order (a number that is not a dimension, or is listed twice), ifrt.rank, ifrt.size
//          (a bit count beyond 64 bits, or a size below 0).
// Source   XLA, python/ifrt/layout.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/primitive_type.h"

namespace tileglot::notation::xla {

class CompactLayout {
 public:
  static core::Result<CompactLayout> create(std::vector<std::int64_t> major_to_minor);
  /// 0..rank-1: the last dimension is the most minor.
  static CompactLayout c_order(std::size_t rank);

  const std::vector<std::int64_t>& major_to_minor() const { return major_to_minor_; }

  friend bool operator==(const CompactLayout&, const CompactLayout&) = default;

 private:
  std::vector<std::int64_t> major_to_minor_ = {};
};

/// `CompactLayout(major_to_minor=[1,0])`
std::string print(const CompactLayout& layout);

/// The bits of an element in IFRT, where pred has 8; nullopt for types without a fixed size.
std::optional<std::int64_t> ifrt_bits(PrimitiveType type);

/// The size of an array on one device. `bits` is the size of an element; without it, as for tokens,
/// opaque values and strings, there is no size.
core::Result<std::optional<std::int64_t>> byte_size(const CompactLayout& layout,
                                                    std::optional<std::int64_t> bits,
                                                    std::span<const std::int64_t> shape);

}  // namespace tileglot::notation::xla
