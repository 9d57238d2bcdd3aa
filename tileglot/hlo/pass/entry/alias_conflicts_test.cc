// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/entry/alias_conflicts.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "tileglot/hlo/pass/entry/entry_leaves.h"
#include "tileglot/hlo/pass/laws/parsed_module.h"

namespace tileglot::hlo::pass {
namespace {

std::string checked(const std::string& text, std::optional<bool> is_partitioned = {}) {
  const Module m = parsed_module(text);
  const auto leaves = entry_leaves(m, is_partitioned);
  if (!leaves) return leaves.error()->code;
  const auto status = check_aliases(m, *leaves);
  return status ? "agree" : status.error()->code + ": " + status.error()->message;
}

std::string shared(const std::string& result_sharding) {
  return "HloModule m, input_output_alias={ {1}: (0, {}, may-alias) }\n"
         "ENTRY e { p = f32[8] parameter(0), sharding={devices=[4]<=[4]} n = f32[8] negate(p)"
         " ROOT t = (f32[8], f32[8]) tuple(n, n)" +
         result_sharding + " }";
}

TEST(AliasConflicts, OneMemoryHoldsOneArray) {
  const std::string different = ", sharding={{devices=[4]<=[4]}, {replicated}}";
  EXPECT_EQ(checked(shared(different)),
            "hlo.alias: parameter p and result {1} share memory, but each device stores f32[2] of "
            "one and f32[8] of the other");
  EXPECT_EQ(checked(shared(", sharding={{replicated}, {devices=[4]<=[4]}}")), "agree");
  EXPECT_EQ(checked(shared(different), true), "agree") << "the shapes are parts already";
}

TEST(AliasConflicts, ArraysOfOtherShapesMayShareMemory) {
  EXPECT_EQ(checked("HloModule m, input_output_alias={ {}: (0, {}, may-alias) }\n"
                    "ENTRY e { p = f32[2,4] parameter(0) ROOT r = f32[8] reshape(p) }"),
            "agree");
}

TEST(AliasConflicts, WhatHasNoShardingHasThatOfItsMemory) {
  EXPECT_EQ(checked(shared("")), "agree");
}

}  // namespace
}  // namespace tileglot::hlo::pass
