// SPDX-License-Identifier: Apache-2.0
#include "tileglot/value/json.h"

#include <gtest/gtest.h>

#include <string>

namespace tileglot::value {
namespace {

std::string nested(int depth) {
  const auto count = static_cast<std::size_t>(depth);
  return std::string(count, '[') + std::string(count, ']');
}

TEST(JsonText, DeepNestingIsNotJson) {
  EXPECT_FALSE(json_in("[1,2]").is_discarded());
  EXPECT_TRUE(json_in("[1,").is_discarded());
  EXPECT_FALSE(json_in(nested(kMaxJsonDepth)).is_discarded());
  EXPECT_TRUE(json_in(nested(kMaxJsonDepth + 1)).is_discarded());
  EXPECT_TRUE(json_in(nested(100000)).is_discarded());
}

TEST(JsonText, BracketsInStringsDoNotNest) {
  EXPECT_FALSE(json_in("[\"" + std::string(1000, '[') + "\"]").is_discarded());
  EXPECT_FALSE(json_in(R"(["\"[", 1])").is_discarded());
  EXPECT_TRUE(json_in(R"(["\\")" + ("," + nested(300)) + "]").is_discarded());
}

}  // namespace
}  // namespace tileglot::value
