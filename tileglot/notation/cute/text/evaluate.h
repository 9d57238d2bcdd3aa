// SPDX-License-Identifier: Apache-2.0
// evaluate.h: the offset of a coordinate, with bounds checked and the steps as data.
//
// What     offset_of(layout, coordinate) is the offset; explain_offset is the same with the natural
//          coordinate and one step for each leaf: coordinate * stride.
// Why      crd2idx follows CuTe, which silently accepts a coordinate outside the shape. A user who
//          asks for an element that does not exist should get an error.
// Units    Offsets are in elements.
// Example  offset_of((3,(2,3)):(3,(12,1)), (1,5)) = 17; the steps are 1*3, 1*12 and 2*1.
//          [tests: evaluate_test.cc, "the steps of an offset add up to it"]
// Errors   cute.out_of_range with the value and its bound; cute.coordinate if the tuple does not
//          fit the shape.
#pragma once

#include <cstdint>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/cute/layout/layout.h"

namespace tileglot::notation::cute {

core::Result<std::int64_t> offset_of(const Layout<>& layout, const IntTuple& coordinate);

/// One leaf's contribution to an offset.
struct OffsetStep {
  std::int64_t coordinate = 0;
  std::int64_t extent = 0;
  std::int64_t stride = 0;
  std::int64_t product = 0;  ///< coordinate * stride
  friend bool operator==(const OffsetStep&, const OffsetStep&) = default;
};

struct OffsetExplanation {
  IntTuple natural;               ///< the coordinate with one integer for each leaf
  std::vector<OffsetStep> steps;  ///< first leaf first
  std::int64_t offset = 0;        ///< the sum of the products
};

core::Result<OffsetExplanation> explain_offset(const Layout<>& layout, const IntTuple& coordinate);

}  // namespace tileglot::notation::cute
