// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/hlo/verify.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>

namespace tileglot::api {
namespace {

Reply verified(const std::string& text, std::optional<std::string> after = {}) {
  return hlo_verify({.module = {.name = "'m.hlo'", .text = text}, .after = std::move(after)});
}

TEST(HloVerify, AModuleMakesSenseOrDoesNot) {
  const auto good = verified("ENTRY e { a = f32[2,3] parameter(0) ROOT r = f32[2,3] negate(a) }");
  ASSERT_TRUE(good.has_value());
  EXPECT_EQ(good->text, "'m.hlo': 2 instructions in 1 computation, valid\n");
  EXPECT_EQ(good->exit_code, kYes);
  const auto bad =
      verified("ENTRY e {\n  a = f32[2,3] parameter(0)\n  ROOT r = f32[3,2] negate(a)\n}");
  ASSERT_TRUE(bad.has_value());
  EXPECT_EQ(bad->exit_code, kNo);
  EXPECT_EQ(bad->text,
            "error[hlo.verify]: r: its shape is written as f32[3,2]{1,0}, and negate gives "
            "f32[2,3]{1,0}\n"
            "  3 |   ROOT r = f32[3,2] negate(a)\n"
            "    |        ^\n"
            "  help: XLA's verifier refuses it in ShapeVerifier::CheckShape\n");
  EXPECT_EQ(bad->json["problem"]["code"], "hlo.verify");
}

TEST(HloVerify, WhatAPassLeavesIsChecked) {
  const std::string text =
      "ENTRY e { a = f32[2,3]{0,1} parameter(0) ROOT r = f32[2,3]{1,0} negate(a) }";
  EXPECT_EQ(verified(text)->exit_code, kYes);
  const auto bad = verified(text, "layout-assignment");
  ASSERT_TRUE(bad);
  EXPECT_EQ(bad->exit_code, kNo);
  EXPECT_EQ(bad->json["problem"]["code"], "hlo.layouts");
  const auto good = verified("ENTRY e { a = f32[2,3] parameter(0) ROOT r = f32[2,3] negate(a) }",
                             "layout-assignment");
  EXPECT_TRUE(good->text.ends_with("valid and as layout-assignment leaves them\n"));
  EXPECT_EQ(verified(text, "nobody").error()->code, "hlo.pass");
}

TEST(HloVerify, WhatIsNotAModuleIsRefused) {
  EXPECT_EQ(verified("ENTRY e { a = f32[2] }").error()->code, "hlo.syntax");
}

}  // namespace
}  // namespace tileglot::api
