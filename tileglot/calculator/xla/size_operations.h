// SPDX-License-Identifier: Apache-2.0
// xla/size_operations.h: how large XLA's arrays are, by name.
//
// What     xla_size_operations() has the sizes and strides of arrays, element types, shapes on the
//          host, dynamic dimensions and the leaves of tuples.
// Example  xla.array_size(f32[3,5]{1,0:T(2,2)}) is 96.
//          [tests: xla/size_operations_test.cc, "sizes are numbers"]
// Errors   Those of xla/operation.h.
#pragma once

#include <span>

#include "tileglot/calculator/xla/operation.h"

namespace tileglot::api {

std::span<const XlaOperation> xla_size_operations();

}  // namespace tileglot::api
