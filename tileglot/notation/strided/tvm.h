// SPDX-License-Identifier: Apache-2.0
// tvm.h: TVM's layout names.
//
// What     A name lists axes from major to minor: capitals are the primal axes, one for each
//          dimension; 16c is the subordinate axis of C, its 16 innermost values. C then counts
//          blocks of 16, the last of them padded. NCHW->NHWC also gives the order of the
//          dimensions; without it they are in the order of the capitals.
// Units    Offsets are in elements: the row-major index over the axes.
// Example  NCHW16c of (1,32,2,2): (0,17,1,0) is at ((0*2+1)*2+1)*2*16 + 0*16 + 1 = 97.
//          [tests: tvm_test.cc, "a channel is split in a block and its place"]
// Errors   tvm.axis (not an axis, an axis listed twice, a subordinate axis without its primal),
//          tvm.factor (missing, or below 1), tvm.dimensions (source and target name different axes;
//          a blocked source), strided.rank, strided.too_large, those of array.h.
// Source   TVM, data_layout.h: Layout and BijectiveLayout, whose shapes round up (shapediv).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/strided/array.h"

namespace tileglot::notation::strided {

struct TvmAxis {
  std::size_t dim = 0;
  std::optional<std::int64_t> factor = {};  ///< of a subordinate axis
  friend bool operator==(const TvmAxis&, const TvmAxis&) = default;
};

struct TvmLayout {
  Array array = {};
  std::string names = {};          ///< the dimensions' capitals
  std::vector<TvmAxis> axes = {};  ///< from major to minor
  friend bool operator==(const TvmLayout&, const TvmLayout&) = default;
};

core::Status check(const TvmLayout& layout);
/// Precondition: check(layout) passes, and x is in range.
std::int64_t offset_of(const TvmLayout& layout, std::span<const std::int64_t> x);
/// Positions owned, padding included.
core::Checked positions(const TvmLayout& layout);

core::Result<TvmLayout> parse_tvm(std::string_view text, const std::optional<Array>& tensor = {});
/// Includes the order of the dimensions where it differs from that of the axes.
std::string print(const TvmLayout& layout);

/// Whether the text consists only of axes: capitals, and factors with letters.
bool looks_like_tvm(std::string_view text);

}  // namespace tileglot::notation::strided
