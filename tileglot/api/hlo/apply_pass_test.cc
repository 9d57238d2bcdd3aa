// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/hlo/apply_pass.h"

#include <gtest/gtest.h>

#include <string>

#include "tileglot/api/eval/eval.h"

namespace tileglot::api {
namespace {

constexpr const char* kNegate =
    "HloModule m, entry_computation_layout={(f32[4,6]{0,1})->f32[4,6]{0,1}}\n"
    "ENTRY e { p = f32[4,6] parameter(0) ROOT n = f32[4,6] negate(p) }\n";

TEST(HloApplyPass, APassIsAppliedToAText) {
  const auto json = applied_pass_json("layout-assignment", kNegate, "cpu");
  ASSERT_TRUE(json) << json.error()->message;
  EXPECT_EQ((*json)["changes"], 2);
  EXPECT_NE((*json)["after"].get<std::string>().find("%n = f32[4,6]{1,0} negate(%copy)"),
            std::string::npos);
}

TEST(HloApplyPass, WhatIsUnknownIsRefused) {
  const auto code = [](const std::string& pass, const std::string& text,
                       const std::string& target) {
    const auto reply = evaluate({.op = "hlo.apply_pass", .args = {pass, text, target}}, {});
    return reply ? std::string() : reply.error()->code;
  };
  EXPECT_EQ(code("layout-assignment", kNegate, "gpu:sm_90"), "");
  EXPECT_EQ(code("layout-asignment", kNegate, "gpu:sm_90"), "hlo.pass");
  EXPECT_EQ(code("layout-assignment", kNegate, "tpu"), "target.kind");
  EXPECT_EQ(code("layout-assignment", "HloModule", "cpu"), "hlo.syntax");
  EXPECT_EQ(code("layout-assignment",
                 "ENTRY e { p = f32[4,6] parameter(0) ROOT n = f32[6,4] negate(p) }", "cpu"),
            "hlo.verify");
}

}  // namespace
}  // namespace tileglot::api
