// SPDX-License-Identifier: Apache-2.0
// expression.h: name(arg, ..), arbitrarily nested.
//
// What     parse_expression cuts a text into calls of the operations of a table and their arguments.
//          Text that is not a call stays text, for the notation to read. Template arguments come first:
//          take<1,3>(L) is take(1,3,L).
// Why      An argument is itself full of parentheses and commas; calls are recognized by name.
// Example  size(coalesce((2,(1,6)):(1,(6,2)))) is size of coalesce of one text.
//          [tests: evaluate_test.cc, "expressions nest"]
// Errors   eval.syntax (a parenthesis missing or left over), eval.depth beyond 32 calls,
//          eval.operation.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tileglot/calculator/operation/operation_table.h"
#include "tileglot/core/error.h"

namespace tileglot::calculator {

struct Expression {
  std::string name = {};  ///< of the operation; empty for a text
  std::vector<Expression> arguments = {};
  std::string text = {};  ///< if there is no name
};

core::Result<Expression> parse_expression(std::string_view text, const OperationTable& operations);

}  // namespace tileglot::calculator
