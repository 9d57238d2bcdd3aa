// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/constraints/layout_table.h"

#include <gtest/gtest.h>

#include "tileglot/notation/xla/shape/layout.h"

namespace tileglot::hlo::pass {
namespace {

TEST(LayoutTable, AnOrderIsComparedWithoutTheRestOfALayout) {
  LayoutTable table;
  const LayoutId plain = table.of_minor_to_major({1, 0});
  const LayoutId packed = table.keep(table.at(plain).with_element_size(4));
  EXPECT_NE(plain, packed);
  EXPECT_TRUE(table.same_order(plain, packed));
  EXPECT_EQ(table.descending(2), plain);
  EXPECT_EQ(table.of_major_to_minor({0, 1}), plain);
  EXPECT_FALSE(table.same_order(plain, table.of_minor_to_major({0, 1})));
}

}  // namespace
}  // namespace tileglot::hlo::pass
