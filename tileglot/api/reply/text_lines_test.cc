// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/reply/text_lines.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace tileglot::api {
namespace {

using Lines = std::vector<std::string>;

TEST(TextLines, ALineEndsWithANewline) {
  EXPECT_EQ(text_lines("a\n\nb\n"), (Lines{"a", "", "b"}));
  EXPECT_EQ(text_lines("a\nb"), (Lines{"a", "b"}));
  EXPECT_EQ(text_lines("\n"), (Lines{""}));
  EXPECT_EQ(text_lines(""), Lines{});
}

}  // namespace
}  // namespace tileglot::api
