// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/triton/cluster_bases.h"

#include <gtest/gtest.h>

#include "tileglot/notation/triton/encoding.h"

namespace tileglot::notation::triton {
namespace {

TEST(ClusterBases, BlocksBeyondTheSplitRepeatItsParts) {
  EXPECT_EQ(split_to_bases({4}, {2}, {0}), (Bases{{1}, {0}}));
  EXPECT_EQ(split_to_bases({2, 4}, {2, 4}, {1, 0}), (Bases{{0, 1}, {0, 2}, {1, 0}}));
  EXPECT_EQ(split_to_bases({1, 1}, {1, 1}, {1, 0}), Bases{});
}

TEST(ClusterBases, ListsThatDoNotFitAreRefused) {
  EXPECT_EQ(split_to_bases({2}, {4}, {0}).error()->code, "triton.cga");
  EXPECT_EQ(split_to_bases({3}, {1}, {0}).error()->code, "triton.power_of_two");
  EXPECT_EQ(split_to_bases({2, 2}, {2}, {1, 0}).error()->code, "triton.rank");
  EXPECT_EQ(split_to_bases({2}, {2}, {1}).error()->code, "triton.order");
}

}  // namespace
}  // namespace tileglot::notation::triton
