// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/layout/name.h"

#include <gtest/gtest.h>

#include <string>

#include "tileglot/notation/linear/algebra/identity.h"
#include "tileglot/notation/linear/layout/name_list.h"

namespace tileglot::notation::linear {
namespace {

static_assert(Name("lane") == kLane && Name("lan") != kLane);
static_assert(Name("lane").view() == "lane");

TEST(Name, ANameIsAWordOfAtMost23Bytes) {
  EXPECT_EQ(name_of("lane").value(), kLane);
  EXPECT_EQ(standard_out(1).view(), "dim1");
  EXPECT_TRUE(name_of(std::string(23, 'x')));
  for (const std::string& bad : {std::string(24, 'x'), std::string(), std::string("a b"),
                                 std::string("1a"), std::string("a\0b", 3)}) {
    const auto refused = name_of(bad, core::Span{2, 3});
    ASSERT_FALSE(refused) << bad;
    EXPECT_EQ(refused.error()->code, "linear.name");
    EXPECT_EQ(refused.error()->span, (core::Span{2, 3}));
  }
}

TEST(Name, DimensionsAreListedByName) {
  EXPECT_EQ(name_list(identity(2, kRegister, kOffset).ins()), "register");
  EXPECT_EQ(name_list({}), "none");
}

}  // namespace
}  // namespace tileglot::notation::linear
