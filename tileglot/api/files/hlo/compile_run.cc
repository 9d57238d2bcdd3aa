// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/files/hlo/compile_run.h"

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/api/files/hlo/run_limits.h"
#include "tileglot/api/files/hlo/tensors.h"
#include "tileglot/api/files/output/outputs.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/core/counted.h"
#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/run/array/physical_array.h"
#include "tileglot/hlo/run/array/strided_box.h"
#include "tileglot/hlo/run/element/random_elements.h"
#include "tileglot/hlo/run/evaluate.h"
#include "tileglot/hlo/run/evaluate_stored.h"
#include "tileglot/hlo/run/interpret/interpreter.h"
#include "tileglot/hlo/run/operation/array_operation.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::api::files {
namespace {

namespace xla = notation::xla;
using core::Result;
using hlo::run::Memory;
using hlo::run::PhysicalArray;
using Arrays = std::vector<PhysicalArray>;

xla::Shape lying(xla::Shape shape, xla::Layout layout) {
  shape.layout = std::move(layout);
  return shape;
}

xla::Shape in_rows(const xla::Shape& shape) {
  return lying(shape, xla::Layout::row_major(rank(shape)));
}

/// A file in Fortran order has the first dimension as its fastest.
Result<PhysicalArray> mapped_input(Memory& memory, const std::string& path,
                                   const xla::Shape& parameter) {
  TILEGLOT_TRY(file, open_input_array(path, parameter));
  const bool is_fortran = file.array.header.fortran_order;
  const xla::Layout order = is_fortran ? xla::Layout::column_major(rank(parameter))
                                       : xla::Layout::row_major(rank(parameter));
  TILEGLOT_TRY(array, stored_array(memory, lying(parameter, order), file.array.data));
  TILEGLOT_TRY_STATUS(file.file.check());
  return std::move(array);
}

Result<Arrays> mapped_inputs(Memory& memory, const std::vector<xla::Shape>& shapes,
                             const std::vector<std::string>& paths) {
  if (paths.size() != shapes.size()) {
    return core::fail(wrong_input(fmt::format("the module takes {}, and {} {} given",
                                              core::counted(std::ssize(shapes), "input"),
                                              paths.size(), core::is_or_are(std::ssize(paths)))));
  }
  Arrays arrays;
  arrays.reserve(shapes.size());
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    TILEGLOT_TRY(array, mapped_input(memory, paths[i], shapes[i]));
    arrays.push_back(std::move(array));
  }
  return arrays;
}

/// The numbers that `hlo run` draws.
Result<Arrays> random_arrays(Memory& memory, const std::vector<xla::Shape>& shapes,
                             const CompiledRunRequest& request) {
  using hlo::run::RandomNumbers;
  const RandomNumbers numbers = request.integers ? RandomNumbers::kIntegers : RandomNumbers::kAny;
  hlo::run::RandomBits bits(*request.random);
  Arrays arrays;
  arrays.reserve(shapes.size());
  for (const xla::Shape& shape : shapes) {
    TILEGLOT_TRY_STATUS(memory.placement_of(shape));
    const auto size = static_cast<std::size_t>(hlo::run::size_of(hlo::run::extents_of(shape)));
    TILEGLOT_TRY(array,
                 memory.write(random_elements(shape.type, size, numbers, bits), in_rows(shape)));
    arrays.push_back(std::move(array));
  }
  return arrays;
}

Result<Arrays> inputs_of(Memory& memory, const hlo::Module& module,
                         const CompiledRunRequest& request) {
  const std::vector<xla::Shape> shapes = hlo::run::input_shapes(module);
  const bool is_drawn = request.random && request.inputs.empty();
  return is_drawn ? random_arrays(memory, shapes, request)
                  : mapped_inputs(memory, shapes, request.inputs);
}

}  // namespace

Reply run_compiled(const hlo::Module& module, const CompiledRunRequest& request, Outputs& outputs) {
  TILEGLOT_TRY_STATUS(check_limits(request.limits));
  const hlo::run::RunOptions options =
      limited({.handover = hlo::run::Handover::kAsBytes}, request.limits);
  Memory memory{options.arrays};
  TILEGLOT_TRY(inputs, inputs_of(memory, module, request));
  TILEGLOT_TRY(results, evaluate_stored(module, inputs, options));
  Answer answer{.json = {{"outputs", Json::array()}}};
  for (std::size_t i = 0; i < results.size(); ++i) {
    const xla::Shape& shape = results[i].shape;
    TILEGLOT_TRY(rows, memory.relaid(results[i], in_rows(shape)));
    const hlo::run::Output output{shape, read(rows)};
    answer.text += line_of(output);
    answer.json["outputs"].push_back(output_json(output));
    if (request.output.empty()) continue;
    const std::string number = results.size() > 1 ? fmt::format("-{}", i) : "";
    TILEGLOT_TRY_STATUS(
        add_array(outputs, numbered_path(request.output, number), shape, *rows.bytes));
  }
  return answer;
}

}  // namespace tileglot::api::files
