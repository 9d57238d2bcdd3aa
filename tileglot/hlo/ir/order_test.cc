// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/ir/order.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::hlo {
namespace {

std::string names(const Module& m, const std::vector<InstructionId>& order) {
  std::string result;
  for (const InstructionId i : order) result += std::string(m[i].name) + " ";
  return result;
}

ShapeId scalar(Module& m) { return m.keep(*notation::xla::parse_shape("f32[]")); }

InstructionId add(Module& m, ComputationId c, std::string_view name, Opcode opcode,
                  std::vector<InstructionId> operands, std::vector<Attribute> attributes = {}) {
  return m.add(c, {.name = name,
                   .opcode = opcode,
                   .shape = scalar(m),
                   .operands = std::move(operands),
                   .attributes = std::move(attributes)});
}

TEST(Order, OperandZeroIsVisitedFirst) {
  Module m;
  const ComputationId c = m.add_computation("e");
  const auto p = m.add_parameter(c, 0, scalar(m), "p");
  const auto q = m.add_parameter(c, 1, scalar(m), "q");
  const auto a = add(m, c, "a", Opcode::kAbs, {p});
  const auto b = add(m, c, "b", Opcode::kAbs, {q});
  m.set_root(c, add(m, c, "root", Opcode::kAdd, {b, a}));
  EXPECT_EQ(names(m, post_order(m, c)), "q b p a root ");
  EXPECT_EQ(names(m, memory_order(m, c)), "p q a b root ");
}

TEST(Order, ControlPredecessorsComeBefore) {
  Module m;
  const ComputationId c = m.add_computation("e");
  const auto p = m.add_parameter(c, 0, scalar(m), "p");
  const auto a = add(m, c, "a", Opcode::kAbs, {p});
  const auto b =
      add(m, c, "b", Opcode::kAbs, {p}, {{AttributeKey::kControlPredecessors, Instructions{a}}});
  m.set_root(c, add(m, c, "root", Opcode::kAdd, {b, a}));
  EXPECT_EQ(names(m, post_order(m, c)), "p a b root ");
}

TEST(Order, ALongChainDoesNotOverflowTheStack) {
  Module m;
  const ComputationId c = m.add_computation("e");
  InstructionId last = m.add_parameter(c, 0, scalar(m), "p");
  constexpr std::size_t kLength = 200000;
  for (std::size_t i = 0; i < kLength; ++i) last = add(m, c, "n", Opcode::kNegate, {last});
  EXPECT_EQ(post_order(m, c).size(), kLength + 1);
}

TEST(Order, CalledComputationsComeBeforeTheirCallers) {
  Module m;
  const ComputationId condition = m.add_computation("condition");
  const ComputationId body = m.add_computation("body");
  const ComputationId alone = m.add_computation("alone");
  const ComputationId e = m.add_computation("e");
  const auto p = m.add_parameter(e, 0, scalar(m), "p");
  const auto w = add(m, e, "w", Opcode::kWhile, {p},
                     {{AttributeKey::kCondition, condition}, {AttributeKey::kBody, body}});
  EXPECT_EQ(computation_post_order(m), (std::vector{alone, body, condition, e}));
  EXPECT_EQ(callers(m)[index_of(body)], std::vector{w});
  EXPECT_TRUE(callers(m)[index_of(e)].empty());
}

}  // namespace
}  // namespace tileglot::hlo
