// SPDX-License-Identifier: Apache-2.0
// window_places.h: which elements a window covers.
//
// What     For each dimension a table: position o of the window and place w in it is element
//          source(o, w) of the array, or nothing where it is padding or a hole.
// Why      reduce-window, select-and-scatter and convolution all need this, with strides, padding
//          that may be negative, two dilations and reversal.
// Example  Extent 4, {size=3 pad=1_1}: position 0 covers nothing, 0, 1.
//          [tests: hlo/run/operation/reduce_test.cc, "windows at the border take what is there"]
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/hlo/ir/window.h"
#include "tileglot/hlo/run/array/strided_box.h"

namespace tileglot::hlo::run {

/// The element of an array of `extent`; nothing if there is none.
inline std::optional<std::int64_t> covered(const WindowDimension& window, std::int64_t extent,
                                           std::int64_t position, std::int64_t place) {
  const std::int64_t in_window = window.reversed ? window.size - 1 - place : place;
  const std::int64_t padded = position * window.stride + in_window * window.window_dilation;
  const std::int64_t spread = core::checked_sub(padded, window.padding_low).value_or(-1);
  if (spread < 0 || spread % window.base_dilation != 0) return std::nullopt;
  const std::int64_t element = spread / window.base_dilation;
  return element < extent ? std::optional(element) : std::nullopt;
}

/// The places of a window, whose sizes are an array's extents.
inline Extents window_sizes(const Window& window) {
  Extents sizes;
  sizes.reserve(window.size());
  for (const WindowDimension& dimension : window) sizes.push_back(dimension.size);
  return sizes;
}

/// Row-major number of the element at all dimensions together; nothing if one has none.
inline std::optional<std::int64_t> covered(const Window& window, const Extents& extents,
                                           const Extents& strides, const Extents& position,
                                           const Extents& place) {
  std::int64_t number = 0;
  for (std::size_t k = 0; k < window.size(); ++k) {
    const auto element = covered(window[k], extents[k], position[k], place[k]);
    if (!element) return std::nullopt;
    number += *element * strides[k];
  }
  return number;
}

}  // namespace tileglot::hlo::run
