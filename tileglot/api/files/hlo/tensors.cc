// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/files/hlo/tensors.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/api/files/hlo/element_json.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/core/source_text.h"
#include "tileglot/hlo/run/array/strided_box.h"
#include "tileglot/hlo/run/evaluate.h"
#include "tileglot/hlo/run/operation/shape_operations.h"
#include "tileglot/io/npy/file.h"
#include "tileglot/io/npy/header.h"
#include "tileglot/io/npy/writer.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::api::files {
namespace {

namespace xla = notation::xla;
using hlo::run::Output;

/// The most values of an output in a line.
constexpr std::size_t kShownValues = 64;

}  // namespace

core::Error wrong_input(std::string message) {
  return {{.code = "run.inputs",
           .message = std::move(message),
           .help = "add --input FILE.npy for each array of the parameters, or --random SEED"}};
}

std::string logical_text(const xla::Shape& shape) { return print(shape, xla::LayoutText::kHidden); }

core::Result<io::NpyFile> open_input_array(const std::string& path, const xla::Shape& parameter) {
  const auto type = xla::element_type_of(parameter.type);
  TILEGLOT_TRY(file, io::open_npy(path, type));
  TILEGLOT_TRY(own_type, core::with_line(io::element_type_of(file.array),
                                         io::npy_header_text(file.file.bytes())));
  const hlo::run::Extents extents = hlo::run::extents_of(parameter);
  if (own_type == type && std::ranges::equal(file.array.header.shape, extents)) {
    return std::move(file);
  }
  return core::fail(wrong_input(
      fmt::format("{} holds {} of shape ({}), and the parameter is {}", path, core::name(own_type),
                  fmt::join(file.array.header.shape, ","), logical_text(parameter))));
}

core::Status write_array(const std::string& path, const xla::Shape& shape,
                         std::span<const std::byte> rows, bool force) {
  const auto type = xla::element_type_of(shape.type);
  TILEGLOT_TRY(writer, io::NpyWriter::create(path, core::row_of(*type).npy_descr, false,
                                             hlo::run::extents_of(shape), {.replace = force}));
  std::ranges::copy(rows, writer.data().begin());
  return writer.commit();
}

std::string numbered_path(const std::string& path, const std::string& numbers) {
  const bool has_ending = path.ends_with(".npy");
  const std::string stem = has_ending ? path.substr(0, path.size() - 4) : path;
  return stem + numbers + (has_ending ? ".npy" : "");
}

std::string line_of(const Output& output) {
  std::string line = xla::print(output.shape);
  const std::size_t size = output.elements.size();
  std::vector<std::int64_t> shown(std::min(size, kShownValues));
  for (std::size_t i = 0; i < shown.size(); ++i) shown[i] = static_cast<std::int64_t>(i);
  for (const Json& value : elements_to_json(gathered(output.elements, shown))) {
    line += " " + (value.is_string() ? value.get<std::string>() : value.dump());
  }
  return size > shown.size() ? fmt::format("{} .. ({} values)\n", line, size) : line + "\n";
}

Json output_json(const Output& output) {
  return {{"shape", logical_text(output.shape)},
          {"layout", xla::print(xla::layout_or_default(output.shape))},
          {"values", elements_to_json(output.elements)}};
}

}  // namespace tileglot::api::files
