// SPDX-License-Identifier: Apache-2.0
#include "tileglot/io/safetensors/json_tokens.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace tileglot::io {
namespace {

std::vector<std::string> tokens_of(std::string_view text, int count) {
  JsonTokens tokens(text);
  std::vector<std::string> found;
  for (int i = 0; i < count; ++i) {
    const core::Span span = tokens.next();
    found.emplace_back(text.substr(span.begin, span.end - span.begin));
  }
  return found;
}

using Words = std::vector<std::string>;

TEST(JsonTokens, TokensAreWhereTheyStand) {
  JsonTokens tokens(R"({"a": [1]})");
  const std::vector<core::Span> expected = {{0, 1}, {1, 4}, {6, 7}, {7, 8}, {8, 9}, {9, 10}};
  for (const core::Span& span : expected) EXPECT_EQ(tokens.next(), span);
  EXPECT_EQ(tokens.next(), (core::Span{10, 10}));
}

TEST(JsonTokens, StringsMayHoldQuotesAndBrackets) {
  EXPECT_EQ(tokens_of(R"({ "a\"]" : "\\", "c,:": true })", 6),
            (Words{"{", R"("a\"]")", R"("\\")", R"("c,:")", "true", "}"}));
}

TEST(JsonTokens, ATextThatBreaksOffHasAnEnd) {
  EXPECT_EQ(tokens_of(R"(["ab\)", 2), (Words{"[", R"("ab\)"}));
  EXPECT_EQ(tokens_of("", 1), (Words{""}));
}

}  // namespace
}  // namespace tileglot::io
