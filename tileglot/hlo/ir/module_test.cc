// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/ir/module.h"

#include <gtest/gtest.h>

#include <vector>

#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::hlo {
namespace {

std::vector<InstructionId> list(const Module& m, ComputationId c) {
  const auto all = m.instructions(c);
  return {all.begin(), all.end()};
}

std::vector<Use> uses(const Module& m, InstructionId i) {
  const auto all = m.uses(i);
  return {all.begin(), all.end()};
}

/// a, b = parameters; s = a + b; root r = s * a.
struct Example {
  Module m = {};
  ComputationId c = m.add_computation("e");
  ShapeId shape = m.keep(*notation::xla::parse_shape("f32[2,3]{1,0}"));
  InstructionId a = m.add_parameter(c, 0, shape, "a");
  InstructionId b = m.add_parameter(c, 1, shape, "b");
  InstructionId s =
      m.add(c, {.name = "s", .opcode = Opcode::kAdd, .shape = shape, .operands = {a, b}});
  InstructionId r =
      m.add(c, {.name = "r", .opcode = Opcode::kMultiply, .shape = shape, .operands = {s, a}});
  Example() {
    m.set_root(c, r);
    m.set_entry(c);
  }
};

TEST(Module, AModuleIsMadeInCode) {
  const Example x;
  EXPECT_EQ(list(x.m, x.c), (std::vector{x.a, x.b, x.s, x.r}));
  EXPECT_EQ(x.m[x.c].parameters, (std::vector{x.a, x.b}));
  EXPECT_EQ(x.m.operand(x.r, 1), x.a);
  EXPECT_EQ(uses(x.m, x.a), (std::vector<Use>{{x.s, 0}, {x.r, 1}}));
  EXPECT_TRUE(x.m.is_root(x.r));
  EXPECT_FALSE(x.m.has_uses(x.r));
  EXPECT_EQ(x.m.instruction_count(), 4U);
}

TEST(Module, AnOperandIsReplaced) {
  Example x;
  const InstructionId copy = x.m.add_after(
      x.a, {.name = "copy", .opcode = Opcode::kCopy, .shape = x.shape, .operands = {x.a}});
  x.m.replace_operand(x.r, 1, copy);
  EXPECT_EQ(list(x.m, x.c), (std::vector{x.a, copy, x.b, x.s, x.r}));
  EXPECT_EQ(uses(x.m, x.a), (std::vector<Use>{{x.s, 0}, {copy, 0}}));
  EXPECT_EQ(uses(x.m, copy), (std::vector<Use>{{x.r, 1}}));
}

TEST(Module, EveryUseIsReplacedAndTheRootToo) {
  Example x;
  const InstructionId copy = x.m.add_after(
      x.a, {.name = "copy", .opcode = Opcode::kCopy, .shape = x.shape, .operands = {x.a}});
  x.m.replace_uses(x.a, copy);
  EXPECT_EQ(uses(x.m, x.a), (std::vector<Use>{{copy, 0}}));
  EXPECT_EQ(uses(x.m, copy), (std::vector<Use>{{x.s, 0}, {x.r, 1}}));
  x.m.replace_uses(x.r, x.s);
  EXPECT_TRUE(x.m.is_root(x.s));
  x.m.remove(x.r);
  EXPECT_EQ(list(x.m, x.c), (std::vector{x.a, copy, x.b, x.s}));
  EXPECT_FALSE(x.m.has_uses(x.s));
  EXPECT_EQ(x.m.instruction_count(), 4U);
  EXPECT_TRUE(x.m[x.r].removed);
}

TEST(Module, AListMayChangeWhileItIsVisited) {
  Example x;
  std::vector<InstructionId> seen;
  for (const InstructionId i : x.m.instructions(x.c)) {
    seen.push_back(i);
    if (i == x.a) {
      x.m.add_after(i, {.opcode = Opcode::kCopy, .shape = x.shape, .operands = {i}});
    }
    if (x.m[i].opcode == Opcode::kCopy) x.m.remove(i);
  }
  EXPECT_EQ(seen.size(), 5U);
  EXPECT_EQ(list(x.m, x.c), (std::vector{x.a, x.b, x.s, x.r}));
}

TEST(Module, AListOfOperandsMayGrow) {
  Example x;
  x.m.set_operands(x.r, std::vector{x.s, x.a, x.b});
  EXPECT_EQ(uses(x.m, x.b), (std::vector<Use>{{x.s, 1}, {x.r, 2}}));
  EXPECT_EQ(x.m.operands(x.r).size(), 3U);
}

TEST(Module, AnInstructionMoves) {
  Example x;
  x.m.move_after(x.a, x.s);
  EXPECT_EQ(list(x.m, x.c), (std::vector{x.a, x.s, x.b, x.r}));
  x.m.move_after(x.r, x.s);
  EXPECT_EQ(list(x.m, x.c), (std::vector{x.a, x.b, x.r, x.s}));
  EXPECT_EQ(x.m[x.c].last, x.s);
}

TEST(Module, FreshNamesAreFresh) {
  Example x;
  EXPECT_EQ(x.m.fresh_name("a"), "a.1");
  const InstructionId copy =
      x.m.add(x.c, {.opcode = Opcode::kCopy, .shape = x.shape, .operands = {x.a}});
  EXPECT_EQ(x.m[copy].name, "copy");
  EXPECT_EQ(x.m.fresh_name("copy"), "copy.1");
}

TEST(Module, ACopyIsAModuleOfItsOwn) {
  Example x;
  Module copy = x.m;
  copy.replace_uses(x.a, x.b);
  EXPECT_EQ(uses(x.m, x.a).size(), 2U);
  EXPECT_EQ(uses(copy, x.a).size(), 0U);
  EXPECT_EQ(copy[x.r].name, "r");
}

}  // namespace
}  // namespace tileglot::hlo
