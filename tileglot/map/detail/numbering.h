// SPDX-License-Identifier: Apache-2.0
// numbering.h: the order of a map's inner values.
//
// What     number_inner(out, inner, rank) keeps the inner values that `out` needs, numbered by
//          level (what a value refers to comes before it), then by content.
// Why      Two builds of one function may make inner values in another order, or make some that
//          dropped out later; the map that comes out is the same.
// Example  [tests: numbering_test.cc, "values are numbered by content", "what is not needed drops"]
#pragma once

#include <cstddef>
#include <vector>

#include "tileglot/map/value.h"

namespace tileglot::map {

struct Numbering {
  std::vector<Value> inner;    ///< in the new order, referring to one another by new numbers
  std::vector<Source> new_of;  ///< of each source before; what dropped out keeps its number
};

/// Inner value j is source rank + j and refers to earlier ones only.
Numbering number_inner(const Value& out, const std::vector<Value>& inner, std::size_t rank);

}  // namespace tileglot::map
