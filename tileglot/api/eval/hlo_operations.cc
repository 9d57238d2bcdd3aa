// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/eval/hlo_operations.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/api/hlo/apply_pass.h"
#include "tileglot/api/hlo/assign.h"
#include "tileglot/api/hlo/run.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/core/error.h"
#include "tileglot/hlo/text/parse.h"
#include "tileglot/hlo/text/print.h"
#include "tileglot/calculator/operation/arguments.h"

namespace tileglot::api {
namespace {

using core::Result;

Result<Json> parse(value::Arguments args) {
  TILEGLOT_TRY(module, hlo::parse_module(args[0]));
  return Json{{"print", print(module, hlo::PrintStyle::kXla)},
              {"short", print(module, hlo::PrintStyle::kShort)}};
}

struct HloOperation {
  std::string_view name = {};
  std::size_t arguments = 0;
  Result<Json> (*apply)(value::Arguments) = nullptr;
};

Result<Json> apply_pass(value::Arguments args) {
  return applied_pass_json(args[0], args[1], args[2]);
}

Result<Json> assign(value::Arguments args) { return assigned_json(args[0], args[1]); }
Result<Json> assign_optimal(value::Arguments args) {
  return assigned_json(args[0], args[1], "optimal");
}

constexpr std::array kHloOperations{
    HloOperation{"hlo.apply_pass", 3, apply_pass},         HloOperation{"hlo.assign", 2, assign},
    HloOperation{"hlo.assign_optimal", 2, assign_optimal}, HloOperation{"hlo.parse", 1, parse},
    HloOperation{"hlo.run", 2, hlo_run_operation},
};

const HloOperation* find(std::string_view op) {
  const auto* const found = std::find_if(kHloOperations.begin(), kHloOperations.end(),
                                         [op](const HloOperation& o) { return o.name == op; });
  return found == kHloOperations.end() ? nullptr : found;
}

}  // namespace

std::vector<std::string_view> hlo_operation_names() {
  std::vector<std::string_view> names;
  names.reserve(kHloOperations.size());
  for (const HloOperation& operation : kHloOperations) names.push_back(operation.name);
  return names;
}

bool is_hlo_operation(std::string_view op) { return find(op) != nullptr; }

Result<Json> apply_hlo_operation(std::string_view op, std::span<const std::string> args) {
  const HloOperation& operation = *find(op);
  if (args.size() == operation.arguments) return operation.apply(args);
  return core::fail(
      {.code = "eval.arguments",
       .message = fmt::format("{} takes {} argument{}, and {} are given", op, operation.arguments,
                              operation.arguments == 1 ? "" : "s", args.size())});
}

}  // namespace tileglot::api
