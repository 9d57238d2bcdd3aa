// SPDX-License-Identifier: Apache-2.0
// picks.h: copies units from listed positions of a small buffer, one after the other.
//
// What     pick_units writes the unit at each position of a list; pick_pieces copies pieces of up to
//          kPieceBytes, each with its own position and length.
// Why      The order of a box whose offsets follow no strides is a list. In the first-level cache
//          an entry costs a cycle or two, whatever the order is.
// Units    Positions and lengths in bytes. pick_pieces reads up to kPieceBytes from each position,
//          and writes as much: both buffers have that much space beyond their end.
// Example  Positions 4, 0, 2 of the bytes abcdef, units of 2 bytes: efabcd.
//          [tests: picks_test.cc, "units come from where the list says"]
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace tileglot::relayout::kernels {

inline constexpr std::int64_t kPieceBytes = 16;

struct PickedPiece {
  std::uint16_t at = 0;
  std::uint16_t bytes = 0;  ///< 1 to kPieceBytes
};

using PickUnits = void (*)(const std::byte* from, std::span<const std::uint16_t> positions,
                           std::byte* to);

/// Units of 1, 2, 4, 8 or 16 bytes.
PickUnits pick_units(std::int64_t unit_bytes);

void pick_pieces(const std::byte* from, std::span<const PickedPiece> pieces, std::byte* to);

}  // namespace tileglot::relayout::kernels
