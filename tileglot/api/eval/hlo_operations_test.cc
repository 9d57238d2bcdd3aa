// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/eval/hlo_operations.h"

#include <gtest/gtest.h>

#include "tileglot/api/eval/eval.h"
#include "tileglot/api/reply/reply.h"

namespace tileglot::api {
namespace {

TEST(HloOperations, AModuleIsPrintedAsXlaDoes) {
  const auto reply =
      evaluate({.op = "hlo.parse", .args = {"ENTRY e { ROOT a = f32[2] parameter(0) }"}});
  ASSERT_TRUE(reply.has_value());
  const Json& result = reply->json["result"];
  EXPECT_EQ(result["print"],
            "HloModule module_e, entry_computation_layout={(f32[2]{0})->f32[2]{0}}\n\n"
            "ENTRY %e (a: f32[2]) -> f32[2] {\n  ROOT %a = f32[2]{0} parameter(0)\n}\n");
  EXPECT_EQ(result["short"],
            "HloModule module_e, entry_computation_layout={(f32[2]{0})->f32[2]{0}}\n\n"
            "ENTRY e {\n  ROOT a = f32[2]{0} parameter(0)\n}\n");
}

TEST(HloOperations, TheyAreAnsweredByEval) {
  const auto reply = evaluate({.op = "hlo.parse", .args = {"f32[2] negate(f32[2] a)"}}, {});
  ASSERT_TRUE(reply.has_value());
  EXPECT_EQ(reply->json["type"], "object");
  EXPECT_EQ(evaluate({.op = "hlo.parse", .args = {"f32[2] nagate(f32[2] a)"}}, {}).error()->code,
            "hlo.opcode");
  EXPECT_EQ(evaluate({.op = "hlo.parse"}, {}).error()->code, "eval.arguments");
  EXPECT_EQ(evaluate({.op = "hlo.prase"}, {}).error()->help, "did you mean 'hlo.parse'?");
}

}  // namespace
}  // namespace tileglot::api
