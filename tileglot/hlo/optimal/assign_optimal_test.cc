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
#include "tileglot/hlo/pass/assign/assign_layouts.h"
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
  explicit Cheapest(std::string_view text, std::unique_ptr<pass::LayoutPolicy> policy,
                    const OptimalOptions& options = {})
      : policy_(std::move(policy)), module_(*parse_module(text)) {
    auto found = assign_optimal(module_, *policy_, options);
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
HloModule m, entry_computation_layout={(f32[8,128,4])->f32[8,4]}
add { a = f32[] parameter(0)  b = f32[] parameter(1)  ROOT s = f32[] add(a, b) }
ENTRY e {
  p = f32[8,128,4] parameter(0)
  z = f32[] constant(0)
  ROOT r = f32[8,4] reduce(p, z), dimensions={1}, to_apply=add
})";

TEST(AssignOptimal, ArraysOfOtherShapesMayShareMemory) {
  const Cheapest cheapest(
      "HloModule m, input_output_alias={ {}: (0, {}, may-alias) }, "
      "entry_computation_layout={(f32[2,4])->f32[8]}\n"
      "ENTRY e { p = f32[2,4] parameter(0) n = f32[2,4] negate(p) ROOT r = f32[8] reshape(n) }",
      pass::cpu_policy());
  EXPECT_EQ(cheapest.bytes(), 0);
}

TEST(AssignOptimal, AnOpenParameterLiesAsItsReaderWantsIt) {
  const Cheapest sum(kSum, pass::gpu_policy(90));
  EXPECT_EQ(sum.summary().xla_bytes, 32768);
  EXPECT_EQ(sum.summary().bytes, 0);
  EXPECT_EQ(sum.summary().bound, 0);
  EXPECT_EQ(sum.bytes(), 0);
  EXPECT_EQ(sum.entry(), "{(f32[8,128,4]{2,0,1})->f32[8,4]{1,0}}");
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

/// A loop whose body converts a weight of 1 MiB and multiplies, which wants the other order of it.
std::string loop_of_dots(const std::string& bound, const std::string& config = "") {
  return R"(
HloModule loop, entry_computation_layout={(f32[512,512]{1,0}, s8[512,512]{1,0}, s32[])->s32[512,512]{1,0}}
body { p = (s32[], f32[512,512], s8[512,512], s32[512,512], s32[]) parameter(0)
  i = s32[] get-tuple-element(p), index=0  w = f32[512,512] get-tuple-element(p), index=1
  x = s8[512,512] get-tuple-element(p), index=2  acc = s32[512,512] get-tuple-element(p), index=3
  limit = s32[] get-tuple-element(p), index=4
  one = s32[] constant(1)  i1 = s32[] add(i, one)  ws = s8[512,512] convert(w)
  y = s32[512,512] dot(x, ws), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  a = s32[512,512] add(acc, y)
  ROOT t = (s32[], f32[512,512], s8[512,512], s32[512,512], s32[]) tuple(i1, w, x, a, limit) }
cond { p = (s32[], f32[512,512], s8[512,512], s32[512,512], s32[]) parameter(0)
  i = s32[] get-tuple-element(p), index=0  n = s32[] )" +
         bound + R"(
  ROOT lt = pred[] compare(i, n), direction=LT }
ENTRY main { w = f32[512,512] parameter(0)  x = s8[512,512] parameter(1)  m = s32[] parameter(2)
  zero = s32[] constant(0)  acc = s32[512,512] broadcast(zero), dimensions={}
  init = (s32[], f32[512,512], s8[512,512], s32[512,512], s32[]) tuple(zero, w, x, acc, m)
  loop = (s32[], f32[512,512], s8[512,512], s32[512,512], s32[]) while(init), condition=cond, body=body)" +
         config + R"(
  ROOT r = s32[512,512] get-tuple-element(loop), index=3 })";
}

constexpr std::int64_t kInside = 2 * 512 * 512;
constexpr std::int64_t kBefore = 4 * kInside;

TEST(AssignOptimal, ACopyIsBeforeTheLoopWhereThatMovesLess) {
  const Cheapest once(loop_of_dots("constant(1)"), pass::gpu_policy(90));
  EXPECT_EQ(once.bytes(), kInside) << "of s8, in the one trip";
  EXPECT_EQ(once.summary().xla_bytes, kBefore);
  const Cheapest often(loop_of_dots("constant(100)"), pass::gpu_policy(90));
  EXPECT_EQ(often.bytes(), kBefore) << "of f32, before 100 trips";
  EXPECT_EQ(often.summary().bytes, often.summary().xla_bytes);
  EXPECT_TRUE(often.summary().is_proved());
  const Cheapest stated(
      loop_of_dots("constant(100)", R"(, backend_config={"known_trip_count":{"n":"3"}})"),
      pass::gpu_policy(90));
  EXPECT_EQ(stated.bytes(), 3 * kInside);
}

TEST(AssignOptimal, TripsThatAreUnknownAreAGuessThatIsTold) {
  const std::string text = loop_of_dots("get-tuple-element(p), index=4");
  const Cheapest guessed(text, pass::gpu_policy(90));
  EXPECT_EQ(guessed.bytes(), kBefore) << "5 trips are guessed";
  EXPECT_EQ(guessed.summary().executions.guessed_loops(), 1);
  const Cheapest few(text, pass::gpu_policy(90), {.loop_trips = 2});
  EXPECT_EQ(few.summary().bytes, 2 * kInside);
  EXPECT_EQ(few.summary().executions.loops[0].trips, 2);
}

TEST(AssignOptimal, ARawConvolutionKeepsXlasLayouts) {
  constexpr std::string_view kConvolution = R"(
HloModule m, entry_computation_layout={(f32[2,8,8,3]{0,1,2,3}, f32[3,3,3,4]{3,2,1,0})->f32[2,8,8,4]{3,2,1,0}}
ENTRY e { x = f32[2,8,8,3] parameter(0)  k = f32[3,3,3,4] parameter(1)
  n = f32[2,8,8,3] negate(x)
  ROOT c = f32[2,8,8,4] convolution(n, k), window={size=3x3 pad=1_1x1_1}, dim_labels=b01f_01io->b01f })";
  const Cheapest raw(kConvolution, pass::gpu_policy(90));
  auto module = *parse_module(kConvolution);
  const auto policy = pass::gpu_policy(90);
  ASSERT_TRUE(pass::assign_layouts(module, *policy));
  const auto operand_layout = [](const Module& m) {
    return notation::xla::print(*m.shape_of(m.operand(*m[m.entry()].root, 0)).layout);
  };
  EXPECT_EQ(operand_layout(raw.module()), operand_layout(module));
}

TEST(AssignOptimal, WhatReductionsMayReadAgainIsNotMoved) {
  const Cheapest narrow(R"(
HloModule m, entry_computation_layout={(f32[8,128,4]{2,1,0})->f32[8,4]{1,0}}
add { a = f32[] parameter(0)  b = f32[] parameter(1)  ROOT s = f32[] add(a, b) }
ENTRY e { p = f32[8,128,4] parameter(0)  z = f32[] constant(0)
  ROOT r = f32[8,4] reduce(p, z), dimensions={1}, to_apply=add })",
                        pass::gpu_policy(90));
  EXPECT_EQ(narrow.summary().xla_bytes, 32768) << "XLA copies it into rows";
  EXPECT_EQ(narrow.summary().bytes, 0);
  EXPECT_EQ(narrow.summary().parts.penalty_bytes, 16384) << "runs of 16 bytes";
  EXPECT_EQ(narrow.summary().xla_parts.penalty_bytes, 0);
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
