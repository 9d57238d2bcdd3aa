// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/ir/clone_computation.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::hlo {
namespace {

TEST(CloneComputation, ACloneHasTheSameInstructionsUnderOtherNames) {
  Module m;
  const ComputationId f = m.add_computation("f");
  const ShapeId s = m.keep(*notation::xla::parse_shape("f32[2]{0}"));
  const InstructionId p = m.add_parameter(f, 0, s, "p");
  const InstructionId n =
      m.add(f, {.name = "n", .opcode = Opcode::kNegate, .shape = s, .operands = {p}});
  const InstructionId a =
      m.add(f, {.name = "a",
                .opcode = Opcode::kAdd,
                .shape = s,
                .operands = {n, p},
                .attributes = {{AttributeKey::kControlPredecessors, Instructions{n}}}});
  m.set_root(f, a);
  const ComputationId g = clone_computation(m, f, "f.clone");
  std::vector<std::string> names;
  for (const InstructionId id : m.instructions(g)) names.emplace_back(m[id].name);
  EXPECT_EQ(names, (std::vector<std::string>{"p.clone", "n.clone", "a.clone"}));
  EXPECT_EQ(m[g].name, "f.clone");
  const InstructionId root = *m[g].root;
  EXPECT_EQ(m[root].name, "a.clone");
  EXPECT_EQ(m.operand(root, 1), m[g].parameters.at(0));
  const InstructionId negated = m.operand(root, 0);
  EXPECT_EQ(*attribute_of<Instructions>(m[root], AttributeKey::kControlPredecessors),
            Instructions{negated});
  EXPECT_EQ(*attribute_of<Instructions>(m[a], AttributeKey::kControlPredecessors), Instructions{n});
  const ComputationId again = clone_computation(m, f, "f.clone.1");
  EXPECT_TRUE(m[*m[again].root].name.starts_with("a.clone."));
}

}  // namespace
}  // namespace tileglot::hlo
