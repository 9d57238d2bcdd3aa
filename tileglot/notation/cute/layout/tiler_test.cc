// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/layout/tiler.h"

#include <gtest/gtest.h>

#include "tileglot/notation/cute/text/parse.h"
#include "tileglot/notation/cute/text/print.h"

namespace tileglot::notation::cute {
namespace {

constexpr Tiler kByMode = *tiler_of(*tuple_of(4, 8));
static_assert(kByMode.guide == *tuple_of(0, 1));
static_assert(equal_values(kByMode.layouts.shape, *tuple_of(4, 8)));
static_assert(equal_values(kByMode.layouts.stride, *tuple_of(1, 1)));

TEST(Tiler, ATupleOfIntegersTilesModeByMode) {
  EXPECT_TRUE(kByMode.is_by_mode());
  EXPECT_EQ(print(kByMode), "<4:1,8:1>");
  EXPECT_FALSE(tiler_of(*parse_layout("(4,8):(1,4)"))->is_by_mode());
}

TEST(Tiler, WhatIsReadIsPrinted) {
  for (const char* text : {"<4:1,_>", "<_,<(2,4):(1,8),_>,8:1>", "(4,8):(1,4)", "<>"}) {
    const auto tiler = parse_tiler(text);
    ASSERT_TRUE(tiler.has_value()) << text << ": " << tiler.error()->message;
    EXPECT_EQ(print(*tiler), text);
  }
  EXPECT_EQ(print(*parse_tiler("(4,(2,_))")), "<4:1,<2:1,_>>");
  EXPECT_EQ(print(*parse_tiler("_")), "_");
  EXPECT_EQ(*parse_tiler("<4:_1,<2:_1,_>>"), *parse_tiler("(4,(2,_))"));
}

TEST(Tiler, ANegativeIntegerIsNotATiler) {
  static_assert(tiler_of(*tuple_of(4, -8)).refusal == Refusal{Reason::kNegativeExtent, 1, -8});
  EXPECT_EQ(parse_tiler("(_1,(-4,_8),_)").error()->code, "cute.extent");
}

TEST(Tiler, TextsThatAreNotTilersAreRefused) {
  for (const char* text : {"<4:1", "<4:1,,8>", "4:1>", "<4:(1,2)>", ""}) {
    EXPECT_FALSE(parse_tiler(text).has_value()) << text;
  }
}

}  // namespace
}  // namespace tileglot::notation::cute
