// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/layout/layout.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>

#include "tileglot/notation/linear/text/parse.h"

namespace tileglot::notation::linear {
namespace {

TEST(Layout, TheWorkedExampleOfTheHeader) {
  const Layout layout =
      parse("{register: [[0,1]], lane: [[1,0],[2,0]]} -> {dim0: 4, dim1: 2}").value();
  EXPECT_EQ(layout.in_bits(), 3);
  EXPECT_EQ(layout.out_bits(), 3);
  EXPECT_EQ(layout.column(0), 0b100U);
  EXPECT_EQ(layout.column(1), 0b001U);
  EXPECT_EQ(layout.column(2), 0b010U);
  EXPECT_EQ(layout.find_in(kLane)->begin, 1);
  EXPECT_EQ(layout.columns_of(*layout.find_in(kLane)).size(), 2U);
  EXPECT_EQ(layout.find_out(kLane), nullptr);
  EXPECT_EQ(part_of(0b110, layout.outs()[1]), 1U);
}

TEST(Layout, ADimensionOf64BitsIsReadWhole) {
  Layout layout;
  layout.add_out(kOffset, 64);
  EXPECT_EQ(part_of(~std::uint64_t{0}, layout.outs()[0]), ~std::uint64_t{0});
  layout.add_out(kBlock, 0);  // begins after the last bit
  EXPECT_EQ(part_of(~std::uint64_t{0}, layout.outs()[1]), 0U);
  EXPECT_EQ(placed(0, layout.outs()[1]), 0U);
}

TEST(Layout, EqualityLooksAtOrderNamesAndSizes) {
  const auto equal = [](const char* a, const char* b) {
    return parse(a).value() == parse(b).value();
  };
  EXPECT_TRUE(equal("{i: [1,2]} -> {o: 4}", "{i: [[1],[2]]} -> {o: 4}"));
  EXPECT_FALSE(equal("{i: [1,2]} -> {o: 4}", "{i: [2,1]} -> {o: 4}"));
  EXPECT_FALSE(equal("{i: [1,2]} -> {o: 4}", "{j: [1,2]} -> {o: 4}"));
  EXPECT_FALSE(equal("{i: [1,2]} -> {o: 4}", "{i: [1,2], j: []} -> {o: 4}"));
  EXPECT_FALSE(equal("{i: [1,2]} -> {o: 4}", "{i: [1,2]} -> {o: 8}, surjective: false"));
}

}  // namespace
}  // namespace tileglot::notation::linear
