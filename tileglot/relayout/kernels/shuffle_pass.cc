// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/kernels/detail/shuffle_pass.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>

// Highway includes this file again, once for each target.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tileglot/relayout/kernels/shuffle_pass.cc"
// clang-format off: the order counts.
#include "tileglot/relayout/kernels/detail/highway.h"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace tileglot::relayout::kernels::HWY_NAMESPACE {

using detail::ShuffleKernels;
using detail::ShufflePass;

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128

using detail::ShuffleVector;
using detail::ShuffleWindow;

/// Size of the output of a part of the tiles: source and target stay in the first-level cache.
inline constexpr std::int64_t kPartBytes = 8 * 1024;
/// A vector reads from this many windows at a time: their masks or tables stay in registers.
inline constexpr std::size_t kWindowsAtOnce = 8;

/// Tiles that are consecutive in the target.
struct Tiles {
  std::span<const std::int32_t> starts;
  std::int64_t bytes;
};

#if HWY_TARGET <= HWY_AVX3_DL && HWY_ARCH_X86

inline constexpr std::int64_t kVectorBytes = detail::kShuffleVector;

HWY_INLINE __m512i load_bytes(const void* from) { return _mm512_loadu_si512(from); }

/// The same vector of every tile, from `Windows` windows. If it is not the first group, the
/// previous contents are kept.
template <std::size_t Windows, bool First>
void take_windows(const Tiles& tiles, const ShuffleVector& vector, const ShuffleWindow* windows,
                  const std::byte* source, std::byte* target) {
  const __m512i places = load_bytes(vector.places.data());
  std::array<__mmask64, Windows> masks;       // NOLINT(cppcoreguidelines-pro-type-member-init)
  std::array<std::int64_t, Windows> offsets;  // NOLINT(cppcoreguidelines-pro-type-member-init)
  for (std::size_t w = 0; w < Windows; ++w) {
    masks[w] = windows[w].bytes;
    offsets[w] = windows[w].offset;
  }
  for (const std::int32_t start : tiles.starts) {
    const std::byte* tile = source + start;
    __m512i bytes = First ? _mm512_permutexvar_epi8(places, load_bytes(tile + offsets[0]))
                          : _mm512_mask_permutexvar_epi8(load_bytes(target), masks[0], places,
                                                         load_bytes(tile + offsets[0]));
    for (std::size_t w = 1; w < Windows; ++w) {
      bytes = _mm512_mask_permutexvar_epi8(bytes, masks[w], places, load_bytes(tile + offsets[w]));
    }
    _mm512_storeu_si512(target, bytes);
    target += tiles.bytes;
  }
}

#else

namespace hn = hwy::HWY_NAMESPACE;

inline constexpr std::int64_t kVectorBytes = detail::kShuffleBlock;

using Block = hn::FixedTag<std::uint8_t, detail::kShuffleBlock>;

HWY_INLINE hn::VFromD<Block> load_block(const std::byte* from) {
  return hn::LoadU(Block(), reinterpret_cast<const std::uint8_t*>(from));
}

/// The same block of every tile: each window gives the bytes that it has, and 0 for the others.
template <std::size_t Windows, bool First>
void take_windows(const Tiles& tiles, const ShuffleVector& /*vector*/, const ShuffleWindow* windows,
                  const std::byte* source, std::byte* target) {
  hn::VFromD<Block> places[Windows];
  std::array<std::int64_t, Windows> offsets;  // NOLINT(cppcoreguidelines-pro-type-member-init)
  for (std::size_t w = 0; w < Windows; ++w) {
    places[w] = hn::Load(Block(), windows[w].block.data());
    offsets[w] = windows[w].offset;
  }
  for (const std::int32_t start : tiles.starts) {
    const std::byte* tile = source + start;
    auto bytes = hn::TableLookupBytesOr0(load_block(tile + offsets[0]), places[0]);
    if constexpr (!First) bytes = hn::Or(bytes, load_block(target));
    for (std::size_t w = 1; w < Windows; ++w) {
      bytes = hn::Or(bytes, hn::TableLookupBytesOr0(load_block(tile + offsets[w]), places[w]));
    }
    hn::StoreU(bytes, Block(), reinterpret_cast<std::uint8_t*>(target));
    target += tiles.bytes;
  }
}

