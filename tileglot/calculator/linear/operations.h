// SPDX-License-Identifier: Apache-2.0
// linear/operations.h: operations on linear layouts, by name.
//
// What     linear_operations() has the rows of all families, each of which is a source of its own.
//          They answer with a layout, or with a JSON value; null where there is no answer. Layouts
//          are given as values, as JSON or in the text form of notation/linear; lists and null are
//          texts too: ["lane"].
// Example  linear.invert({i: [2,1]} -> {o: 4}) is {o: [[2],[1]]} -> {i: 4}.
//          [tests: linear/operations_test.cc, "one layout or two"]
// Errors   Those of linear/arguments.h and of notation/linear.
#pragma once

#include <span>

#include "tileglot/calculator/operation/operation.h"

namespace tileglot::calculator {

/// The families below.
std::span<const std::span<const Operation>> linear_operations();

std::span<const Operation> linear_algebra_operations();
std::span<const Operation> linear_bridge_operations();
std::span<const Operation> linear_constructor_operations();
std::span<const Operation> linear_conversion_operations();
std::span<const Operation> linear_dimension_operations();
std::span<const Operation> linear_encoding_operations();
std::span<const Operation> linear_query_operations();
std::span<const Operation> linear_swizzle_operations();

}  // namespace tileglot::calculator
