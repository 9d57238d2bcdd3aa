// SPDX-License-Identifier: Apache-2.0
// xla/layout_operations.h: XLA's layout utilities, by name.
//
// What     xla_layout_operations() has the orders of layouts, defaults, copies and comparisons, and
//          the other properties of a layout. Where it matters whether a layout is present, a shape
//          is taken as written: f32[2] has none.
// Example  xla.move_dim_to_major({2,1,0}, 1) is {2,0,1}; xla.has_layout((f32[2]{0}, f32[3])) is
//          false.
//          [tests: xla/layout_operations_test.cc, "orders are asked and changed"]
// Errors   Those of xla/operation.h.
#pragma once

#include <span>

#include "tileglot/calculator/xla/operation.h"

namespace tileglot::api {

std::span<const XlaOperation> xla_layout_operations();

}  // namespace tileglot::api
