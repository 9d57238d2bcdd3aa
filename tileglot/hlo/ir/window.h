// SPDX-License-Identifier: Apache-2.0
// window.h: windows over an array, padding of an array, and slices of it.
//
// What     A Window has for each dimension the window's size, its stride, the padding, and the
//          dilation of array and window. A Padding has what is inserted before, after and between
//          the elements of each dimension; a SliceRange takes start, start + stride, .. below
//          limit.
// Units    Elements. Negative padding removes elements.
// Example  {size=3x3 stride=2x2 pad=1_1x0_1} steps by 2 and pads one element on three sides; a
//          dimension padded 1_0_2 has one element more before it, and two between its elements.
//          [tests: hlo/ir/window_test.cc, "how long a windowed dimension is"]
// Source   XLA, window_util.h; docs of Pad, Slice and ConvWithGeneralPadding.
#pragma once

#include <cstdint>
#include <vector>

#include "tileglot/core/checked.h"

namespace tileglot::hlo {

struct WindowDimension {
  std::int64_t size = 1;
  std::int64_t stride = 1;
  std::int64_t padding_low = 0;
  std::int64_t padding_high = 0;
  std::int64_t base_dilation = 1;  ///< lhs_dilate: this minus 1 holes between elements of the array
  std::int64_t window_dilation =
      1;                  ///< rhs_dilate: this minus 1 holes between elements of the window
  bool reversed = false;  ///< rhs_reversal
  friend bool operator==(const WindowDimension&, const WindowDimension&) = default;
};
using Window = std::vector<WindowDimension>;

struct PaddingDimension {
  std::int64_t low = 0;
  std::int64_t high = 0;
  std::int64_t interior = 0;
  friend bool operator==(const PaddingDimension&, const PaddingDimension&) = default;
};
using Padding = std::vector<PaddingDimension>;

struct SliceRange {
  std::int64_t start = 0;
  std::int64_t limit = 0;
  std::int64_t stride = 1;
  friend bool operator==(const SliceRange&, const SliceRange&) = default;
};
using SliceRanges = std::vector<SliceRange>;

/// How many places the window has along a dimension of `extent` elements; nothing if a number
/// overflows or is invalid (a size, stride or dilation below 1).
core::Checked windowed_extent(std::int64_t extent, const WindowDimension& window);

/// The extent of a dimension of `extent` elements when padded; nothing as above.
core::Checked padded_extent(std::int64_t extent, const PaddingDimension& padding);

/// How many elements a slice takes; nothing if it is not a range of 0..extent.
core::Checked sliced_extent(std::int64_t extent, const SliceRange& range);

}  // namespace tileglot::hlo
