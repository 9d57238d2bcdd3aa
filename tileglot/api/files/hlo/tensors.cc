// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/files/hlo/tensors.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/api/files/hlo/element_json.h"
#include "tileglot/api/files/input/open_input.h"
#include "tileglot/api/files/output/outputs.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/hlo/run/array/strided_box.h"
#include "tileglot/hlo/run/evaluate.h"
#include "tileglot/hlo/run/operation/shape_operations.h"
#include "tileglot/io/npy/file.h"
#include "tileglot/io/npy/item.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::api::files {
namespace {

namespace xla = notation::xla;
using hlo::run::Output;

/// The most values of an output in a line.
constexpr std::size_t kShownValues = 64;

/// NumPy reads raw bytes without a type, and "<f1" not at all.
bool is_known_to_numpy(const core::ElementTypeRow& row) {
  return !row.npy_descr.starts_with("<V") && row.type != core::ElementType::kF8e5m2;
}

/// Raw bytes have any type of their size; types that NumPy lacks are also saved as integers.
bool holds(const io::NpyItem& item, core::ElementType type) {
  if (item.bytes * 8 != core::npy_bits(type)) return false;
  if (!item.type || item.type == type) return true;
  const core::ElementTypeRow& row = core::row_of(type);
  const core::ElementKind kind = core::row_of(*item.type).kind;
  const bool is_same_integer = kind == core::ElementKind::kSigned && kind == row.kind;
  return !is_known_to_numpy(row) && (kind == core::ElementKind::kUnsigned || is_same_integer);
}

/// What astype takes for a file that `holds` the type.
std::string astype_name(const core::ElementTypeRow& row) {
  if (is_known_to_numpy(row)) return fmt::format("'{}'", row.numpy);
  if (row.kind == core::ElementKind::kFloat) return fmt::format("ml_dtypes.{}", row.numpy);
  return row.kind == core::ElementKind::kSigned ? "'int8'" : "'uint8'";
}

}  // namespace

core::Error wrong_input(std::string message) {
  return {{.code = "run.inputs",
           .message = std::move(message),
           .help = "add --input FILE.npy for each array of the parameters, or --random SEED"}};
}

std::string logical_text(const xla::Shape& shape) { return print(shape, xla::LayoutText::kHidden); }

core::Result<io::NpyFile> open_input_array(const std::string& path, const xla::Shape& parameter) {
  const auto type = xla::element_type_of(parameter.type);
  TILEGLOT_TRY(file, io::open_npy(path));
  const io::NpyItem& item = file.array.item;
  const bool has_type = holds(item, *type);
  const hlo::run::Extents extents = hlo::run::extents_of(parameter);
  if (has_type && std::ranges::equal(file.array.header.shape, extents)) return std::move(file);
  const auto own_type = has_type ? type : item.type;
  const std::string_view own_name =
      own_type ? core::name(*own_type) : std::string_view(file.array.header.descr);
  core::Error error =
      wrong_input(fmt::format("{} holds {} of shape ({}), and the parameter is {}", path, own_name,
                              fmt::join(file.array.header.shape, ","), logical_text(parameter)));
  if (!has_type && item.type) {
    error->help =
        fmt::format("inputs are not converted; save it as the parameter's type: array.astype({})",
                    astype_name(core::row_of(*type)));
  }
  return core::fail(std::move(error));
}

core::Status add_array(Outputs& outputs, const std::string& path, const xla::Shape& shape,
                       std::span<const std::byte> rows) {
  const auto type = xla::element_type_of(shape.type);
  TILEGLOT_TRY_STATUS(outputs.claim(path));
  TILEGLOT_TRY(data,
               outputs.tensor(path, core::row_of(*type).npy_descr, hlo::run::extents_of(shape)));
  std::ranges::copy(rows, data.begin());
  return {};
}

std::string numbered_path(const std::string& path, const std::string& numbers) {
  if (path == kStream) return path;
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
