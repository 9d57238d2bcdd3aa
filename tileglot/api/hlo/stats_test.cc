// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/hlo/stats.h"

#include <gtest/gtest.h>

#include <string>

namespace tileglot::api {
namespace {

Reply counted(const std::string& text) { return hlo_stats({.module = {.text = text}}); }

TEST(HloStats, CopiesAndLayoutsAreCounted) {
  const auto stats =
      counted("ENTRY e { a = f32[4,8] parameter(0)  ROOT r = f32[4,8]{0,1} copy(a) }");
  ASSERT_TRUE(stats.has_value());
  EXPECT_EQ(stats->json["copies"], 1);
  EXPECT_EQ(stats->json["copied"]["bytes"], 128);
  EXPECT_EQ(stats->json["layouts"]["{1,0}"], 1);
  EXPECT_EQ(stats->json["layouts"]["{0,1}"], 1);
  EXPECT_EQ(stats->json["operations"]["copy"], 1);
  EXPECT_NE(stats->text.find("128  written by 1 copy\n"), std::string::npos);
}

TEST(HloStats, PaddingIsTold) {
  const auto stats = counted("ENTRY e { ROOT a = f32[3,5]{1,0:T(2,2)} parameter(0) }");
  ASSERT_TRUE(stats.has_value());
  EXPECT_EQ(stats->json["parameters"]["bytes"], 96);
  EXPECT_EQ(stats->json["parameters"]["padding"], 36);
  EXPECT_NE(stats->text.find("96  parameters, 36 of it padding\n"), std::string::npos);
}

TEST(HloStats, UnknownSizesAreCounted) {
  const auto stats = counted("ENTRY e { ROOT a = f32[?,5] parameter(0) }");
  ASSERT_TRUE(stats.has_value());
  EXPECT_EQ(stats->json["parameters"]["unknown"], 1);
}

}  // namespace
}  // namespace tileglot::api
