// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/bitcast/align_layouts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "tileglot/core/law.h"
#include "tileglot/core/permutation.h"
#include "tileglot/notation/xla/bitcast/any_reshape.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::notation::xla {
namespace {

std::string aligned(std::string_view in, std::string_view out) {
  const auto shape = align_layouts(*parse_shape(in), *parse_shape(out));
  if (!shape) return shape.error()->code;
  return *shape ? print(**shape) : "none";
}

// "worked examples"
TEST(AlignLayouts, WorkedExamples) {
  EXPECT_EQ(aligned("f32[2,6,5]{1,0,2}", "f32[12,5]"), "f32[12,5]{0,1}");
  EXPECT_EQ(aligned("f32[2,6,5]{0,1,2}", "f32[12,5]"), "none");
  EXPECT_EQ(aligned("f32[1,2,3,1]{0,2,1,3}", "f32[3,1,2]"), "f32[3,1,2]{2,0,1}");
  EXPECT_EQ(aligned("f32[4,6]{0,1}", "f32[2,2,6]"), "f32[2,2,6]{1,0,2}");
  EXPECT_EQ(aligned("f32[2,3]{0,1}", "f32[3,2]"), "none");
}

TEST(AlignLayouts, ScalarsAndArraysWithoutElementsAlwaysAlign) {
  EXPECT_EQ(aligned("f32[]", "f32[1,1]"), "f32[1,1]{1,0}");
  EXPECT_EQ(aligned("f32[1,1]", "f32[]"), "f32[]");
  EXPECT_EQ(aligned("f32[0,3]{0,1}", "f32[7,0]"), "f32[7,0]{1,0}");
}

TEST(AlignLayouts, TilesGoAlongWhereTheyFit) {
  EXPECT_EQ(aligned("f32[4,16,128]{2,1,0:T(8,128)}", "f32[64,128]"), "f32[64,128]{1,0:T(8,128)}");
  EXPECT_EQ(aligned("f32[4,12,128]{2,1,0:T(8,128)}", "f32[48,128]"), "none");
}

TEST(AlignLayouts, SplitsGoAlongWhereTheyFit) {
  EXPECT_EQ(aligned("f32[4,6]{1,0:SC(0:2)}", "f32[24]"), "none");
  EXPECT_EQ(aligned("f32[4,6]{1,0:SC(1:3)}", "f32[24]"), "none");
  EXPECT_EQ(aligned("f32[4,6]{1,0:SC(0:2)}", "f32[4,2,3]"), "f32[4,2,3]{2,1,0:SC(0:2)}");
}

TEST(AlignLayouts, WhatCannotBeReshapedIsRefused) {
  EXPECT_EQ(aligned("f32[4]", "f32[5]"), "xla.elements");
  EXPECT_EQ(aligned("f32[4]", "token[]"), "xla.not_array");
  EXPECT_EQ(aligned("f32[?]", "f32[4]"), "xla.unbounded");
}

/// Whether any order of the dimensions makes the reshape a bitcast.
bool some_order_aligns(const Shape& in, Shape out) {
  core::Permutation order = core::identity_permutation(static_cast<std::int64_t>(rank(out)));
  do {
    out.layout = Layout{.minor_to_major = order};
    if (same_addresses_by_trying(in, out)) return true;
  } while (std::next_permutation(order.begin(), order.end()));
  return false;
}

TEST(AlignLayouts, AnOrderIsFoundIfThereIsOne) {
  core::check_law("xla_an_order_is_found_if_there_is_one", 10000, [] {
    ReshapePair pair = *any_reshape();
    pair.in.layout = Layout{.minor_to_major = pair.in.layout->minor_to_major};
    const auto found = align_layouts(pair.in, pair.out);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->has_value(), some_order_aligns(pair.in, pair.out))
        << print(pair.in) << " to " << print(pair.out);
    if (*found) {
      EXPECT_TRUE(same_addresses_by_trying(pair.in, **found)) << print(pair.in);
    }
  });
}

TEST(AlignLayouts, TiledLayoutsMoveNothingWhereTheyAlign) {
  core::check_law("xla_aligned_tiles_move_nothing", 10000, [] {
    const ReshapePair pair = *any_reshape();
    const auto found = align_layouts(pair.in, pair.out);
    ASSERT_TRUE(found);
    if (*found) {
      EXPECT_TRUE(same_addresses_by_trying(pair.in, **found)) << print(pair.in);
    }
  });
}

}  // namespace
}  // namespace tileglot::notation::xla
