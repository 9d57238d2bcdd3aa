// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/atoms/fragment.h"

#include <gtest/gtest.h>

#include "tileglot/notation/cute/text/print.h"

namespace tileglot::notation::cute {
namespace {

std::string marked(const Layout<>& layout) { return print(layout, Marks::kShow); }

TEST(Fragment, ARowOfFourRegistersRepeatsDownAndAlong) {
  EXPECT_EQ(marked(warp_rows(16, 16, 2)), "((_4,_8),(_2,_2,_2)):((_32,_1),(_16,_8,_128))");
  EXPECT_EQ(marked(warp_accumulators(16, 8)), "((_4,_8),(_2,_2)):((_32,_1),(_16,_8))");
}

TEST(Fragment, ExtentsOfOneAreLeftOut) {
  EXPECT_EQ(marked(warp_rows(8, 4, 1)), "((_4,_8),_1):((_8,_1),_0)");
  EXPECT_EQ(marked(fragment({}, {{1, 7}})), "(_1,_1):(_0,_0)");
  EXPECT_EQ(marked(fragment({{32, 4}}, {{4, 1}, {1, 9}})), "(_32,_4):(_4,_1)");
}

TEST(Fragment, ANumberingIsOneMode) {
  EXPECT_EQ(marked(numbering({{32, 1}})), "_32:_1");
  EXPECT_EQ(marked(numbering({{4, 1}, {2, 16}})), "(_4,_2):(_1,_16)");
}

}  // namespace
}  // namespace tileglot::notation::cute
