// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/layout/no_dimension.h"

#include <gtest/gtest.h>

#include "tileglot/notation/linear/text/parse.h"

namespace tileglot::notation::linear {
namespace {

TEST(NoDimension, AMisspeltDimensionIsToldWithThoseThereAre) {
  const Layout layout = parse("{register: [1], lane: [0]} -> {o: 2}").value();
  const core::Error error = no_input(layout, "regster");
  EXPECT_EQ(error->code, "linear.no_dimension");
  EXPECT_EQ(error->message, "there is no input regster; the layout has register, lane");
  EXPECT_EQ(error->help, "did you mean 'register'?");
  EXPECT_EQ(no_output(layout, "x")->message, "there is no output x; the layout has o");
  EXPECT_EQ(find_named(layout.ins(), "lane")->name, kLane);
  EXPECT_EQ(find_named(layout.ins(), "warp"), nullptr);
}

}  // namespace
}  // namespace tileglot::notation::linear
