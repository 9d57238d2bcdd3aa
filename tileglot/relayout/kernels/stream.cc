// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/kernels/stream.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

// Highway includes this file again, once for each target.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tileglot/relayout/kernels/stream.cc"
// clang-format off: the order counts.
#include "tileglot/relayout/kernels/detail/highway.h"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on
#include <hwy/cache_control.h>

#include "tileglot/relayout/kernels/detail/vectors_simd.h"

HWY_BEFORE_NAMESPACE();
namespace tileglot::relayout::kernels::HWY_NAMESPACE {

inline constexpr std::int64_t kLine = 64;

#if TILEGLOT_PLAIN_TARGET

void copy_lines(std::byte* target, const std::byte* source, std::int64_t bytes) {
  std::memcpy(target, source, static_cast<std::size_t>(bytes));
}

void zero_lines(std::byte* target, std::int64_t bytes) {
  std::memset(target, 0, static_cast<std::size_t>(bytes));
}

#else

/// Copies whole cache lines of the target.
void copy_lines(std::byte* target, const std::byte* source, std::int64_t bytes) {
  constexpr std::int64_t kBytes = kMaxBlocks * kBlock;
  for (std::int64_t i = 0; i < bytes; i += kBytes) {
    store<kMaxBlocks, Store::kStreaming>(load<kMaxBlocks>(source + i), target + i);
  }
}

void zero_lines(std::byte* target, std::int64_t bytes) {
  constexpr std::int64_t kBytes = kMaxBlocks * kBlock;
  for (std::int64_t i = 0; i < bytes; i += kBytes) {
    store<kMaxBlocks, Store::kStreaming>(hn::Zero(Bytes<kMaxBlocks>()), target + i);
  }
}

#endif

void stream_parts(const RowParts& parts) {
  std::byte* part = parts.parts;
  std::byte* target = parts.target;
  for (std::int64_t r = 0; r < parts.rows; ++r) {
    const auto before = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(target) % kLine);
    copy_lines(target - before, part - before, parts.bytes);
    std::memcpy(part - kLine, part + parts.bytes - kLine, kLine);
    part += parts.pitch;
    target += parts.target_pitch;
  }
}

}  // namespace tileglot::relayout::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tileglot::relayout::kernels {
namespace {

constexpr std::int64_t kLine = 64;

/// A run of bytes, cut at cache-line boundaries.
struct Cut {
  std::int64_t head;
  std::int64_t lines;
  std::int64_t tail;
};

Cut cut_at_lines(const std::byte* target, std::int64_t bytes) {
  const auto place = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(target) % kLine);
  const std::int64_t head = std::min((kLine - place) % kLine, bytes);
  const std::int64_t lines = (bytes - head) / kLine * kLine;
  return {head, lines, bytes - head - lines};
}

}  // namespace

HWY_EXPORT(copy_lines);
HWY_EXPORT(zero_lines);
HWY_EXPORT(stream_parts);

void stream_parts(const RowParts& parts) { HWY_DYNAMIC_DISPATCH(stream_parts)(parts); }

void stream_copy(std::byte* target, const std::byte* source, std::int64_t bytes) {
  const Cut cut = cut_at_lines(target, bytes);
  const std::int64_t end = cut.head + cut.lines;
  std::memcpy(target, source, static_cast<std::size_t>(cut.head));
  HWY_DYNAMIC_DISPATCH(copy_lines)(target + cut.head, source + cut.head, cut.lines);
  std::memcpy(target + end, source + end, static_cast<std::size_t>(cut.tail));
}

void stream_zero(std::byte* target, std::int64_t bytes) {
  const Cut cut = cut_at_lines(target, bytes);
  std::memset(target, 0, static_cast<std::size_t>(cut.head));
  HWY_DYNAMIC_DISPATCH(zero_lines)(target + cut.head, cut.lines);
  std::memset(target + cut.head + cut.lines, 0, static_cast<std::size_t>(cut.tail));
}

void stream_fence() { hwy::FlushStream(); }

}  // namespace tileglot::relayout::kernels
#endif  // HWY_ONCE
