// SPDX-License-Identifier: Apache-2.0
// padding_breakdown.h: which dimensions cause the padding of a layout.
//
// What     padding_breakdown(f) computes for each dimension up to which extent it could grow in
//          memory, and how many positions that makes; positions of the codomain beyond them are not
//          explained by any single dimension.
// Why      Padding multiplies: a dimension of 4 in tiles of 128 makes an array 32 times larger, and
//          the user has to know which dimension it is.
// Units    Elements and positions.
// How      Digits of all dimensions, by their strides, are nested. A dimension has room for full
//          blocks of its top digit, and for as many as fit before the next digit begins. A
//          dimension of 1 has no digit, so free space around it belongs to no dimension.
// Example  f32[3,5]{1,0:T(2,2)}: 3 is padded to 4 and 5 to 6, 24 positions, all of the codomain.
//          [tests: padding_breakdown_test.cc, "dimensions are rounded up to their tiles"]
// Errors   None; padded extents whose product exceeds int64 are rounded = 2^63-1, which is beyond
//          every codomain.
#pragma once

#include <cstdint>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"

namespace tileglot::analysis {

struct PaddedDimension {
  std::int64_t extent = 0;
  std::int64_t padded_extent = 0;  ///< extent it could grow to without any other element moving
  friend bool operator==(const PaddedDimension&, const PaddedDimension&) = default;
};

struct PaddingBreakdown {
  std::vector<PaddedDimension> dimensions = {};
  std::int64_t elements = 0;
  std::int64_t rounded = 0;    ///< the product of the padded extents
  std::int64_t positions = 0;  ///< of the codomain
};

core::Result<PaddingBreakdown> padding_breakdown(const map::IndexMap& f);

}  // namespace tileglot::analysis
