// SPDX-License-Identifier: Apache-2.0
// cute/operations.h: the operations of CuTe by name.
//
// What     cute_operations().apply("crd2idx", {"(1,5)", "(3,(2,3)):(3,(12,1))"}) reads the
//          arguments, calls the operation and returns its value: an integer, a tuple or a layout.
// Example  coalesce of (_2,(_1,_6)):(_1,(_6,_2)) is the layout _12:_1.
//          [tests: golden_test.cc, "CuTe's own answers are given for the sample"]
// Errors   Those of OperationTable::apply; cute.no_cpp_answer (Semantics::kCuteCpp only: the result
//          in C++ is not known here); those of cute/text/parse.h and of the operation.
#pragma once

#include "tileglot/calculator/operation/operation_table.h"

namespace tileglot::calculator {

const OperationTable& cute_operations();

}  // namespace tileglot::calculator
