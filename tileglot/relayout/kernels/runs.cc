// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/kernels/runs.h"

#include <cstddef>
#include <cstdint>
#include <span>

// Highway includes this file again, once for each target.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tileglot/relayout/kernels/runs.cc"
// clang-format off: the order counts.
#include "tileglot/relayout/kernels/detail/highway.h"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

#include "tileglot/relayout/kernels/detail/cell_copy.h"
#include "tileglot/relayout/kernels/stream.h"
#include "tileglot/relayout/kernels/transpose.h"

HWY_BEFORE_NAMESPACE();
namespace tileglot::relayout::kernels::HWY_NAMESPACE {

#if HWY_TARGET <= HWY_AVX3 && HWY_ARCH_X86

namespace hn = hwy::HWY_NAMESPACE;

using Line = hn::FixedTag<std::uint8_t, 64>;
inline constexpr std::int64_t kLine = 64;

HWY_INLINE const std::uint8_t* bytes_at(const std::byte* at) {
  return reinterpret_cast<const std::uint8_t*>(at);
}

HWY_INLINE std::uint8_t* bytes_at(std::byte* at) { return reinterpret_cast<std::uint8_t*>(at); }

/// The bytes of a run in its last vector.
HWY_INLINE hn::MFromD<Line> tail_of(std::int64_t bytes) {
  return hn::FirstN(Line(), static_cast<std::size_t>((bytes - 1) % kLine + 1));
}

void gather(const std::byte* source, std::span<const std::int64_t> offsets, std::int64_t bytes,
            std::byte* buffer, std::int64_t pitch) {
  const Line line;
  const auto tail = tail_of(bytes);
  const std::int64_t last = (bytes - 1) / kLine * kLine;
  for (const std::int64_t offset : offsets) {
    const std::byte* run = source + offset;
    for (std::int64_t i = 0; i < last; i += kLine)
      hn::StoreU(hn::LoadU(line, bytes_at(run + i)), line, bytes_at(buffer + i));
    hn::StoreU(hn::MaskedLoad(tail, line, bytes_at(run + last)), line, bytes_at(buffer + last));
    buffer += pitch;
  }
}

void scatter(const std::byte* buffer, std::int64_t bytes, std::span<const std::int64_t> offsets,
             std::byte* target) {
  const Line line;
  const auto tail = tail_of(bytes);
  const std::int64_t last = (bytes - 1) / kLine * kLine;
  for (const std::int64_t offset : offsets) {
    std::byte* run = target + offset;
    for (std::int64_t i = 0; i < last; i += kLine)
      hn::StoreU(hn::LoadU(line, bytes_at(buffer + i)), line, bytes_at(run + i));
    hn::BlendedStore(hn::LoadU(line, bytes_at(buffer + last)), tail, line, bytes_at(run + last));
    buffer += bytes;
  }
}

#else

void gather(const std::byte* source, std::span<const std::int64_t> offsets, std::int64_t bytes,
            std::byte* buffer, std::int64_t pitch) {
  detail::with_copy(bytes, [&](auto copy) {
    for (const std::int64_t offset : offsets) {
      copy.copy(buffer, source + offset, bytes);
      buffer += pitch;
    }
  });
}

void scatter(const std::byte* buffer, std::int64_t bytes, std::span<const std::int64_t> offsets,
             std::byte* target) {
  detail::with_copy(bytes, [&](auto copy) {
    for (const std::int64_t offset : offsets) {
      copy.copy(target + offset, buffer, bytes);
      buffer += bytes;
    }
  });
}

#endif

}  // namespace tileglot::relayout::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tileglot::relayout::kernels {

HWY_EXPORT(gather);
HWY_EXPORT(scatter);

void gather_runs(const std::byte* source, std::span<const std::int64_t> offsets, std::int64_t bytes,
                 std::byte* buffer, std::int64_t pitch) {
  HWY_DYNAMIC_DISPATCH(gather)(source, offsets, bytes, buffer, pitch);
}

void scatter_runs(const std::byte* buffer, std::int64_t bytes,
                  std::span<const std::int64_t> offsets, std::byte* target, Store store) {
  if (store == Store::kCached) {
    HWY_DYNAMIC_DISPATCH(scatter)(buffer, bytes, offsets, target);
    return;
  }
  for (const std::int64_t offset : offsets) {
    stream_copy(target + offset, buffer, bytes);
    buffer += bytes;
  }
}

}  // namespace tileglot::relayout::kernels
#endif  // HWY_ONCE