#endif

using TakeWindows = void (*)(const Tiles&, const ShuffleVector&, const ShuffleWindow*,
                             const std::byte*, std::byte*);

template <bool First, std::size_t... Counts>
constexpr std::array<TakeWindows, kWindowsAtOnce> takers(
    std::index_sequence<Counts...> /*counts*/) {
  return {take_windows<Counts + 1, First>...};
}

void run_vector(const Tiles& tiles, const ShuffleVector& vector, const std::byte* source,
                std::byte* target) {
  constexpr auto kCounts = std::make_index_sequence<kWindowsAtOnce>();
  constexpr std::array kFirst = takers<true>(kCounts);
  constexpr std::array kLater = takers<false>(kCounts);
  std::span<const ShuffleWindow> rest = vector.windows;
  for (bool first = true; !rest.empty(); first = false) {
    const std::size_t some = std::min(rest.size(), kWindowsAtOnce);
    (first ? kFirst : kLater)[some - 1](tiles, vector, rest.data(), source, target);
    rest = rest.subspan(some);
  }
}

/// The last vector of a tile overwrites the beginning of the next, so it comes first.
void run_tiles(const Tiles& tiles, std::span<const ShuffleVector> vectors, const std::byte* source,
               std::byte* target) {
  for (std::size_t v = vectors.size(); v-- > 0;) {
    run_vector(tiles, vectors[v], source, target + static_cast<std::int64_t>(v) * kVectorBytes);
  }
}

void run_by_vectors(const ShufflePass& pass, const std::byte* source, std::byte* target) {
  const auto some = static_cast<std::size_t>(kPartBytes / pass.tile_bytes + 1);
  for (std::span<const std::int32_t> rest = pass.starts; !rest.empty();) {
    const std::size_t count = std::min(rest.size(), some);
    run_tiles({rest.first(count), pass.tile_bytes}, pass.vectors, source, target);
    target += static_cast<std::int64_t>(count) * pass.tile_bytes;
    rest = rest.subspan(count);
  }
}

#endif

template <std::size_t UnitBytes>
void copy_units(const ShufflePass& pass, const std::byte* source, std::byte* target) {
  for (const std::int32_t start : pass.starts) {
    for (const std::int32_t unit : pass.units) {
      std::memcpy(target, source + start + unit, UnitBytes);
      target += UnitBytes;
    }
  }
}

void run_by_units(const ShufflePass& pass, const std::byte* source, std::byte* target) {
  switch (pass.unit_bytes) {
    case 1: return copy_units<1>(pass, source, target);
    case 2: return copy_units<2>(pass, source, target);
    case 4: return copy_units<4>(pass, source, target);
    case 8: return copy_units<8>(pass, source, target);
    default: return copy_units<16>(pass, source, target);
  }
}

ShuffleKernels kernels_of_shuffles() {
#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
  return {kVectorBytes, run_by_vectors, run_by_units};
#else
  return {detail::kShuffleVector, nullptr, run_by_units};
#endif
}

}  // namespace tileglot::relayout::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tileglot::relayout::kernels::detail {

HWY_EXPORT(kernels_of_shuffles);

std::int64_t ShufflePass::windows() const {
  std::int64_t windows = 0;
  for (const ShuffleVector& vector : vectors) windows += std::ssize(vector.windows);
  return windows;
}

std::int64_t ShufflePass::source_bytes() const {
  return *std::max_element(starts.begin(), starts.end()) +
         *std::max_element(units.begin(), units.end()) + kShuffleVector;
}

std::int64_t ShufflePass::target_bytes() const {
  return tile_bytes * std::ssize(starts) + kShuffleVector;
}

ShuffleKernels shuffle_kernels() { return HWY_DYNAMIC_DISPATCH(kernels_of_shuffles)(); }

}  // namespace tileglot::relayout::kernels::detail
#endif  // HWY_ONCE
