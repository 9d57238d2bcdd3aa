// SPDX-License-Identifier: Apache-2.0
// size.h: the number of elements of a map, its reach and the positions it owns.
//
// Example  f32[3,5]{1,0:T(2,2)}: size 15, cosize 21, codomain size 24.
//          [tests: analysis_test.cc, "f32[3,5] in tiles of 2x2 has 15 elements, reaches 21 and owns
//          24"]
// Errors   map.too_large_to_decide where the exact range cannot be computed.
#pragma once

#include <cstdint>

#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"

namespace tileglot::analysis {

struct Size {
  std::int64_t size = 0;           ///< coordinates
  std::int64_t cosize = 0;         ///< 1 + the largest offset reached; 0 for an empty domain
  std::int64_t codomain_size = 0;  ///< positions owned, padding included
};

core::Result<Size> size_of(const map::IndexMap& f);

}  // namespace tileglot::analysis
