// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/eval/hlo_operations.h"

#include <string>
#include <vector>

#include "tileglot/api/hlo/apply_pass.h"
#include "tileglot/api/hlo/assign.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/calculator/operation/arguments.h"
#include "tileglot/calculator/operation/operation.h"
#include "tileglot/calculator/operation/value.h"
#include "tileglot/core/error.h"
#include "tileglot/hlo/text/parse.h"
#include "tileglot/hlo/text/print.h"

namespace tileglot::api {
namespace {

using calculator::Arguments;
using calculator::Value;
using core::Result;

Result<Value> parse(const Arguments& args) {
  const std::string text = args.text(0);
  TILEGLOT_TRY(module, hlo::parse_module(text));
  return Json{{"print", print(module, hlo::PrintStyle::kXla)},
              {"short", print(module, hlo::PrintStyle::kShort)}};
}

Result<Value> apply_pass(const Arguments& args) {
  return applied_pass_json(args.text(0), args.text(1), args.text(2));
}

Result<Value> assign(const Arguments& args) { return assigned_json(args.text(0), args.text(1)); }

}  // namespace

Result<Value> assign_optimal(const Arguments& args) {
  return assigned_json(args.text(0), args.text(1), {.strategy = "optimal"});
}

std::vector<calculator::Operation> hlo_operations(HloAnswer optimal) {
  return {{"hlo.apply_pass", 3, 3, apply_pass},
          {"hlo.assign", 2, 2, assign},
          {"hlo.assign_optimal", 2, 2, optimal},
          {"hlo.parse", 1, 1, parse}};
}

}  // namespace tileglot::api
