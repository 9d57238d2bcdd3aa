// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/optimal/layout_nodes.h"

#include <gtest/gtest.h>

#include "tileglot/hlo/pass/layout_table.h"

namespace tileglot::hlo::optimal {
namespace {

class LayoutNodesOf : public testing::Test {
 protected:
  pass::LayoutTable layouts_;
  pass::LayoutId rows_ = layouts_.of_minor_to_major({1, 0});
  pass::LayoutId columns_ = layouts_.of_minor_to_major({0, 1});
  LayoutNodes nodes_{layouts_};
};

TEST_F(LayoutNodesOf, WhatLiesAlikeIsOne) {
  const NodeId a = nodes_.add(rows_);
  const NodeId b = nodes_.add(rows_);
  const NodeId c = nodes_.add_fixed(rows_);
  EXPECT_NE(nodes_.root_of(a), nodes_.root_of(b));
  nodes_.join(a, b);
  EXPECT_EQ(nodes_.root_of(a), nodes_.root_of(b));
  EXPECT_FALSE(nodes_.is_fixed(nodes_.root_of(a)));
  nodes_.join(b, c);
  EXPECT_EQ(nodes_.root_of(a), nodes_.root_of(c));
  EXPECT_TRUE(nodes_.is_fixed(nodes_.root_of(a)));
}

TEST_F(LayoutNodesOf, WhereTheFirstAnswerHasTwoOrdersBothStay) {
  const NodeId a = nodes_.add(rows_);
  const NodeId b = nodes_.add(columns_);
  nodes_.join(a, b);
  EXPECT_NE(nodes_.root_of(a), nodes_.root_of(b));
  EXPECT_TRUE(nodes_.is_fixed(a));
  EXPECT_TRUE(nodes_.is_fixed(b));
}

}  // namespace
}  // namespace tileglot::hlo::optimal
