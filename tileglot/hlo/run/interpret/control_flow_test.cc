// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

#include "tileglot/hlo/run/element/example_elements.h"
#include "tileglot/hlo/run/evaluate.h"
#include "tileglot/hlo/run/laws/module_maker.h"

namespace tileglot::hlo::run {
namespace {

using Doubles = std::vector<double>;

std::vector<Attribute> loop_of(ComputationId condition, ComputationId body) {
  return {{AttributeKey::kCondition, condition}, {AttributeKey::kBody, body}};
}

Attribute element(std::int64_t index) { return {AttributeKey::kIndex, index}; }

/// while (i < 5) { v *= 2; i += 1 }
void make_loop(ModuleMaker& m, const std::string& array) {
  const std::string state = "(" + array + ", s32[])";
  const ComputationId condition = m.begin("condition");
  InstructionId p = m.parameter(state);
  const InstructionId i = m.add(Opcode::kGetTupleElement, "s32[]", {p}, {element(1)});
  m.set_root(m.add(Opcode::kCompare, "pred[]", {i, m.constant("s32[]", {5})},
                   {{AttributeKey::kDirection, Text{"LT"}}}));
  const ComputationId body = m.begin("body");
  p = m.parameter(state);
  const InstructionId v = m.add(Opcode::kGetTupleElement, array, {p}, {element(0)});
  const InstructionId j = m.add(Opcode::kGetTupleElement, "s32[]", {p}, {element(1)});
  const InstructionId twice = m.add(Opcode::kAdd, array, {v, v});
  const InstructionId next = m.add(Opcode::kAdd, "s32[]", {j, m.constant("s32[]", {1})});
  m.set_root(m.add(Opcode::kTuple, state, {twice, next}));
  m.begin("entry");
  const InstructionId x = m.parameter("f32[2]{0}");
  const InstructionId first = m.add(Opcode::kTuple, state, {x, m.constant("s32[]", {2})});
  m.set_root(m.add(Opcode::kWhile, state, {first}, loop_of(condition, body)));
}

TEST(ControlFlow, ALoopRunsUntilItsConditionFails) {
  for (const char* layout : {"f32[2]{0}", "f32[2]{0:T(4)}"}) {
    ModuleMaker m;
    make_loop(m, layout);
    const auto outputs = m.run({f32s({1, 3})});
    ASSERT_TRUE(outputs) << outputs.error()->message;
    EXPECT_EQ(numbers(outputs->at(0).elements), Doubles({8, 24}));
    EXPECT_EQ(numbers(outputs->at(1).elements), Doubles({5}));
  }
}

TEST(ControlFlow, ALoopWithoutEndIsEnded) {
  ModuleMaker m;
  const ComputationId condition = m.begin("condition");
  m.parameter("s32[]");
  m.set_root(m.constant("pred[]", {1}));
  const ComputationId body = m.begin("body");
  m.set_root(m.parameter("s32[]"));
  m.begin("entry");
  m.set_root(m.add(Opcode::kWhile, "s32[]", {m.parameter("s32[]")}, loop_of(condition, body)));
  const auto ended = m.run({s32s({1})}, {.max_steps = 1000});
  ASSERT_FALSE(ended);
  EXPECT_EQ(ended.error()->code, "run.steps");
}

TEST(ControlFlow, BranchesByPredAndByIndex) {
  for (const char* selector : {"pred[]", "s32[]"}) {
    ModuleMaker m;
    const ComputationId first = m.begin("first");
    m.set_root(m.add(Opcode::kNegate, "f32[]", {m.parameter("f32[]")}));
    const ComputationId second = m.begin("second");
    m.set_root(m.parameter("f32[]"));
    m.begin("entry");
    const InstructionId s = m.parameter(selector);
    const InstructionId x = m.parameter("f32[]");
    const bool by_pred = selector[0] == 'p';
    m.set_root(m.add(Opcode::kConditional, "f32[]", {s, x, x},
                     by_pred ? std::vector<Attribute>{{AttributeKey::kTrueComputation, first},
                                                      {AttributeKey::kFalseComputation, second}}
                             : std::vector<Attribute>{{AttributeKey::kBranchComputations,
                                                       Computations{first, second}}}));
    const auto chosen = [&](double value) {
      const Elements index = by_pred ? preds({value}) : s32s({value});
      return numbers(m.run({index, f32s({3})}).value()[0].elements)[0];
    };
    EXPECT_EQ(chosen(0), by_pred ? 3 : -3);
    EXPECT_EQ(chosen(1), by_pred ? -3 : 3);
    if (!by_pred) {
      EXPECT_EQ(chosen(9), 3);
      EXPECT_EQ(chosen(-1), 3);
    }
  }
}

TEST(ControlFlow, TuplesInTuples) {
  ModuleMaker m;
  m.begin();
  const InstructionId x = m.parameter("(f32[2]{0}, (s32[], token[]))");
  const InstructionId barrier = m.add(Opcode::kOptBarrier, "(f32[2]{0}, (s32[], token[]))", {x});
  const InstructionId inner =
      m.add(Opcode::kGetTupleElement, "(s32[], token[])", {barrier}, {element(1)});
  m.set_root(m.add(Opcode::kTuple, "((s32[], token[]), f32[2]{0})",
                   {inner, m.add(Opcode::kGetTupleElement, "f32[2]{0}", {barrier}, {element(0)})}));
  const auto outputs = m.run({f32s({1, 2}), s32s({3})});
  ASSERT_TRUE(outputs) << outputs.error()->message;
  ASSERT_EQ(outputs->size(), 2U);
  EXPECT_EQ(numbers(outputs->at(0).elements), Doubles({3}));
  EXPECT_EQ(numbers(outputs->at(1).elements), Doubles({1, 2}));
}

TEST(ControlFlow, CallsNestOnlySoDeep) {
  ModuleMaker m;
  ComputationId inner = m.begin();
  m.set_root(m.parameter("f32[]"));
  for (int i = 0; i < 100; ++i) {
    const ComputationId outer = m.begin();
    m.set_root(
        m.add(Opcode::kCall, "f32[]", {m.parameter("f32[]")}, {{AttributeKey::kToApply, inner}}));
    inner = outer;
  }
  const auto refused = m.run({f32s({1})});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error()->code, "run.depth");
  EXPECT_TRUE(m.run({f32s({1})}, {.max_depth = 200}));
}

TEST(ControlFlow, ABytesHandoverThatDoesNotFit) {
  ModuleMaker m;
  m.begin();
  const InstructionId t = m.add(Opcode::kTuple, "(f32[3]{0:T(8)})", {m.parameter("f32[3]{0}")});
  m.set_root(t);
  EXPECT_TRUE(m.run({f32s({1, 2, 3})}));
  const auto refused = m.run({f32s({1, 2, 3})}, {.handover = Handover::kAsBytes});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error()->code, "run.handover");
}

