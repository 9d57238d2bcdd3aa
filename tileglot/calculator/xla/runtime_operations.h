// SPDX-License-Identifier: Apache-2.0
// xla/runtime_operations.h: XLA's layouts at run time, by name.
//
// What     xla_runtime_operations() has layout modes, the shapes they lead to on a client that
//          stores arrays row-major, and IFRT's layouts with their protocol buffers.
// Example  xla.layout_mode_to_shape({0,1}, f32[8,8], null, 5) is f32[8,8]{0,1:S(5)}.
//          [tests: xla/runtime_operations_test.cc, "modes lead to shapes"]
// Errors   Those of xla/operation.h.
#pragma once

#include <span>

#include "tileglot/calculator/xla/operation.h"

namespace tileglot::api {

std::span<const XlaOperation> xla_runtime_operations();

}  // namespace tileglot::api
