// SPDX-License-Identifier: Apache-2.0
// linear/constructor_operations.h: linear layouts from sizes and basis vectors, by name.
//
// What     linear_constructor_operations() has make and make_infer, the one-dimensional layouts and
//          the identity on a tensor.
// Example  linear.identity_1d(4,i,o) is {i: [[1],[2]]} -> {o: 4}.
//          [tests: linear/operations_test.cc, "constructors take names and sizes"]
// Errors   Those of linear/operation.h.
#pragma once

#include <span>

#include "tileglot/calculator/linear/operation.h"

namespace tileglot::api {

std::span<const LinearOperation> linear_constructor_operations();

}  // namespace tileglot::api
