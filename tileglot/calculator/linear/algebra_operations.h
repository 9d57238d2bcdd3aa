// SPDX-License-Identifier: Apache-2.0
// linear/algebra_operations.h: products, compositions and inverses of linear layouts, by name.
//
// What     linear_algebra_operations() has the operations that make a layout from one or two
//          others: mul, compose, the inverses, divisions, and CuTe's operations.
// Example  linear.compose({i: [2]} -> {o: 4}, surjective: false, {o: [1,4]} -> {p: 8}, surjective:
//          false) is {i: [[4]]} -> {p: 8}, surjective: false.
//          [tests: eval_test.cc, "texts of linear layouts are arguments"]
// Errors   Those of linear/operation.h.
#pragma once

#include <span>

#include "tileglot/calculator/linear/operation.h"

namespace tileglot::api {

std::span<const LinearOperation> linear_algebra_operations();

}  // namespace tileglot::api
