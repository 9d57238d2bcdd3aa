// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/text/print.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tileglot/hlo/text/parse.h"

namespace tileglot::hlo {
namespace {

std::string root_line(std::string_view attributes, PrintStyle style,
                      std::string_view operation = "tanh(a)") {
  std::string text = "HloModule m\nENTRY e {\n a = f32[2,3] parameter(0)\n ROOT r = f32[2,3] ";
  text += operation;
  text += attributes;
  const auto module = parse_module(text + "\n}\n");
  if (!module) return module.error()->message;
  return print(*module, *(*module)[module->entry()].root, style);
}

TEST(Print, ThreeStylesOfOneModule) {
  constexpr std::string_view kAttributes =
      R"(, metadata={op_name="x"}, sharding={replicated}, backend_config="")";
  EXPECT_EQ(root_line(kAttributes, PrintStyle::kFull),
            R"(%r = f32[2,3]{1,0} tanh(%a), sharding={replicated}, metadata={op_name="x"}, )"
            R"(backend_config="")");
  EXPECT_EQ(root_line(kAttributes, PrintStyle::kXla),
            R"(%r = f32[2,3]{1,0} tanh(%a), sharding={replicated}, metadata={op_name="x"})");
  EXPECT_EQ(root_line(kAttributes, PrintStyle::kShort),
            "r = f32[2,3]{1,0} tanh(a), sharding={replicated}");
}

TEST(Print, WhatSaysNothingIsLeftOutAsXlaDoes) {
  EXPECT_EQ(root_line(", metadata={deduplicated_name=\"d\"}", PrintStyle::kXla),
            "%r = f32[2,3]{1,0} tanh(%a)");
  EXPECT_EQ(root_line(", frontend_attributes={b=\"1\",a={x = 1}}", PrintStyle::kXla),
            "%r = f32[2,3]{1,0} tanh(%a), frontend_attributes={a={x = 1},b=\"1\"}");
  EXPECT_EQ(root_line(", control-predecessors={a}", PrintStyle::kShort),
            "r = f32[2,3]{1,0} tanh(a)");
}

TEST(Print, LargeConstantsAreElidedOnlyAsXla) {
  const auto module = parse_module("ENTRY e { r = f32[11] constant({1,2,3,4,5,6,7,8,9,10,11}) }");
  ASSERT_TRUE(module.has_value());
  EXPECT_NE(print(*module, PrintStyle::kXla).find("constant({...})"), std::string::npos);
  EXPECT_NE(print(*module).find("10, 11})"), std::string::npos);
  EXPECT_NE(print(*module, PrintStyle::kShort).find("10, 11})"), std::string::npos);
}

TEST(Print, NamesBecomeUniqueAsXla) {
  constexpr std::string_view kText =
      "f { a = f32[] parameter(0) }\nENTRY e { a = f32[] parameter(0)\n"
      "ROOT r = f32[] call(a), to_apply=f }";
  const auto module = parse_module(kText);
  ASSERT_TRUE(module.has_value());
  EXPECT_NE(print(*module, PrintStyle::kXla).find("ROOT %r = f32[] call(%a.1), to_apply=%f"),
            std::string::npos);
  EXPECT_NE(print(*module).find("ROOT %r = f32[] call(%a), to_apply=%f"), std::string::npos);
}

TEST(Print, OpenLayoutsStayOpen) {
  const auto module = parse_module(
      "HloModule m, entry_computation_layout={(f32[2,3])->f32[2,3]{0,1}}\n"
      "ENTRY e { a = f32[2,3] parameter(0)\n ROOT r = f32[2,3] negate(a) }");
  ASSERT_TRUE(module.has_value());
  EXPECT_EQ(print(*module->header.entry_layout), "{(f32[2,3])->f32[2,3]{0,1}}");
  EXPECT_NE(print(*module, PrintStyle::kXla).find("{(f32[2,3]{1,0})->f32[2,3]{0,1}}"),
            std::string::npos);
}

}  // namespace
}  // namespace tileglot::hlo
