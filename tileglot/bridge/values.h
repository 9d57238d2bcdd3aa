// SPDX-License-Identifier: Apache-2.0
// values.h: the offsets of a layout in its notation's own order, by either evaluator.
//
// What     values_of(layout, n, via) are the first n offsets: CuTe in 1-D order, first mode
//          fastest; XLA row-major over the logical coordinates.
// Why      Recorded results of the original systems list them in this order. The lists via the map
//          and via the notation must agree.
// Example  (2,3):(3,1) gives 0 3 1 4 2 5; f32[2,3]{1,0} gives 0 1 2 3 4 5.
//          [tests: values_test.cc, "each notation has its order"]
// Errors   Those of to_map and of the notations' evaluators.
#pragma once

#include <cstdint>
#include <vector>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/core/error.h"

namespace tileglot::bridge {

enum class Via : std::uint8_t { kNotation, kMap };

struct Values {
  std::int64_t size = 0;           ///< of the domain
  std::int64_t codomain_size = 0;  ///< padding included
  std::vector<std::int64_t> offsets = {};
};

core::Result<Values> values_of(const AnyLayout& layout, std::int64_t at_most, Via via);

}  // namespace tileglot::bridge
