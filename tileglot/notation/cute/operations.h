// SPDX-License-Identifier: Apache-2.0
// operations.h: the operations of this package by name, on texts.
//
// What     apply_operation("crd2idx", {"(1,5)", "(3,(2,3)):(3,(12,1))"}) reads the arguments, calls
//          the operation and returns its value: an integer, a tuple or a layout.
// Why      The command line, the JSON door and the golden tests call operations by name; the table
//          of names stands once, beside the operations.
// Example  apply_operation("coalesce", {"(_2,(_1,_6)):(_1,(_6,_2))"}) is the layout _12:_1.
//          [tests: golden_test.cc, "CuTe's own answers are given for the sample"]
// Errors   cute.operation (no such name), cute.arguments (another number of them); those of parse.h
//          and of the operation. A span is a place in the argument that the message names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/cute/value.h"

namespace tileglot::notation::cute {

core::Result<Value> apply_operation(std::string_view operation,
                                    const std::vector<std::string>& arguments);

/// The names that apply_operation knows, in alphabetical order.
std::vector<std::string_view> operation_names();

}  // namespace tileglot::notation::cute
