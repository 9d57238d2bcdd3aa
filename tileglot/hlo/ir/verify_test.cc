// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/ir/verify.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/hlo/ir/any_module.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::hlo {
namespace {

std::string verdict(const Module& module) {
  const auto status = verify(module);
  return status ? "" : status.error()->code + ": " + status.error()->message;
}

/// a = f32[2,3] parameter(0); r = an operation on it.
struct Example {
  Module m = {};
  ComputationId c = m.add_computation("e");
  InstructionId a = m.add_parameter(c, 0, shape("f32[2,3]"), "a");
  InstructionId r;
  explicit Example(Opcode opcode, std::string_view result, std::vector<Attribute> attributes = {}) {
    r = m.add(c, {.name = "r",
                  .opcode = opcode,
                  .shape = shape(result),
                  .operands = {a},
                  .attributes = std::move(attributes)});
    m.set_root(c, r);
    m.set_entry(c);
  }
  ShapeId shape(std::string_view text) { return m.keep(*notation::xla::parse_shape(text)); }
};

TEST(Verify, AShapeThatDoesNotFollow) {
  EXPECT_EQ(verdict(Example(Opcode::kNegate, "f32[2,3]").m), "");
  EXPECT_EQ(verdict(Example(Opcode::kNegate, "f32[2,3]{0,1}").m), "");
  EXPECT_EQ(verdict(Example(Opcode::kNegate, "f32[3,2]").m),
            "hlo.verify: r: its shape is written as f32[3,2]{1,0}, and negate gives f32[2,3]{1,0}");
}

TEST(Verify, ShapesThatAreSaidHaveToFit) {
  EXPECT_EQ(verdict(Example(Opcode::kReshape, "f32[7]").m),
            "hlo.verify: r: reshape of f32[2,3]{1,0} is not f32[7]{0}");
  EXPECT_EQ(verdict(Example(Opcode::kConvert, "s8[2,4]").m),
            "hlo.verify: r: convert keeps the dimensions, and those of s8[2,4]{1,0} differ from "
            "those of f32[2,3]{1,0}");
  EXPECT_EQ(
      verdict(Example(Opcode::kBroadcast, "f32[3,2]", {{AttributeKey::kDimensions, Ints{0, 1}}}).m),
      "hlo.verify: r: a broadcast of f32[2,3]{1,0} along these dimensions is not f32[3,2]{1,0}");
}

TEST(Verify, WhatIsMissingOrTooMuch) {
  EXPECT_EQ(verdict(Example(Opcode::kTranspose, "f32[3,2]").m),
            "hlo.verify: r: transpose without dimensions");
  EXPECT_EQ(verdict(Example(Opcode::kAdd, "f32[2,3]").m), "hlo.verify: r: add with 1 operands");
  EXPECT_EQ(verdict(Module{}), "hlo.verify: the module has no entry");
}

TEST(Verify, ALayoutThatIsNotAnOrder) {
  EXPECT_EQ(verdict(Example(Opcode::kNegate, "f32[2,3]{0,0}").m).substr(0, 14), "hlo.verify: r:");
}

TEST(Verify, DefinitionsComeBeforeUses) {
  Example x(Opcode::kNegate, "f32[2,3]");
  x.m.move_after(x.r, x.a);
  EXPECT_EQ(verdict(x.m), "hlo.cycle: r: it comes before its operand a");
  Example y(Opcode::kNegate, "f32[2,3]");
  y.m.replace_operand(y.r, 0, y.r);
  EXPECT_EQ(verdict(y.m), "hlo.cycle: r: it comes before its operand r");
}

TEST(Verify, AComputationDoesNotCallItself) {
  Example x(Opcode::kCall, "f32[2,3]");
  set_attribute(x.m[x.r], AttributeKey::kToApply, x.c);
  EXPECT_EQ(verdict(x.m), "hlo.cycle: the computation e calls itself, over e");
}

TEST(Verify, AFunctionGetsWhatItTakes) {
  Example x(Opcode::kCall, "f32[2,3]");
  const ComputationId f = x.m.add_computation("f");
  x.m.set_root(f, x.m.add_parameter(f, 0, x.shape("f32[4]"), "p"));
  set_attribute(x.m[x.r], AttributeKey::kToApply, f);
  EXPECT_EQ(verdict(x.m), "hlo.verify: r: parameter 0 of f is f32[4]{0}, and gets f32[2,3]{1,0}");
}

TEST(Verify, TheEntryLayoutFits) {
  Example x(Opcode::kNegate, "f32[2,3]");
  x.m.header.entry_layout = EntryLayout{.result = *notation::xla::parse_shape("f32[2,3]")};
  EXPECT_EQ(verdict(x.m), "hlo.verify: the entry layout has 0 parameters, and e has 1");
  x.m.header.entry_layout->parameters = {*notation::xla::parse_shape("f32[3,2]")};
  EXPECT_EQ(
      verdict(x.m),
      "hlo.verify: the entry layout has f32[3,2]{1,0} for parameter 0, which is f32[2,3]{1,0}");
}

TEST(Verify, RandomModulesMakeSense) {
  core::check_law("hlo_any_module_verifies", 5000, [] {
    const Module module = any_module({.random_layouts = true});
    RC_ASSERT(verdict(module) == "");
  });
}

TEST(Verify, AWrongOperandIsSeen) {
  core::check_law("hlo_verify_sees_wrong_shapes", 2000, [] {
    Module module = any_module();
    const InstructionId root = *module[module.entry()].root;
    module[root].shape = module.keep(*notation::xla::parse_shape("f32[97,89]"));
    RC_ASSERT(verdict(module) != "");
  });
}

}  // namespace
}  // namespace tileglot::hlo
