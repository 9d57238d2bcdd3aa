// SPDX-License-Identifier: Apache-2.0
#include "tileglot/calculator/operations.h"

#include "tileglot/calculator/cute/operations.h"
#include "tileglot/calculator/linear/operations.h"
#include "tileglot/calculator/operation/operation_table.h"
#include "tileglot/calculator/xla/operations.h"

namespace tileglot::calculator {

const OperationTable& operations() {
  static const OperationTable table =
      cute_operations().with(linear_operations()).with(xla_operations());
  return table;
}

}  // namespace tileglot::calculator
