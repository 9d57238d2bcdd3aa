// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/as_cpp/coalesce.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tileglot/notation/cute/layout/literal.h"
#include "tileglot/notation/cute/text/print.h"
#include "tileglot/notation/cute/text/refusal.h"

namespace tileglot::notation::cute {
namespace {

std::string text_of(const Outcome<Layout<>>& outcome) {
  return outcome ? print(*outcome, Marks::kShow) : to_error(outcome.refusal)->code;
}

std::string coalesced(std::string_view text) {
  return text_of(cute_cpp::coalesce(*read_layout(text)));
}

TEST(CuteCppCoalesce, OnlyWhatIsKnownWhenCompilingIsMerged) {
  EXPECT_EQ(coalesced("(_4,_2):(_1,_4)"), "_8:_1");
  EXPECT_EQ(coalesced("(_4,_2):(_1,4)"), "(_4,_2):(_1,4)");
  EXPECT_EQ(coalesced("(4,_2):(_1,_4)"), "(4,_2):(_1,_4)");
  EXPECT_EQ(coalesced("(5,4):(1,5)"), "(5,4):(1,5)");
  EXPECT_EQ(coalesced("(2,_4):(_0,_0)"), "8:_0");
  EXPECT_EQ(coalesced("(_2,_1,1,_6):(_4,_7,8,_2)"), "(_2,1,_6):(_4,8,_2)");
  EXPECT_EQ(coalesced("_1:_1"), "_1:_0");
  EXPECT_EQ(coalesced("():()"), "cute.mode");
}

TEST(CuteCppCoalesce, TheLeftSideOfACompositionKeepsItsEnd) {
  EXPECT_EQ(text_of(cute_cpp::endless("(_4,_3,_1):(_3,_1,_0)"_layout)), "(_4,_3,_2):(_3,_1,_0)");
  EXPECT_EQ(text_of(cute_cpp::endless("(_4,_1):(_1,_4)"_layout)), "_8:_1");
}

TEST(CuteCppCoalesce, ADynamicStrideOfZeroIsNotSeen) {
  EXPECT_EQ(text_of(cute_cpp::filter("(_4,6):(_0,0)"_layout)), "6:0");
  EXPECT_EQ(text_of(cute_cpp::filter("(_4,_6):(_0,_1)"_layout)), "_6:_1");
  EXPECT_EQ(text_of(cute_cpp::nullspace("6:0"_layout)), "_1:_0");
  EXPECT_EQ(text_of(cute_cpp::nullspace("(_4,_3,_2):(_0,_1,_0)"_layout)), "(_4,_2):(_1,_12)");
}

}  // namespace
}  // namespace tileglot::notation::cute
