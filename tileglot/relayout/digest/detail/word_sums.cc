// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/digest/detail/word_sums.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <numeric>

#include "tileglot/relayout/digest/detail/keys.h"
#include "tileglot/relayout/digest/detail/sums.h"

// Highway includes this file again, once for each target.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tileglot/relayout/digest/detail/word_sums.cc"
// clang-format off: the order counts.
#include "tileglot/relayout/digest/detail/highway.h"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on
#include <hwy/cache_control.h>

HWY_BEFORE_NAMESPACE();
namespace tileglot::relayout::digest::HWY_NAMESPACE {

using detail::kFirstKeys;
using detail::kSecondKeys;
using detail::Sums;

inline constexpr std::size_t kWordBytes = 4;

/// Words at places [begin, end) of one block, one by one.
HWY_INLINE Sums sum_places_singly(const std::byte* bytes, std::size_t begin, std::size_t end) {
  Sums sums;
  for (std::size_t place = begin; place < end; ++place, bytes += kWordBytes) {
    std::uint32_t word = 0;
    std::memcpy(&word, bytes, sizeof word);
    sums.first += kFirstKeys.whole[place] * word;
    sums.second += kSecondKeys.whole[place] * word;
  }
  return sums;
}

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

HWY_INLINE Sums sum_places(const std::byte* bytes, std::size_t begin, std::size_t end) {
  return sum_places_singly(bytes, begin, end);
}

#else

namespace hn = hwy::HWY_NAMESPACE;

using Lanes = hn::ScalableTag<std::uint64_t>;
using Lane = hn::Vec<Lanes>;

/// A sum of products of 32-bit words, each at the low end of a lane, and 64-bit keys.
struct Products {
  Lane low;
  Lane high;  ///< to be shifted up by 32 bits

  HWY_INLINE void add(Lane words, const detail::PlaceKeys& keys, std::size_t place) {
    low = hn::Add(low, product(words, keys.whole.data() + place));
    high = hn::Add(high, product(words, keys.upper.data() + place));
  }

  [[nodiscard]] HWY_INLINE std::uint64_t sum() const {
    // Not SumOfLanes: a compiler's header adds signed numbers there, which must not overflow.
    alignas(64) std::array<std::uint64_t, HWY_MAX_BYTES / 8> lanes = {};
    hn::Store(hn::Add(low, hn::ShiftLeft<32>(high)), Lanes(), lanes.data());
    return std::accumulate(lanes.begin(), lanes.end(), std::uint64_t{0});
  }

 private:
  HWY_INLINE static Lane product(Lane words, const std::uint64_t* keys) {
    const hn::Repartition<std::uint32_t, Lanes> halves;
    return hn::MulEven(hn::BitCast(halves, words), hn::BitCast(halves, hn::LoadU(Lanes(), keys)));
  }
};

/// By measurement: at this distance memory is read while words are multiplied.
inline constexpr std::size_t kAheadBytes = 3072;
inline constexpr std::size_t kLineWords = 16;

HWY_INLINE Sums sum_places(const std::byte* bytes, std::size_t begin, std::size_t end) {
  const Lanes lanes;
  const hn::Rebind<std::uint32_t, Lanes> words;
  const std::size_t step = hn::Lanes(lanes);
  Products first{hn::Zero(lanes), hn::Zero(lanes)};
  Products second{hn::Zero(lanes), hn::Zero(lanes)};
  const auto add_vector = [&](std::size_t place) HWY_ATTR {
    const auto* from = reinterpret_cast<const std::uint32_t*>(bytes + (place - begin) * kWordBytes);
    const Lane vector = hn::PromoteTo(lanes, hn::LoadU(words, from));
    first.add(vector, kFirstKeys, place);
    second.add(vector, kSecondKeys, place);
  };
  std::size_t place = begin;
  for (; place + kLineWords <= end; place += kLineWords) {
    hwy::Prefetch(bytes + (place - begin) * kWordBytes + kAheadBytes);
    for (std::size_t i = 0; i < kLineWords; i += step) add_vector(place + i);
  }
  for (; place + step <= end; place += step) add_vector(place);
  Sums sums = sum_places_singly(bytes + (place - begin) * kWordBytes, place, end);
  sums.add({first.sum(), second.sum()});
  return sums;
}

#endif

Sums sum_words(std::uint64_t first_word, const std::byte* bytes, std::int64_t count) {
  Sums sums;
  auto left = static_cast<std::uint64_t>(count);
  while (left > 0) {
    const std::uint64_t begin = first_word % detail::kBlockWords;
    const std::uint64_t block = first_word / detail::kBlockWords;
    const std::uint64_t words = std::min(left, detail::kBlockWords - begin);
    const Sums places = sum_places(bytes, begin, begin + words);
    sums.first += detail::block_key(0, block) * places.first;
    sums.second += detail::block_key(1, block) * places.second;
    first_word += words;
    bytes += words * kWordBytes;
    left -= words;
  }
  return sums;
}

}  // namespace tileglot::relayout::digest::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tileglot::relayout::digest::detail {

void add_word(Sums& sums, std::uint64_t number, std::uint32_t word) {
  sums.first += key(0, number) * word;
  sums.second += key(1, number) * word;
}

HWY_EXPORT(sum_words);

Sums sum_words(std::uint64_t first_word, const std::byte* bytes, std::int64_t count) {
  return HWY_DYNAMIC_DISPATCH(sum_words)(first_word, bytes, count);
}

}  // namespace tileglot::relayout::digest::detail
#endif  // HWY_ONCE
