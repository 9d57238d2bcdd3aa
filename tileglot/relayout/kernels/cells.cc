// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/kernels/cells.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "tileglot/relayout/kernels/detail/cell_copy.h"

namespace tileglot::relayout::kernels {
namespace {

using detail::with_copy;

template <class Copy>
void transpose(const std::byte* source, std::int64_t source_pitch, std::byte* target,
               std::int64_t target_pitch, std::int64_t rows, std::int64_t columns,
               std::int64_t bytes) {
  for (std::int64_t c = 0; c < columns; ++c) {
    for (std::int64_t r = 0; r < rows; ++r) {
      Copy::copy(target + r * target_pitch + c * bytes, source + c * source_pitch + r * bytes,
                 bytes);
    }
  }
}

/// This many lines of the source stay in the first-level cache while their rows are read.
constexpr std::size_t kColumnsAtOnce = 128;

template <class Copy>
void gather_row(const std::byte* source, std::span<const std::int64_t> offsets, std::byte* target,
                std::int64_t bytes) {
  for (std::size_t c = 0; c < offsets.size(); ++c) {
    Copy::copy(target + static_cast<std::int64_t>(c) * Copy::size(bytes), source + offsets[c],
               bytes);
  }
}

template <class Copy>
void gather(const std::byte* source, std::span<const std::int64_t> offsets, std::byte* target,
            std::int64_t target_pitch, std::int64_t rows, std::int64_t bytes) {
  for (std::size_t c = 0; c < offsets.size(); c += kColumnsAtOnce) {
    const auto some = offsets.subspan(c, std::min(kColumnsAtOnce, offsets.size() - c));
    std::byte* to = target + static_cast<std::int64_t>(c) * bytes;
    for (std::int64_t r = 0; r < rows; ++r)
      gather_row<Copy>(source + r * bytes, some, to + r * target_pitch, bytes);
  }
}

}  // namespace

void transpose_cells(const std::byte* source, std::int64_t source_pitch, std::byte* target,
                     std::int64_t target_pitch, std::int64_t rows, std::int64_t columns,
                     std::int64_t bytes) {
  with_copy(bytes, [&](auto copy) {
    transpose<decltype(copy)>(source, source_pitch, target, target_pitch, rows, columns, bytes);
  });
}

void gather_cells(const std::byte* source, std::span<const std::int64_t> offsets, std::byte* target,
                  std::int64_t target_pitch, std::int64_t rows, std::int64_t bytes) {
  with_copy(bytes, [&](auto copy) {
    gather<decltype(copy)>(source, offsets, target, target_pitch, rows, bytes);
  });
}

}  // namespace tileglot::relayout::kernels
