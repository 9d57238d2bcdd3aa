// SPDX-License-Identifier: Apache-2.0
// spread_simd.h: permutes one vector, so that interleaving leaves whole vectors in order.
//
// Interleaving works inside blocks. Two vectors of four blocks, interleaved as they are, give
// pieces 0 2 4 6 and 1 3 5 7 of the result; after spread<2> of each, 8 bytes 0 4, 1 5, 2 6, 3 7 per
// block, they give 0 1 2 3 and 4 5 6 7.
#if defined(TILEGLOT_RELAYOUT_KERNELS_DETAIL_SPREAD_SIMD_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TILEGLOT_RELAYOUT_KERNELS_DETAIL_SPREAD_SIMD_H
#undef TILEGLOT_RELAYOUT_KERNELS_DETAIL_SPREAD_SIMD_H
#else
#define TILEGLOT_RELAYOUT_KERNELS_DETAIL_SPREAD_SIMD_H
#endif

#include <array>
#include <cstddef>
#include <cstdint>

#include "tileglot/relayout/kernels/detail/vectors_simd.h"

#if !TILEGLOT_PLAIN_TARGET
HWY_BEFORE_NAMESPACE();
namespace tileglot::relayout::kernels::HWY_NAMESPACE {

/// Pieces of a block are numbered by two digits, the lower one below Minor: the source of each byte
/// when the digits are exchanged.
template <int PieceBytes, int Minor>
constexpr std::array<std::uint8_t, 16> digits_changed() {
  constexpr int kMajor = 16 / PieceBytes / Minor;
  std::array<std::uint8_t, 16> from{};
  for (int i = 0; i < 16; ++i) {
    const int piece = i / PieceBytes;
    const int taken = piece % kMajor * Minor + piece / kMajor;
    from[static_cast<std::size_t>(i)] =
        static_cast<std::uint8_t>(taken * PieceBytes + i % PieceBytes);
  }
  return from;
}

/// Pieces 0 .. of each block in the order 0, Minor, 2 * Minor, .., 1, Minor + 1, ..
template <int PieceBytes, int Minor, int Blocks>
HWY_INLINE Vector<Blocks> change_digits(Vector<Blocks> vector) {
  alignas(16) static constexpr auto kFrom = digits_changed<PieceBytes, Minor>();
  return hn::TableLookupBytes(vector, hn::LoadDup128(Bytes<Blocks>(), kFrom.data()));
}

/// Lane j of block i takes lane i + j * Blocks.
template <int LaneBytes, int Blocks>
constexpr std::array<Unit<LaneBytes>, 16 / LaneBytes * Blocks> dealt() {
  constexpr int kLanes = 16 / LaneBytes;
  std::array<Unit<LaneBytes>, kLanes * Blocks> from{};
  for (int i = 0; i < kLanes * Blocks; ++i) {
    from[static_cast<std::size_t>(i)] =
        static_cast<Unit<LaneBytes>>(i / kLanes + i % kLanes * Blocks);
  }
  return from;
}

template <int LaneBytes, int Blocks>
HWY_INLINE Vector<Blocks> deal_to_blocks(Vector<Blocks> vector) {
  static constexpr auto kFrom = dealt<LaneBytes, Blocks>();
  const hn::Repartition<Unit<LaneBytes>, Bytes<Blocks>> lanes;
  return hn::BitCast(
      Bytes<Blocks>(),
      hn::TableLookupLanes(hn::BitCast(lanes, vector), hn::SetTableIndices(lanes, kFrom.data())));
}

/// Piece j of block i is piece i + j * Blocks of the vector, with Parts pieces per block.
template <int Parts, int Blocks>
HWY_INLINE Vector<Blocks> spread(Vector<Blocks> vector) {
  if constexpr (Blocks == 1 || Parts == 1) {
    return vector;
  } else if constexpr (Parts <= Blocks) {
    return deal_to_blocks<16 / Parts, Blocks>(vector);
  } else {
    // Pieces i, i + Blocks, .. of a block are brought together, then moved to block i together.
    constexpr int kPiece = 16 / Parts;
    return deal_to_blocks<16 / Blocks, Blocks>(change_digits<kPiece, Blocks, Blocks>(vector));
  }
}

}  // namespace tileglot::relayout::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // !TILEGLOT_PLAIN_TARGET

#endif  // per-target include guard
