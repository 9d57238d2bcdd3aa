// SPDX-License-Identifier: Apache-2.0
// linear/conversion_operations.h: conversions between distributed layouts, by name.
//
// What     linear_conversion_operations() has minimal_cvt_layout, warp_decomposition and
//          convert_plan. A plan is answered by its class, the inputs that move, and its counts.
// Units    As in relayout/warp/plan.h; bits are those of an element.
// Example  linear.convert_plan of two equal layouts is of class none, with nothing counted.
//          [tests: linear/conversion_operations_test.cc, "a conversion is answered by its counts"]
// Errors   Those of linear/operation.h and relayout/warp.
#pragma once

#include <span>

#include "tileglot/calculator/linear/operation.h"

namespace tileglot::api {

std::span<const LinearOperation> linear_conversion_operations();

}  // namespace tileglot::api
