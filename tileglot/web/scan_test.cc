// SPDX-License-Identifier: Apache-2.0
#include "tileglot/web/scan.h"

#include <gtest/gtest.h>

#include <string_view>

namespace tileglot::web {
namespace {

auto kind(std::string_view text) { return scan(text)->json["kind"]; }

TEST(WebScan, ATextIsToldByWhatItHas) {
  EXPECT_EQ(kind("ENTRY main { ROOT p = f32[] parameter(0) }"), "hlo");
  EXPECT_EQ(kind("// a comment\n  HloModule m\n"), "hlo");
  EXPECT_EQ(kind("#blocked = #ttg.blocked<{order = [0]}>\n"), "ttgir");
  EXPECT_EQ(kind("module {\n  tt.func @f() {}\n}"), "ttgir");
  EXPECT_EQ(kind("(4,8):(8,1)"), "line");
  EXPECT_EQ(kind("#ttg.blocked<{order = [0]}>"), "line");
  EXPECT_EQ(kind("HloModules ENTRYs"), "line");
  EXPECT_EQ(kind(""), "line");
}

}  // namespace
}  // namespace tileglot::web
