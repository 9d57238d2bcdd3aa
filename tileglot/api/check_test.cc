// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/check.h"

#include <gtest/gtest.h>

#include <string>

#include "tileglot/api/reply/reply.h"
#include "tileglot/api/reply/terminal.h"

namespace tileglot::api {
namespace {

advice::Request request(const std::string& layout, const std::string& access) {
  return {.layout = layout, .dtype = "f16", .accesses = {.access = access}};
}

TEST(Check, WarningsAreANoWhereTheyAreDenied) {
  const advice::Request conflict = request("(8,64):(64,1)", "ldmatrix");
  EXPECT_EQ(check({.asked = conflict})->exit_code, kYes);
  EXPECT_EQ(check({.asked = conflict, .deny_warnings = true})->exit_code, kNo);
  const advice::Request columns{.layout = "f32[64,64]{0,1}", .use = {.target = "cpu"}};
  EXPECT_EQ(check({.asked = columns})->exit_code, kYes);
  EXPECT_EQ(check({.asked = columns, .deny_warnings = true})->exit_code, kNo);
  const advice::Request rows{.layout = "f32[64,64]", .use = {.target = "cpu"}};
  EXPECT_EQ(check({.asked = rows, .deny_warnings = true})->exit_code, kYes);
}

TEST(Check, ARuleThatFailsIsANo) {
  EXPECT_EQ(check({.asked = request("(64,8):(1,64)", "ldmatrix")})->exit_code, kNo);
}

TEST(Check, AMemoryTooLargeIsALimitAndAnOffsetBelow0AMistake) {
  const Reply far = check({.asked = request("(2,2):(2199023255552,1)", "vector:1@0")});
  EXPECT_EQ(exit_code_of(far.error()), kImpossible);
  const Reply before = check({.asked = request("(8,64):(-64,1)", "ldmatrix")});
  EXPECT_EQ(exit_code_of(before.error()), kUsage);
}

TEST(Check, ItIsAsciiWhereTheTerminalIs) {
  advice::Request asked = request("(8,64):(64,1)", "ldmatrix");
  asked.accesses.explain = true;
  const Reply reply = check({.asked = asked, .terminal = {.glyphs = Glyphs::kAscii}});
  ASSERT_TRUE(reply.has_value());
  EXPECT_NE(reply->text.find("+ pass\n"), std::string::npos);
  EXPECT_NE(reply->text.find("banks 0 ####............................ 31"), std::string::npos);
  for (const char c : reply->text) EXPECT_LT(static_cast<unsigned char>(c), 0x80U);
}

}  // namespace
}  // namespace tileglot::api
