// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/ir/escapes.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <string>

#include "tileglot/core/law.h"

namespace tileglot::hlo {
namespace {

TEST(Escapes, WhatIsQuotedIsReadBack) {
  EXPECT_EQ(to_quoted("a\"b"), R"("a\"b")");
  EXPECT_EQ(to_quoted("\t\x01\xff"), R"("\t\001\377")");
  EXPECT_EQ(from_quoted(R"("\x41\102")"), "AB");
  EXPECT_EQ(from_quoted("plain"), "plain");
  EXPECT_EQ(from_quoted(R"("\q\")"), R"(\q\)");
  core::check_law("hlo_quoted_round_trip", 5000, [] {
    const auto text = *rc::gen::arbitrary<std::string>();
    RC_ASSERT(from_quoted(to_quoted(text)) == text);
  });
}

}  // namespace
}  // namespace tileglot::hlo
