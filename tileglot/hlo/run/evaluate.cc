// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/evaluate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/literal.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/run/array/devices.h"
#include "tileglot/hlo/run/array/physical_array.h"
#include "tileglot/hlo/run/array/strided_box.h"
#include "tileglot/hlo/run/array/value.h"
#include "tileglot/hlo/run/devices/lockstep.h"
#include "tileglot/hlo/run/element/elements.h"
#include "tileglot/hlo/run/interpret/interpreter.h"
#include "tileglot/hlo/run/operation/array_operation.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::run {
namespace {

using notation::xla::Shape;

/// The shape with the layouts of `asked` where it has any.
Shape with_layouts(Shape shape, const Shape& wanted) {
  if (notation::xla::is_array(shape) && wanted.layout) shape.layout = wanted.layout;
  if (shape.elements.size() == wanted.elements.size()) {
    for (std::size_t i = 0; i < shape.elements.size(); ++i) {
      shape.elements[i] = with_layouts(std::move(shape.elements[i]), wanted.elements[i]);
    }
  }
  return shape;
}

void append_arrays(const Shape& shape, std::vector<Shape>& arrays) {
  if (notation::xla::is_array(shape)) arrays.push_back(shape);
  for (const Shape& element : shape.elements) append_arrays(element, arrays);
}

core::Error wrong_input(std::string message) {
  return {{.code = "run.inputs",
           .message = std::move(message),
           .help = "one input for each array of the parameters, in their order"}};
}

core::Status check_inputs(const std::vector<Shape>& shapes, std::span<const Elements> inputs) {
  if (shapes.size() != inputs.size()) {
    return core::fail(wrong_input(
        fmt::format("the module takes {} inputs, not {}", shapes.size(), inputs.size())));
  }
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const auto size = static_cast<std::size_t>(size_of(extents_of(shapes[i])));
    if (inputs[i].type == shapes[i].type && inputs[i].size() == size) continue;
    return core::fail(wrong_input(fmt::format("input {} is {}, and has {} elements of {}", i,
                                              notation::xla::print(shapes[i]), inputs[i].size(),
                                              notation::xla::name_of(inputs[i].type))));
  }
  return {};
}

core::Result<std::vector<Value>> arguments(Memory& memory, const Module& module,
                                           std::span<const Elements> inputs) {
  std::vector<Value> values;
  for (const Shape& shape : parameter_shapes(module)) {
    TILEGLOT_TRY(value, input_value(memory, shape, inputs));
    values.push_back(std::move(value));
  }
  return values;
}

std::vector<Output> outputs_of(const Value& result) {
  std::vector<Output> outputs;
  for (const PhysicalArray& leaf : leaves(result)) outputs.push_back({leaf.shape, read(leaf)});
  return outputs;
}

/// Includes a tuple's elements.
bool lacks_elements(const Literal& literal) {
  if (literal.elided && element_count(literal) > 0) return true;
  return std::ranges::any_of(literal.elements, lacks_elements);
}

}  // namespace

core::Status check_constants(const Module& module) {
  for (const ComputationId computation : module.computations()) {
    for (const InstructionId id : module.instructions(computation)) {
      const auto* const literal = attribute_of<Shared<Literal>>(module[id], AttributeKey::kLiteral);
      if (literal == nullptr || !lacks_elements(**literal)) continue;
      return core::fail(
          {.code = "run.elided",
           .message = fmt::format("the elements of {} were left out, {{...}}", module[id].name),
           .span = module[id].place,
           .help = "print the module with large constants: XLA's --xla_dump_large_constants"});
    }
  }
  return {};
}

std::vector<Shape> parameter_shapes(const Module& module) {
  std::vector<Shape> shapes;
  const auto& parameters = module[module.entry()].parameters;
  shapes.reserve(parameters.size());
  for (const InstructionId parameter : parameters) shapes.push_back(module.shape_of(parameter));
  const auto& entry = module.header.entry_layout;
  if (!entry || entry->parameters.size() != shapes.size()) return shapes;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    shapes[i] = with_layouts(std::move(shapes[i]), entry->parameters[i]);
  }
  return shapes;
}

