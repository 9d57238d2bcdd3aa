// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/text/refusal.h"
#include "tileglot/notation/cute/algebra/complement.h"
#include "tileglot/notation/cute/inverse/recast.h"

#include <gtest/gtest.h>

#include <cstdint>

#include "tileglot/notation/cute/layout/coordinate.h"
#include "tileglot/notation/cute/layout/literal.h"

namespace tileglot::notation::cute {
namespace {

TEST(Refusal, EveryReasonHasACodeASentenceAndHelp) {
  for (int i = 1; i <= static_cast<int>(Reason::kNumberTooLarge); ++i) {
    const core::Error error = to_error({static_cast<Reason>(i), 7, 8});
    EXPECT_TRUE(error->code.starts_with("cute.") && error->code != "cute.none") << i;
    EXPECT_NE(error->message.find('7'), std::string::npos) << error->message;
    EXPECT_FALSE(error->help.empty()) << error->code;
  }
}

TEST(Refusal, TheNumbersAreInTheSentence) {
  EXPECT_EQ(to_error({Reason::kTooManyLeaves, 65, 64})->message,
            "a tuple of 65 integers is larger than the 64 there is room for");
  EXPECT_EQ(to_error({Reason::kProductTooLarge, 3, 4})->message,
            "3 * 4 does not fit a signed 64-bit integer");
  EXPECT_EQ(to_error(mode("(4,2):(1,4)"_layout, 2).refusal)->message,
            "there is no mode 2; the rank is 2");
}

core::Error error_of(const Outcome<Layout<>>& refused, const Layout<>& layout) {
  return layout_error(refused.refusal, layout);
}

TEST(Refusal, AWitnessShowsTheNumbersThatDoNotFit) {
  const Layout<> fives = "4:5"_layout;
  const Layout<> threes = "4:3"_layout;
  const Layout<> backwards = "4:-1"_layout;
  EXPECT_EQ(error_of(upcast(2, fives), fives)->witness, "5 = 2 * 2 + 1");
  EXPECT_EQ(error_of(upcast(4, threes), threes)->witness, "4 = 1 * 3 + 1");
  EXPECT_EQ(error_of(downcast(2, threes), threes)->witness,
            "along 4:3 the 2 parts from 0 on are followed by those from 6 on");
  EXPECT_EQ(error_of(complement(backwards), backwards)->witness,
            "its second element is at offset -1, below the first");
  EXPECT_EQ(layout_error({Reason::kNoElements, 1, 0}, "(2,0):(1,2)"_layout)->message,
            "the mode 0:2 of (2,0):(1,2) has no elements");
}

TEST(Refusal, ModesThatLeaveAnElementTogetherMayGoOnAlone) {
  for (const Layout<>& ones :
       {"(2,2):(1,1)"_layout, "(2,8):(1,1)"_layout, "(2,2):(-1,-1)"_layout}) {
    EXPECT_EQ(error_of(upcast(2, ones), ones)->witness, "1 + 1 = 2, where each alone is below 2");
  }
  const Layout<> mixed = "(2,8):(1,1)"_layout;
  EXPECT_EQ(error_of(upcast(2, mixed), mixed)->message,
            "the steps of 2:1, 8:1 of (2,8):(1,1) that stay inside one of 2 elements lead out of "
            "it in sum");
  const Layout<> apart = "(2,3,3):(3,0,2)"_layout;
  EXPECT_EQ(error_of(upcast(6, apart), apart)->message,
            "the steps of 2:3, 3:2 of (2,3,3):(3,0,2) that stay inside one of 6 elements lead out "
            "of it in sum");
}

TEST(Refusal, ModesThatGoBothWaysFromAnElementAreNamed) {
  const Layout<> both = "(1,2,2):(1,-2,1)"_layout;
  EXPECT_EQ(error_of(upcast(4, both), both)->message,
            "2:-2 and 2:1 of (1,2,2):(1,-2,1) go both ways inside one of 4 elements");
  EXPECT_EQ(error_of(upcast(4, both), both)->witness,
            "offset -2 is in the 4 elements that end at 0, 1 in those that begin at 0");
}

TEST(Refusal, ElementsThatCannotBeSplitShowWhereTheNextOneIs) {
  const Layout<> backwards = "4:-1"_layout;
  EXPECT_EQ(error_of(downcast(2, backwards), backwards)->message,
            "no mode of 4:-1 has stride 1, to walk on through the 2 parts of each element");
  EXPECT_EQ(error_of(downcast(2, backwards), backwards)->witness,
            "along 4:-1 the 2 parts from 0 on are followed by those from -2 on");
  const Layout<> several = "(2,3,4,1):(4,-2,2,0)"_layout;
  EXPECT_EQ(error_of(downcast(3, several), several)->witness,
            "along 3:-2 the 3 parts from 0 on are followed by those from -6 on");
  const Layout<> far = "2:4611686018427387904"_layout;
  EXPECT_EQ(error_of(downcast(2, far), far)->witness,
            "along 2:4611686018427387904 the second element is at offset 4611686018427387904");
  const Layout<> single = "1:0"_layout;
  EXPECT_EQ(error_of(downcast(2, single), single)->witness, "no mode has 2 elements or more");
}

TEST(Refusal, ATargetIsNotAnExtent) {
  const Layout<> line = "4:1"_layout;
  const core::Error error = error_of(complement(line, -3), line);
  EXPECT_EQ(error->message, "the target has -3 elements");
  EXPECT_EQ(error->help, "a target has 1 or more elements");
}

}  // namespace
}  // namespace tileglot::notation::cute
