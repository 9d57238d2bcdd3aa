// SPDX-License-Identifier: Apache-2.0
// plain_transpose.h: transposes planes in plain C++, for targets without vectors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "tileglot/relayout/kernels/detail/plane_part.h"
#include "tileglot/relayout/kernels/square.h"

namespace tileglot::relayout::kernels::detail {

template <int UnitBytes>
void transpose_units(const PlanePart& part) {
  for (std::int64_t c = 0; c < part.columns; ++c) {
    for (std::int64_t r = 0; r < part.rows; ++r) {
      std::memcpy(part.target + r * part.target_pitch + c * UnitBytes,
                  part.source + c * part.source_pitch + r * UnitBytes, UnitBytes);
    }
  }
}

/// Squares of words, then the remaining rows and columns.
template <int UnitBytes>
void transpose_plainly(const PlanePart& part) {
  constexpr std::int64_t kSide = kSquareSide<8 * UnitBytes>;
  if constexpr (kSide > 1) {
    const std::int64_t rows = part.rows / kSide * kSide;
    const std::int64_t columns = part.columns / kSide * kSide;
    for (std::int64_t c = 0; c < columns; c += kSide) {
      for (std::int64_t r = 0; r < rows; r += kSide) {
        const PlanePart square = part.from<UnitBytes>(r, c, kSide, kSide);
        transpose_square<8 * UnitBytes>(square.source, square.source_pitch, square.target,
                                        square.target_pitch);
      }
    }
    transpose_units<UnitBytes>(part.from<UnitBytes>(rows, 0, part.rows - rows, columns));
    transpose_units<UnitBytes>(part.of_columns<UnitBytes>(columns, part.columns - columns));
  } else {
    transpose_units<UnitBytes>(part);
  }
}

}  // namespace tileglot::relayout::kernels::detail
