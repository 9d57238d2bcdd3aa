// SPDX-License-Identifier: Apache-2.0
#include "tileglot/calculator/linear/operations.h"

#include <span>

#include "tileglot/calculator/operation/operation.h"

namespace tileglot::calculator {

std::span<const std::span<const Operation>> linear_operations() {
  static const std::span<const Operation> families[] = {
      linear_constructor_operations(), linear_algebra_operations(),  linear_bridge_operations(),
      linear_swizzle_operations(),     linear_encoding_operations(), linear_conversion_operations(),
      linear_dimension_operations(),   linear_query_operations(),
  };
  return families;
}

}  // namespace tileglot::calculator