TEST(ControlFlow, AReductionByACallOfALoop) {
  // Not elementwise: each pair is a call.
  ModuleMaker m;
  const ComputationId condition = m.begin("condition");
  InstructionId p = m.parameter("(s32[], s32[])");
  m.set_root(
      m.add(Opcode::kCompare, "pred[]",
            {m.add(Opcode::kGetTupleElement, "s32[]", {p}, {element(1)}), m.constant("s32[]", {0})},
            {{AttributeKey::kDirection, Text{"GT"}}}));
  const ComputationId body = m.begin("body");
  p = m.parameter("(s32[], s32[])");
  const InstructionId one = m.constant("s32[]", {1});
  m.set_root(m.add(Opcode::kTuple, "(s32[], s32[])",
                   {m.add(Opcode::kAdd, "s32[]",
                          {m.add(Opcode::kGetTupleElement, "s32[]", {p}, {element(0)}), one}),
                    m.add(Opcode::kSubtract, "s32[]",
                          {m.add(Opcode::kGetTupleElement, "s32[]", {p}, {element(1)}), one})}));
  const ComputationId sum = m.begin("sum");
  const InstructionId x = m.parameter("s32[]");
  const InstructionId y = m.parameter("s32[]");
  const InstructionId state = m.add(Opcode::kTuple, "(s32[], s32[])", {x, y});
  m.set_root(m.add(Opcode::kGetTupleElement, "s32[]",
                   {m.add(Opcode::kWhile, "(s32[], s32[])", {state}, loop_of(condition, body))},
                   {element(0)}));
  m.begin("entry");
  m.set_root(m.add(Opcode::kReduce, "s32[2]{0}",
                   {m.parameter("s32[2,3]{1,0}"), m.constant("s32[]", {10})},
                   {{AttributeKey::kDimensions, Ints{1}}, {AttributeKey::kToApply, sum}}));
  const auto outputs = m.run({s32s({1, 2, 3, 4, 5, 6})});
  ASSERT_TRUE(outputs) << outputs.error()->message;
  EXPECT_EQ(numbers(outputs->at(0).elements), Doubles({16, 25}));
}

}  // namespace
}  // namespace tileglot::hlo::run
