// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/input/tensor_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "tileglot/api/input/open_input.h"
#include "tileglot/bridge/any_layout.h"
#include "tileglot/bridge/notation.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/core/scanner.h"
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

namespace tileglot::api {
namespace {

namespace cute = notation::cute;
namespace xla = notation::xla;

bool is_mapped(const std::string& path) {
  std::error_code ignored;
  return path != kStream && std::filesystem::is_regular_file(path, ignored);
}

bool is_bare(std::string_view text) { return core::Scanner(text).looking_at("{"); }

bridge::AnyLayout xla_order(const TensorFile& file, xla::PrimitiveType type) {
  xla::Shape shape{.type = type};
  xla::Layout layout = xla::descending_layout(file.shape().size());
  for (const std::int64_t extent : file.shape()) shape.dimensions.push_back({extent});
  if (file.npy.array.header.fortran_order) std::ranges::reverse(layout.minor_to_major);
  shape.layout = std::move(layout);
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

/// Refuses a header that does not state the type, showing its line.
core::Error type_unknown(const TensorFile& file) {
  const auto unknown = io::element_type_of(file.npy.array);
  return core::with_line(unknown.error(), io::npy_header_text(file.npy.file.bytes()));
}

}  // namespace

core::Result<std::optional<core::ElementType>> named_type(const std::optional<std::string>& dtype) {
  if (!dtype) return std::nullopt;
  TILEGLOT_TRY(type, core::parse_element_type(*dtype));
  return type;
}

core::Status check_named_type(const io::NpyArray& array, const std::string& path,
                              std::optional<core::ElementType> named) {
  const auto item = io::npy_item(array.header.descr);
  if (!item || !item->type) return {};
  return AgreedType(item->type, io::path_text(path)).hear(named, "--dtype");
}

std::int64_t TensorFile::elements() const {
  return static_cast<std::int64_t>(data().size()) / item_bytes();
}

core::Result<TensorFile> open_tensor(const std::string& path,
                                     std::optional<core::ElementType> named,
                                     std::int64_t stream_limit_bytes) {
  TILEGLOT_TRY(file, open_input(path, stream_limit_bytes));
  auto array = io::npy_array(file.bytes(), named);
  TILEGLOT_TRY_STATUS(file.check());
  if (!array)
    return core::fail(core::with_line(std::move(array).error(), io::npy_header_text(file.bytes())));
  TILEGLOT_TRY_STATUS(check_named_type(*array, file.name(), named));
  const auto size = static_cast<std::int64_t>(file.bytes().size());
  return TensorFile{.npy = {std::move(file), *std::move(array)},
                    .held_bytes = is_mapped(path) ? 0 : size};
}

core::Status AgreedType::hear(std::optional<core::ElementType> type, std::string_view speaker) {
  if (!type || type == type_) return {};
  if (type_) {
    return core::fail(
        {.code = "layout.type",
         .message = fmt::format("{} says that the elements are {}, and {} says {}", speaker_,
                                core::name(*type_), speaker, core::name(*type)),
         .help = "--dtype names the type where a header has lost it; elements are moved, "
                 "not converted"});
  }
  type_ = type;
  speaker_ = speaker;
  return {};
}

AgreedType stated_type(const TensorFile& file, const std::optional<std::string>& dtype) {
  return {file.npy.array.item.type, dtype ? "--dtype" : io::path_text(file.npy.file.name())};
}

core::Status check_type(const TensorFile& file, const AgreedType& type) {
  auto item = io::npy_item(file.npy.array.header.descr, type.type());
  if (item) return {};
  core::Error error = std::move(item).error();
  error->span = file.npy.array.header.descr_span;
  return core::fail(core::with_line(std::move(error), io::npy_header_text(file.npy.file.bytes())));
}

core::Result<std::optional<bridge::AnyLayout>> read_whole(const std::optional<std::string>& text,
                                                          AgreedType& type) {
  if (!text || is_bare(*text)) return std::nullopt;
  const auto read = bridge::parse_layout(*text);
  if (!read && read.error()->code == "strided.shape_missing") return std::nullopt;  // nChw16c
  TILEGLOT_TRY(layout, core::with_line(read, *text));
  TILEGLOT_TRY_STATUS(type.hear(bridge::element_type_of(layout), bridge::print(layout)));
  return layout;
}

core::Result<bridge::AnyLayout> read_bare(const std::string& text, const Extents& extents,
                                          const TensorFile& file, const AgreedType& type) {
  if (!type.type()) return core::fail(type_unknown(file));
  return core::with_line(
      bridge::parse_layout(text, {.tensor = bridge::Tensor{extents, *type.type()}}), text);
}

core::Result<bridge::AnyLayout> own_layout(const TensorFile& file, const AgreedType& type) {
  if (type.type()) {
    if (const auto named = xla::primitive_type_of(*type.type())) return xla_order(file, *named);
  }
  return cute_order(file);
}

core::Result<Extents> extents_of(const bridge::AnyLayout& layout) {
  TILEGLOT_TRY(evaluator, core::with_line(bridge::Evaluator::of(layout), bridge::print(layout)));
  return Extents(evaluator.extents().begin(), evaluator.extents().end());
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
       .message =
           fmt::format("{} owns {} positions, and {} holds {} elements", bridge::print(layout),
                       codomain_size, io::path_text(file.npy.file.name()), file.elements()),
       .help = "name the layout that the file is in, padding included, with its logical extents"});
}

}  // namespace tileglot::api
