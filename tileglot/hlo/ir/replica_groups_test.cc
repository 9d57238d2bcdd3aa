// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/ir/replica_groups.h"

#include <gtest/gtest.h>

#include "tileglot/notation/xla/sharding/tile_assignment.h"

namespace tileglot::hlo {
namespace {

using notation::xla::iota_tiles;

TEST(ReplicaGroups, RowsOfAGridAreGroups) {
  EXPECT_EQ(*listed_groups(*iota_tiles({2, 2}, {.reshape_dims = {4}, .permutation = {0}})),
            (ListedGroups{{0, 1}, {2, 3}}));
  EXPECT_EQ(*listed_groups(*iota_tiles({2, 2}, {.reshape_dims = {2, 2}, .permutation = {1, 0}})),
            (ListedGroups{{0, 2}, {1, 3}}));
  EXPECT_EQ(*listed_groups(ListedGroups{{3}, {1, 2}}), (ListedGroups{{3}, {1, 2}}));
}

TEST(ReplicaGroups, TooManyAreNotListed) {
  const auto groups = iota_tiles({1, 1 << 22}, {.reshape_dims = {1 << 22}, .permutation = {0}});
  EXPECT_EQ(listed_groups(*groups).error()->code, "xla.limit");
}

}  // namespace
}  // namespace tileglot::hlo
