// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/laws/example_computations.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/run/array/budget.h"
#include "tileglot/hlo/run/element/elements.h"
#include "tileglot/hlo/run/operation/combine.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::run {
namespace {

ShapeId scalar_shape(Module& module, PrimitiveType type) {
  return module.keep(notation::xla::Shape{.type = type});
}

}  // namespace

ComputationId applied(Module& module, Opcode opcode, PrimitiveType type) {
  const ComputationId computation = module.add_computation("applied");
  const ShapeId shape = scalar_shape(module, type);
  const InstructionId x = module.add_parameter(computation, 0, shape, "x");
  const InstructionId y = module.add_parameter(computation, 1, shape, "y");
  module.set_root(
      computation,
      module.add(computation, {.name = "r", .opcode = opcode, .shape = shape, .operands = {x, y}}));
  return computation;
}

ComputationId sum_and_product(Module& module, PrimitiveType type) {
  const ComputationId computation = module.add_computation("sum_and_product");
  const ShapeId shape = scalar_shape(module, type);
  const InstructionId x = module.add_parameter(computation, 0, shape, "x");
  const InstructionId y = module.add_parameter(computation, 1, shape, "y");
  const InstructionId xy = module.add(
      computation, {.name = "xy", .opcode = Opcode::kMultiply, .shape = shape, .operands = {x, y}});
  module.set_root(
      computation,
      module.add(computation,
                 {.name = "r", .opcode = Opcode::kAdd, .shape = shape, .operands = {x, xy}}));
  return computation;
}

ComputationId compared(Module& module, std::string_view direction,
                       const std::vector<PrimitiveType>& types) {
  const ComputationId computation = module.add_computation("compared");
  std::vector<InstructionId> parameters;
  for (const PrimitiveType type : types) {
    for (int side = 0; side < 2; ++side) {
      const auto number = static_cast<std::int64_t>(parameters.size());
      parameters.push_back(
          module.add_parameter(computation, number, scalar_shape(module, type), ""));
    }
  }
  module.set_root(
      computation,
      module.add(computation, {.name = "r",
                               .opcode = Opcode::kCompare,
                               .shape = scalar_shape(module, PrimitiveType::kPred),
                               .operands = {parameters[0], parameters[1]},
                               .attributes = {{AttributeKey::kDirection, Text{direction}}}}));
  return computation;
}

Applying applying_in(const Module& module, Budget& budget) {
  return {&module, &budget,
          [](ComputationId, std::span<const Elements>) -> core::Result<std::vector<Elements>> {
            return core::fail({.code = "test", .message = "a call"});
          }};
}

}  // namespace tileglot::hlo::run
