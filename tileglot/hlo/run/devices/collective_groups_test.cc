// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/devices/collective_groups.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tileglot/hlo/run/array/devices.h"
#include "tileglot/hlo/text/parse.h"

namespace tileglot::hlo::run {
namespace {

using Groups = std::vector<DeviceNumbers>;

const std::string kAdd =
    "add { a = s32[] parameter(0) b = s32[] parameter(1) ROOT c = s32[] add(a, b) }\n";

core::Result<Groups> groups_in(const std::string& operation, const Devices& devices) {
  const auto module =
      parse_module(kAdd + "ENTRY e { x = s32[4] parameter(0) ROOT r = " + operation + " }");
  EXPECT_TRUE(module) << operation << ": " << module.error()->message;
  return collective_groups(*module, *(*module)[module->entry()].root, devices);
}

core::Result<Groups> of_all_reduce(const std::string& attributes, const Devices& devices) {
  return groups_in("s32[4] all-reduce(x), to_apply=add, " + attributes, devices);
}

std::string refused(const std::string& attributes, const Devices& devices) {
  const auto groups = of_all_reduce(attributes, devices);
  return groups ? "taken" : groups.error()->code + ": " + groups.error()->message;
}

TEST(CollectiveGroups, ADeviceHasOneNumber) {
  const Devices devices{2, 3};
  EXPECT_EQ(devices.count(), 6U);
  EXPECT_EQ(devices.number_of({1, 1}), 4U);
  EXPECT_EQ(devices.at(4).replica, 1);
  EXPECT_EQ(devices.at(4).partition, 1);
}

TEST(CollectiveGroups, WhatIdsMean) {
  const Devices devices{2, 2};
  EXPECT_EQ(*of_all_reduce("replica_groups={{0,1}}", devices), Groups({{0, 2}, {1, 3}}));
  EXPECT_EQ(*of_all_reduce("replica_groups={{0,1}}, channel_id=1", devices),
            Groups({{0, 1, 2, 3}}));
  EXPECT_EQ(*of_all_reduce("replica_groups={{0},{1}}, channel_id=1", devices),
            Groups({{0, 1}, {2, 3}}));
  EXPECT_EQ(*of_all_reduce("replica_groups={{3,0},{1,2}}, channel_id=1, use_global_device_ids=true",
                           devices),
            Groups({{3, 0}, {1, 2}}));
  EXPECT_EQ(*groups_in("s32[4] all-to-all(x), dimensions={0}, replica_groups={{1,0}}, channel_id=1",
                       devices),
            Groups({{1, 0}, {3, 2}}));
}

TEST(CollectiveGroups, NoGroupsAreOne) {
  EXPECT_EQ(*of_all_reduce("replica_groups={}", {3, 2}), Groups({{0, 2, 4}, {1, 3, 5}}));
  EXPECT_EQ(*of_all_reduce("channel_id=1", {2, 2}), Groups({{0, 1, 2, 3}}));
  EXPECT_EQ(*of_all_reduce("replica_groups={}", {1, 1}), Groups({{0}}));
  EXPECT_EQ(*groups_in("s32[4] collective-permute(x), source_target_pairs={{0,1}}", {2, 1}),
            Groups({{0, 1}}));
}

TEST(CollectiveGroups, RowsOfAGrid) {
  EXPECT_EQ(*of_all_reduce("replica_groups=[2,2]<=[2,2]T(1,0)", {4, 1}), Groups({{0, 2}, {1, 3}}));
}

TEST(CollectiveGroups, BadGroupsAreRefused) {
  EXPECT_EQ(refused("replica_groups={{0,4}}", {4, 1}),
            "run.groups: all-reduce r: replica_groups name replica 4, and there are 4");
  EXPECT_EQ(refused("replica_groups={{0,1},{1}}", {2, 1}),
            "run.groups: all-reduce r: replica_groups name replica 1 twice");
  EXPECT_EQ(refused("replica_groups={{0,2}}", {3, 1}),
            "run.groups: all-reduce r: replica 1 is in no group");
  const auto without_channel = groups_in(
      "s32[8] all-gather(x), dimensions={0}, replica_groups={{0,1}}, use_global_device_ids=true",
      {2, 1});
  EXPECT_EQ(without_channel.error()->message,
            "all-gather r: use_global_device_ids needs a channel_id");
  EXPECT_EQ(refused("channel_id=1, use_global_device_ids=true", {2, 1}),
            "run.groups: all-reduce r: use_global_device_ids needs replica_groups");
  EXPECT_EQ(refused("channel_id=1, use_global_device_ids=true, replica_groups={{0,9}}", {2, 2}),
            "run.groups: all-reduce r: replica_groups name device 9, and there are 4");
  const auto uneven =
      groups_in("s32[4] all-to-all(x), dimensions={0}, replica_groups={{0,1},{2}}", {3, 1});
  EXPECT_EQ(uneven.error()->message,
            "all-to-all r: groups have 2 and 1 members, and all should have as many");
  EXPECT_TRUE(of_all_reduce("replica_groups={{0,1},{2}}", {3, 1}));
  EXPECT_TRUE(groups_in("s32[4] collective-broadcast(x), replica_groups={{1,0}}", {3, 1}));
}

}  // namespace
}  // namespace tileglot::hlo::run
