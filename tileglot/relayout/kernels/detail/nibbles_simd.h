// SPDX-License-Identifier: Apache-2.0
// nibbles_simd.h: turns planes of 4-bit units as planes of bytes.
//
// Two neighbouring source lines make one line of bytes: byte r holds row r of both, as the target
// has them. a = 10 32 (rows 0 1 2 3), b = 98 BA: bytes 80, 91, A2, B3. Such lines are made in a
// small buffer and turned from there.
#if defined(TILEGLOT_RELAYOUT_KERNELS_DETAIL_NIBBLES_SIMD_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TILEGLOT_RELAYOUT_KERNELS_DETAIL_NIBBLES_SIMD_H
#undef TILEGLOT_RELAYOUT_KERNELS_DETAIL_NIBBLES_SIMD_H
#else
#define TILEGLOT_RELAYOUT_KERNELS_DETAIL_NIBBLES_SIMD_H
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "tileglot/relayout/kernels/detail/plane_part.h"
#include "tileglot/relayout/kernels/detail/vectors_simd.h"

HWY_BEFORE_NAMESPACE();
namespace tileglot::relayout::kernels::HWY_NAMESPACE {

HWY_INLINE void pair_nibbles_plainly(const std::byte* a, const std::byte* b, std::byte* pairs,
                                     std::int64_t bytes) {
  constexpr std::byte kLow{0x0F};
  for (std::int64_t i = 0; i < bytes; ++i) {
    pairs[2 * i] = (a[i] & kLow) | (b[i] << 4);
    pairs[2 * i + 1] = (a[i] >> 4) | (b[i] & ~kLow);
  }
}

#if TILEGLOT_PLAIN_TARGET

HWY_INLINE void pair_nibbles(const std::byte* a, const std::byte* b, std::byte* pairs,
                             std::int64_t bytes) {
  pair_nibbles_plainly(a, b, pairs, bytes);
}

#else

/// One vector of each.
template <int Blocks>
HWY_INLINE void pair_nibbles_of(Vector<Blocks> a, Vector<Blocks> b, std::byte* pairs) {
  const Bytes<Blocks> bytes;
  const hn::Repartition<std::uint16_t, Bytes<Blocks>> words;
  const auto low = hn::Set(bytes, 0x0F);
  const auto a_upper = hn::BitCast(bytes, hn::ShiftRight<4>(hn::BitCast(words, a)));
  const auto b_lower = hn::BitCast(bytes, hn::ShiftLeft<4>(hn::BitCast(words, b)));
  const auto even = hn::Or(hn::And(a, low), hn::AndNot(low, b_lower));
  const auto odd = hn::Or(hn::And(a_upper, low), hn::AndNot(low, b));
  hn::StoreInterleaved2(even, odd, bytes, reinterpret_cast<std::uint8_t*>(pairs));
}

HWY_INLINE void pair_nibbles(const std::byte* a, const std::byte* b, std::byte* pairs,
                             std::int64_t bytes) {
  constexpr std::int64_t kBytes = kMaxBlocks * kBlock;
  std::int64_t i = 0;
  for (; i + kBytes <= bytes; i += kBytes) {
    pair_nibbles_of<kMaxBlocks>(load<kMaxBlocks>(a + i), load<kMaxBlocks>(b + i), pairs + 2 * i);
  }
  pair_nibbles_plainly(a + i, b + i, pairs + 2 * i, bytes - i);
}

#endif

/// TurnBytes turns a plane of bytes.
template <void (*TurnBytes)(const PlanePart&)>
void turn_nibbles(const PlanePart& part) {
  constexpr std::int64_t kPairs = 64;
  constexpr std::int64_t kRows = 128;
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): filled as far as it is read.
  alignas(64) std::byte lines[kPairs * kRows];
  for (std::int64_t r = 0; r < part.rows; r += kRows) {
    for (std::int64_t p = 0; p < part.columns / 2; p += kPairs) {
      const std::int64_t rows = std::min(kRows, part.rows - r);
      const std::int64_t pairs = std::min(kPairs, part.columns / 2 - p);
      for (std::int64_t i = 0; i < pairs; ++i) {
        const std::byte* a = part.source + 2 * (p + i) * part.source_pitch + r / 2;
        pair_nibbles(a, a + part.source_pitch, lines + i * kRows, rows / 2);
      }
      TurnBytes(
          {lines, kRows, part.target + r * part.target_pitch + p, part.target_pitch, rows, pairs});
    }
  }
}

}  // namespace tileglot::relayout::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
