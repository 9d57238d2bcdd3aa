// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/sharding_plan.h"

#include <gtest/gtest.h>

#include <string>

#include "tileglot/hlo/text/parse.h"
#include "tileglot/notation/xla/sharding/print.h"

namespace tileglot::hlo::run {
namespace {

core::Result<ShardingPlan> plan_of(const std::string& shape, const std::string& sharding,
                                   const std::string& header = "HloModule m") {
  const auto module = parse_module(header + "\nENTRY e { ROOT x = " + shape +
                                   " parameter(0), sharding=" + sharding + " }");
  if (!module) return core::fail(module.error());
  return ShardingPlan::of(*module);
}

std::string refused(const std::string& shape, const std::string& sharding,
                    const std::string& header = "HloModule m") {
  const auto plan = plan_of(shape, sharding, header);
  return plan ? "taken" : plan.error()->code + ": " + plan.error()->message;
}

TEST(ShardingPlan, ShardingsSayHowManyDevicesThereAre) {
  EXPECT_EQ(plan_of("f32[8]", "{devices=[4]<=[4]}")->devices().partitions, 4);
  EXPECT_EQ(plan_of("f32[8]", "{maximal device=2}")->devices().partitions, 3);
  EXPECT_EQ(plan_of("f32[8]", "{replicated}")->devices().partitions, 1);
  EXPECT_EQ(
      plan_of("f32[8]", "{replicated}", "HloModule m, num_partitions=8")->devices().partitions, 8);
  EXPECT_EQ(
      plan_of("(f32[8], f32[])", "{{devices=[4]<=[4]}, {maximal device=1}}")->devices().partitions,
      4);
}

TEST(ShardingPlan, EqualShardingsAreWrittenEqually) {
  const auto stated = [](const std::string& sharding) {
    const auto module =
        parse_module("ENTRY e { ROOT x = f32[8] parameter(0), sharding=" + sharding + " }");
    const auto plan = ShardingPlan::of(*module);
    return print(plan->of(*(*module)[module->entry()].root)->front());
  };
  EXPECT_EQ(stated("{devices=[4]<=[4]}"), stated("{devices=[4]0,1,2,3}"));
  EXPECT_EQ(stated("{devices=[2,2]<=[2,2]T(1,0) last_tile_dim_replicate}"),
            stated("{devices=[2,2]0,2,1,3 last_tile_dim_replicate}"));
}

TEST(ShardingPlan, ATupleMayHaveOneSharding) {
  EXPECT_EQ(refused("(f32[8], (s32[8], token[]))", "{devices=[2]<=[2]}"), "taken");
  EXPECT_EQ(refused("(f32[8], s32[])", "{devices=[2]<=[2]}").substr(0, 18), "xla.sharding_shape");
}

TEST(ShardingPlan, ShardingsThatDoNotFitAreRefused) {
  EXPECT_EQ(refused("f32[8,8]", "{devices=[4]<=[4]}").substr(0, 24), "xla.sharding_shape: x: {");
  EXPECT_EQ(refused("f32[8]", "{devices=[4]<=[4]}", "HloModule m, num_partitions=8"),
            "xla.devices: x: 4 tiles for 8 devices");
  EXPECT_EQ(refused("f32[8]", "{devices=[3]0,1,5}"), "xla.devices: x: there is no device 5 of 3");
  EXPECT_EQ(refused("f32[8]", "{devices=[3]0,1,1}"), "xla.devices: x: device 1 has two tiles");
  EXPECT_EQ(refused("(f32[8], f32[8])", "{{replicated}}").substr(0, 18), "xla.sharding_shape");
  EXPECT_EQ(refused("f32[8]", "{unknown}"),
            "run.sharding: x: {unknown} does not say what a device has");
  EXPECT_EQ(refused("f32[8]", "{devices=[2,2]<=[4] last_tile_dims={manual}}").substr(0, 15),
            "run.sharding: x");
  EXPECT_EQ(refused("f32[8]", "{devices=[2048]<=[2048]}").substr(0, 11), "run.devices");
  EXPECT_EQ(refused("f32[8]", "{maximal device=4096}"),
            "xla.devices: x: there is no device 4096 of 1");
}

}  // namespace
}  // namespace tileglot::hlo::run
