// SPDX-License-Identifier: Apache-2.0
// vectors_simd.h: vectors of 16-byte blocks: loads from several lines, interleaving, parts of a
// block.
//
// Compiled once for each target. A vector is always of bytes, whatever its units are; only
// interleaving depends on them.
#if defined(TILEGLOT_RELAYOUT_KERNELS_DETAIL_VECTORS_SIMD_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TILEGLOT_RELAYOUT_KERNELS_DETAIL_VECTORS_SIMD_H
#undef TILEGLOT_RELAYOUT_KERNELS_DETAIL_VECTORS_SIMD_H
#else
#define TILEGLOT_RELAYOUT_KERNELS_DETAIL_VECTORS_SIMD_H
#endif

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "tileglot/relayout/kernels/detail/highway.h"
#include "tileglot/relayout/kernels/detail/plane_part.h"
#include "tileglot/relayout/kernels/detail/watched_stores.h"
#include "tileglot/relayout/kernels/transpose.h"
// Highway's own headers come last.
#include <hwy/highway.h>

/// Targets without vectors run loops over units.
#undef TILEGLOT_PLAIN_TARGET
#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128
#define TILEGLOT_PLAIN_TARGET 1
#else
#define TILEGLOT_PLAIN_TARGET 0
#endif

HWY_BEFORE_NAMESPACE();
namespace tileglot::relayout::kernels::HWY_NAMESPACE {

using detail::is_streaming;
using detail::PlanePart;

#if !TILEGLOT_PLAIN_TARGET

namespace hn = hwy::HWY_NAMESPACE;

inline constexpr std::int64_t kBlock = 16;
inline constexpr std::int64_t kCacheLine = 64;
inline constexpr int kMaxBlocks = HWY_MAX_BYTES / 16;
/// Narrower vectors fill lines to be streamed in a buffer first (watched_stores.h says why).
inline constexpr bool kFillsLines = kMaxBlocks * kBlock >= kCacheLine;

template <int Blocks>
using Bytes = hn::FixedTag<std::uint8_t, 16 * Blocks>;

template <int Blocks>
using Vector = hn::VFromD<Bytes<Blocks>>;

/// Unsigned integers of UnitBytes bytes.
template <int UnitBytes>
using Unit = hwy::UnsignedFromSize<UnitBytes>;

template <int Blocks>
HWY_INLINE Vector<Blocks> load(const std::byte* from) {
  return hn::LoadU(Bytes<Blocks>(), reinterpret_cast<const std::uint8_t*>(from));
}

/// Block i is loaded from `from` + i * step.
template <int Blocks>
HWY_INLINE Vector<Blocks> load_blocks(const std::byte* from, std::int64_t step) {
  if constexpr (Blocks == 1) {
    return load<1>(from);
  } else {
    constexpr int kHalf = Blocks / 2;
    return hn::Combine(Bytes<Blocks>(), load_blocks<kHalf>(from + kHalf * step, step),
                       load_blocks<kHalf>(from, step));
  }
}

/// How many vectors load_next_blocks makes of each load: by measurement, those of a whole cache
/// line for wide units; narrow ones fill the registers with half of that.
template <int UnitBytes>
inline constexpr int kTogether = kMaxBlocks < 4  ? 1
                                 : UnitBytes < 4 ? 2
                                                 : 4;

#if HWY_TARGET <= HWY_AVX3 && HWY_ARCH_X86

/// Blocks 0 and 2 of a, then of b; and blocks 1 and 3.
HWY_INLINE Vector<4> even_blocks(Vector<4> a, Vector<4> b) {
  return Vector<4>{_mm512_shuffle_i32x4(a.raw, b.raw, 0x88)};
}

HWY_INLINE Vector<4> odd_blocks(Vector<4> a, Vector<4> b) {
  return Vector<4>{_mm512_shuffle_i32x4(a.raw, b.raw, 0xDD)};
}

/// Vector q = load_blocks(from + 16 * q, step), by loads of 32 bytes or of whole lines.
HWY_INLINE void load_next_blocks(const std::byte* from, std::int64_t step,
                                 Vector<4> (&vectors)[2]) {
  const Bytes<4> bytes;
  const auto a = hn::Combine(bytes, load<2>(from + step), load<2>(from));
  const auto b = hn::Combine(bytes, load<2>(from + 3 * step), load<2>(from + 2 * step));
  vectors[0] = even_blocks(a, b);
  vectors[1] = odd_blocks(a, b);
}

HWY_INLINE void load_next_blocks(const std::byte* from, std::int64_t step,
                                 Vector<4> (&vectors)[4]) {
  const Vector<4> a = load<4>(from);
  const Vector<4> b = load<4>(from + step);
  const Vector<4> c = load<4>(from + 2 * step);
  const Vector<4> d = load<4>(from + 3 * step);
  const Vector<4> ab_even = even_blocks(a, b);
  const Vector<4> ab_odd = odd_blocks(a, b);
  const Vector<4> cd_even = even_blocks(c, d);
  const Vector<4> cd_odd = odd_blocks(c, d);
  vectors[0] = even_blocks(ab_even, cd_even);
  vectors[1] = even_blocks(ab_odd, cd_odd);
  vectors[2] = odd_blocks(ab_even, cd_even);
  vectors[3] = odd_blocks(ab_odd, cd_odd);
}

#else

HWY_INLINE void load_next_blocks(const std::byte* from, std::int64_t step,
                                 Vector<kMaxBlocks> (&vectors)[1]) {
  vectors[0] = load_blocks<kMaxBlocks>(from, step);
}

#endif

template <int Blocks, Store S>
HWY_INLINE void store(Vector<Blocks> vector, std::byte* to) {
  auto* bytes = reinterpret_cast<std::uint8_t*>(to);
  if constexpr (S == detail::kWatched) detail::on_watched_store(to, Blocks * kBlock);
  if constexpr (is_streaming(S)) {
    hn::Stream(vector, Bytes<Blocks>(), bytes);
  } else {
    hn::StoreU(vector, Bytes<Blocks>(), bytes);
  }
}

/// Copies a cache line from or to a buffer.
template <Store S>
HWY_INLINE void copy_line(const std::byte* from, std::byte* to) {
  for (std::int64_t i = 0; i < kCacheLine; i += kMaxBlocks * kBlock)
    store<kMaxBlocks, S>(load<kMaxBlocks>(from + i), to + i);
}

#if HWY_TARGET <= HWY_AVX3 && HWY_ARCH_X86

HWY_INLINE Vector<1> load_few(const std::byte* from, std::int64_t bytes) {
  const Bytes<1> tag;
  return hn::MaskedLoad(hn::FirstN(tag, static_cast<std::size_t>(bytes)), tag,
                        reinterpret_cast<const std::uint8_t*>(from));
}

HWY_INLINE void store_few(Vector<1> vector, std::byte* to, std::int64_t bytes) {
  const Bytes<1> tag;
  hn::BlendedStore(vector, hn::FirstN(tag, static_cast<std::size_t>(bytes)), tag,
                   reinterpret_cast<std::uint8_t*>(to));
}

#else

/// At most 16 bytes, as two words that may overlap.
template <typename Word>
HWY_INLINE void copy_ends(std::byte* to, const std::byte* from, std::int64_t bytes) {
  const std::int64_t last = bytes - static_cast<std::int64_t>(sizeof(Word));
  Word begin = 0;
  Word end = 0;
  std::memcpy(&begin, from, sizeof begin);
  std::memcpy(&end, from + last, sizeof end);
  std::memcpy(to, &begin, sizeof begin);
  std::memcpy(to + last, &end, sizeof end);
}

HWY_INLINE void copy_few(std::byte* to, const std::byte* from, std::int64_t bytes) {
  if (bytes >= 8) {
    copy_ends<std::uint64_t>(to, from, bytes);
  } else if (bytes >= 4) {
    copy_ends<std::uint32_t>(to, from, bytes);
  } else if (bytes >= 2) {
    copy_ends<std::uint16_t>(to, from, bytes);
  } else {
    *to = *from;
  }
}

HWY_INLINE Vector<1> load_few(const std::byte* from, std::int64_t bytes) {
  alignas(16) std::byte block[kBlock] = {};
  copy_few(block, from, bytes);
  return load<1>(block);
}

HWY_INLINE void store_few(Vector<1> vector, std::byte* to, std::int64_t bytes) {
  alignas(16) std::byte block[kBlock];
  store<1, Store::kCached>(vector, block);
  copy_few(to, block, bytes);
}

#endif

/// The lower halves of the blocks of a and b, interleaved unit by unit.
template <int UnitBytes, int Blocks>
HWY_INLINE Vector<Blocks> weave_lower(Vector<Blocks> a, Vector<Blocks> b) {
  const hn::Repartition<Unit<UnitBytes>, Bytes<Blocks>> units;
  return hn::BitCast(Bytes<Blocks>(),
                     hn::InterleaveLower(units, hn::BitCast(units, a), hn::BitCast(units, b)));
}

template <int UnitBytes, int Blocks>
HWY_INLINE Vector<Blocks> weave_upper(Vector<Blocks> a, Vector<Blocks> b) {
  const hn::Repartition<Unit<UnitBytes>, Bytes<Blocks>> units;
  return hn::BitCast(Bytes<Blocks>(),
                     hn::InterleaveUpper(units, hn::BitCast(units, a), hn::BitCast(units, b)));
}

/// Count vectors in registers. Unit l of the blocks of vector v; both numbers are written in bits.
template <int UnitBytes, int Blocks, int Count>
struct RegisterBlock {
  Vector<Blocks> vectors[Count];

  /// One round makes the highest bit of l the lowest of v and the highest bit of v the lowest of l:
  /// as many rounds as v has bits put v where the low bits of l were. Count = units of a block:
  /// that transposes.
  template <int Round = 1>
  HWY_INLINE void weave() {
    if constexpr (Round < Count) {
      const RegisterBlock before = *this;
      weave_pairs(before);
      weave<2 * Round>();
    }
  }

 private:
  template <int Pair = 0>
  HWY_INLINE void weave_pairs(const RegisterBlock& before) {
    if constexpr (Pair < Count / 2) {
      const Vector<Blocks> a = before.vectors[Pair];
      const Vector<Blocks> b = before.vectors[Pair + Count / 2];
      vectors[2 * Pair] = weave_lower<UnitBytes, Blocks>(a, b);
      vectors[2 * Pair + 1] = weave_upper<UnitBytes, Blocks>(a, b);
      weave_pairs<Pair + 1>(before);
    }
  }
};

#endif  // !TILEGLOT_PLAIN_TARGET

}  // namespace tileglot::relayout::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
