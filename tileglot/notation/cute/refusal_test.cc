// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/refusal.h"

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

}  // namespace
}  // namespace tileglot::notation::cute
