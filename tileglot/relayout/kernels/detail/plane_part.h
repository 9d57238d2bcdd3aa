// SPDX-License-Identifier: Apache-2.0
// plane_part.h: the arguments of a TransposeKernel, and rectangles of its plane.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>

namespace tileglot::relayout::kernels::detail {

/// True if so many source lines, so far apart, can be in the first-level cache at once: of its 32 KiB
/// they share the places that a pitch reaches. Few are read together in any case, by measurement.
constexpr bool do_lines_fit(std::int64_t pitch, std::int64_t lines) {
  return lines <= 16 || lines * std::gcd(pitch, std::int64_t{4096}) <= 32768;
}

/// The arguments of TransposeKernel.
struct PlanePart {
  const std::byte* source;
  std::int64_t source_pitch;
  std::byte* target;
  std::int64_t target_pitch;
  std::int64_t rows;
  std::int64_t columns;
  std::int64_t ahead = 0;

  /// The rectangle that begins at (row, column).
  template <int UnitBytes>
  [[nodiscard]] PlanePart from(std::int64_t row, std::int64_t column, std::int64_t its_rows,
                               std::int64_t its_columns) const {
    return {source + column * source_pitch + row * UnitBytes,
            source_pitch,
            target + row * target_pitch + column * UnitBytes,
            target_pitch,
            its_rows,
            its_columns,
            ahead};
  }

  template <int UnitBytes>
  [[nodiscard]] PlanePart of_columns(std::int64_t column, std::int64_t its_columns) const {
    return from<UnitBytes>(0, column, rows, its_columns);
  }

  template <int UnitBytes>
  [[nodiscard]] PlanePart of_rows(std::int64_t row, std::int64_t its_rows) const {
    return from<UnitBytes>(row, 0, its_rows, columns);
  }
};

}  // namespace tileglot::relayout::kernels::detail
