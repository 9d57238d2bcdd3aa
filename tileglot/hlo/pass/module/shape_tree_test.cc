// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/module/shape_tree.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::hlo::pass {
namespace {

TEST(ShapeTree, ATupleComesBeforeItsElements) {
  const auto shape = notation::xla::parse_shape("(f32[2], (s32[3], pred[]))");
  const ShapeTree tree(*shape);
  EXPECT_EQ(tree.size(), 5U);
  EXPECT_EQ(tree.child(0, 1), 2U);
  EXPECT_EQ(tree.child(2, 1), 4U);
  EXPECT_EQ(tree.size_of(2), 3U);
  EXPECT_EQ(tree.arrays(), (std::vector<Position>{1, 3, 4}));
  EXPECT_FALSE(tree.has_choice());
  EXPECT_EQ(tree.find(std::vector<std::int64_t>{1, 0}), 3U);
  EXPECT_FALSE(tree.find(std::vector<std::int64_t>{0, 0}));
}

TEST(ShapeTree, ABufferIsTheArrayItHolds) {
  const auto shape = notation::xla::parse_shape("(b(f32[2,4]), s32[3])");
  const ShapeTree tree(*shape);
  EXPECT_EQ(tree.size(), 3U);
  EXPECT_EQ(tree.child(0, 1), 2U);
  EXPECT_EQ(tree.arrays(), (std::vector<Position>{1, 2}));
  EXPECT_EQ(rank(tree.shape(1)), 2U);
  EXPECT_TRUE(tree.has_choice());
  EXPECT_TRUE(ShapeTree(shape->elements[0]).is_array());
  EXPECT_FALSE(tree.find(std::vector<std::int64_t>{0, 0}));
}

}  // namespace
}  // namespace tileglot::hlo::pass
