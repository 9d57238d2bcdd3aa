// SPDX-License-Identifier: Apache-2.0
// window.h: how a window moves over an array, how an array is padded, and what is sliced out of it.
//
// What     A Window says for each dimension how long the window is, by how much it steps, how much is
//          padded, and how array and window are spread. A Padding says what is put before, behind and
//          between the elements of each dimension; a SliceRange takes start, start + stride, .. below
//          limit.
// Units    Elements. Padding below 0 cuts.
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
  std::int64_t base_dilation = 1;  ///< lhs_dilate: this less 1 holes between elements of the array
  std::int64_t window_dilation =
      1;                  ///< rhs_dilate: this less 1 holes between elements of the window
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

/// How many places the window has along a dimension of `extent` elements; nothing where a number does
/// not fit or means nothing (a stride below 1).
core::Checked windowed_extent(std::int64_t extent, const WindowDimension& window);

/// The extent of a dimension of `extent` elements when padded; nothing as above.
core::Checked padded_extent(std::int64_t extent, const PaddingDimension& padding);

/// How many elements a slice takes; nothing where it is not a range of 0..extent.
core::Checked sliced_extent(std::int64_t extent, const SliceRange& range);

}  // namespace tileglot::hlo
