// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/optimal/assign_optimal.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/pass/cost/layout_cost.h"
#include "tileglot/hlo/pass/explain/assignment.h"
#include "tileglot/hlo/pass/module/layout_invariant.h"
#include "tileglot/hlo/pass/module/layout_policy.h"
#include "tileglot/hlo/text/parse.h"
#include "tileglot/hlo/text/print.h"
#include "tileglot/notation/xla/shape/print.h"

namespace tileglot::hlo::optimal {
namespace {

/// A module with the layouts that move least.
class Cheapest {
 public:
  explicit Cheapest(std::string_view text, std::unique_ptr<pass::LayoutPolicy> policy)
      : policy_(std::move(policy)), module_(*parse_module(text)) {
    auto found = assign_optimal(module_, *policy_, {});
    EXPECT_TRUE(found) << found.error()->message;
    found_ = std::move(*found);
    EXPECT_TRUE(pass::check_layouts_assigned(module_)) << print(module_);
  }

  const OptimalSummary& summary() const { return found_.summary; }
  const pass::Assignment& assignment() const { return found_.assignment; }
  const Module& module() const { return module_; }
  std::int64_t bytes() const { return pass::cost_of(module_, *policy_).bytes(); }

  InstructionId id(std::string_view name) const {
    for (const InstructionId each : module_.instructions(module_.entry())) {
      if (module_[each].name == name) return each;
    }
    ADD_FAILURE() << name;
    return {};
  }
  std::string layout(std::string_view name) const {
    return notation::xla::print(*module_.shape_of(id(name)).layout);
  }
  std::string entry() const { return print(*module_.header.entry_layout); }

 private:
  std::unique_ptr<pass::LayoutPolicy> policy_;
  Module module_;
  OptimalAssignment found_ = {};
};

constexpr std::string_view kSum = R"(
HloModule m, entry_computation_layout={(f32[8,128,64])->f32[8,64]}
add { a = f32[] parameter(0)  b = f32[] parameter(1)  ROOT s = f32[] add(a, b) }
ENTRY e {
  p = f32[8,128,64] parameter(0)
  z = f32[] constant(0)
  ROOT r = f32[8,64] reduce(p, z), dimensions={1}, to_apply=add
})";

TEST(AssignOptimal, AnOpenParameterLiesAsItsReaderWantsIt) {
  const Cheapest sum(kSum, pass::gpu_policy(90));
  EXPECT_EQ(sum.summary().xla_bytes, 524288);
  EXPECT_EQ(sum.summary().bytes, 0);
  EXPECT_EQ(sum.summary().bound, 0);
  EXPECT_EQ(sum.bytes(), 0);
  EXPECT_EQ(sum.entry(), "{(f32[8,128,64]{1,2,0})->f32[8,64]{1,0}}");
  const std::string why = pass::explain_instruction(sum.module(), sum.assignment(), sum.id("p"));
  EXPECT_NE(why.find("[strategy.cheapest]"), why.npos) << why;
}

constexpr std::string_view kShared = R"(
HloModule m, entry_computation_layout={(f32[4,6]{0,1}, f32[4,6]{1,0})->(pred[4,6]{1,0}, f32[4,6]{1,0})}
ENTRY e {
  p = f32[4,6] parameter(0)
  q = f32[4,6] parameter(1)
  c = pred[4,6] compare(q, p), direction=GT
  s = f32[4,6] add(q, p)
  ROOT t = (pred[4,6], f32[4,6]) tuple(c, s)
})";

TEST(AssignOptimal, ReadersOfOneOrderShareACopy) {
  const Cheapest shared(kShared, pass::gpu_policy(90));
  EXPECT_EQ(shared.summary().bytes, 2 * 192);
  EXPECT_EQ(shared.summary().shared_bytes, 192);
  EXPECT_EQ(shared.bytes(), 192);
  EXPECT_EQ(shared.assignment().copies.size(), 1U);
}

