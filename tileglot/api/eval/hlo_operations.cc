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
  return {
      {"hlo.apply_pass", "pass, text, target",
       "the module after one of XLA's passes, and how many changes it made",
       "hlo.apply_pass(algsimp, ENTRY e { p = f32[2]{0} parameter(0) ROOT c = f32[2]{0} copy(p) }, "
       "cpu)",
       apply_pass},
      {"hlo.assign", "text, target",
       "the layouts that XLA's layout assignment gives the instructions, and the copies that it "
       "inserts",
       "hlo.assign(ENTRY e { p = f32[2,3]{0,1} parameter(0) ROOT n = f32[2,3]{1,0} negate(p) }, "
       "cpu)",
       assign},
      {"hlo.assign_optimal", "text, target",
       "the layouts that move the fewest bytes, and the bytes that XLA's layouts move",
       "hlo.assign_optimal(ENTRY e { p = f32[2,3]{0,1} parameter(0) ROOT n = f32[2,3]{1,0} "
       "negate(p) }, cpu)",
       optimal},
      {"hlo.parse", "text", "the module as XLA prints it, and in short form",
       "hlo.parse(ENTRY e { ROOT a = f32[2] parameter(0) })", parse},
  };
}

}  // namespace tileglot::api
