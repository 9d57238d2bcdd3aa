// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/warp/thread_moves.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <string>
#include <string_view>

#include "tileglot/core/law.h"
#include "tileglot/notation/linear/swizzle/any_distributed.h"
#include "tileglot/notation/linear/text/parse.h"
#include "tileglot/notation/linear/text/print.h"
#include "tileglot/relayout/warp/plan.h"

namespace tileglot::relayout::warp {
namespace {

namespace linear = notation::linear;

linear::Layout layout(std::string_view text) { return linear::parse(text).value(); }

std::string moves(std::string_view src, std::string_view dst) {
  const auto found = thread_moves(layout(src), layout(dst));
  return found ? linear::print(*found) : "none";
}

TEST(ThreadMoves, ALayoutToItselfMovesNothing) {
  const char* const kHeldTwice = "{register: [1], lane: [2], warp: [2]} -> {dim0: 4}";
  EXPECT_EQ(moves(kHeldTwice, kHeldTwice), "{} -> {}");
  const auto plan = plan_conversion(layout(kHeldTwice), layout(kHeldTwice), 32).value();
  EXPECT_EQ(plan.conversion, ConversionClass::kNone);
  EXPECT_TRUE(plan.dims.empty());
}

TEST(ThreadMoves, RegistersOfAThreadAreRenamed) {
  EXPECT_EQ(moves("{register: [1,2], lane: [3]} -> {dim0: 4}",
                  "{register: [3,2], lane: [3]} -> {dim0: 4}"),
            "{register: [[3],[2]]} -> {register: 4}");
  EXPECT_EQ(
      moves("{register: [1], lane: [2]} -> {dim0: 4}", "{register: [2], lane: [1]} -> {dim0: 4}"),
      "none");
  EXPECT_EQ(
      moves("{register: [1], lane: [2]} -> {dim0: 4}", "{register: [3], lane: [2]} -> {dim0: 4}"),
      "none");
}

TEST(ThreadMoves, NoLayoutHasToMoveToItself) {
  core::check_law("conversion_to_itself", 2000, [] {
    const linear::Layout any =
        (*linear::any_distributed_pair({.registers_repeat = true, .again = true})).src;
    const auto plan = plan_conversion(any, any, 32);
    ASSERT_TRUE(plan);
    EXPECT_EQ(plan->conversion, ConversionClass::kNone);
  });
}

}  // namespace
}  // namespace tileglot::relayout::warp
