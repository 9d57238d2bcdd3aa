// SPDX-License-Identifier: Apache-2.0
// xla/operations.h: operations on XLA's shapes and layouts, by name.
//
// What     xla_operations() has the rows of all families, each of which is a source of its own. They
//          answer with a shape, a layout or a JSON value. Lists and null are texts too: "[2,3]".
// Example  xla.parse_shape of f32[2,3] prints f32[2,3]{1,0}; xla.layout_equal({1,0},{0,1}) is
//          false.
//          [tests: xla/operations_test.cc, "shapes and layouts are printed and serialized"]
// Errors   Those of xla/arguments.h and of notation/xla.
#pragma once

#include <span>

#include "tileglot/calculator/operation/operation.h"

namespace tileglot::calculator {

/// The families below.
std::span<const std::span<const Operation>> xla_operations();

std::span<const Operation> xla_bitcast_operations();
std::span<const Operation> xla_index_operations();
std::span<const Operation> xla_layout_operations();
std::span<const Operation> xla_runtime_operations();
std::span<const Operation> xla_sharding_operations();
std::span<const Operation> xla_size_operations();
std::span<const Operation> xla_tiling_operations();

}  // namespace tileglot::calculator
