// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/files/hlo/run.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/api/files/hlo/element_json.h"
#include "tileglot/api/files/hlo/run_limits.h"
#include "tileglot/api/files/hlo/tensors.h"
#include "tileglot/api/files/input/read_module.h"
#include "tileglot/api/files/output/outputs.h"
#include "tileglot/api/hlo/parse.h"
#include "tileglot/api/hlo/partitioned.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/core/counted.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/core/source_text.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/partitioning.h"
#include "tileglot/hlo/ir/verify.h"
#include "tileglot/hlo/run/array/devices.h"
#include "tileglot/hlo/run/array/placement.h"
#include "tileglot/hlo/run/array/strided_box.h"
#include "tileglot/hlo/run/element/convert.h"
#include "tileglot/hlo/run/element/elements.h"
#include "tileglot/hlo/run/element/random_elements.h"
#include "tileglot/hlo/run/evaluate.h"
#include "tileglot/hlo/run/operation/array_operation.h"
#include "tileglot/hlo/run/operation/shape_operations.h"
#include "tileglot/hlo/run/sharded_run.h"
#include "tileglot/hlo/text/parse.h"
#include "tileglot/io/npy/file.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::api::files {
namespace {

namespace xla = notation::xla;
using hlo::run::Elements;
using hlo::run::Extents;
using hlo::run::Output;
/// Indexed by device number.
using InputLists = std::vector<std::vector<Elements>>;
using OutputLists = std::vector<std::vector<Output>>;
using xla::Shape;

/// Keeps a request of eval short.
constexpr std::int64_t kRequestSteps = std::int64_t{1} << 29;

core::Result<hlo::Module> verified_module(std::string_view text) {
  TILEGLOT_TRY(module, hlo::parse_module(text));
  TILEGLOT_TRY_STATUS(hlo::verify(module));
  return std::move(module);
}

std::size_t size_of(const Shape& shape) {
  return static_cast<std::size_t>(hlo::run::size_of(hlo::run::extents_of(shape)));
}

hlo::run::Devices devices_of(const HloRunRequest& request) {
  return {request.replicas, request.partitions};
}

/// Checks sizes before inputs are drawn.
core::Status check_inputs_fit(const std::vector<Shape>& shapes, const HloRunRequest& request) {
  const hlo::run::ArrayLimits limits = limited({}, request.limits).arrays;
  const auto devices = static_cast<std::int64_t>(devices_of(request).count());
  std::int64_t left = limits.bytes / devices;
  for (const Shape& shape : shapes) {
    TILEGLOT_TRY(placement, hlo::run::placement_of(shape, limits));
    left -= static_cast<std::int64_t>(placement.bytes);
    if (left >= 0) continue;
    return core::fail(
        {.code = "run.memory",
         .message = fmt::format("the inputs of {} devices take more than the {} bytes "
                                "that a run may have",
                                devices, limits.bytes),
         .help = "run the module on smaller shapes or fewer devices, or raise --max-memory"});
  }
  return {};
}

core::Result<InputLists> random_inputs(const std::vector<Shape>& shapes,
                                       const HloRunRequest& request) {
  using hlo::run::RandomNumbers;
  const std::size_t devices = devices_of(request).count();
  TILEGLOT_TRY_STATUS(check_inputs_fit(shapes, request));
  const RandomNumbers numbers = request.integers ? RandomNumbers::kIntegers : RandomNumbers::kAny;
  hlo::run::RandomBits bits(*request.random);
  InputLists inputs(devices);
  for (auto& own : inputs) {
    own.reserve(shapes.size());
    for (const Shape& shape : shapes) {
      own.push_back(random_elements(shape.type, size_of(shape), numbers, bits));
    }
  }
  return inputs;
}

/// A file in Fortran order holds the transpose in row-major order.
Elements in_row_major_order(const io::NpyArray& array, const Shape& shape) {
  const Elements stored = hlo::run::loaded(shape.type, size_of(shape), array.data.data());
  if (!array.header.fortran_order) return stored;
  Extents extents = hlo::run::extents_of(shape);
  Extents reversed(extents.size());
  for (std::size_t k = 0; k < reversed.size(); ++k) {
    reversed[k] = static_cast<std::int64_t>(reversed.size() - 1 - k);
  }
  std::reverse(extents.begin(), extents.end());
  return transposed(stored, extents, reversed);
}

core::Result<Elements> file_input(const std::string& path, const Shape& shape) {
  TILEGLOT_TRY(file, open_input_array(path, shape));
  Elements elements = in_row_major_order(file.array, shape);
  TILEGLOT_TRY_STATUS(file.file.check());
  return elements;
}

core::Result<InputLists> inputs_of(const hlo::Module& module, const HloRunRequest& request) {
  TILEGLOT_TRY_STATUS(hlo::run::check_devices(devices_of(request)));
  const std::vector<Shape> shapes = hlo::run::input_shapes(module);
  if (request.random && request.inputs.empty()) return random_inputs(shapes, request);
  const std::size_t devices = devices_of(request).count();
  const std::size_t given = request.inputs.size();
  const bool for_each_device = given == shapes.size() * devices;
  if (given != shapes.size() && !for_each_device) {
    return core::fail(wrong_input(fmt::format(
        "the module takes {}{}, and {} {} given", core::counted(std::ssize(shapes), "input"),
        devices > 1 ? " on each device" : "", given, core::is_or_are(std::ssize(request.inputs)))));
  }
  InputLists inputs(for_each_device ? devices : 1);
  for (std::size_t i = 0; i < given; ++i) {
    TILEGLOT_TRY(input, file_input(request.inputs[i], shapes[i % shapes.size()]));
    inputs[i / shapes.size()].push_back(std::move(input));
  }
  if (!for_each_device) inputs.resize(devices, inputs[0]);
  return inputs;
}

Json outputs_json(const std::vector<Output>& outputs) {
  Json list = Json::array();
  for (const Output& output : outputs) {
    list.push_back(output_json(output));
  }
  return {{"outputs", std::move(list)}};
}

core::Status add_outputs(Outputs& outputs, const HloRunRequest& request,
                         const OutputLists& devices) {
  if (request.output.empty()) return {};
  for (std::size_t d = 0; d < devices.size(); ++d) {
    const std::string device = devices.size() > 1 ? fmt::format("-{}", d) : "";
    for (std::size_t i = 0; i < devices[d].size(); ++i) {
      const std::string result = devices[d].size() > 1 ? fmt::format("-{}", i) : "";
      TILEGLOT_TRY_STATUS(add_array(outputs, numbered_path(request.output, device + result),
                                    devices[d][i].shape, hlo::run::stored(devices[d][i].elements)));
    }
  }
  return {};
}

hlo::run::RunOptions options_of(const HloRunRequest& request) {
  using hlo::run::Handover;
  return limited({.handover = request.as_bytes ? Handover::kAsBytes : Handover::kRelaid,
                  .devices = devices_of(request)},
                 request.limits);
}

Answer answer_of_device(const std::vector<Output>& outputs) {
  Answer answer{.json = outputs_json(outputs)};
  for (const Output& output : outputs) answer.text += line_of(output);
  return answer;
}

/// For several devices, each with its number, replica and partition.
Answer answer_of_devices(const OutputLists& outputs, const hlo::run::Devices& devices) {
  Answer answer{.json = {{"devices", Json::array()}}};
  for (std::size_t d = 0; d < outputs.size(); ++d) {
    const Answer own = answer_of_device(outputs[d]);
    const auto [replica, partition] = devices.at(d);
    answer.text +=
        fmt::format("device {}, replica {}, partition {}:\n{}", d, replica, partition, own.text);
    answer.json["devices"].push_back({{"device", d},
                                      {"replica", replica},
                                      {"partition", partition},
                                      {"outputs", own.json["outputs"]}});
  }
  return answer;
}

/// The shapes of one device's program must not be divided again.
core::Status check_can_be_spread(const hlo::Module& module, const HloRunRequest& request) {
  TILEGLOT_TRY(told, partitioned_option(request.partitioned));
  if (!request.sharded) return {};
  const hlo::Partitioning partitioning = hlo::partitioning_of(module, told);
  if (!partitioning.is_partitioned) return {};
  std::string text = partitioning_text(partitioning);
  text.pop_back();
  return core::fail(
      {.code = "run.sharding",
       .message = "the module cannot be spread over devices: " + text,
       .help = fmt::format("run it as one of them with --partitions {}; --partitioned no says that "
                           "the shapes are those of whole arrays",
                           partitioning.devices)});
}

core::Result<OutputLists> outputs_of(const hlo::Module& module, const HloRunRequest& request) {
  TILEGLOT_TRY_STATUS(check_can_be_spread(module, request));
  TILEGLOT_TRY(inputs, inputs_of(module, request));
  if (!request.sharded) {
    return hlo::run::evaluate_on_devices(module, inputs, options_of(request));
  }
  TILEGLOT_TRY(whole, hlo::run::evaluate_sharded(module, inputs[0], options_of(request)));
  OutputLists outputs;
  outputs.push_back(std::move(whole));
  return outputs;
}

Reply answer_of(const hlo::Module& module, const HloRunRequest& request) {
  TILEGLOT_TRY_STATUS(hlo::verify(module));
  TILEGLOT_TRY(devices, outputs_of(module, request));
  Outputs outputs(request.force);
  TILEGLOT_TRY_STATUS(add_outputs(outputs, request, devices));
  TILEGLOT_TRY_STATUS(outputs.commit());
  return outputs.report(devices.size() == 1 ? answer_of_device(devices[0])
                                            : answer_of_devices(devices, devices_of(request)));
}

/// {"shape": "f32[2]", "values": [..]}
core::Result<Elements> input_of(const Json& input, const Shape& parameter) {
  const bool has_both = input.is_object() && input.contains("shape") &&
                        input["shape"].is_string() && input.contains("values");
  if (!has_both) return core::fail(wrong_input("an input has a shape and values"));
  const auto text = input["shape"].get<std::string>();
  TILEGLOT_TRY(shape, core::with_line(xla::parse_shape(text), text));
  if (shape.type != parameter.type || shape.dimensions != parameter.dimensions) {
    return core::fail(wrong_input(fmt::format("an input is {}, and the parameter {}",
                                              logical_text(shape), logical_text(parameter))));
  }
  return elements_from_json(shape.type, size_of(shape), input["values"]);
}

core::Result<std::vector<Elements>> inputs_in(const Json& list,
                                              const std::vector<Shape>& parameters) {
  if (!list.is_array() || list.size() != parameters.size()) {
    return core::fail(
        wrong_input(fmt::format("the module takes a list of {} inputs", parameters.size())));
  }
  std::vector<Elements> inputs;
  inputs.reserve(list.size());
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    TILEGLOT_TRY(input, input_of(list[i], parameters[i]));
    inputs.push_back(std::move(input));
  }
  return inputs;
}

}  // namespace

Reply hlo_run(const HloRunRequest& request) {
  TILEGLOT_TRY_STATUS(check_limits(request.limits));
  TILEGLOT_TRY(text, read_module(request.path));
  TILEGLOT_TRY(module, parse_hlo(text, request.lenient));
  return core::with_line(answer_of(module, request), text.text);
}

core::Result<Json> hlo_run_json(std::string_view text, std::string_view inputs) {
  const Json list = Json::parse(inputs, nullptr, false);
  TILEGLOT_TRY(module, verified_module(text));
  TILEGLOT_TRY(arrays, inputs_in(list, hlo::run::input_shapes(module)));
  TILEGLOT_TRY(outputs, hlo::run::evaluate(module, arrays, {.max_steps = kRequestSteps}));
  return outputs_json(outputs);
}

}  // namespace tileglot::api::files
