// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/files/hlo/operations.h"

#include <gtest/gtest.h>

#include <string>

#include "tileglot/api/eval/eval.h"
#include "tileglot/api/reply/reply.h"

namespace tileglot::api::files {
namespace {

const std::string kNegate = R"(ENTRY main {
  p = s32[2]{0} parameter(0)
  ROOT r = s32[2]{0} negate(p)
}
)";

const std::string kTranspose =
    R"(HloModule t, entry_computation_layout={(f32[2,3]{0,1})->f32[3,2]{1,0}}
ENTRY main {
  p = f32[2,3]{0,1} parameter(0)
  ROOT r = f32[3,2]{1,0} bitcast(p)
}
)";

Reply answered(const Call& call) { return evaluate(call, {}, eval_operations()); }

std::string run(const std::string& text, const std::string& inputs) {
  const Reply reply = answered({.op = "hlo.run", .args = {text, inputs}});
  return reply ? reply->json["result"].dump() : reply.error()->code + ": " + reply.error()->message;
}

TEST(HloRunOperation, ARequestBringsItsInputs) {
  EXPECT_EQ(run(kNegate, R"([{"shape":"s32[2]","values":[1,2]}])"),
            R"({"outputs":[{"shape":"s32[2]","layout":"{0}","values":[-1,-2]}]})");
  EXPECT_EQ(run(kTranspose, R"([{"shape":"f32[2,3]","values":[1,2,3,4,5,6]}])"),
            R"({"outputs":[{"shape":"f32[3,2]","layout":"{1,0}",)"
            R"("values":[1.0,4.0,2.0,5.0,3.0,6.0]}]})");
}

TEST(HloRunOperation, WrongInputsAreRefused) {
  EXPECT_EQ(run(kNegate, "[]"), "run.inputs: the module takes a list of 1 inputs");
  EXPECT_EQ(run(kNegate, "not json"), "run.inputs: the module takes a list of 1 inputs");
  EXPECT_EQ(run(kNegate, "[7]"), "run.inputs: an input has a shape and values");
  EXPECT_EQ(run(kNegate, R"([{"shape":"s32[3]","values":[1,2,3]}])"),
            "run.inputs: an input is s32[3], and the parameter s32[2]");
  EXPECT_EQ(run(kNegate, R"([{"shape":"s32[2]","values":[1]}])"),
            "run.inputs: an input takes a list of 2 values");
}

TEST(HloRunOperation, AWrongShapeOfAnInputIsShown) {
  const Reply refused =
      answered({.op = "hlo.run", .args = {kNegate, R"([{"shape":"s32[2}","values":[1,2]}])"}});
  ASSERT_FALSE(refused);
  ASSERT_TRUE(refused.error()->line.has_value());
  EXPECT_EQ(refused.error()->line->text, "s32[2}");
  EXPECT_EQ(refused.error()->line->carets, "     ^");
}

TEST(HloRunOperation, WrongModulesAreRefused) {
  EXPECT_EQ(run("ENTRY main {", "[]").substr(0, 4), "hlo.");
  EXPECT_EQ(
      run("ENTRY main { p = f32[2] parameter(0) ROOT r = f32[3] negate(p) }", "[]").substr(0, 11),
      "hlo.verify:");
}

TEST(HloOperationsOfFiles, OnlyTheyEvaluateModules) {
  EXPECT_EQ(answered({.op = "hlo.run"}).error()->code, "eval.arguments");
  EXPECT_EQ(answered({.op = "hlo.walk"}).error()->code, "eval.operation");
  EXPECT_EQ(evaluate({.op = "hlo.run"}).error()->code, "eval.operation");
}

}  // namespace
}  // namespace tileglot::api::files
