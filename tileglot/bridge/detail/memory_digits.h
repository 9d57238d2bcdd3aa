// SPDX-License-Identifier: Apache-2.0
// memory_digits.h: the digits of a map in memory order.
//
// What     memory_digits(map) lists the digits of all dimensions that have at least two values, the
//          largest stride first, and gives each the space up to the next stride: a map whose digits
//          fill memory is the row-major index of them. Otherwise the reason, with an offset.
// Why      XLA's tiles, oneDNN's blocks, TVM's axes and MLIR's results are all such lists.
// Example  f32[3,5]{1,0:T(2,2)}: x0/2 of 2, x1/2 of 3, x0 mod 2, x1 mod 2.
//          f32[5,256]{1,0:T(8,128)}: x1/128 of 2, x0 of 8 (it has 5 values: padded), x1 mod 128.
//          [tests: memory_digits_test.cc, "tiles are digits in memory order"]
// Errors   bridge.not_affine; the caller's `code`, where strides overlap or leave a gap.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"

namespace tileglot::bridge {

/// floor(x_dim / div) mod radix.
struct MemoryDigit {
  std::size_t dim = 0;
  std::size_t level = 0;  ///< from the dimension's minor end
  std::int64_t div = 1;
  std::int64_t radix = 2;
  bool is_top = false;  ///< the dimension's most significant digit
  bool padded = false;  ///< this is the top digit, and the dimension has fewer values
  friend bool operator==(const MemoryDigit&, const MemoryDigit&) = default;
};

/// Most major first. `code` and `help` are used for the error.
core::Result<std::vector<MemoryDigit>> memory_digits(const map::IndexMap& map,
                                                     std::string_view code, std::string_view help);

}  // namespace tileglot::bridge
