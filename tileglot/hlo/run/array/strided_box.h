// SPDX-License-Identifier: Apache-2.0
// strided_box.h: the elements of an array that a box of coordinates selects.
//
// What     A StridedBox has extents, a stride for each, and the place of coordinate (0, ..).
//          places(box) lists base + sum of x_k * stride_k in row-major order.
// Why      Broadcast, transpose, slice and reverse read the elements of such a box in the operand;
//          pad, concatenate and the updates of slices write theirs into one of the result.
// Example  Of a row-major [3,4]: strides {4,1}. The transpose is the box {4,3} with strides {1,4};
//          a reversed row has the stride -1 and base 3.
//          [tests: hlo/run/operation/shape_operations_test.cc, "a box lists its places"]
#pragma once

#include <cstdint>
#include <vector>

namespace tileglot::hlo::run {

using Extents = std::vector<std::int64_t>;

struct StridedBox {
  Extents extents = {};
  Extents strides = {};
  std::int64_t base = 0;
};

/// The product; the largest int64 if it overflows.
std::int64_t size_of(const Extents& extents);
Extents row_major_strides(const Extents& extents);
/// The box of a whole array.
StridedBox whole(const Extents& extents);

std::vector<std::int64_t> places(const StridedBox& box);

/// Steps to the next coordinate in row-major order; false after the last, when it is the first
/// again.
bool next_coordinate(const Extents& extents, Extents& at);

/// sum of at_k * strides_k
std::int64_t dot_product(const Extents& at, const Extents& strides);

}  // namespace tileglot::hlo::run
