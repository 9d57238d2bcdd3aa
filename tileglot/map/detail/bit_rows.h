// SPDX-License-Identifier: Apache-2.0
// bit_rows.h: a map whose extents and divisors are powers of two, as weighted xors of coordinate
// bits.
//
// What     f(x) = base + sum of weight * parity(mask & word), where word holds the bits of the
//          coordinate, dimension 0 highest: so words ascend as coordinates do row-major.
// Why      Rank, kernel and elimination over F2 then answer for injectivity, inverse and image
//          size.
// Example  x1 + 4*x0 + 2*[x0_0 ^ x1_1] on (2,4): word x0_0 x1_1 x1_0; rows 1*001, 2*010, 4*100,
//          2*110.
//          [tests: bit_rows_test.cc, "bits of a coordinate are numbered row-major"]
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "tileglot/core/f2_matrix.h"
#include "tileglot/map/detail/digit_sum.h"
#include "tileglot/map/index_map.h"

namespace tileglot::map {

struct BitRow {
  std::int64_t weight = 0;
  std::uint64_t mask = 0;
};

struct BitRows {
  std::int64_t base = 0;
  std::vector<BitRow> rows;
  std::vector<int> widths;  ///< bits of each dimension

  int bits() const;
  Coordinate coordinate_of(std::uint64_t word) const;
  /// The rows as digits of radix 2.
  std::vector<WeightedDigit> digits() const;
};

/// std::nullopt where an extent or divisor is not a power of two, or where f has an inner value.
std::optional<BitRows> bit_rows(const IndexMap& f);

/// The matrix whose rows are the rows' masks. Precondition: at most 64 rows.
core::F2Matrix matrix_of(const BitRows& rows);

/// A basis of the words that all rows map to 0, each with a highest bit that no other has set;
/// ascending.
std::vector<std::uint64_t> kernel_of(const BitRows& rows);

/// The number of linearly independent masks: the dimension of their span.
int rank_of(const BitRows& rows);

}  // namespace tileglot::map
