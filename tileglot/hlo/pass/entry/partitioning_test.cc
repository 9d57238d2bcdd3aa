// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/ir/partitioning.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "tileglot/hlo/pass/laws/parsed_module.h"

namespace tileglot::hlo::pass {
namespace {

/// "one device's: .., despite .."
std::string decided(const std::string& text, std::optional<bool> told = {}) {
  const Partitioning p = partitioning_of(parsed_module(text), told);
  std::string result = p.is_partitioned ? "one device's" : "whole arrays";
  for (const std::string& clue : p.evidence) result += "; " + clue;
  for (const std::string& clue : p.despite) result += "; despite: " + clue;
  return result;
}

/// A parameter that says how it is spread, in both kinds of module.
std::string module_of(const std::string& entry, const std::string& rest) {
  return "HloModule m\n"
         "add { a = f32[] parameter(0) b = f32[] parameter(1) ROOT s = f32[] add(a, b) }\n"
         "ENTRY " +
         entry + " { p = f32[8] parameter(0), sharding={devices=[4]<=[4]}\n" + rest + " }";
}

constexpr const char* kAllReduce =
    "ROOT r = f32[8] all-reduce(p), channel_id=1, replica_groups=[1,4]<=[4],"
    " use_global_device_ids=true, to_apply=add";

TEST(Partitioning, EachKindOfEvidenceDecides) {
  EXPECT_EQ(decided(module_of("e", "ROOT r = f32[8] negate(p)")), "whole arrays");
  EXPECT_EQ(decided(module_of("main.3_spmd", "ROOT r = f32[8] negate(p)")),
            "one device's; 1 computation's name ends in _spmd, as XLA's partitioner names them, "
            "such as main.3_spmd");
  EXPECT_EQ(decided(module_of("my_spmd_step.5_spmd", "ROOT r = f32[8] negate(p)")),
            "one device's; 1 computation's name ends in _spmd, as XLA's partitioner names them, "
            "such as my_spmd_step.5_spmd");
  EXPECT_EQ(decided("forward_spmd.3 { x = f32[8] parameter(0) ROOT n = f32[8] negate(x) }\n"
                    "ENTRY main.5 { p = f32[8] parameter(0), sharding={devices=[4]<=[4]}\n"
                    "ROOT r = f32[8] call(p), to_apply=forward_spmd.3 }"),
            "whole arrays");
  EXPECT_EQ(decided(module_of("e", kAllReduce)),
            "one device's; 1 collective is over partitions, such as %r");
  EXPECT_EQ(decided(module_of("e", "ROOT r = u32[] partition-id()")),
            "one device's; %r is the number of the partition");
  EXPECT_EQ(decided(module_of("e",
                              "s = f32[8] custom-call(p), custom_call_target=\"Sharding\","
                              " sharding={replicated}\n ROOT r = f32[8] negate(s)")),
            "whole arrays; 1 custom call is for a partitioner, such as Sharding");
  EXPECT_EQ(decided(module_of("e",
                              "n = f32[8] negate(p), sharding={devices=[4]<=[4]}\n"
                              " ROOT r = f32[8] negate(n)")),
            "whole arrays; 1 instruction has a tiled sharding inside the program, such as %n");
  EXPECT_EQ(decided(module_of("e",
                              "ROOT r = f32[8] negate(p),"
                              " frontend_attributes={xla.sdy.sharding=\"#sdy\"}")),
            "whole arrays; Shardy's attributes are in %r");
}

TEST(Partitioning, CollectivesAmongReplicasSayNothing) {
  EXPECT_EQ(decided(module_of(
                "e", "ROOT r = f32[8] all-reduce(p), replica_groups={{0,1,2,3}}, to_apply=add")),
            "whole arrays");
}

TEST(Partitioning, ManualRegionsBelongToProgramsOfWholeArrays) {
  EXPECT_EQ(
      decided(module_of("e",
                        "s = f32[2] custom-call(p), custom_call_target=\"SPMDFullToShardShape\","
                        " sharding={manual}\n"
                        "ROOT r = f32[2] all-reduce(s), channel_id=1, replica_groups=[1,4]<=[4],"
                        " use_global_device_ids=true, to_apply=add")),
      "whole arrays; 1 custom call is for a partitioner, such as SPMDFullToShardShape; "
      "despite: 1 collective is over partitions, such as %r");
}

TEST(Partitioning, TheCallerDecides) {
  EXPECT_EQ(decided(module_of("e", kAllReduce), false),
            "whole arrays; despite: 1 collective is over partitions, such as %r");
  EXPECT_EQ(decided(module_of("e", "ROOT r = f32[8] negate(p)"), true), "one device's");
}

TEST(Partitioning, TheGroupsOfCollectivesNameTheDevices) {
  EXPECT_EQ(partitioning_of(parsed_module(module_of("e", kAllReduce))).devices, 4);
  EXPECT_EQ(partitioning_of(parsed_module(module_of("e",
                                                    "ROOT r = f32[8] all-reduce(p), channel_id=1,"
                                                    " replica_groups={{0,1},{2,3},{4,5}},"
                                                    " use_global_device_ids=true, to_apply=add")))
                .devices,
            6);
}

}  // namespace
}  // namespace tileglot::hlo::pass
