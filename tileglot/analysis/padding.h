// SPDX-License-Identifier: Apache-2.0
// padding.h: the positions of a codomain that hold no element.
//
// Example  f32[3,5]{1,0:T(2,2)}: 9 of 24 positions are padding.
//          [tests: analysis_test.cc, "nine of twenty-four positions are padding"]
// Errors   map.too_large_to_decide where the image cannot be counted.
#pragma once

#include <cstdint>

#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/limits.h"

namespace tileglot::analysis {

struct Padding {
  std::int64_t count = 0;
  double fraction = 0;  ///< of the codomain; 0 for an empty one
};

core::Result<Padding> padding_of(const map::IndexMap& f, const map::Effort& effort = {});

}  // namespace tileglot::analysis
