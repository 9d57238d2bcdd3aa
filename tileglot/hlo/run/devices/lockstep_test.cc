// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/devices/lockstep.h"

#include <gtest/gtest.h>

#include <string>

#include "tileglot/hlo/run/element/example_elements.h"
#include "tileglot/hlo/run/evaluate.h"
#include "tileglot/hlo/run/laws/example_modules.h"
#include "tileglot/hlo/text/parse.h"

namespace tileglot::hlo::run {
namespace {

const std::string kSum =
    "sum { y = s32[1] parameter(0) ROOT z = s32[1] all-reduce(y), to_apply=add, "
    "replica_groups={{0,1},{2,3}} }\n"
    "same { y = s32[1] parameter(0) ROOT z = s32[1] negate(y) }\n";

std::string on_four(const std::string& text) {
  return on_devices(text, {4, 1}, {{1}, {2}, {3}, {4}});
}

TEST(Lockstep, EachDeviceKnowsWhoItIs) {
  EXPECT_EQ(on_devices("ENTRY e { x = s32[1] parameter(0) r = u32[] replica-id() "
                       "p = u32[] partition-id() ROOT t = (u32[], u32[], s32[1]) tuple(r, p, x) }",
                       {2, 2}, {{1}, {2}, {3}, {4}}),
            "0, 0, 1 | 0, 1, 2 | 1, 0, 3 | 1, 1, 4");
}

TEST(Lockstep, DevicesMeetInCalls) {
  EXPECT_EQ(on_four(kSum + "ENTRY e { x = s32[1] parameter(0) "
                           "ROOT r = s32[1] call(x), to_apply=sum }"),
            "3 | 3 | 7 | 7");
}

/// Devices where `replica-id / divisor` is 0 take the first branch.
std::string branching(const std::string& divisor) {
  return kSum + "ENTRY e { x = s32[1] parameter(0) i = u32[] replica-id() d = u32[] constant(" +
         divisor +
         ") q = u32[] divide(i, d) s = s32[] convert(q) "
         "ROOT r = s32[1] conditional(s, x, x), branch_computations={sum, same} }";
}

TEST(Lockstep, AGroupMayGoWhereOthersDoNot) {
  EXPECT_EQ(on_four(branching("2")), "3 | 3 | -3 | -4");
  EXPECT_EQ(on_four(branching("9")), "3 | 3 | 7 | 7");
}

TEST(Lockstep, WhoTakesAnotherWayIsWaitedForInVain) {
  EXPECT_EQ(on_four(branching("1")),
            "run.divergence: all-reduce z: devices 0 wait for devices 1, which take another way");
  EXPECT_EQ(on_four(branching("3")),
            "run.divergence: all-reduce z: devices 2 wait for devices 3, which take another way");
}

/// while (x < limit) x = all-reduce(x)
std::string looping(const std::string& groups) {
  return "body { y = s32[1] parameter(0) ROOT z = s32[1] all-reduce(y), to_apply=add, "
         "replica_groups=" +
         groups +
         " }\n"
         "less { y = s32[1] parameter(0) v = s32[] reshape(y) c = s32[] constant(10) "
         "ROOT l = pred[] compare(v, c), direction=LT }\n"
         "ENTRY e { x = s32[1] parameter(0) ROOT r = s32[1] while(x), condition=less, body=body }";
}

TEST(Lockstep, GroupsLeaveALoopWhenTheyAreDone) {
  // 1 2 -> 3 3 -> 6 6 -> 12 12, and 3 4 -> 7 7 -> 14 14.
  EXPECT_EQ(on_four(looping("{{0,1},{2,3}}")), "12 | 12 | 14 | 14");
  // 1 3 -> 4 4 -> 8 8 -> 16 16, and 2 4 -> 6 6 -> 12 12.
  EXPECT_EQ(on_four(looping("[2,2]<=[2,2]T(1,0)")), "16 | 12 | 16 | 12");
  EXPECT_EQ(on_devices(looping("{{0,1}}"), {2, 1}, {{1}, {11}}),
            "run.divergence: all-reduce z: devices 0 wait for devices 1, which take another way");
}

TEST(Lockstep, WithoutCollectivesLoopsAreEachDevicesOwn) {
  EXPECT_EQ(on_devices("body { y = s32[1] parameter(0) ROOT z = s32[1] add(y, y) }\n"
                       "less { y = s32[1] parameter(0) v = s32[] reshape(y) c = s32[] constant(10) "
                       "ROOT l = pred[] compare(v, c), direction=LT }\n"
                       "ENTRY e { x = s32[1] parameter(0) "
                       "ROOT r = s32[1] while(x), condition=less, body=body }",
                       {2, 1}, {{1}, {5}}),
            "16 | 10");
}

TEST(Lockstep, OneDeviceIsAGroupOfOne) {
  const auto alone = [](const std::string& groups) {
    return on_devices(
        "ENTRY e { x = s32[2] parameter(0) ROOT r = s32[2] all-reduce(x), "
        "to_apply=add, replica_groups=" +
            groups + " }",
        {1, 1}, {{1, 2}});
  };
  EXPECT_EQ(alone("{}"), "1 2");
  EXPECT_EQ(alone("{{0}}"), "1 2");
  EXPECT_EQ(alone("{{0,1}}"),
            "run.groups: all-reduce r: replica_groups name replica 1, and there are 1");
}

TEST(Lockstep, AReductionIsNotAPlaceToMeet) {
  EXPECT_EQ(on_devices("odd { p = s32[] parameter(0) q = s32[] parameter(1) s = s32[] add(p, q) "
                       "ROOT z = s32[] all-reduce(s), to_apply=add }\n"
                       "ENTRY e { x = s32[2] parameter(0) c = s32[] constant(0) "
                       "ROOT r = s32[] reduce(x, c), dimensions={0}, to_apply=odd }",
                       {1, 1}, {{1, 2}}),
            "run.unsupported: r applies a computation with a collective, and devices do not meet "
            "there");
}

TEST(Lockstep, EndlessLoopsEnd) {
  const std::string endless =
      "body { y = s32[1] parameter(0) ROOT z = s32[1] all-reduce(y), to_apply=add }\n"
      "always { y = s32[1] parameter(0) ROOT l = pred[] constant(true) }\n"
      "ENTRY e { x = s32[1] parameter(0) ROOT r = s32[1] while(x), condition=always, body=body }";
  const auto module = parse_module(
      "add { a = s32[] parameter(0) b = s32[] parameter(1) ROOT c = s32[] add(a, b) }\n" + endless);
  ASSERT_TRUE(module) << module.error()->message;
  const std::vector<std::vector<Elements>> inputs(2, {s32s({1})});
  const auto ended = evaluate_on_devices(*module, inputs, {.max_steps = 100000, .devices = {2, 1}});
  EXPECT_EQ(ended.error()->code, "run.steps");
}

TEST(Lockstep, ThereAreOnlySoManyDevices) {
  const auto refused = [](const Devices& devices) {
    return on_devices("ENTRY e { ROOT x = s32[1] parameter(0) }", devices, {{1}});
  };
  EXPECT_EQ(refused({2048, 1}),
            "run.devices: 2048 replicas of 1 partitions are not 1 to 1024 devices");
  EXPECT_EQ(refused({0, 1}).substr(0, 11), "run.devices");
  EXPECT_EQ(refused({std::int64_t{1} << 40, std::int64_t{1} << 40}).substr(0, 11), "run.devices");
  EXPECT_EQ(refused({2, 1}), "run.inputs: 2 devices have 1 lists of inputs");
}

}  // namespace
}  // namespace tileglot::hlo::run
