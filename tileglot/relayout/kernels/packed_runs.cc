// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/kernels/packed_runs.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

// Highway includes this file again, once for each target.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tileglot/relayout/kernels/packed_runs.cc"
// clang-format off: the order counts.
#include "tileglot/relayout/kernels/detail/highway.h"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

#include "tileglot/relayout/kernels/detail/packed_words.h"

HWY_BEFORE_NAMESPACE();
namespace tileglot::relayout::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Units of a word of 64 bits.
template <int Bits>
inline constexpr std::int64_t kInWord = 64 / Bits;

#if HWY_ARCH_X86 && HWY_TARGET <= HWY_SSSE3
#define TILEGLOT_PACKS_VECTORS 1

inline constexpr std::size_t kVector = HWY_MAX_BYTES >= 32 ? 32 : 16;

/// Vectors that hold the units of a word as bytes.
template <int Bits>
using Bytes = hn::FixedTag<std::uint8_t, std::min<std::size_t>(kVector, 64 / Bits)>;

/// For each unit of a word: its byte, and its bits in the byte.
template <int Bits>
struct UnitPlaces {
  alignas(64) std::array<std::uint8_t, 64> byte = {};
  alignas(64) std::array<std::uint8_t, 64> mask = {};

  constexpr UnitPlaces() {
    for (std::size_t i = 0; i < 64 / Bits; ++i) {
      byte[i] = static_cast<std::uint8_t>(i * Bits / 8);
      mask[i] = static_cast<std::uint8_t>(((1U << Bits) - 1U) << (i * Bits % 8));
    }
  }
};

/// Each byte keeps the bits of one unit, somewhere; they move to its low end.
template <int Bits, class V>
HWY_INLINE V moved_down(hn::DFromV<V> d, V kept, V mask) {
  if constexpr (Bits == 1) {
    return hn::And(hn::VecFromMask(d, hn::Eq(kept, mask)), hn::Set(d, 1));
  } else {
    const hn::Repartition<std::uint16_t, decltype(d)> wide;
    const auto pairs = hn::BitCast(wide, kept);
    auto moved = hn::Or(pairs, hn::ShiftRight<4>(pairs));
    if constexpr (Bits == 2) moved = hn::Or(moved, hn::ShiftRight<2>(moved));
    return hn::And(hn::BitCast(d, moved), hn::Set(d, (1U << Bits) - 1U));
  }
}

template <int Bits>
HWY_INLINE void unpack_word(std::uint64_t word, std::byte* bytes) {
  static constexpr UnitPlaces<Bits> kPlaces;
  const Bytes<Bits> d;
  const hn::Repartition<std::uint64_t, decltype(d)> words;
  const auto copies = hn::BitCast(d, hn::Set(words, word));
  for (std::size_t i = 0; i < 64 / Bits; i += hn::Lanes(d)) {
    const auto mask = hn::Load(d, kPlaces.mask.data() + i);
    const auto units = hn::TableLookupBytes(copies, hn::Load(d, kPlaces.byte.data() + i));
    hn::StoreU(moved_down<Bits>(d, hn::And(units, mask), mask), d,
               reinterpret_cast<std::uint8_t*>(bytes) + i);
  }
}

/// The bytes of each block that units were joined in come first, those of the next block after them.
template <int Bits>
struct JoinedPlaces {
  alignas(32) std::array<std::uint8_t, 32> byte = {};

  constexpr JoinedPlaces() {
    constexpr std::size_t kInBlock = 2 * Bits;
    byte.fill(0x80);
    for (std::size_t block = 0; block < 2; ++block) {
      for (std::size_t i = 0; i < kInBlock; ++i) {
        byte[16 * block + (block * kInBlock + i) % 16] = static_cast<std::uint8_t>(i * 8 / Bits);
      }
    }
  }
};

