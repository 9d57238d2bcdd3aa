// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/optimal/layout_nodes.h"

#include <gtest/gtest.h>

#include "tileglot/hlo/pass/constraints/layout_table.h"

namespace tileglot::hlo::optimal {
namespace {

struct LayoutNodesOf : testing::Test {
  pass::LayoutTable layouts;
  pass::LayoutId rows = layouts.of_minor_to_major({1, 0});
  pass::LayoutId columns = layouts.of_minor_to_major({0, 1});
  LayoutNodes nodes{layouts};
};

TEST_F(LayoutNodesOf, WhatLiesAlikeIsOne) {
  const NodeId a = nodes.add(rows);
  const NodeId b = nodes.add(rows);
  const NodeId c = nodes.add_fixed(rows);
  EXPECT_NE(nodes.root_of(a), nodes.root_of(b));
  nodes.join(a, b);
  EXPECT_EQ(nodes.root_of(a), nodes.root_of(b));
  EXPECT_FALSE(nodes.is_fixed(nodes.root_of(a)));
  nodes.join(b, c);
  EXPECT_EQ(nodes.root_of(a), nodes.root_of(c));
  EXPECT_TRUE(nodes.is_fixed(nodes.root_of(a)));
}

TEST_F(LayoutNodesOf, WhereTheFirstAnswerHasTwoOrdersBothStay) {
  const NodeId a = nodes.add(rows);
  const NodeId b = nodes.add(columns);
  nodes.join(a, b);
  EXPECT_NE(nodes.root_of(a), nodes.root_of(b));
  EXPECT_TRUE(nodes.is_fixed(a));
  EXPECT_TRUE(nodes.is_fixed(b));
}

}  // namespace
}  // namespace tileglot::hlo::optimal
