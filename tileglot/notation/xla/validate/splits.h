// SPDX-License-Identifier: Apache-2.0
// splits.h: the parts into which the splits of a layout cut an array.
//
// What     split_bounds: where the parts of one dimension begin and the last one ends; split_count:
//          how many there are; max_split_size: the longest; max_elements_in_per_split: the elements
//          of the largest part; split_config: the split of an array with only one.
// Why      An array may be cut so that each part is in its own memory, and every part is allocated
//          the size of the largest.
// Units    Dimensions are logical here, while the SC of a layout names physical ones. Elements,
//          without padding.
// Example  f32[150,200,100]{0,1,2:SC(0:30)(1:40,130)}: dimension 2, the most major, is cut at 30,
//          and dimension 1 at 40 and 130: longest parts 150, 90 and 70.
//          [tests: splits_test.cc, "the longest parts"]
// Errors   Those of validate.h; xla.not_array, xla.no_dimension, xla.unbounded; xla.split from
//          split_config where there are several splits.
// Source   XLA, LayoutUtil::MaxSplitSize, MaxElementsInPerSplit, GetSplitConfig.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::notation::xla {

/// 0, the cuts and the extent: part i is [bounds[i], bounds[i + 1]).
core::Result<std::vector<std::int64_t>> split_bounds(const Shape& shape, std::int64_t dimension);
/// Precondition: validate_layout accepts the array's layout, and the dimension has a bound.
std::vector<std::int64_t> split_bounds_of_valid(const Shape& array, std::size_t dimension);
/// The length of the longest part between such bounds.
std::int64_t longest_part(std::span<const std::int64_t> bounds);

core::Result<std::int64_t> split_count(const Shape& shape, std::int64_t dimension);
core::Result<std::int64_t> max_split_size(const Shape& shape, std::int64_t dimension);
core::Result<std::int64_t> max_elements_in_per_split(const Shape& shape);
core::Result<std::optional<SplitConfig>> split_config(const Shape& shape);

}  // namespace tileglot::notation::xla
