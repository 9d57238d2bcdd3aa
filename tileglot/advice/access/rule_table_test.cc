// SPDX-License-Identifier: Apache-2.0
#include "tileglot/advice/access/rule_table.h"

#include <gtest/gtest.h>

#include <string>

#include "tileglot/render/picture/terminal.h"
#include "tileglot/value/json.h"

namespace tileglot::advice {
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

std::string text_on(const render::Terminal& terminal) { return text_of(one_of_each(), terminal); }

TEST(RuleTable, RemarksAndAdviceFollowTheVerdict) {
  EXPECT_EQ(text_on({}), R"(  rule    value  limit  verdict
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
  EXPECT_EQ(text_on({.columns = 60}), R"(  rule    value  limit  verdict
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
  EXPECT_EQ(text_on({.columns = 40}), text_on({}));
}

TEST(RuleTable, VerdictsHaveTheColoursOfTrafficLights) {
  const std::string text = text_on({.colors = render::ColorDepth::kTrue});
  EXPECT_NE(text.find("\x1b[32m✓ pass\x1b[0m\n"), std::string::npos);
  EXPECT_NE(text.find("\x1b[33m! warn\x1b[0m no 8"), std::string::npos);
  EXPECT_NE(text.find("\x1b[31m✗ fail\x1b[0m\n"), std::string::npos);
  EXPECT_NE(text.find("\x1b[33m1 warning\x1b[0m, \x1b[31m1 error\x1b[0m\n"), std::string::npos);
}

TEST(RuleTable, JsonHasTheAdviceAndNoColours) {
  const value::Json json = to_json(one_of_each());
  EXPECT_EQ(json["rules"][1]["advice"], "threadsPerWarp = [8, 4] gives 16 B");
  EXPECT_EQ(json.dump().find('\x1b'), std::string::npos);
  EXPECT_FALSE(json["rules"][0].contains("advice"));
}

}  // namespace
}  // namespace tileglot::advice
