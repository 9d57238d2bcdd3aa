// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/laws/module_maker.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/literal.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/run/evaluate.h"
#include "tileglot/hlo/run/operation/array_operation.h"
#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::hlo::run {

ComputationId ModuleMaker::begin(const std::string& name) {
  at_ = module.add_computation(name);
  module.set_entry(at_);
  return at_;
}

InstructionId ModuleMaker::parameter(const std::string& shape) {
  const auto number = static_cast<std::int64_t>(module[at_].parameters.size());
  return module.add_parameter(at_, number, module.keep(*notation::xla::parse_shape(shape)), "p");
}

InstructionId ModuleMaker::constant(const std::string& shape, const std::vector<double>& values) {
  const auto parsed = *notation::xla::parse_shape(shape);
  return add(
      Opcode::kConstant, shape, {},
      {{AttributeKey::kLiteral, Shared(make_literal(parsed.type, extents_of(parsed), values))}});
}

InstructionId ModuleMaker::add(Opcode opcode, const std::string& shape,
                               std::vector<InstructionId> operands,
                               std::vector<Attribute> attributes) {
  return module.add(at_, {.opcode = opcode,
                          .shape = module.keep(*notation::xla::parse_shape(shape)),
                          .operands = std::move(operands),
                          .attributes = std::move(attributes)});
}

core::Result<std::vector<Output>> ModuleMaker::run(const std::vector<Elements>& inputs,
                                                   const RunOptions& options) const {
  return evaluate(module, inputs, options);
}

}  // namespace tileglot::hlo::run
