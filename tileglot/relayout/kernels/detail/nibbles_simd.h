// SPDX-License-Identifier: Apache-2.0
// nibbles_simd.h: transposes planes of 4-bit units as planes of bytes.
//
// Two adjacent source lines make one line of bytes: byte r holds row r of both, as in the target.
// a = 10 32 (rows 0 1 2 3), b = 98 BA: bytes 80, 91, A2, B3. Such lines are made in a small buffer
// and transposed from there.
#if defined(TILEGLOT_RELAYOUT_KERNELS_DETAIL_NIBBLES_SIMD_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TILEGLOT_RELAYOUT_KERNELS_DETAIL_NIBBLES_SIMD_H
#undef TILEGLOT_RELAYOUT_KERNELS_DETAIL_NIBBLES_SIMD_H
#else
#define TILEGLOT_RELAYOUT_KERNELS_DETAIL_NIBBLES_SIMD_H
#endif

#include <algorithm>
#include <array>
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

/// Byte i of a (Second: b) twice, for pairs a b of lines of LineBytes bytes.
template <int LineBytes, bool Second>
constexpr std::array<std::uint8_t, 16> bytes_twice() {
  std::array<std::uint8_t, 16> from{};
  for (int i = 0; i < 16; ++i) {
    const int pair = i / (2 * LineBytes) * (2 * LineBytes);
    from[static_cast<std::size_t>(i)] =
        static_cast<std::uint8_t>(pair + i % (2 * LineBytes) / 2 + (Second ? LineBytes : 0));
  }
  return from;
}

/// Short lines without gaps, a vector of them at once: a0 a0 a1 a1 .. and b0 b0 b1 b1 .. give the
/// low halves at even bytes, the high ones at odd bytes.
template <int LineBytes, int Blocks>
HWY_INLINE Vector<Blocks> pair_short_lines(Vector<Blocks> lines) {
  alignas(16) static constexpr auto kA = bytes_twice<LineBytes, false>();
  alignas(16) static constexpr auto kB = bytes_twice<LineBytes, true>();
  const Bytes<Blocks> bytes;
  const hn::Repartition<std::uint16_t, Bytes<Blocks>> words;
  const auto a = hn::BitCast(words, hn::TableLookupBytes(lines, hn::LoadDup128(bytes, kA.data())));
  const auto b = hn::BitCast(words, hn::TableLookupBytes(lines, hn::LoadDup128(bytes, kB.data())));
  const auto of_a = hn::Or(hn::And(a, hn::Set(words, 0x000F)),
                           hn::And(hn::ShiftRight<4>(a), hn::Set(words, 0x0F00)));
  const auto of_b = hn::Or(hn::And(hn::ShiftLeft<4>(b), hn::Set(words, 0x00F0)),
                           hn::And(b, hn::Set(words, 0xF000)));
  return hn::BitCast(bytes, hn::Or(of_a, of_b));
}

/// Makes pairs of `bytes` bytes while whole vectors are available; returns how many bytes.
template <int LineBytes>
HWY_INLINE std::int64_t pair_run(const std::byte* source, std::byte* pairs, std::int64_t bytes) {
  constexpr std::int64_t kBytes = kMaxBlocks * kBlock;
  std::int64_t i = 0;
  for (; i + kBytes <= bytes; i += kBytes) {
    store<kMaxBlocks, Store::kCached>(
        pair_short_lines<LineBytes, kMaxBlocks>(load<kMaxBlocks>(source + i)), pairs + i);
  }
  return i;
}

#endif

/// Converts pairs of lines without gaps to lines of bytes without gaps; returns how many pairs.
HWY_INLINE std::int64_t pair_tuples(const PlanePart& part, std::byte* pairs, std::int64_t count) {
#if TILEGLOT_PLAIN_TARGET
  (void)part, (void)pairs, (void)count;
  return 0;
#else
  const std::int64_t bytes = count * part.rows;
  switch (part.rows) {
    case 2: return pair_run<1>(part.source, pairs, bytes) / 2;
    case 4: return pair_run<2>(part.source, pairs, bytes) / 4;
    case 8: return pair_run<4>(part.source, pairs, bytes) / 8;
    default: return 0;
  }
#endif
}

/// Lines of 4-bit units, two by two, as lines of bytes `pitch` bytes apart.
HWY_INLINE void pair_lines(const PlanePart& part, std::byte* pairs, std::int64_t pitch) {
  const std::int64_t bytes = part.rows / 2;
  const std::int64_t count = part.columns / 2;
  std::int64_t i = 0;
  if (part.source_pitch == bytes && pitch == part.rows) i = pair_tuples(part, pairs, count);
  for (; i < count; ++i) {
    const std::byte* a = part.source + 2 * i * part.source_pitch;
    pair_nibbles(a, a + part.source_pitch, pairs + i * pitch, bytes);
  }
}

/// TransposeBytes transposes a plane of bytes.
template <void (*TransposeBytes)(const PlanePart&)>
void transpose_nibbles(const PlanePart& part) {
  constexpr std::int64_t kRows = 128;
  constexpr std::int64_t kBytes = 64 * kRows;
  alignas(64) std::byte lines[kBytes];
  for (std::int64_t r = 0; r < part.rows; r += kRows) {
    const std::int64_t rows = std::min(kRows, part.rows - r);
    const std::int64_t pairs = kBytes / rows / 64 * 64;
    for (std::int64_t p = 0; p < part.columns / 2; p += pairs) {
      const std::int64_t count = std::min(pairs, part.columns / 2 - p);
      const std::byte* source = part.source + 2 * p * part.source_pitch + r / 2;
      std::byte* target = part.target + r * part.target_pitch + p;
      pair_lines({source, part.source_pitch, target, part.target_pitch, rows, 2 * count}, lines,
                 rows);
      TransposeBytes({lines, rows, target, part.target_pitch, rows, count});
    }
  }
}

}  // namespace tileglot::relayout::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
