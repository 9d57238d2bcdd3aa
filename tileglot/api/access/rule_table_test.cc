// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/access/rule_table.h"

#include <gtest/gtest.h>

#include <string>

#include "tileglot/api/check/check.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/api/reply/terminal.h"

namespace tileglot::api {
namespace {

RuleTable one_of_each() {
  return {.rules = {{.name = "alias", .value = "none"},
                    {.name = "vector",
                     .value = "8 B",
                     .limit = "16 B",
                     .verdict = Verdict::kWarn,
                     .remark = "no 8 elements of a lane are contiguous",
                     .advice = "threadsPerWarp = [8, 4] gives 16 B"},
                    {.name = "rows", .value = "2 B", .verdict = Verdict::kFail},
                    {.name = "banks", .value = "–", .verdict = Verdict::kNone}},
          .model = "32 banks × 4 B"};
}

std::string text_of(const Terminal& terminal) {
  Answer answer;
  add_to(answer, one_of_each(), {.terminal = terminal});
  return answer.text;
}

TEST(RuleTable, RemarksAndAdviceStandBehindTheVerdict) {
  EXPECT_EQ(text_of({}), R"(  rule    value  limit  verdict
  alias   none   –      ✓ pass
  vector  8 B    16 B   ! warn no 8 elements of a lane are contiguous
                               threadsPerWarp = [8, 4] gives 16 B
  rows    2 B    –      ✗ fail
  banks   –      –      –
  1 warning, 1 error
  model: 32 banks × 4 B
)");
}

TEST(RuleTable, ATerminalWrapsRemarksWhereItHasRoom) {
  EXPECT_EQ(text_of({.columns = 60}), R"(  rule    value  limit  verdict
  alias   none   –      ✓ pass
  vector  8 B    16 B   ! warn no 8 elements of a lane are
                               contiguous
                               threadsPerWarp = [8, 4] gives
                               16 B
  rows    2 B    –      ✗ fail
  banks   –      –      –
  1 warning, 1 error
  model: 32 banks × 4 B
)");
  EXPECT_EQ(text_of({.columns = 40}), text_of({}));
}

TEST(RuleTable, VerdictsHaveTheColoursOfTrafficLights) {
  const std::string text = text_of({.colors = ColorDepth::kTrue});
  EXPECT_NE(text.find("\x1b[32m✓ pass\x1b[0m\n"), std::string::npos);
  EXPECT_NE(text.find("\x1b[33m! warn\x1b[0m no 8"), std::string::npos);
  EXPECT_NE(text.find("\x1b[31m✗ fail\x1b[0m\n"), std::string::npos);
  EXPECT_NE(text.find("\x1b[33m1 warning\x1b[0m, \x1b[31m1 error\x1b[0m\n"), std::string::npos);
}

TEST(RuleTable, JsonHasTheAdviceAndNoColours) {
  Answer answer;
  add_to(answer, one_of_each(), {.terminal = {.colors = ColorDepth::kTrue}});
  EXPECT_EQ(answer.json["rules"][1]["advice"], "threadsPerWarp = [8, 4] gives 16 B");
  EXPECT_EQ(answer.json.dump().find('\x1b'), std::string::npos);
  EXPECT_FALSE(answer.json["rules"][0].contains("advice"));
}

TEST(RuleTable, ACheckIsAsciiWhereTheTerminalIs) {
  const Reply reply = check({.layout = "(8,64):(64,1)",
                             .dtype = "f16",
                             .accesses = {.access = "ldmatrix", .explain = true},
                             .terminal = {.glyphs = Glyphs::kAscii}});
  ASSERT_TRUE(reply.has_value());
  EXPECT_NE(reply->text.find("+ pass\n"), std::string::npos);
  EXPECT_NE(reply->text.find("banks 0 ####............................ 31"), std::string::npos);
  for (const char c : reply->text) EXPECT_LT(static_cast<unsigned char>(c), 0x80U);
}

}  // namespace
}  // namespace tileglot::api
