// SPDX-License-Identifier: Apache-2.0
#include "tileglot/calculator/cute/operations.h"

#include <span>

#include "tileglot/calculator/cute/detail/arguments.h"
#include "tileglot/calculator/operation/operation.h"
#include "tileglot/calculator/operation/operation_table.h"

namespace tileglot::calculator {
namespace {

constexpr Overload kOverloads[] = {
    {"coalesce", 2, "coalesce_by_mode"},
    {"filter", 2, "filter_by_mode"},
    {"group_modes", 3, "group"},
    {"idx2crd", 3, "idx2crd_stride"},
};

}  // namespace

const OperationTable& cute_operations() {
  static const std::span<const Operation> families[] = {
      atom_operations(),   coordinate_operations(), composition_operations(), fragment_operations(),
      layout_operations(), mode_operations(),       operand_operations(),     product_operations(),
      text_operations(),   tiled_operations(),      traits_operations(),      swizzle_operations(),
      tuple_operations(),
  };
  static const OperationTable table(families, cute_cpp_operations(), kOverloads);
  return table;
}

}  // namespace tileglot::calculator
