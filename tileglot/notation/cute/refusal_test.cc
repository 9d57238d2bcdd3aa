// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/refusal.h"
#include "tileglot/notation/cute/complement.h"
#include "tileglot/notation/cute/recast.h"

#include <gtest/gtest.h>

#include <cstdint>

#include "tileglot/notation/cute/coordinate.h"
#include "tileglot/notation/cute/literal.h"

namespace tileglot::notation::cute {
namespace {

TEST(Refusal, EveryReasonHasACodeASentenceAndHelp) {
  for (int i = 1; i <= static_cast<int>(Reason::kNumberTooLarge); ++i) {
    const core::Error error = to_error({static_cast<Reason>(i), 7, 8});
    EXPECT_TRUE(error.code.starts_with("cute.") && error.code != "cute.none") << i;
    EXPECT_NE(error.message.find('7'), std::string::npos) << error.message;
    EXPECT_FALSE(error.help.empty()) << error.code;
  }
}

TEST(Refusal, TheNumbersAreInTheSentence) {
  EXPECT_EQ(to_error({Reason::kTooManyLeaves, 65, 64}).message,
            "a tuple of 65 integers is larger than the 64 there is room for");
  EXPECT_EQ(to_error({Reason::kProductTooLarge, 3, 4}).message,
            "3 * 4 does not fit a signed 64-bit integer");
  EXPECT_EQ(to_error(mode("(4,2):(1,4)"_layout, 2).refusal).message,
            "there is no mode 2; the rank is 2");
}

core::Error error_of(const Outcome<Layout<>>& refused, const Layout<>& layout) {
  return layout_error(refused.refusal, layout);
}

TEST(Refusal, AWitnessShowsTheNumbersThatDoNotFit) {
  const Layout<> fives = "4:5"_layout;
  const Layout<> ones = "(2,2):(1,1)"_layout;
  const Layout<> threes = "4:3"_layout;
  const Layout<> backwards = "4:-1"_layout;
  EXPECT_EQ(error_of(upcast(2, fives), fives).witness, "5 = 2 * 2 + 1");
  EXPECT_EQ(error_of(upcast(4, threes), threes).witness, "4 = 1 * 3 + 1");
  EXPECT_EQ(error_of(upcast(2, ones), ones).message,
            "the modes 2:1, 2:1 of (2,2):(1,1) stay inside 2 elements each alone, not together");
  EXPECT_EQ(error_of(upcast(2, ones), ones).witness,
            "together they reach offset 2, in another 2 elements");
  EXPECT_EQ(error_of(downcast(2, threes), threes).witness,
            "the smallest stride of 4:3 is that of 4:3");
  EXPECT_EQ(error_of(complement(backwards), backwards).witness,
            "its second element is at offset -1, below the first");
  EXPECT_EQ(layout_error({Reason::kNoElements, 1, 0}, "(2,0):(1,2)"_layout).message,
            "the mode 0:2 of (2,0):(1,2) has no elements");
}

}  // namespace
}  // namespace tileglot::notation::cute
