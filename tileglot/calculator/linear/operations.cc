// SPDX-License-Identifier: Apache-2.0
#include "tileglot/calculator/linear/operations.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "tileglot/calculator/linear/algebra_operations.h"
#include "tileglot/calculator/linear/bridge_operations.h"
#include "tileglot/calculator/linear/constructor_operations.h"
#include "tileglot/calculator/linear/conversion_operations.h"
#include "tileglot/calculator/linear/dimension_operations.h"
#include "tileglot/calculator/linear/encoding_operations.h"
#include "tileglot/calculator/linear/operation.h"
#include "tileglot/calculator/linear/query_operations.h"
#include "tileglot/calculator/linear/swizzle_operations.h"
#include "tileglot/core/error.h"

namespace tileglot::api {
namespace {

using core::fail;
using core::Result;

std::vector<std::span<const LinearOperation>> tables() {
  return {
      linear_constructor_operations(), linear_algebra_operations(),  linear_bridge_operations(),
      linear_swizzle_operations(),     linear_encoding_operations(), linear_conversion_operations(),
      linear_dimension_operations(),   linear_query_operations(),
  };
}

const LinearOperation* find(std::string_view op) {
  for (const std::span<const LinearOperation> table : tables()) {
    for (const LinearOperation& operation : table) {
      if (operation.name == op) return &operation;
    }
  }
  return nullptr;
}

}  // namespace

std::vector<std::string_view> linear_operation_names() {
  std::vector<std::string_view> names;
  for (const std::span<const LinearOperation> table : tables()) {
    for (const LinearOperation& operation : table) names.push_back(operation.name);
  }
  std::ranges::sort(names);
  return names;
}

bool is_linear_operation(std::string_view op) { return find(op) != nullptr; }

Result<LinearResult> apply_linear_operation(std::string_view op, Arguments args) {
  const LinearOperation& operation = *find(op);
  if (args.size() == operation.arguments) return operation.apply(args);
  return fail({.code = "eval.arguments",
               .message = fmt::format("{} takes {} arguments, and {} are given", op,
                                      operation.arguments, args.size())});
}

}  // namespace tileglot::api
