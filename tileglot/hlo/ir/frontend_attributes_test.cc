// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/ir/frontend_attributes.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace tileglot::hlo {
namespace {

std::string value(std::string_view attributes, std::string_view name) {
  const auto found = frontend_value(attributes, name);
  if (!found) return "none";
  return found->text + " at " + std::to_string(found->begin);
}

TEST(FrontendAttributes, AValueIsFoundByItsName) {
  constexpr std::string_view kTwo =
      R"({arg_layout_modes="default;auto",out_layout_modes={1,0}, a.b = "x\"y"})";
  EXPECT_EQ(value(kTwo, "arg_layout_modes"), "default;auto at 19");
  EXPECT_EQ(value(kTwo, "out_layout_modes"), "{1,0} at 50");
  EXPECT_EQ(value(kTwo, "a.b"), "x\"y at 64");
  EXPECT_EQ(value(kTwo, "layout_modes"), "none");
}

TEST(FrontendAttributes, CommasAndBracesInsideAValueDoNotEndIt) {
  EXPECT_EQ(value(R"({m={a = "},b={"},b="1"})", "b"), "1 at 20");
  EXPECT_EQ(value(R"({m="a,b=2}",b="{1,0};{0,1}"})", "b"), "{1,0};{0,1} at 15");
}

TEST(FrontendAttributes, WhatIsNotAListHasNoValues) {
  for (const std::string_view text : {"", "{}", "{", "{a", "{a=", "{a=\"", "a=\"b\"", "}}"}) {
    EXPECT_EQ(value(text, "b"), "none") << text;
  }
  EXPECT_EQ(value("{b=\"", "b"), "\" at 4");
}

}  // namespace
}  // namespace tileglot::hlo
