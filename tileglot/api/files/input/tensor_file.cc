// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/files/input/tensor_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <system_error>
#include <utility>

#include "tileglot/api/files/input/open_input.h"
#include "tileglot/bridge/any_layout.h"
#include "tileglot/core/counted.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/core/source_text.h"
#include "tileglot/io/file/mapped_file.h"
#include "tileglot/io/file/os_error.h"
#include "tileglot/io/npy/file.h"
#include "tileglot/io/npy/header.h"
#include "tileglot/io/npy/item.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/text/refusal.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/value/agreed_type.h"
#include "tileglot/value/read_layout.h"

namespace tileglot::api::files {
namespace {

namespace cute = notation::cute;
namespace xla = notation::xla;

bool is_mapped(const std::string& path) {
  std::error_code ignored;
  return path != kStream && std::filesystem::is_regular_file(path, ignored);
}

xla::Shape xla_rows(const value::Extents& extents, xla::PrimitiveType type) {
  xla::Shape shape{.type = type};
  for (const std::int64_t extent : extents) shape.dimensions.push_back({extent});
  shape.layout = xla::descending_layout(extents.size());
  return shape;
}

bridge::AnyLayout xla_order(const TensorFile& file, xla::PrimitiveType type) {
  xla::Shape shape = xla_rows(file.shape(), type);
  if (file.npy.array.header.fortran_order) std::ranges::reverse(shape.layout->minor_to_major);
  return shape;
}

core::Result<bridge::AnyLayout> cute_order(const TensorFile& file) {
  cute::IntTuple shape;
  cute::IntTuple still;
  for (const std::int64_t extent : file.shape()) {
    TILEGLOT_TRY(longer, cute::to_result(cute::append(shape, cute::IntTuple(extent))));
    shape = longer;
    TILEGLOT_TRY(more, cute::to_result(cute::append(still, cute::IntTuple(0))));
    still = more;
  }
  const auto layout = file.npy.array.header.fortran_order ? cute::make_layout(shape)
                                                          : cute::make_layout_right(shape);
  // Without elements strides are irrelevant, and products of the other extents may overflow.
  if (!layout && file.elements() == 0) return cute::to_result(cute::make_layout(shape, still));
  return cute::to_result(layout);
}

/// Refuses a type whose elements have another size than the file's.
core::Status check_item(const TensorFile& file, std::optional<core::ElementType> type) {
  auto item = io::npy_item(file.npy.array.header.descr, type);
  if (item) return {};
  core::Error error = std::move(item).error();
  error->span = file.npy.array.header.descr_span;
  return core::fail(core::with_line(std::move(error), io::npy_header_text(file.npy.file.bytes())));
}

/// Refuses a header that does not state the type, showing its line.
core::Error type_unknown(const TensorFile& file) {
  const auto unknown = io::element_type_of(file.npy.array);
  return core::with_line(unknown.error(), io::npy_header_text(file.npy.file.bytes()));
}

}  // namespace

std::int64_t TensorFile::elements() const {
  return static_cast<std::int64_t>(data().size()) / item_bytes();
}

core::Result<TensorFile> open_tensor(const std::string& path,
                                     std::optional<core::ElementType> named,
                                     std::int64_t stream_limit_bytes) {
  TILEGLOT_TRY(file, open_input(path, stream_limit_bytes));
  return is_mapped(path) ? tensor_of(std::move(file), named) : held_tensor(std::move(file), named);
}

core::Result<TensorFile> held_tensor(io::MappedFile file, std::optional<core::ElementType> named) {
  TILEGLOT_TRY(tensor, tensor_of(std::move(file), named));
  tensor.held_bytes = static_cast<std::int64_t>(tensor.npy.file.bytes().size());
  return std::move(tensor);
}

core::Result<TensorFile> tensor_of(io::MappedFile file, std::optional<core::ElementType> named) {
  auto array = io::npy_array(file.bytes(), named);
  TILEGLOT_TRY_STATUS(file.check());
  if (!array)
    return core::fail(core::with_line(std::move(array).error(), io::npy_header_text(file.bytes())));
  TILEGLOT_TRY(own, io::npy_item(array->header.descr));
  TILEGLOT_TRY(type, value::AgreedType::of_file(own.type, io::path_text(file.name()), named));
  return TensorFile{.npy = {std::move(file), *std::move(array)}, .type = std::move(type)};
}

core::Result<WholeLayouts> read_whole(std::span<const TensorFile* const> files,
                                      const std::array<std::optional<std::string>, 2>& texts) {
  value::AgreedType type = files[0]->type;
  for (const TensorFile* file : files.subspan(1)) {
    TILEGLOT_TRY_STATUS(type.agree_with(file->type.type(), io::path_text(file->npy.file.name())));
  }
  WholeLayouts whole;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    TILEGLOT_TRY(layout, value::read_whole(texts[i], type));
    whole.layouts[i] = std::move(layout);
  }
  TILEGLOT_TRY_STATUS(check_item(*files[0], type.type()));
  whole.type = type.type();
  return whole;
}

core::Result<bridge::AnyLayout> read_bare(const std::string& text, const value::Extents& extents,
                                          const TensorFile& file,
                                          std::optional<core::ElementType> type) {
  if (!type) return core::fail(type_unknown(file));
  return core::with_line(bridge::parse_layout(text, {.tensor = bridge::Tensor{extents, *type}}),
                         text);
}

core::Result<bridge::AnyLayout> row_major_layout(const value::Extents& extents,
                                                 const TensorFile& file,
                                                 std::optional<core::ElementType> type) {
  if (!type) return core::fail(type_unknown(file));
  const auto named = xla::primitive_type_of(*type);
  if (named) return bridge::AnyLayout(xla_rows(extents, *named));
  cute::IntTuple shape;
  for (const std::int64_t extent : extents) {
    TILEGLOT_TRY(longer, cute::to_result(cute::append(shape, cute::IntTuple(extent))));
    shape = longer;
  }
  TILEGLOT_TRY(layout, cute::to_result(cute::make_layout_right(shape)));
  return bridge::AnyLayout(layout);
}

core::Result<bridge::AnyLayout> own_layout(const TensorFile& file,
                                           std::optional<core::ElementType> type) {
  if (type) {
    if (const auto named = xla::primitive_type_of(*type)) return xla_order(file, *named);
  }
  return cute_order(file);
}

core::Status check_packing(const TensorFile& file, const bridge::AnyLayout& layout) {
  const auto* shape = std::get_if<xla::Shape>(&layout);
  if (shape == nullptr || !shape->layout) return {};
  const std::int64_t held = 8 * file.item_bytes();
  const std::int64_t asked = shape->layout->element_size_bits.value_or(held);
  if (asked == held) return {};
  return core::fail(
      {.code = "layout.packing",
       .message =
           fmt::format("{} packs each element into {} bits, and {} has {} for each",
                       bridge::print(layout), asked, io::path_text(file.npy.file.name()), held),
       .help = fmt::format("elements move at the size that they have in the file: leave "
                           "E({}) out",
                           asked)});
}

core::Status check_size(const TensorFile& file, const bridge::AnyLayout& layout,
                        std::int64_t codomain_size) {
  if (codomain_size == file.elements()) return {};
  return core::fail(
      {.code = "layout.size",
       .message = fmt::format("{} owns {}, and {} holds {}", bridge::print(layout),
                              core::counted(codomain_size, "position"),
                              io::path_text(file.npy.file.name()),
                              core::counted(file.elements(), "element")),
       .help = "name the layout that the file is in, padding included, with its logical extents"});
}

}  // namespace tileglot::api::files
