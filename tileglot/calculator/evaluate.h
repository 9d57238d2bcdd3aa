// SPDX-License-Identifier: Apache-2.0
// evaluate.h: the value of an expression, and of every call in it.
//
// What     evaluate(expression, table) applies the operations of a table, the innermost calls first,
//          and returns each call with its value; the last is the whole. A call inside hands its
//          value to the call around it.
// Why      Values keep what a spelling of their text may drop, such as the static marks of CuTe.
// Example  size(coalesce((2,(1,6)):(1,(6,2)))): coalesce is 12:1, and size of that value 12.
//          [tests: evaluate_test.cc, "calls inside hand on their values"]
//          With Explain::kYes, a call of CuTe has its steps, as CuTe's users do them on paper.
//          [tests: evaluate_test.cc, "a call of cute has its steps"]
// Errors   eval.explain (only the exact semantics have steps); those of OperationTable::apply, with
//          the line of the call's arguments that they point into.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tileglot/calculator/expression.h"
#include "tileglot/calculator/operation/operation_table.h"
#include "tileglot/calculator/operation/value.h"
#include "tileglot/core/error.h"

namespace tileglot::calculator {

enum class Explain : std::uint8_t { kNo, kYes };

struct AnsweredCall {
  Value value;
  // The others are for people, and only there with Explain::kYes.
  std::string written = {};  ///< coalesce(L, (1,1)), with the values of its arguments as texts
  std::string applied = {};  ///< the same by the operation's name here, coalesce_by_mode(L, (1,1))
  std::optional<std::vector<std::string>> steps = {};  ///< of an operation of CuTe
};

/// Precondition: the expression is a call.
core::Result<std::vector<AnsweredCall>> evaluate(const Expression& expression,
                                                 const OperationTable& table,
                                                 const Settings& settings = {},
                                                 Explain explain = Explain::kNo);

}  // namespace tileglot::calculator
