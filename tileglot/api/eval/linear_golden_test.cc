// SPDX-License-Identifier: Apache-2.0
// Compares with Triton's linear layouts on the sample in notation/linear/testdata/, whose README
// says what a line is. It is here, not in calculator, because `eval` is what reads JSON lines.
// tests/golden_test.py runs all recorded lines.
#include <gtest/gtest.h>

#include <cstddef>
#include <fstream>
#include <string>

#include "tileglot/api/eval/eval.h"
#include "tileglot/api/reply/reply.h"

namespace tileglot::api {
namespace {

void expect_recorded(const Json& answer, const Json& line, const std::string& text) {
  const bool refused = line.value("error", false);
  ASSERT_EQ(answer["ok"].get<bool>(), !refused) << text << "\n" << answer.dump();
  if (refused) {
    EXPECT_NE(answer["error"]["code"], "eval.operation") << text;
    return;
  }
  // Keys of an object may come in another order.
  EXPECT_EQ(nlohmann::json::parse(answer["result"].dump()),
            nlohmann::json::parse(line["result"].dump()))
      << text;
}

TEST(LinearGolden, TheSampleOfRecordedAnswers) {
  std::ifstream file(TILEGLOT_SOURCE_DIR "/tileglot/notation/linear/testdata/linear_sample.jsonl");
  std::size_t lines = 0;
  for (std::string text; std::getline(file, text); ++lines) {
    const Json line = Json::parse(text, nullptr, false);
    ASSERT_TRUE(line.is_object()) << text;
    expect_recorded(Json::parse(evaluate_line(text), nullptr, false), line, text);
  }
  EXPECT_GE(lines, 300U);
}

}  // namespace
}  // namespace tileglot::api