template <int Bits>
HWY_INLINE std::uint64_t pack_word(const std::byte* bytes) {
  const Bytes<Bits> d;
  const auto* from = reinterpret_cast<const std::uint8_t*>(bytes);
  if constexpr (Bits == 1) {
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < 64; i += hn::Lanes(d)) {
      const auto units = hn::LoadU(d, from + i);
      hn::StoreMaskBits(d, hn::Ne(units, hn::Zero(d)),
                        reinterpret_cast<std::uint8_t*>(&word) + i / 8);
    }
    return word;
  } else {
    static constexpr JoinedPlaces<Bits> kPlaces;
    const hn::Repartition<std::uint16_t, decltype(d)> pairs;
    const hn::Repartition<std::uint32_t, decltype(d)> fours;
    const hn::FixedTag<std::uint8_t, 16> block;
    const hn::Repartition<std::uint64_t, decltype(block)> words;
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < 64 / Bits; i += hn::Lanes(d)) {
      auto units = hn::BitCast(pairs, hn::LoadU(d, from + i));
      units = hn::Or(units, hn::ShiftRight<8 - Bits>(units));
      if constexpr (Bits == 2) {
        const auto joined = hn::BitCast(fours, hn::And(units, hn::Set(pairs, 15)));
        units = hn::BitCast(pairs, hn::Or(joined, hn::ShiftRight<12>(joined)));
      }
      const auto first =
          hn::TableLookupBytesOr0(hn::BitCast(d, units), hn::Load(d, kPlaces.byte.data()));
      if constexpr (hn::MaxLanes(d) == 32) {
        const auto both = hn::Or(hn::LowerHalf(block, first), hn::UpperHalf(block, first));
        word = hn::GetLane(hn::BitCast(words, both));
      } else {
        word |= hn::GetLane(hn::BitCast(words, first)) << (i * Bits);
      }
    }
    return word;
  }
}
#else
#define TILEGLOT_PACKS_VECTORS 0
#endif

template <int Bits>
void unpack(const std::byte* source, std::int64_t from, std::int64_t count, std::byte* bytes) {
  const std::byte* at = source + from * Bits / 8;
  const int shift = static_cast<int>(from * Bits % 8);
  std::int64_t i = 0;
#if TILEGLOT_PACKS_VECTORS
  for (; i + kInWord<Bits> <= count; i += kInWord<Bits>, at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, at, sizeof word);
    if (shift > 0) word = word >> shift | std::to_integer<std::uint64_t>(at[8]) << (64 - shift);
    unpack_word<Bits>(word, bytes + i);
  }
#endif
  for (; i + detail::kUnits <= count; i += detail::kUnits, at += Bits) {
    const std::uint64_t units = detail::spread<Bits>(detail::load_eight<Bits>(at, shift));
    std::memcpy(bytes + i, &units, sizeof units);
  }
  if (i == count) return;
  const std::uint64_t units = detail::spread<Bits>(detail::load_fewer<Bits>(at, shift, count - i));
  std::memcpy(bytes + i, &units, sizeof units);
}

template <int Bits>
void pack(const std::byte* bytes, std::int64_t count, std::byte* target, std::int64_t to) {
  constexpr std::int64_t kInByte = 8 / Bits;
  const std::int64_t head = std::min(count, (kInByte - to % kInByte) % kInByte);
  std::byte* at = target + to / kInByte;
  if (head > 0) {
    const auto shift = static_cast<int>(to % kInByte * Bits);
    detail::put_bits(*at++, detail::gathered_at<Bits>(bytes), shift, static_cast<int>(head * Bits));
  }
  std::int64_t i = head;
#if TILEGLOT_PACKS_VECTORS
  for (; i + kInWord<Bits> <= count; i += kInWord<Bits>, at += 8) {
    const std::uint64_t word = pack_word<Bits>(bytes + i);
    std::memcpy(at, &word, sizeof word);
  }
#endif
  for (; i + detail::kUnits <= count; i += detail::kUnits, at += Bits) {
    const std::uint64_t units = detail::gathered_at<Bits>(bytes + i);
    std::memcpy(at, &units, Bits);
  }
  if (i < count) detail::put_fewer<Bits>(at, detail::gathered_at<Bits>(bytes + i), count - i);
}

UnpackRun unpack_of(int unit_bits) {
  switch (unit_bits) {
    case 1: return unpack<1>;
    case 2: return unpack<2>;
    default: return unpack<4>;
  }
}

PackRun pack_of(int unit_bits) {
  switch (unit_bits) {
    case 1: return pack<1>;
    case 2: return pack<2>;
    default: return pack<4>;
  }
}

#undef TILEGLOT_PACKS_VECTORS

}  // namespace tileglot::relayout::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tileglot::relayout::kernels {

HWY_EXPORT(unpack_of);
HWY_EXPORT(pack_of);

UnpackRun unpack_run(int unit_bits) { return HWY_DYNAMIC_DISPATCH(unpack_of)(unit_bits); }
PackRun pack_run(int unit_bits) { return HWY_DYNAMIC_DISPATCH(pack_of)(unit_bits); }

}  // namespace tileglot::relayout::kernels
#endif  // HWY_ONCE
