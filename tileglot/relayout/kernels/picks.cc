// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/kernels/picks.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace tileglot::relayout::kernels {
namespace {

template <std::size_t Bytes>
void pick(const std::byte* from, std::span<const std::uint16_t> positions, std::byte* to) {
  for (const std::uint16_t at : positions) {
    std::memcpy(to, from + at, Bytes);
    to += Bytes;
  }
}

}  // namespace

PickUnits pick_units(std::int64_t unit_bytes) {
  switch (unit_bytes) {
    case 1: return pick<1>;
    case 2: return pick<2>;
    case 4: return pick<4>;
    case 8: return pick<8>;
    default: return pick<16>;
  }
}

void pick_pieces(const std::byte* from, std::span<const PickedPiece> pieces, std::byte* to) {
  for (const PickedPiece piece : pieces) {
    std::memcpy(to, from + piece.at, kPieceBytes);  // the next piece overwrites what is too much
    to += piece.bytes;
  }
}

}  // namespace tileglot::relayout::kernels
