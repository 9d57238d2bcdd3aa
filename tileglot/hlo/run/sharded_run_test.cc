// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/sharded_run.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tileglot/hlo/ir/verify.h"
#include "tileglot/hlo/run/element/example_elements.h"
#include "tileglot/hlo/run/evaluate.h"
#include "tileglot/hlo/text/parse.h"

namespace tileglot::hlo::run {
namespace {

const std::string kAddition =
    "add { a = s32[] parameter(0) b = s32[] parameter(1) ROOT c = s32[] add(a, b) }\n";

core::Result<std::vector<Output>> run_sharded(const std::string& text,
                                              const std::vector<double>& input,
                                              const Watch& watch = {}) {
  const auto module = parse_module("HloModule m, num_partitions=2\n" + kAddition + text);
  if (!module) return core::fail(module.error());
  TILEGLOT_TRY_STATUS(verify(*module));
  return evaluate_sharded(*module, std::vector{s32s(input)}, {}, watch);
}

std::string output(const std::string& text, const std::vector<double>& input) {
  const auto outputs = run_sharded(text, input);
  if (!outputs) return outputs.error()->code + ": " + outputs.error()->message;
  return fmt::format("{}", fmt::join(numbers(outputs->front().elements), " "));
}

/// What each device has of every value that is computed: x is the parameter.
std::vector<std::string> seen(const std::string& text, const std::vector<double>& input) {
  std::vector<std::string> all;
  const auto done = run_sharded(text, input, [&](InstructionId, const DeviceValue& value) {
    std::vector<std::string> devices;
    for (const Value& local : value.local) {
      devices.push_back(
          local.is_array() ? fmt::format("{}", fmt::join(numbers(read(local.array)), " ")) : "-");
    }
    all.push_back(fmt::format("{}", fmt::join(devices, " | ")));
  });
  EXPECT_TRUE(done) << done.error()->message;
  return all;
}

using Lines = std::vector<std::string>;

TEST(ShardedRun, TilesAreWhatDevicesHave) {
  const std::string halves = ", sharding={devices=[2]<=[2]} ";
  EXPECT_EQ(seen("ENTRY e { x = s32[5] parameter(0)" + halves + "n = s32[5] negate(x)" + halves +
                     "ROOT r = s32[5] reverse(n), dimensions={0}" + halves + "}",
                 {1, 2, 3, 4, 5}),
            Lines({"1 2 3 | 4 5 -1246382667", "-1 -2 -3 | -4 -5 1246382667",
                   "-5 -4 -3 | -2 -1 -1246382667"}));
}

TEST(ShardedRun, CopiesAndOneDevice) {
  EXPECT_EQ(seen("ENTRY e { x = s32[2] parameter(0), "
                 "sharding={devices=[2,2]<=[4] last_tile_dim_replicate} "
                 "m = s32[2] copy(x), sharding={maximal device=2} "
                 "ROOT r = s32[2] negate(m) }",
                 {1, 2}),
            Lines({"1 | 1 | 2 | 2", "- | - | 1 2 | -", "- | - | -1 -2 | -"}));
}

TEST(ShardedRun, WithoutAShardingAValueIsReplicated) {
  EXPECT_EQ(seen("ENTRY e { x = s32[2] parameter(0) ROOT r = s32[2] negate(x) }", {1, 2}),
            Lines({"1 2 | 1 2", "-1 -2 | -1 -2"}));
}

const std::string kInto =
    "ENTRY e { x = s32[5] parameter(0), sharding={devices=[2]<=[2]} "
    "own = s32[3] custom-call(x), custom_call_target=\"SPMDFullToShardShape\", sharding={manual} ";

TEST(ShardedRun, TheEndOfAnOwnTileIsZero) {
  EXPECT_EQ(seen(kInto + "ROOT r = s32[5] custom-call(own), "
                         "custom_call_target=\"SPMDShardToFullShape\", "
                         "sharding={devices=[2]<=[2]} }",
                 {1, 2, 3, 4, 5}),
            Lines({"1 2 3 | 4 5 -1246382667", "1 2 3 | 4 5 0", "1 2 3 | 4 5 0"}));
}

TEST(ShardedRun, CopiesThatDifferHaveAWitness) {
  EXPECT_EQ(output(kInto + "ROOT r = s32[3] custom-call(own), "
                           "custom_call_target=\"SPMDShardToFullShape\", sharding={replicated} }",
                   {1, 2, 3, 1, 5}),
            "run.replicas: devices 0 and 1 have the same tile of r, and its element 1 in row-major "
            "order has the bytes 02 00 00 00 and 05 00 00 00");
}

TEST(ShardedRun, OwnValuesAndTilesDoNotMeet) {
  EXPECT_EQ(
      output(kInto + "ROOT r = s32[3] negate(own), sharding={devices=[2]<=[2]} }", {1, 2, 3, 4, 5}),
      "run.sharding: r: values of which each device has its own meet tiles");
  EXPECT_EQ(output(kInto + "ROOT r = s32[3] negate(own), sharding={replicated} }", {1, 2, 3, 4, 5}),
            "run.sharding: r: a per-device value cannot have the sharding of a whole array");
  EXPECT_EQ(output(kInto + "ROOT r = s32[3] negate(own) }", {1, 2, 3, 4, 5}),
            "run.sharding: r: each device has its own, and there is no whole");
  EXPECT_EQ(output("ENTRY e { x = s32[5] parameter(0), sharding={devices=[2]<=[2]} "
                   "own = s32[2] custom-call(x), custom_call_target=\"SPMDFullToShardShape\", "
                   "sharding={manual} ROOT r = s32[2] negate(own) }",
                   {1, 2, 3, 4, 5}),
            "run.sharding: own: s32[3]{0} is not each device's own s32[2]{0}");
  EXPECT_EQ(output(kInto + "ROOT r = s32[9] custom-call(own), "
                           "custom_call_target=\"SPMDShardToFullShape\", "
                           "sharding={devices=[2]<=[2]} }",
                   {1, 2, 3, 4, 5}),
            "run.sharding: r: each device's own s32[3]{0} is not the tile s32[5]{0} of the whole");
  EXPECT_EQ(output("ENTRY e { x = s32[4] parameter(0), sharding={devices=[2]<=[2]} "
                   "ROOT r = s32[4] all-reduce(x), to_apply=add }",
                   {1, 2, 3, 4}),
            "run.sharding: r: a collective outside of manual regions takes tiles");
  EXPECT_EQ(output("ENTRY e { x = s32[4] parameter(0), sharding={devices=[2]<=[2]} "
                   "s = s32[4] all-reduce-start(x), to_apply=add "
                   "ROOT r = s32[4] all-reduce-done(s) }",
                   {1, 2, 3, 4}),
            "run.sharding: s: all-reduce-start is of partitioned modules");
}

/// A region in which device 0 takes the branch `first`, and device 1 `second`.
std::string branching(const std::string& first, const std::string& second) {
  return "first { y = s32[3] parameter(0) " + first + " }\nsecond { y = s32[3] parameter(0) " +
         second + " }\n" + kInto +
         "p = u32[] partition-id() i = s32[] convert(p) "
         "b = s32[3] conditional(i, own, own), branch_computations={first, second} "
         "ROOT r = s32[5] custom-call(b), custom_call_target=\"SPMDShardToFullShape\", "
         "sharding={devices=[2]<=[2]} }";
}

TEST(ShardedRun, DevicesTakeBranchesOfTheirOwn) {
  EXPECT_EQ(
      output(branching("ROOT z = s32[3] negate(y)", "ROOT z = s32[3] add(y, y)"), {1, 2, 3, 4, 5}),
      "-1 -2 -3 8 10");
  EXPECT_EQ(output(branching("ROOT z = s32[3] negate(y)",
                             "ROOT z = s32[3] all-reduce(y), to_apply=add, channel_id=1"),
                   {1, 2, 3, 4, 5})
                .substr(0, 15),
            "run.divergence:");
  EXPECT_EQ(output(branching("c = s32[3] constant({1,2,3}), sharding={devices=[2]<=[2]} "
                             "ROOT z = s32[3] negate(y)",
                             "ROOT z = s32[3] add(y, y)"),
                   {1, 2, 3, 4, 5}),
            "-1 -2 -3 8 10");
  EXPECT_EQ(output(branching("c = s32[3] constant({1,2,3}), sharding={devices=[2]<=[2]} "
                             "ROOT z = s32[3] copy(c)",
                             "ROOT z = s32[3] add(y, y)"),
                   {1, 2, 3, 4, 5}),
            "run.divergence: c is gathered from all devices, and only devices 0 reach it");
}

}  // namespace
}  // namespace tileglot::hlo::run
