// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/entry/entry_leaves.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tileglot/hlo/pass/laws/parsed_module.h"
#include "tileglot/notation/xla/shape/print.h"

namespace tileglot::hlo::pass {
namespace {

using Texts = std::vector<std::string>;

Texts titles(const Module& module, const std::vector<EntryLeaf>& leaves) {
  Texts result;
  result.reserve(leaves.size());
  for (const EntryLeaf& leaf : leaves) {
    result.push_back(title_of(module, leaf) + " " + notation::xla::print(leaf.shape));
  }
  return result;
}

TEST(EntryLeaves, TuplesAreTakenApart) {
  const Module m = parsed_module(
      "HloModule m, entry_computation_layout={(f32[2,3]{0,1}, (s32[3]{0}, token[]))->f32[2,3]}\n"
      "ENTRY e { p = f32[2,3] parameter(0) q = (s32[3], token[]) parameter(1)"
      " ROOT r = f32[2,3] negate(p) }");
  const auto leaves = entry_leaves(m);
  ASSERT_TRUE(leaves) << leaves.error()->message;
  EXPECT_EQ(
      titles(m, leaves->arguments),
      Texts({"parameter p f32[2,3]{0,1}", "parameter q {0} s32[3]{0}", "parameter q {1} token[]"}));
  EXPECT_EQ(titles(m, leaves->results), Texts({"result f32[2,3]"}));
  EXPECT_EQ(leaves->devices, 1);
}

TEST(EntryLeaves, EveryLeafHasItsSharding) {
  const Module m = parsed_module(
      "ENTRY e { p = (f32[4,4], f32[8]) parameter(0),"
      " sharding={{devices=[2,2]<=[4]}, {replicated}}"
      " q = (f32[4], f32[4]) parameter(1), sharding={devices=[4]<=[4]}"
      " ROOT r = get-tuple-element(p), index=1 }");
  const auto leaves = entry_leaves(m);
  ASSERT_TRUE(leaves) << leaves.error()->message;
  EXPECT_EQ(leaves->devices, 4);
  ASSERT_EQ(leaves->arguments.size(), 4U);
  EXPECT_EQ(leaves->arguments[0].sharding->kind, notation::xla::ShardingKind::kTiled);
  EXPECT_EQ(leaves->arguments[1].sharding->kind, notation::xla::ShardingKind::kReplicated);
  EXPECT_EQ(leaves->arguments[3].sharding->kind, notation::xla::ShardingKind::kTiled);
  EXPECT_FALSE(leaves->results[0].sharding);
}

std::string refusal(const std::string& header, const std::string& parameter) {
  const std::string text = "HloModule m" + header + "\nENTRY e { ROOT p = " + parameter + " }";
  const Module m = parsed_module(text);
  const auto leaves = entry_leaves(m);
  if (leaves) return "none";
  const auto& span = leaves.error()->span;
  EXPECT_TRUE(span && text.substr(span->begin, 1) == "p") << text;
  return leaves.error()->code + ": " + leaves.error()->message;
}

TEST(EntryLeaves, LeavesThatShareMemoryShareASharding) {
  const Module m = parsed_module(
      "HloModule m, input_output_alias={ {}: (0, {}, may-alias) }\n"
      "ENTRY e { p = f32[4] parameter(0), sharding={devices=[4]<=[4]}"
      " ROOT r = f32[4] negate(p) }");
  const auto leaves = entry_leaves(m);
  ASSERT_TRUE(leaves) << leaves.error()->message;
  EXPECT_EQ(leaves->results[0].sharding, leaves->arguments[0].sharding);
  EXPECT_TRUE(leaves->results[0].sharding);
  EXPECT_FALSE(leaves->results[0].written);
}

TEST(EntryLeaves, TheShapesOfOneDeviceAreNotDivided) {
  const Module m = parsed_module(
      "ENTRY main_spmd { p = f32[1,8] parameter(0), sharding={devices=[4,1]<=[4]}"
      " ROOT r = f32[1,8] negate(p) }");
  const auto leaves = entry_leaves(m);
  ASSERT_TRUE(leaves) << leaves.error()->message;
  EXPECT_TRUE(leaves->partitioning.is_partitioned);
  EXPECT_EQ(leaves->devices, 4);
  EXPECT_FALSE(leaves->arguments[0].sharding);
  EXPECT_TRUE(leaves->arguments[0].written);
  EXPECT_TRUE(entry_leaves(m, false)->arguments[0].sharding);
}

TEST(EntryLeaves, AShardingThatDoesNotFitIsRefusedByName) {
  EXPECT_EQ(refusal("", "f32[4,4] parameter(0), sharding={devices=[2]<=[2]}"),
            "xla.sharding_shape: parameter p, f32[4,4]{1,0}, cannot be spread as "
            "{devices=[2]<=[2]}: {devices=[2]<=[2]} tiles 1 dimensions, and f32[4,4] has 2");
  EXPECT_EQ(refusal(", num_partitions=8", "f32[4,4] parameter(0), sharding={devices=[2,2]<=[4]}"),
            "xla.devices: parameter p, f32[4,4]{1,0}, cannot be spread as "
            "{devices=[2,2]<=[4]}: 4 tiles for 8 devices");
  EXPECT_EQ(refusal("", "(f32[4], f32[4]) parameter(0), sharding={{replicated}}").substr(0, 19),
            "xla.sharding_shape:");
}

}  // namespace
}  // namespace tileglot::hlo::pass