Shape result_shape(const Module& module) {
  const Shape& root = module.shape_of(*module[module.entry()].root);
  const auto& entry = module.header.entry_layout;
  return entry ? with_layouts(root, entry->result) : root;
}

std::vector<Shape> input_shapes(const Module& module) {
  std::vector<Shape> arrays;
  for (const Shape& shape : parameter_shapes(module)) append_arrays(shape, arrays);
  return arrays;
}

core::Status check_run(const Module& module, std::span<const Elements> inputs) {
  TILEGLOT_TRY_STATUS(check_constants(module));
  return check_inputs(input_shapes(module), inputs);
}

core::Result<Value> input_value(Memory& memory, const Shape& shape,
                                std::span<const Elements>& inputs) {
  Value value;
  if (notation::xla::is_array(shape)) {
    TILEGLOT_TRY(array, memory.write(inputs[0], shape));
    inputs = inputs.subspan(1);
    value.array = std::move(array);
    return value;
  }
  value.elements.reserve(shape.elements.size());
  for (const Shape& element : shape.elements) {
    TILEGLOT_TRY(part, input_value(memory, element, inputs));
    value.elements.push_back(std::move(part));
  }
  return value;
}

core::Result<std::vector<Output>> evaluate(const Module& module, std::span<const Elements> inputs,
                                           const RunOptions& options) {
  TILEGLOT_TRY_STATUS(check_run(module, inputs));
  if (has_collectives(module)) {
    RunOptions alone = options;
    alone.devices = {};
    const std::vector<Elements> only(inputs.begin(), inputs.end());
    TILEGLOT_TRY(outputs, evaluate_on_devices(module, std::span(&only, 1), alone));
    return std::move(outputs[0]);
  }
  Interpreter interpreter(module, options);
  TILEGLOT_TRY(values, arguments(interpreter.memory(), module, inputs));
  TILEGLOT_TRY(root, interpreter.call(module.entry(), values));
  TILEGLOT_TRY(result, interpreter.handed(root, result_shape(module)));
  return outputs_of(result);
}

core::Result<std::vector<std::vector<Output>>> evaluate_on_devices(
    const Module& module, std::span<const std::vector<Elements>> inputs,
    const RunOptions& options) {
  TILEGLOT_TRY_STATUS(check_devices(options.devices));
  if (options.devices.count() != inputs.size()) {
    return core::fail(wrong_input(
        fmt::format("{} devices have {} lists of inputs", options.devices.count(), inputs.size())));
  }
  if (inputs.size() == 1 && !has_collectives(module)) {
    TILEGLOT_TRY(outputs, evaluate(module, inputs[0], options));
    std::vector<std::vector<Output>> only;
    only.push_back(std::move(outputs));
    return only;
  }
  Lockstep lockstep(module, options);
  std::vector<DeviceValue> values(module[module.entry()].parameters.size());
  for (const std::vector<Elements>& own : inputs) {
    TILEGLOT_TRY_STATUS(check_run(module, own));
    TILEGLOT_TRY(local, arguments(lockstep.interpreter().memory(), module, own));
    for (std::size_t i = 0; i < values.size(); ++i) values[i].local.push_back(std::move(local[i]));
  }
  DeviceNumbers all(inputs.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  TILEGLOT_TRY(root, lockstep.call(module.entry(), values, all));
  std::vector<std::vector<Output>> outputs;
  outputs.reserve(all.size());
  for (const Value& value : root.local) {
    TILEGLOT_TRY(result, lockstep.interpreter().handed(value, result_shape(module)));
    outputs.push_back(outputs_of(result));
  }
  return outputs;
}

}  // namespace tileglot::hlo::run
