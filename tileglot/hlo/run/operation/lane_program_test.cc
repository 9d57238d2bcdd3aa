// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/operation/lane_program.h"

#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/run/element/example_elements.h"
#include "tileglot/hlo/run/laws/example_computations.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::run {
namespace {

using Doubles = std::vector<double>;

TEST(LaneProgram, EachLaneIsACall) {
  Module module;
  const ComputationId computation = sum_and_product(module, PrimitiveType::kS32);
  const auto program = LaneProgram::of(module, computation);
  ASSERT_TRUE(program);
  const std::vector<Elements> arguments = {s32s({1, 2}), s32s({3, 4})};
  EXPECT_EQ(numbers(program->run(arguments).value()[0]), Doubles({4, 10}));
}

TEST(LaneProgram, ArraysAreNotLanes) {
  Module module;
  const ComputationId computation = module.add_computation("c");
  const ShapeId shape =
      module.keep(notation::xla::Shape{.type = PrimitiveType::kF32, .dimensions = {{.bound = 2}}});
  module.set_root(computation, module.add_parameter(computation, 0, shape, "x"));
  EXPECT_FALSE(LaneProgram::of(module, computation));
}

TEST(LaneProgram, ACallIsWrittenOut) {
  Module module;
  const ComputationId inner = sum_and_product(module, PrimitiveType::kF32);
  const ComputationId outer = module.add_computation("outer");
  const ShapeId shape = module.keep(notation::xla::Shape{.type = PrimitiveType::kF32});
  const InstructionId x = module.add_parameter(outer, 0, shape, "a");
  module.set_root(outer, module.add(outer, {.opcode = Opcode::kCall,
                                            .shape = shape,
                                            .operands = {x, x},
                                            .attributes = {{AttributeKey::kToApply, inner}}}));
  const auto program = LaneProgram::of(module, outer);
  ASSERT_TRUE(program);
  const std::vector<Elements> arguments = {f32s({2, 3})};
  EXPECT_EQ(numbers(program->run(arguments).value()[0]), Doubles({6, 12}));
}

}  // namespace
}  // namespace tileglot::hlo::run
