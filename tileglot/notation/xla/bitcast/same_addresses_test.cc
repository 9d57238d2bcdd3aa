// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/bitcast/same_addresses.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tileglot/core/law.h"
#include "tileglot/notation/xla/bitcast/any_reshape.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/text/parse.h"
#include "tileglot/notation/xla/validate/split_address.h"

namespace tileglot::notation::xla {
namespace {

std::string same(std::string_view a, std::string_view b) {
  const auto answer = same_addresses(*parse_shape(a), *parse_shape(b));
  if (!answer) return answer.error()->code;
  return *answer ? "same" : "other";
}

// "the n-th elements are compared"
TEST(SameAddresses, TheNthElementsAreCompared) {
  EXPECT_EQ(same("f32[3,2,2]{1,0,2}", "f32[6,2]{0,1}"), "same");
  EXPECT_EQ(same("f32[3,2,2]{0,1,2}", "f32[6,2]{0,1}"), "other");
  EXPECT_EQ(same("bf16[4,16,128]{2,1,0:T(8,128)}", "bf16[64,128]{1,0:T(8,128)}"), "same");
  EXPECT_EQ(same("s8[8]{0:T(4)(2,2)}", "s8[8]"), "other");  // 1 lies at 1 in both, 2 at 4 and 2
  EXPECT_EQ(same("bf16[4,12,128]{2,1,0:T(8,128)}", "bf16[48,128]{1,0:T(8,128)}"), "other");
}

TEST(SameAddresses, ADimensionOfSize1MayStandAnywhere) {
  EXPECT_EQ(same("f32[1,5]{1,0}", "f32[1,5]{0,1}"), "same");
  EXPECT_EQ(same("f32[1,8,128]{2,1,0:T(8,128)}", "f32[8,128]{1,0:T(8,128)}"), "same");
  EXPECT_EQ(same("f32[8,1,128]{2,1,0:T(8,128)}", "f32[8,128]{1,0:T(8,128)}"), "other");
}

TEST(SameAddresses, WhatIsOwnedCountsToo) {
  EXPECT_EQ(same("f32[3]", "f32[3]{0:T(4)}"), "other");
  EXPECT_EQ(same("f32[4]", "f32[4]{0:T(4)}"), "same");
  EXPECT_EQ(same("f32[3]{0:L(64)}", "f32[3]"), "other");
  EXPECT_EQ(same("f32[3]{0:L(64)}", "f32[3]{0:L(32)}"), "other");
  EXPECT_EQ(same("f32[4]{0:L(2)}", "f32[4]"), "same");
  EXPECT_EQ(same("f32[3]{0:L(4)}", "f32[3]{0:T(4)}"), "same");
  EXPECT_EQ(same("f32[4]{0:SC(0:4)}", "f32[4]"), "other");  // a part of room without elements
}

// "the addresses of split arrays are compared"
TEST(SameAddresses, TheAddressesOfSplitArraysAreCompared) {
  EXPECT_EQ(same("f32[1,4]{1,0:SC(1:2)}", "f32[4]{0:SC(0:2)}"), "same");
  EXPECT_EQ(same("f32[4,6]{1,0:SC(1:3)}", "f32[2,12]{1,0:SC(1:3)}"), "other");
  EXPECT_EQ(same("f32[4,6]{1,0:SC(0:2)}", "f32[24]{0:SC(0:12)}"), "same");
  EXPECT_EQ(same("f32[4,6]{1,0:SC(0:2)}", "f32[24]{0:SC(0:2)}"), "other");
  EXPECT_EQ(same("f32[4]{0:SC(0:2)}", "f32[4]"), "other");
  EXPECT_EQ(same("f32[4]{0:SC(0:2)}", "f32[2,2]"), "other");
  EXPECT_EQ(same("f32[4]{0:SC(0:2)}", "f32[4,1]{0,1:SC(1:2)}"), "same");
  EXPECT_EQ(same("f32[4,4]{1,0:SC(0:2)}", "f32[4,4]{0,1:SC(0:2)}"), "other");
  EXPECT_EQ(same("f32[4,6]{1,0:SC(1:3)(0:2)}", "f32[4,6]{1,0:SC(0:2)(1:3)}"), "same");
  EXPECT_EQ(same("f32[1,4,6]{2,1,0:SC(2:3)(1:2)}", "f32[4,6]{1,0:SC(0:2)(1:3)}"), "same");
}

TEST(SameAddresses, LargeSplitArraysAreDecidedWhereTheyAreEqualOrDifferEarly) {
  EXPECT_EQ(same("s8[65536,65536]{1,0:SC(0:9)(1:7)}", "s8[65536,65536]{1,0:SC(1:7)(0:9)}"), "same");
  EXPECT_EQ(same("s8[65536,65536]{1,0:SC(0:9)}", "s8[65536,65536]{0,1:SC(0:9)}"), "other");
  EXPECT_EQ(same("s8[1,8388608]{1,0:SC(1:9)}", "s8[8388608]{0:SC(0:9)}"),
            "xla.too_large_to_decide");
}

TEST(SameAddresses, ArraysWithoutElementsHaveThem) {
  EXPECT_EQ(same("f32[0,3]{0,1}", "f32[5,0,2]"), "same");
  EXPECT_EQ(same("f32[0]", "f32[1]"), "xla.elements");
}

TEST(SameAddresses, LargeArraysAreDecidedGroupByGroup) {
  EXPECT_EQ(same("bf16[16,64,4096,128]{3,2,1,0:T(8,128)(2,1)}",
                 "bf16[1024,4096,128]{2,1,0:T(8,128)(2,1)}"),
            "same");
  EXPECT_EQ(same("f32[1048576,1048576]", "f32[1073741824,1024]"), "same");
  EXPECT_EQ(same("s8[1099511627776]{0:T(1024)}", "s8[1099511627776]{0:T(1024)}"), "same");
}

TEST(SameAddresses, TooManyToTryIsRefused) {
  EXPECT_EQ(same("s8[1099511627776]{0:T(1024)}", "s8[1099511627776]"), "xla.too_large_to_decide");
  EXPECT_EQ(same("s8[2097152,2097152]{1,0:T(*,1024)}", "s8[4398046511104]{0:T(1024)}"),
            "xla.too_large_to_decide");
}

TEST(SameAddresses, TheyAreThoseFoundByTryingEach) {
  int tiled = 0;
  int same = 0;
  int split = 0;
  int total = 0;
  core::check_law("xla_same_addresses_by_trying", 20000, [&] {
    const ReshapePair pair = *any_reshape();
    const bool by_trying = same_addresses_by_trying(pair.in, pair.out);
    EXPECT_EQ(same_addresses(pair.in, pair.out), by_trying)
        << print(pair.in) << " to " << print(pair.out);
    tiled += has_tiles(pair.in) || has_tiles(pair.out) ? 1 : 0;
    same += by_trying ? 1 : 0;
    split += by_trying && has_splits(pair.in) && print(pair.in) != print(pair.out) ? 1 : 0;
    ++total;
  });
  EXPECT_GE(3 * tiled, total);
  EXPECT_GE(5 * same, total);
  EXPECT_GE(50 * split, total);
}

}  // namespace
}  // namespace tileglot::notation::xla