TEST(AssignOptimal, WhatIsGivenIsHonoured) {
  const Cheapest given(R"(
HloModule m, entry_computation_layout={(f32[4,6]{0,1})->f32[4,6]{1,0}}
ENTRY e { p = f32[4,6] parameter(0)  ROOT n = f32[4,6] negate(p) })",
                       pass::gpu_policy(90));
  EXPECT_EQ(given.entry(), "{(f32[4,6]{0,1})->f32[4,6]{1,0}}");
  EXPECT_EQ(given.bytes(), 192);
  EXPECT_TRUE(given.assignment().unhonoured.empty());
}

TEST(AssignOptimal, ARequestThatXlaDoesNotGrantIsOpenThoughMemoryIsShared) {
  const Cheapest shared(R"(
HloModule m, entry_computation_layout={(s32[6,2])->(s32[6,2]{0,1}, s32[6,2])}, input_output_alias={ {0}: (0, {}, may-alias) }
ENTRY e { p = s32[6,2] parameter(0)  a = s32[6,2] negate(p)  b = s32[6,2] reverse(p), dimensions={0}
  ROOT r = (s32[6,2], s32[6,2]) tuple(a, b) })",
                        pass::cpu_policy());
  EXPECT_EQ(shared.summary().xla_bytes, 0);
  EXPECT_EQ(shared.bytes(), 0);
  EXPECT_EQ(shared.entry(), "{(s32[6,2]{1,0})->(s32[6,2]{1,0}, s32[6,2]{1,0})}");
}

TEST(AssignOptimal, ALoopCarriesItsStateAsItIsReadEverywhere) {
  const Cheapest loop(R"(
HloModule m, entry_computation_layout={(f32[4,6]{0,1})->f32[4,6]{0,1}}
body { s = (s32[], f32[4,6]) parameter(0)
  i = s32[] get-tuple-element(s), index=0  x = f32[4,6] get-tuple-element(s), index=1
  n = f32[4,6] negate(x)  ROOT t = (s32[], f32[4,6]) tuple(i, n) }
cond { s = (s32[], f32[4,6]) parameter(0)
  i = s32[] get-tuple-element(s), index=0  z = s32[] constant(3)
  ROOT c = pred[] compare(i, z), direction=LT }
ENTRY e { p = f32[4,6] parameter(0)  z = s32[] constant(0)
  t = (s32[], f32[4,6]) tuple(z, p)  w = (s32[], f32[4,6]) while(t), condition=cond, body=body
  ROOT x = f32[4,6] get-tuple-element(w), index=1 })",
                      pass::generic_policy());
  EXPECT_EQ(loop.bytes(), 0);
  EXPECT_EQ(loop.layout("x"), "{0,1}");
}

TEST(AssignOptimal, WhatMayMoveMoreThanIsReckonedWithIsRefused) {
  constexpr std::string_view kHuge = R"(
HloModule m, entry_computation_layout={(f32[4611686018427387,200]{0,1})->f32[4611686018427387,200]{1,0}}
ENTRY e { p = f32[4611686018427387,200] parameter(0)
  ROOT n = f32[4611686018427387,200] negate(p) })";
  auto module = parse_module(kHuge);
  ASSERT_TRUE(module) << module.error()->message;
  const auto policy = pass::generic_policy();
  const auto found = assign_optimal(*module, *policy, {});
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error()->code, "optimal.too_large");
}

TEST(AssignOptimal, OfHighRanksWhatIsAskedForIsTried) {
  const Cheapest high(R"(
HloModule m, entry_computation_layout={(f32[2,3,2,3,2,3]{0,1,2,3,4,5})->f32[3,2,3,2,3,2]}
ENTRY e { p = f32[2,3,2,3,2,3] parameter(0)
  t = f32[3,2,3,2,3,2] transpose(p), dimensions={5,4,3,2,1,0}
  ROOT n = f32[3,2,3,2,3,2] negate(t) })",
                      pass::generic_policy());
  EXPECT_EQ(high.bytes(), 0);
  EXPECT_EQ(high.layout("n"), "{5,4,3,2,1,0}");
  EXPECT_FALSE(high.summary().is_whole);
}

}  // namespace
}  // namespace tileglot::hlo::optimal
