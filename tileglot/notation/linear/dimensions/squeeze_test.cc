// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/dimensions/squeeze.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstdint>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/linear/answer_text.h"
#include "tileglot/notation/linear/layout/any_layout.h"
#include "tileglot/notation/linear/layout/apply.h"

namespace tileglot::notation::linear {
namespace {

TEST(Squeeze, ADimensionOfSize1GoesAndComes) {
  const Layout layout = layout_of("{lane: [[1,0]], warp: []} -> {dim0: 2, dim1: 1}");
  EXPECT_EQ(answer_text(squeeze_outs(layout, standard_out(1))),
            "{lane: [[1]], warp: []} -> {dim0: 2}");
  EXPECT_EQ(answer_text(squeeze_ins(layout, kWarp)), "{lane: [[1,0]]} -> {dim0: 2, dim1: 1}");
  EXPECT_EQ(answer_text(squeeze_ins(layout, kLane)), "linear.size");
  EXPECT_EQ(answer_text(squeeze_outs(layout, standard_out(0))), "linear.size");
  EXPECT_EQ(answer_text(squeeze_ins(layout, kBlock)), "linear.no_dimension");
  EXPECT_EQ(answer_text(squeeze_outs(layout, kBlock)), "linear.no_dimension");
  EXPECT_EQ(answer_text(unsqueeze_ins(layout, kLane)), "linear.duplicate");
  EXPECT_EQ(answer_text(unsqueeze_outs(layout, standard_out(0))), "linear.duplicate");
}

TEST(Squeeze, ANameChangesInItsPlace) {
  const Layout layout = layout_of("{lane: [1], warp: []} -> {dim0: 2}");
  EXPECT_EQ(answer_text(rename_in_dim(layout, kLane, kRegister)),
            "{register: [[1]], warp: []} -> {dim0: 2}");
  EXPECT_EQ(answer_text(rename_out_dim(layout, standard_out(0), kOffset)),
            "{lane: [[1]], warp: []} -> {offset: 2}");
  EXPECT_EQ(answer_text(rename_in_dim(layout, kLane, kWarp)), "linear.duplicate");
  EXPECT_EQ(answer_text(rename_in_dim(layout, kLane, kLane)),
            "{lane: [[1]], warp: []} -> {dim0: 2}");
  EXPECT_EQ(answer_text(rename_in_dim(layout, kBlock, kLane)), "linear.no_dimension");
  EXPECT_EQ(answer_text(rename_out_dim(layout, kBlock, kLane)), "linear.no_dimension");
}

TEST(Squeeze, UnsqueezeAndSqueezeAreNothing) {
  core::check_law("linear_squeeze", 10000, [] {
    const Layout layout = *any_layout();
    const Layout more = unsqueeze_outs(unsqueeze_ins(layout, Name("a")).value(), Name("b")).value();
    EXPECT_EQ(more.ins().back().size() * more.outs().back().size(), 1);
    for (std::uint64_t x = 0; x < std::uint64_t{1} << layout.in_bits(); ++x)
      EXPECT_EQ(apply_flat(more, x), apply_flat(layout, x));
    EXPECT_EQ(squeeze_ins(squeeze_outs(more, Name("b")).value(), Name("a")).value(), layout);
  });
}

}  // namespace
}  // namespace tileglot::notation::linear
