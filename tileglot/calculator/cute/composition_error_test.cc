// SPDX-License-Identifier: Apache-2.0
#include "tileglot/calculator/cute/composition_error.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tileglot/calculator/cute/operations.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/cute/algebra/product.h"
#include "tileglot/notation/cute/layout/literal.h"
#include "tileglot/notation/cute/layout/tiler.h"

namespace tileglot::calculator {
namespace {

namespace cute = notation::cute;
using namespace notation::cute::literals;
core::Error error_of(const std::string& operation, const std::vector<std::string>& arguments) {
  const auto value = cute_operations().apply(operation, arguments);
  return value ? core::Error{} : value.error();
}

TEST(CompositionError, ARefusedCompositionShowsTheOffsets) {
  const core::Error error = error_of("composition", {"(6,4):(1,10)", "4:4"});
  EXPECT_EQ(error->code, "cute.composition");
  EXPECT_EQ(error->message,
            "the mode 4:4 has no stride in (6,4):(1,10): 4 steps of 4 leave 6:1, 4:10 unevenly");
  EXPECT_EQ(error->witness, "offsets 0, 4, 12, 20: at 3 it would have to be 16 and is 20");
}

TEST(CompositionError, ARunThatDoesNotDivideTheModeShowsWhereItEnds) {
  const core::Error error = error_of("composition", {"(4,8):(8,1)", "5:1"});
  EXPECT_EQ(error->witness, "offsets 0, 8, 16, 24, 1: at 4 it would have to be 32 and is 1");
}

TEST(CompositionError, ModesThatCarryShowAnIndex) {
  const core::Error error = error_of("composition", {"(4,2):(1,8)", "(2,2):(3,1)"});
  EXPECT_EQ(error->message, "the modes of (2,2):(3,1) carry into one another in (4,2):(1,8)");
  EXPECT_EQ(error->witness,
            "index 3 is the coordinate (1,1) and 4 in (4,2):(1,8): at 3 it would have to be 4 and "
            "is 8");
}

TEST(CompositionError, ByModeTheFirstModeWithoutAnAnswerIsNamed) {
  EXPECT_EQ(error_of("composition", {"(8,(6,4)):(1,(1,10))", "<2,4:4>"})->witness,
            "offsets 0, 4, 12, 20: at 3 it would have to be 16 and is 20");
  EXPECT_EQ(error_of("zipped_divide", {"(8,16):(1,8)", "<2,(2,2):(1,1)>"})->code,
            "cute.not_injective");
  EXPECT_EQ(error_of("logical_divide", {"(12,(4,8)):(7,(1,30))", "128"})->witness,
            "offsets 0, 7, 14, 21, 28, 35, 42, 49, ..: at 12 it would have to be 84 and is 1");
}

TEST(CompositionError, TooManyTilesAndTooManyElementsSaySo) {
  EXPECT_EQ(error_of("flat_divide", {"8:1", "<2,2>"})->code, "cute.tiler_rank");
  const core::Error error =
      error_of("composition", {"(2,2,1099511627776):(3,2,8)", "(2,2,1048576):(1,3,4)"});
  EXPECT_EQ(error->code, "cute.too_large_to_decide");
  EXPECT_EQ(error->message, "no rule decides about 4194304 elements, and they are too many to try");
}

TEST(CompositionError, ARefusedProductNamesTheLayoutsThatWereGiven) {
  const cute::Layout<> block = "3:3"_layout;
  const cute::Tiler order = *cute::tiler_of("4:1"_layout);
  const core::Error error =
      product_error(cute::logical_product(block, order).refusal, block, order);
  EXPECT_EQ(
      error->message,
      "4:1 cannot count copies of 3:3, which begin at (3,2):(1,9): the mode 4:1 has no stride in "
      "(3,2):(1,9): 4 steps of 1 leave 3:1, 2:9 unevenly");
  EXPECT_EQ(error->witness, "offsets 0, 1, 2, 9: at 3 it would have to be 3 and is 9");
}

}  // namespace
}  // namespace tileglot::calculator
