// SPDX-License-Identifier: Apache-2.0
// linear/operations.h: operations on linear layouts, by name.
//
// What     apply_linear_operation(op, args) answers with a layout, or with a JSON value. Layouts are
//          given as JSON or in the text form of notation/linear; lists and null are texts too:
//          ["lane"].
// Example  linear.invert({i: [2,1]} -> {o: 4}) is {o: [[2],[1]]} -> {i: 4}.
//          [tests: eval_test.cc, "a linear layout is answered as one"]
// Errors   eval.arguments; those of linear/operation.h.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/calculator/linear/operation.h"
#include "tileglot/core/error.h"

namespace tileglot::api {

/// In alphabetical order.
std::vector<std::string_view> linear_operation_names();

bool is_linear_operation(std::string_view op);

/// Precondition: is_linear_operation(op).
core::Result<LinearResult> apply_linear_operation(std::string_view op, Arguments args);

}  // namespace tileglot::api
