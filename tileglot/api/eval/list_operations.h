// SPDX-License-Identifier: Apache-2.0
// list_operations.h: `tileglot eval --list`: what eval can calculate.
//
// What     list_operations(word) has every operation with its signature, a line about its result and
//          an example with its answer; with a word, those that have it in their names or lines.
// Why      Nobody guesses `linear.reps`; the program tells what it has.
// Example  --list coalesce begins with
//          coalesce(layout)
//            the layout with the fewest modes that is the same function of the index
//            coalesce((2,(1,6)):(1,(6,2))) = 12:1
//          [tests: list_operations_test.cc, "a word finds the operations that have it"]
// Errors   eval.operation (no operation has the word).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/api/eval/eval.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/calculator/operation/operation_table.h"

namespace tileglot::api {

Reply list_operations(std::string_view word = {},
                      const OperationTable& operations = eval_operations());

/// The answer of an operation's example, if it has one and it is a line.
std::optional<std::string> example_answer(const calculator::Operation& operation,
                                          const OperationTable& operations);

/// The name of an operation's family, as "CuTe".
std::string_view family_title(std::string_view name);

}  // namespace tileglot::api
