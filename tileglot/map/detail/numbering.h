// SPDX-License-Identifier: Apache-2.0
// numbering.h: the order of a map's inner values.
//
// What     number_inner(out, inner, rank) keeps the inner values that `out` needs, numbered by
//          level (a value comes after the values it refers to), then by content.
// Why      Two builds of one function may make inner values in a different order, or make some that
//          are dropped later; the resulting map is the same.
// Example  [tests: numbering_test.cc, "values are numbered by content", "what is not needed drops"]
#pragma once

#include <cstddef>
#include <vector>

#include "tileglot/map/value.h"

namespace tileglot::map {

struct Numbering {
  std::vector<Value> inner;    ///< in the new order, referring to one another by new numbers
  std::vector<Source> new_of;  ///< of each old source; dropped ones keep their numbers
};

/// Inner value j is source rank + j and refers only to earlier ones.
Numbering number_inner(const Value& out, const std::vector<Value>& inner, std::size_t rank);

}  // namespace tileglot::map
