// SPDX-License-Identifier: Apache-2.0
// linear_coordinate.h: parses a coordinate of a linear layout's inputs.
//
// What     linear_coordinate reads a value for each input, in the layout's order or by name, with
//          or without parentheses.
// Example  Of a layout with register, lane and warp, `1,3,0`, `(1,3,0)` and `lane=3,register=1` are
//          (1,3,0): an input that is not named is 0.
//          [tests: linear_coordinate_test.cc, "values are given in order or by name"]
// Errors   linear.coordinate (wrong number of values, or one out of range), linear.no_dimension,
//          linear.duplicate; scan.*.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"

namespace tileglot::bridge {

core::Result<std::vector<std::int64_t>> linear_coordinate(std::string_view text,
                                                          const notation::linear::Layout& layout);

}  // namespace tileglot::bridge
