// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/devices/collective.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tileglot/hlo/run/array/devices.h"
#include "tileglot/hlo/run/laws/example_modules.h"

namespace tileglot::hlo::run {
namespace {

TEST(Collective, TwoDevicesExchangeTwoNumbers) {
  const auto both = [](const std::string& operation) {
    return on_devices("ENTRY e { x = s32[2] parameter(0) ROOT r = " + operation + " }", {2, 1},
                      {{1, 2}, {3, 4}});
  };
  EXPECT_EQ(both("s32[2] all-reduce(x), to_apply=add"), "4 6 | 4 6");
  EXPECT_EQ(both("s32[1] reduce-scatter(x), to_apply=add, dimensions={0}"), "4 | 6");
  EXPECT_EQ(both("s32[4] all-gather(x), dimensions={0}"), "1 2 3 4 | 1 2 3 4");
  EXPECT_EQ(both("s32[2] all-to-all(x), dimensions={0}"), "1 3 | 2 4");
  EXPECT_EQ(both("s32[2] collective-broadcast(x), replica_groups={{1,0}}"), "3 4 | 3 4");
  EXPECT_EQ(both("s32[2] collective-broadcast(x), replica_groups={{1}}"), "0 0 | 3 4");
  EXPECT_EQ(both("s32[2] collective-permute(x), source_target_pairs={{0,1}}"), "0 0 | 1 2");
}

TEST(Collective, TuplesAreExchangedPartByPart) {
  const std::string begin = "ENTRY e { x = s32[2] parameter(0) n = s32[2] negate(x) ROOT r = ";
  const auto both = [&](const std::string& operation) {
    return on_devices(begin + operation + " }", {2, 1}, {{1, 2}, {3, 4}});
  };
  EXPECT_EQ(both("(s32[2], s32[2]) all-to-all(x, n), replica_groups={{0,1}}"),
            "1 2, 3 4 | -1 -2, -3 -4");
  EXPECT_EQ(both("(s32[2], s32[2]) all-reduce(x, n), to_apply=add"), "4 6, -4 -6 | 4 6, -4 -6");
}

TEST(Collective, WhatIsStartedIsDone) {
  const std::string begin = "ENTRY e { x = s32[2] parameter(0) s = ";
  const auto both = [&](const std::string& operations) {
    return on_devices(begin + operations + " }", {2, 1}, {{1, 2}, {3, 4}});
  };
  EXPECT_EQ(both("s32[2] all-reduce-start(x), to_apply=add ROOT r = s32[2] all-reduce-done(s)"),
            "4 6 | 4 6");
  EXPECT_EQ(both("(s32[2], s32[4]) all-gather-start(x), dimensions={0} "
                 "ROOT r = s32[4] all-gather-done(s)"),
            "1 2 3 4 | 1 2 3 4");
  EXPECT_EQ(both("(s32[2], s32[2], u32[], u32[]) collective-permute-start(x), "
                 "source_target_pairs={{0,1},{1,0}} ROOT r = s32[2] collective-permute-done(s)"),
            "3 4 | 1 2");
}

TEST(Collective, AnAsynchronousComputationIsRunAtItsStart) {
  EXPECT_EQ(on_devices("scattered { y = s32[2] parameter(0) ROOT z = s32[1] reduce-scatter(y), "
                       "to_apply=add, dimensions={0} }\n"
                       "ENTRY e { x = s32[2] parameter(0) "
                       "s = ((s32[2]), s32[1], u32[]) async-start(x), calls=scattered "
                       "u = ((s32[2]), s32[1], u32[]) async-update(s) "
                       "ROOT r = s32[1] async-done(u) }",
                       {2, 1}, {{1, 2}, {3, 4}}),
            "4 | 6");
}

TEST(Collective, ShapesThatDoNotFitAreRefused) {
  const auto refused = [](const std::string& operation) {
    return on_devices("ENTRY e { x = s32[3] parameter(0) ROOT r = " + operation + " }", {2, 1},
                      {{1, 2, 3}, {4, 5, 6}});
  };
  EXPECT_EQ(refused("s32[3] all-to-all(x), dimensions={0}"),
            "run.groups: all-to-all r: s32[3]{0} in groups of 2 does not give s32[3]{0}");
  for (const std::string operation :
       {"s32[5] all-gather(x), dimensions={0}", "s32[6] all-gather(x), dimensions={1}",
        "s32[2] reduce-scatter(x), dimensions={0}, to_apply=add",
        "s32[3] collective-permute(x), source_target_pairs={{0,1},{1,1}}",
        "(s32[3], s32[3]) all-reduce(x), to_apply=add"}) {
    EXPECT_EQ(refused(operation).substr(0, 10), "hlo.verify") << operation;
  }
  EXPECT_EQ(refused("(s32[3]) all-to-all(x)"),
            "run.groups: all-to-all r: 1 operands for groups of 2: one of the same shape goes to "
            "each");
  EXPECT_EQ(refused("s32[3] collective-permute(x), source_target_pairs={{0,2}}"),
            "run.groups: collective-permute r: the pair {0,2} names one that is not there, of 2");
}

}  // namespace
}  // namespace tileglot::hlo::run
