// SPDX-License-Identifier: Apache-2.0
// operations.h: every operation of this package in one table.
//
// What     operations() has those of CuTe, of linear layouts and of XLA; operations().with(rows) also
//          those of another package.
// Example  operations().apply("size", {"(4,2):(1,4)"}) is 8.
//          [tests: evaluate_test.cc, "no two operations have one name"]
// Errors   Those of OperationTable::apply.
#pragma once

#include "tileglot/calculator/operation/operation_table.h"

namespace tileglot::calculator {

const OperationTable& operations();

}  // namespace tileglot::calculator
