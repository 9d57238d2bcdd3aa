// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/ir/window.h"

#include <algorithm>
#include <cstdint>
#include <optional>

#include "tileglot/core/checked.h"

namespace tileglot::hlo {
namespace {

using core::Checked;

/// n elements with dilation - 1 holes between them.
Checked dilated(std::int64_t n, std::int64_t dilation) {
  if (n <= 0) return 0;
  const Checked holes = core::checked_mul(n - 1, dilation);
  if (!holes) return std::nullopt;
  return core::checked_add(*holes, 1);
}

Checked sum(Checked a, std::int64_t b) {
  if (!a) return std::nullopt;
  return core::checked_add(*a, b);
}

}  // namespace

Checked windowed_extent(std::int64_t extent, const WindowDimension& window) {
  if (window.size < 1 || window.stride < 1 || window.base_dilation < 1 ||
      window.window_dilation < 1) {
    return std::nullopt;
  }
  const Checked base =
      sum(sum(dilated(extent, window.base_dilation), window.padding_low), window.padding_high);
  const Checked reach = dilated(window.size, window.window_dilation);
  if (!base || !reach) return std::nullopt;
  if (*base < *reach) return 0;
  return (*base - *reach) / window.stride + 1;
}

Checked padded_extent(std::int64_t extent, const PaddingDimension& padding) {
  if (padding.interior < 0) return std::nullopt;
  const Checked between =
      core::checked_mul(std::max<std::int64_t>(extent - 1, 0), padding.interior);
  const Checked result = sum(sum(sum(between, extent), padding.low), padding.high);
  if (!result || *result < 0) return std::nullopt;
  return result;
}

Checked sliced_extent(std::int64_t extent, const SliceRange& range) {
  const bool inside = 0 <= range.start && range.start <= range.limit && range.limit <= extent;
  if (!inside || range.stride < 1) return std::nullopt;
  return core::ceil_div(range.limit - range.start, range.stride);
}

}  // namespace tileglot::hlo
