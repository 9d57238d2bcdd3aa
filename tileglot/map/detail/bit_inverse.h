// SPDX-License-Identifier: Apache-2.0
// bit_inverse.h: preimages of a map that is a sum of weighted xors of bits, by elimination.
//
// What     Where each weight exceeds the sum of the smaller ones, the offset determines every
//          parity; the coordinates are one solution xor the kernel.
// Why      Inverts swizzles and linear layouts of any size without a search.
// Example  4*x1 + [x0_0 ^ x1_0] on (2,2): 5 = 4*1 + 1 gives x1_0 = 1, x0_0 ^ x1_0 = 1: (0,1).
//          [tests: inverse_test.cc, "a swizzle is inverted by elimination"]
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "tileglot/core/f2_matrix.h"
#include "tileglot/map/detail/bit_rows.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/inverse.h"

namespace tileglot::map {

class BitInverse {
 public:
  /// std::nullopt where f is not such a map, or its weights do not dominate.
  static std::optional<BitInverse> of(const IndexMap& f);

  Preimages list(std::int64_t offset, std::size_t at_most) const;

 private:
  /// The parities that produce the offset, row by row; std::nullopt if none do.
  std::optional<std::uint64_t> parities(std::int64_t offset) const;

  BitRows rows_;  ///< largest weight first
  core::F2Matrix matrix_;
  std::vector<std::uint64_t> kernel_;  ///< ascending
  std::int64_t least_ = 0;             ///< the sum where each parity is at its smaller end
};

}  // namespace tileglot::map
