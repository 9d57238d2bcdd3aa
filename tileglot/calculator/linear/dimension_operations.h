// SPDX-License-Identifier: Apache-2.0
// linear/dimension_operations.h: changes of the dimensions of linear layouts, by name.
//
// What     linear_dimension_operations() has sublayout, transpose, reshape, flatten, resize,
//          rename, squeeze and unsqueeze, fitting to a tensor's shape, and layouts that reshape a
//          tensor.
// Example  linear.flatten_outs({i: [[1,1]]} -> {a: 2, b: 2}, surjective: false) is
//          {i: [[3]]} -> {a: 4}, surjective: false.
//          [tests: linear/dimension_operations_test.cc, "dimensions are cut, dropped and renamed"]
// Errors   Those of linear/operation.h.
#pragma once

#include <span>

#include "tileglot/calculator/linear/operation.h"

namespace tileglot::api {

std::span<const LinearOperation> linear_dimension_operations();

}  // namespace tileglot::api
