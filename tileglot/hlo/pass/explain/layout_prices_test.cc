// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/explain/layout_prices.h"

#include <gtest/gtest.h>

#include <cstdint>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/pass/assign/entry_layout.h"
#include "tileglot/hlo/pass/cost/layout_cost.h"
#include "tileglot/hlo/pass/explain/entry_arrays.h"
#include "tileglot/hlo/pass/laws/assigned_module.h"
#include "tileglot/hlo/pass/laws/parsed_module.h"
#include "tileglot/hlo/pass/laws/transformer_chain.h"
#include "tileglot/hlo/pass/module/layout_policy.h"

namespace tileglot::hlo::pass {
namespace {

LayoutPrices prices_of(const Assigned& a, const LayoutCost& cost) {
  return layout_prices(a.assignment(), cost);
}

TEST(LayoutPrices, CopiesBelongToWhatTheyCopy) {
  const Assigned a(
      "HloModule m, entry_computation_layout={(f32[4,6]{0,1})->(f32[4,6]{1,0}, f32[4,6]{0,1})}\n"
      "ENTRY e { p = f32[4,6] parameter(0) n = f32[4,6] negate(p) x = f32[4,6] abs(p)"
      " ROOT t = (f32[4,6], f32[4,6]) tuple(n, x) }",
      "cpu");
  ASSERT_TRUE(a.ok());
  const LayoutPrices prices = prices_of(a, cost_of(a.module(), *policy_named("cpu")));
  std::int64_t of_p = 0;
  std::int64_t of_x = 0;
  for (const auto& [array, price] : prices) {
    const auto& name = a.module()[array.id].name;
    if (name == "p") {
      of_p = price.bytes;
      EXPECT_EQ(price.copies.size(), 2U);
    }
    if (name == "x") of_x = price.bytes;
  }
  EXPECT_EQ(of_p, 384) << "twice 96 bytes read and written";
  EXPECT_EQ(of_x, 192) << "the second leaf of the result";
}

TEST(LayoutPrices, ACopyOfTheModuleBelongsToWhatItMakes) {
  const Assigned a(
      "HloModule m, entry_computation_layout={(f32[4,6]{1,0})->f32[4,6]{0,1}}\n"
      "ENTRY e { p = f32[4,6] parameter(0) ROOT c = f32[4,6] copy(p) }",
      "cpu");
  ASSERT_TRUE(a.ok());
  const LayoutPrices prices = prices_of(a, cost_of(a.module(), *policy_named("cpu")));
  ASSERT_EQ(prices.size(), 1U);
  EXPECT_EQ(a.module()[prices.begin()->first.id].name, "c");
  EXPECT_EQ(prices.begin()->second.made_bytes, 192);
  EXPECT_EQ(prices.begin()->second.bytes, 192);
}

TEST(LayoutPrices, ThePricesAddUpToTheCost) {
  for (const char* target : {"cpu", "sm_90"}) {
    const Assigned a(transformer_chain(60), target);
    ASSERT_TRUE(a.ok());
    const LayoutCost cost = cost_of(a.module(), *policy_named(target));
    std::int64_t sum = 0;
    for (const auto& [array, price] : prices_of(a, cost)) sum += price.bytes;
    EXPECT_EQ(sum, cost.bytes()) << target;
  }
}

TEST(LayoutPrices, ChangesAddUpToTheDifference) {
  const LayoutPrices before{{{InstructionId{1}, 0}, {100, 0, {0}}},
                            {{InstructionId{2}, 0}, {50, 0, {1}}},
                            {{InstructionId{3}, 0}, {7, 7, {}}},
                            {{InstructionId{4}, 0}, {9, 0, {2}}}};
  const LayoutPrices after{{{InstructionId{2}, 0}, {60, 0, {0}}},
                           {{InstructionId{3}, 0}, {7, 7, {}}},
                           {{InstructionId{4}, 0}, {9, 9, {}}}};
  const auto changes = price_changes(before, after);
  ASSERT_EQ(changes.size(), 2U);
  EXPECT_EQ(changes[0].change(), -100);
  EXPECT_EQ(changes[1].change(), 10);
}

TEST(LayoutPrices, AnEntryIsOpened) {
  const Module m = parsed_module(
      "HloModule m, entry_computation_layout={(f32[2,3]{1,0}, s32[])->(f32[2,3]{1,0})}\n"
      "ENTRY e { p = f32[2,3] parameter(0) s = s32[] parameter(1)"
      " ROOT t = (f32[2,3]) tuple(p) }");
  EntryLayout open = opened(*entry_layout_of(m));
  const auto arrays = entry_arrays(open);
  ASSERT_EQ(arrays.size(), 3U);
  EXPECT_FALSE(arrays[0].shape->layout);
  EXPECT_FALSE(arrays[2].shape->layout);
  EXPECT_EQ(title_of(m, arrays[1]), "parameter 1 (%s)");
  EXPECT_EQ(title_of(m, arrays[2]), "result {0}");
}

}  // namespace
}  // namespace tileglot::hlo::pass
