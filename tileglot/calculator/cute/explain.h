// SPDX-License-Identifier: Apache-2.0
// explain.h: the steps of an operation, as a person would do them on paper.
//
// What     explain_operation(name, arguments) returns lines that lead from the arguments to the
//          result: what is divided by what, which modes are sorted, what is left. The result itself
//          is not among them.
// Why      A composition is long division over the modes of A, a complement visits the gaps, and a
//          divide is both; seeing the numbers is how people learn and check them.
// Example  composition((6,2):(8,2), 3:1): "3:1 through 6:8: 3 steps of 1 inside, so 3:8".
//          [tests: explain_test.cc, "a composition is a division through the modes"]
//          A tiled instruction is two divides, a composition and a divide.
//          [tests: explain_test.cc, "a tiled instruction is its divides and its composition"]
// Errors   Those of the operations on the way. An operation without steps returns no lines.
// Source   The examples in CuTe 02_layout_algebra.md are worked this way.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/calculator/operation/arguments.h"
#include "tileglot/core/error.h"

namespace tileglot::calculator {

using Lines = std::vector<std::string>;

core::Result<Lines> explain_operation(std::string_view operation,
                                      std::span<const Argument> arguments);

}  // namespace tileglot::calculator
