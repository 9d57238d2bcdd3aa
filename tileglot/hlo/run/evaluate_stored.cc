// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/evaluate_stored.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/core/counted.h"
#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/run/array/physical_array.h"
#include "tileglot/hlo/run/array/value.h"
#include "tileglot/hlo/run/devices/lockstep.h"
#include "tileglot/hlo/run/evaluate.h"
#include "tileglot/hlo/run/interpret/interpreter.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::run {
namespace {

using notation::xla::Shape;

tl::unexpected<core::Error> unfit_input(std::string message) {
  return core::fail({.code = "run.inputs",
                     .message = std::move(message),
                     .help = "one input for each array of the parameters, in their order"});
}

core::Status check_fit(const std::vector<Shape>& parameters,
                       std::span<const PhysicalArray> inputs) {
  if (parameters.size() != inputs.size()) {
    return unfit_input(
        fmt::format("the module takes {} inputs, not {}", parameters.size(), inputs.size()));
  }
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const Shape& has = inputs[i].shape;
    const bool fits = has.type == parameters[i].type && has.dimensions == parameters[i].dimensions;
    if (fits) continue;
    return unfit_input(fmt::format("input {} is {}, and the parameter {}", i,
                                   notation::xla::print(has), notation::xla::print(parameters[i])));
  }
  return {};
}

/// Takes inputs from the front, one for each of the shape's arrays.
core::Result<Value> relaid_argument(Memory& memory, const Shape& shape,
                                    std::span<const PhysicalArray>& inputs) {
  Value value;
  if (notation::xla::is_array(shape)) {
    TILEGLOT_TRY(array, memory.relaid(inputs[0], shape));
    inputs = inputs.subspan(1);
    value.array = std::move(array);
    return value;
  }
  value.elements.reserve(shape.elements.size());
  for (const Shape& element : shape.elements) {
    TILEGLOT_TRY(part, relaid_argument(memory, element, inputs));
    value.elements.push_back(std::move(part));
  }
  return value;
}

}  // namespace

core::Result<PhysicalArray> stored_array(Memory& memory, const Shape& shape,
                                         std::span<const std::byte> bytes) {
  TILEGLOT_TRY(placement, memory.placement_of(shape));
  if (placement->bytes != bytes.size()) {
    return unfit_input(fmt::format(
        "{} takes {}, not {}", notation::xla::print(shape),
        core::counted(static_cast<std::int64_t>(placement->bytes), "byte"), bytes.size()));
  }
  TILEGLOT_TRY(held, memory.allocate(bytes.size()));
  std::ranges::copy(bytes, held->begin());
  return PhysicalArray{shape, placement, held};
}

core::Result<std::vector<PhysicalArray>> evaluate_stored(const Module& module,
                                                         std::span<const PhysicalArray> inputs,
                                                         const RunOptions& options) {
  TILEGLOT_TRY_STATUS(check_constants(module));
  TILEGLOT_TRY_STATUS(check_fit(input_shapes(module), inputs));
  // Lockstep on one device, where groups have one member.
  RunOptions alone = options;
  alone.devices = {};
  Lockstep lockstep(module, alone);
  std::vector<DeviceValue> arguments;
  for (const Shape& shape : parameter_shapes(module)) {
    TILEGLOT_TRY(value, relaid_argument(lockstep.interpreter().memory(), shape, inputs));
    DeviceValue& argument = arguments.emplace_back();
    argument.local.push_back(std::move(value));
  }
  TILEGLOT_TRY(root, lockstep.call(module.entry(), arguments, {0}));
  TILEGLOT_TRY(result, lockstep.interpreter().handed(root.local[0], result_shape(module)));
  return leaves(result);
}

}  // namespace tileglot::hlo::run
