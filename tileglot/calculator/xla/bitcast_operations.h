// SPDX-License-Identifier: Apache-2.0
// xla/bitcast_operations.h: XLA's reshapes, transposes and other dimensions, by name.
//
// What     xla_bitcast_operations() has bitcasts and what they do, aligned layouts, permuted,
//          inserted and deleted dimensions. An absent result is null.
// Example  xla.reshape_is_bitcast(f32[3,2,2]{1,0,2}, f32[6,2]{0,1}, false) is true.
//          [tests: xla/bitcast_operations_test.cc, "bitcasts are asked for"]
// Errors   Those of xla/operation.h.
#pragma once

#include <span>

#include "tileglot/calculator/xla/operation.h"

namespace tileglot::api {

std::span<const XlaOperation> xla_bitcast_operations();

}  // namespace tileglot::api
