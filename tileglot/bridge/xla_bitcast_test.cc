// SPDX-License-Identifier: Apache-2.0
#include "tileglot/bridge/xla_bitcast.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tileglot/core/law.h"
#include "tileglot/notation/xla/bitcast/any_reshape.h"
#include "tileglot/notation/xla/bitcast/same_addresses.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::bridge {
namespace {

namespace xla = notation::xla;

std::string same(std::string_view a, std::string_view b) {
  const auto answer = same_addresses_by_map(*xla::parse_shape(a), *xla::parse_shape(b));
  if (!answer) return answer.error()->code;
  return *answer ? "same" : "other";
}

// "extents do not matter"
TEST(XlaBitcast, ExtentsDoNotMatter) {
  EXPECT_EQ(same("s8[1099511627776]{0:T(1024)}", "s8[1048576,1048576]{1,0:T(1024)}"), "same");
  EXPECT_EQ(same("s8[1099511627776]{0:T(1024)}", "s8[1099511627776]"), "same");
  EXPECT_EQ(same("s8[1099511627776]{0:T(4)(2,2)}", "s8[1099511627776]"), "other");
  EXPECT_EQ(same("s8[2097152,2097152]{1,0:T(*,1024)}", "s8[4398046511104]{0:T(1024)}"), "same");
}

TEST(XlaBitcast, SmallCasesByHand) {
  EXPECT_EQ(same("f32[3,2,2]{1,0,2}", "f32[6,2]{0,1}"), "same");
  EXPECT_EQ(same("f32[3,2,2]{0,1,2}", "f32[6,2]{0,1}"), "other");
  EXPECT_EQ(same("f32[]", "f32[1,1]"), "same");
  EXPECT_EQ(same("f32[1]{0:T(2)}", "f32[]"), "other");
  EXPECT_EQ(same("f32[0,3]{0,1}", "f32[5,0]"), "same");
}

TEST(XlaBitcast, PartsAndTailsCount) {
  EXPECT_EQ(same("f32[4]{0:SC(0:2)}", "f32[2,2]"), "other");
  EXPECT_EQ(same("f32[4]{0:SC(0:2)}", "f32[2,2]{1,0:SC(0:1)}"), "same");
  EXPECT_EQ(same("f32[4,6]{1,0:SC(1:3)}", "f32[2,12]{1,0:SC(1:3)}"), "other");
  EXPECT_EQ(same("f32[1,4]{1,0:SC(1:2)}", "f32[4]{0:SC(0:2)}"), "same");
  EXPECT_EQ(same("f32[6]{0:T(4)SC(0:3)}", "f32[6]{0:L(4)SC(0:3)}"), "same");
  EXPECT_EQ(same("f32[3]{0:L(64)}", "f32[3]"), "other");
  EXPECT_EQ(same("s8[1,8388608]{1,0:SC(1:9)}", "s8[8388608]{0:SC(0:9)}"), "same");
}

TEST(XlaBitcast, WhatHasNoPlacesIsRefused) {
  EXPECT_EQ(same("f32[6]", "f32[5]"), "xla.elements");
  EXPECT_EQ(same("f32[?]", "f32[5]"), "xla.unbounded");
  EXPECT_EQ(same("token[]", "f32[5]"), "xla.not_array");
}

/// Trying each element, groups of dimensions and maps agree.
TEST(XlaBitcast, MapsAndGroupsAgree) {
  core::check_law("xla_bitcasts_by_map", 10000, [] {
    const xla::ReshapePair pair = *xla::any_reshape();
    const auto by_map = same_addresses_by_map(pair.in, pair.out);
    EXPECT_EQ(by_map, xla::same_addresses(pair.in, pair.out))
        << xla::print(pair.in) << " to " << xla::print(pair.out);
    EXPECT_EQ(by_map, xla::same_addresses_by_trying(pair.in, pair.out))
        << xla::print(pair.in) << " to " << xla::print(pair.out);
  });
}

}  // namespace
}  // namespace tileglot::bridge
