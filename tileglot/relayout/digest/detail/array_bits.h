// SPDX-License-Identifier: Apache-2.0
// array_bits.h: which arrays have a digest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "tileglot/core/checked.h"

namespace tileglot::relayout::digest::detail {

/// Of a map's domain, too.
inline constexpr std::size_t kMaxRank = 1024;

constexpr bool are_element_bits(std::int64_t bits) {
  return bits <= 128 && core::is_power_of_two(bits);
}

/// The bits of all elements; nothing where int64 cannot hold them, or where an extent is negative.
/// An array with an extent of 0 has none, whatever the others.
constexpr std::optional<std::int64_t> array_bits(std::span<const std::int64_t> extents,
                                                 int element_bits) {
  std::int64_t bits = element_bits;
  bool fits = true;
  bool is_empty = false;
  for (const std::int64_t extent : extents) {
    if (extent < 0) return std::nullopt;
    is_empty = is_empty || extent == 0;
    fits = fits && core::multiply_fits(bits, extent, bits);
  }
  if (is_empty) return 0;
  return fits ? std::optional(bits) : std::nullopt;
}

}  // namespace tileglot::relayout::digest::detail
