// SPDX-License-Identifier: Apache-2.0
// value.h: one sum of floor terms and parities: the expression that a map computes from a
// coordinate.
//
// What     Value = base + sum of coef * floor(source / div) + sum of weight * (xor of bits of
//          sources), with a proven bound.
// Units    A source below the rank of the map is the dimension of that number; source rank + j is
//          inner value j. Bit i of a negative source is its two's complement bit.
// Example  f32[3,5]{1,0:T(2,2)} is x1 + 2*(x1/2) + 2*x0 + 8*(x0/2): floors {2,1,src 0} {8,2,0}
//          {1,1,1} {2,2,1}.
//          [tests: builder_test.cc, "the essay's map has four floor terms"]
// Source   The essay in index_map.h; invariants I1 to I6 there.
#pragma once

#include <compare>
#include <cstdint>

#include "tileglot/core/small_vector.h"

namespace tileglot::map {

using Source = std::uint16_t;

/// coef * floor(source / div).
struct FloorTerm {
  std::int64_t coef = 0;
  std::int64_t div = 1;
  Source src = 0;
  friend bool operator==(const FloorTerm&, const FloorTerm&) = default;
};

/// Bit `bit` of a source.
struct BitRef {
  Source src = 0;
  std::uint16_t bit = 0;
  friend auto operator<=>(const BitRef&, const BitRef&) = default;
};

/// weight * (xor of the bits in `mask`); bit j of the mask selects XorPart::bits[j].
struct ParityRow {
  std::int64_t weight = 0;
  std::uint64_t mask = 0;
  friend bool operator==(const ParityRow&, const ParityRow&) = default;
};

/// All parities of a value over one list of bits. Canonical: bits ascend and each is used; rows
/// ascend by mask, each of two bits or more.
struct XorPart {
  core::SmallVector<BitRef, 16> bits;
  core::SmallVector<ParityRow, 8> rows;
  friend bool operator==(const XorPart&, const XorPart&) = default;
};

/// A range [lo, hi] that contains all values; lo and hi need not be reached.
struct Range {
  std::int64_t lo = 0;
  std::int64_t hi = 0;
  friend bool operator==(const Range&, const Range&) = default;
};

struct Value {
  std::int64_t base = 0;
  Range bound;                              ///< contains every value on the domain; may be loose
  core::SmallVector<FloorTerm, 12> floors;  ///< ascending by (src, div)
  XorPart xors;
  std::int32_t memory =
      -1;  ///< the builder's record of the apply_f2 that made it; not part of the value

  bool is_constant() const { return floors.empty() && xors.rows.empty(); }
  /// Equal terms; bounds and memory are not compared.
  friend bool operator==(const Value& a, const Value& b) {
    return a.base == b.base && a.floors == b.floors && a.xors == b.xors;
  }
};

}  // namespace tileglot::map
