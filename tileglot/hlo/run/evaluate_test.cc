// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/evaluate.h"

#include <gtest/gtest.h>

#include <vector>

#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/literal.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/run/element/example_elements.h"
#include "tileglot/hlo/run/laws/module_maker.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::hlo::run {
namespace {

using Doubles = std::vector<double>;

const Elements kTwoByThree = f32s({1, 2, 3, 4, 5, 6});

/// The only output.
Doubles output(const core::Result<std::vector<Output>>& outputs) {
  EXPECT_TRUE(outputs.has_value()) << outputs.error()->message;
  return outputs ? numbers(outputs->at(0).elements) : Doubles();
}

/// op(p) of a parameter with that layout.
Doubles one_operation(const std::string& from, Opcode opcode, const std::string& to,
                      std::vector<Attribute> attributes = {}, const RunOptions& options = {}) {
  ModuleMaker m;
  m.begin();
  m.set_root(m.add(opcode, to, {m.parameter(from)}, std::move(attributes)));
  return output(m.run({kTwoByThree}, options));
}

TEST(Evaluate, ABitcastReadsTheBytesThatAreThere) {
  EXPECT_EQ(one_operation("f32[2,3]{0,1}", Opcode::kBitcast, "f32[3,2]{1,0}"),
            Doubles({1, 4, 2, 5, 3, 6}));
  EXPECT_EQ(one_operation("f32[2,3]{1,0}", Opcode::kBitcast, "f32[3,2]{1,0}"),
            Doubles({1, 2, 3, 4, 5, 6}));
}

TEST(Evaluate, ABitcastOfATileReadsPoison) {
  const Doubles padded =
      one_operation("f32[2,3]{1,0:T(2,2)}", Opcode::kBitcast, "f32[2,4]{1,0:T(2,2)}");
  const double poison = static_cast<double>(std::bit_cast<float>(0xb5b5b5b5U));
  EXPECT_EQ(padded, Doubles({1, 2, 3, poison, 4, 5, 6, poison}));
}

TEST(Evaluate, ATransposeInColumnMajorMemory) {
  EXPECT_EQ(one_operation("f32[2,3]{0,1}", Opcode::kTranspose, "f32[3,2]{0,1}",
                          {{AttributeKey::kDimensions, Ints{1, 0}}}),
            Doubles({1, 4, 2, 5, 3, 6}));
}

TEST(Evaluate, ACopyKeepsTheNumbers) {
  EXPECT_EQ(one_operation("f32[2,3]{0,1}", Opcode::kCopy, "f32[2,3]{1,0:T(4,2)}"),
            Doubles({1, 2, 3, 4, 5, 6}));
}

TEST(Evaluate, TheEntrysLayoutsAreTheCallers) {
  ModuleMaker m;
  m.begin();
  m.set_root(m.add(Opcode::kNegate, "f32[2,3]{1,0}", {m.parameter("f32[2,3]{1,0}")}));
  m.module.header.entry_layout = EntryLayout{{*notation::xla::parse_shape("f32[2,3]{0,1}")},
                                             *notation::xla::parse_shape("f32[2,3]{0,1}")};
  const auto relaid = m.run({kTwoByThree});
  EXPECT_EQ(output(relaid), Doubles({-1, -2, -3, -4, -5, -6}));
  EXPECT_EQ(notation::xla::print(relaid->at(0).shape), "f32[2,3]{0,1}");
  // As bytes, 1 4 2 / 5 3 6 is read by rows, and the result by columns.
  EXPECT_EQ(output(m.run({kTwoByThree}, {.handover = Handover::kAsBytes})),
            Doubles({-1, -2, -3, -4, -5, -6}));
  m.module.header.entry_layout->result = *notation::xla::parse_shape("f32[2,3]{1,0}");
  EXPECT_EQ(output(m.run({kTwoByThree}, {.handover = Handover::kAsBytes})),
            Doubles({-1, -4, -2, -5, -3, -6}));
  EXPECT_EQ(output(m.run({kTwoByThree})), Doubles({-1, -2, -3, -4, -5, -6}));
}

TEST(Evaluate, InputsAreChecked) {
  ModuleMaker m;
  m.begin();
  m.set_root(m.parameter("f32[2,3]{1,0}"));
  EXPECT_EQ(m.run({}).error()->message, "the module takes 1 inputs, not 0");
  EXPECT_EQ(m.run({s32s({1})}).error()->message,
            "input 0 is f32[2,3]{1,0}, and has 1 elements of s32");
  EXPECT_EQ(m.run({f32s({1})}).error()->code, "run.inputs");
}

TEST(Evaluate, WhatIsNotEvaluated) {
  ModuleMaker m;
  m.begin();
  m.set_root(m.add(Opcode::kCholesky, "f32[2,3]{1,0}", {m.parameter("f32[2,3]{1,0}")}));
  EXPECT_EQ(m.run({kTwoByThree}).error()->message, "cholesky is not evaluated");
  ModuleMaker call;
  call.begin();
  call.set_root(call.add(Opcode::kCustomCall, "f32[2,3]{1,0}", {call.parameter("f32[2,3]{1,0}")},
                         {{AttributeKey::kCustomCallTarget, Text{"\"foo\""}}}));
  EXPECT_EQ(call.run({kTwoByThree}).error()->code, "run.custom_call");
}

TEST(Evaluate, ConstantsWithoutTheirElementsAreRefused) {
  ModuleMaker m;
  m.begin();
  const Literal left_out{
      .type = notation::xla::PrimitiveType::kF32, .bounds = {2, 3}, .elided = true};
  m.set_root(
      m.add(Opcode::kConstant, "f32[2,3]{1,0}", {}, {{AttributeKey::kLiteral, Shared(left_out)}}));
  EXPECT_EQ(m.run({}).error()->code, "run.elided");
}

TEST(Evaluate, ACustomCallThatHandsOn) {
  EXPECT_EQ(one_operation("f32[2,3]{1,0}", Opcode::kCustomCall, "f32[2,3]{0,1}",
                          {{AttributeKey::kCustomCallTarget, Text{"\"Sharding\""}}}),
            Doubles({1, 2, 3, 4, 5, 6}));
}

TEST(Evaluate, HugeArraysAreRefused) {
  ModuleMaker m;
  m.begin();
  m.set_root(m.add(Opcode::kBroadcast, "f32[1048576,1048576,1048576]{2,1,0}",
                   {m.constant("f32[]", {1})}, {{AttributeKey::kDimensions, Ints{}}}));
  EXPECT_EQ(m.run({}).error()->code, "run.memory");
}

TEST(Evaluate, AnArrayOfAnotherSizeThanDeclared) {
  ModuleMaker m;
  m.begin();
  m.set_root(m.add(Opcode::kNegate, "f32[7]{0}", {m.parameter("f32[2,3]{1,0}")}));
  EXPECT_EQ(m.run({kTwoByThree}).error()->code, "run.operands");
}

TEST(Evaluate, WhatNothingNeedsIsNotRun) {
  ModuleMaker m;
  m.begin();
  const InstructionId p = m.parameter("f32[2,3]{1,0}");
  m.add(Opcode::kCholesky, "f32[2,3]{1,0}", {p});
  m.set_root(m.add(Opcode::kNegate, "f32[2,3]{1,0}", {p}));
  EXPECT_TRUE(m.run({kTwoByThree}));
}

}  // namespace
}  // namespace tileglot::hlo::run
