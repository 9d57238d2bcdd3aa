// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/ir/replica_groups.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

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

/// A mesh of devices in this order, with axes a, b, ..
MeshGroups mesh(std::vector<std::int64_t> sizes, const notation::xla::IotaOrder& order,
                std::vector<AxisRef> along) {
  MeshGroups result{.devices = *iota_tiles(std::move(sizes), order), .along = std::move(along)};
  for (std::size_t i = 0; i < result.devices.dims.size(); ++i) {
    result.names.emplace_back(1, static_cast<char>('a' + i));
  }
  return result;
}

TEST(ReplicaGroups, AxesOfAMeshAreGroups) {
  const notation::xla::IotaOrder plain{.reshape_dims = {8}, .permutation = {0}};
  EXPECT_EQ(*listed_groups(mesh({4, 2}, plain, {{.axis = 1}})),
            (ListedGroups{{0, 1}, {2, 3}, {4, 5}, {6, 7}}));
  EXPECT_EQ(*listed_groups(mesh({4, 2}, plain, {{.axis = 0}})),
            (ListedGroups{{0, 2, 4, 6}, {1, 3, 5, 7}}));
  EXPECT_EQ(*listed_groups(mesh({4, 2}, plain, {{.axis = 1}, {.axis = 0}})),
            (ListedGroups{{0, 2, 4, 6, 1, 3, 5, 7}}));
  EXPECT_EQ(*listed_groups(mesh({4, 2}, plain, {})),
            (ListedGroups{{0}, {1}, {2}, {3}, {4}, {5}, {6}, {7}}));
  const notation::xla::IotaOrder turned{.reshape_dims = {2, 4}, .permutation = {1, 0}};
  EXPECT_EQ(*listed_groups(mesh({4, 2}, turned, {{.axis = 1}})),
            (ListedGroups{{0, 4}, {1, 5}, {2, 6}, {3, 7}}));
}

TEST(ReplicaGroups, PartsOfAxesAreGroups) {
  const notation::xla::IotaOrder plain{.reshape_dims = {8}, .permutation = {0}};
  const AxisRef first{.axis = 0, .part = AxisPart{.blocks = 1, .size = 2}};
  const AxisRef second{.axis = 0, .part = AxisPart{.blocks = 2, .size = 2}};
  const AxisRef last{.axis = 0, .part = AxisPart{.blocks = 4, .size = 2}};
  EXPECT_EQ(*listed_groups(mesh({8}, plain, {first})),
            (ListedGroups{{0, 4}, {1, 5}, {2, 6}, {3, 7}}));
  EXPECT_EQ(*listed_groups(mesh({8}, plain, {second})),
            (ListedGroups{{0, 2}, {1, 3}, {4, 6}, {5, 7}}));
  EXPECT_EQ(*listed_groups(mesh({8}, plain, {last, first})),
            (ListedGroups{{0, 4, 1, 5}, {2, 6, 3, 7}}));
}

TEST(ReplicaGroups, PartsThatDoNotDivideTheAxisAreRefused) {
  const notation::xla::IotaOrder plain{.reshape_dims = {8}, .permutation = {0}};
  const auto code = [&](std::vector<AxisRef> along) {
    const auto status = check_mesh(mesh({8}, plain, std::move(along)));
    return status ? "" : status.error()->code;
  };
  const auto part = [](std::int64_t blocks, std::int64_t size) {
    return AxisRef{.axis = 0, .part = AxisPart{.blocks = blocks, .size = size}};
  };
  EXPECT_EQ(code({part(1, 2), part(2, 2)}), "");
  EXPECT_EQ(code({part(1, 3)}), "hlo.mesh");
  EXPECT_EQ(code({part(1, 8)}), "hlo.mesh");
  EXPECT_EQ(code({part(0, 2)}), "hlo.mesh");
  EXPECT_EQ(code({part(INT64_MAX, 2)}), "hlo.mesh");
  EXPECT_EQ(code({part(1, 4), part(2, 2)}), "hlo.mesh");
  EXPECT_EQ(code({AxisRef{}, AxisRef{}}), "hlo.mesh");
}

TEST(ReplicaGroups, TooManyAreNotListed) {
  const auto groups = iota_tiles({1, 1 << 22}, {.reshape_dims = {1 << 22}, .permutation = {0}});
  EXPECT_EQ(listed_groups(*groups).error()->code, "xla.limit");
}

}  // namespace
}  // namespace tileglot::hlo
