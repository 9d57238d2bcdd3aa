// SPDX-License-Identifier: Apache-2.0
// npy/file.cc: checks the header against the bytes of the file.
#include "tileglot/io/npy/file.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/counted.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/core/source_text.h"
#include "tileglot/io/file/mapped_file.h"
#include "tileglot/io/npy/header.h"
#include "tileglot/io/npy/item.h"
#include "tileglot/io/npy/shape.h"

namespace tileglot::io {
namespace {

core::Error at(core::Span span, core::Error error) {
  error->span = span;
  return error;
}

core::Error wrong_length(const NpyHeader& header, std::int64_t expected, std::int64_t found) {
  const bool is_short = found < expected;
  return {{.code = is_short ? "npy.data_short" : "npy.data_long",
           .message = fmt::format("the header says {} of data, the file has {}",
                                  core::counted(expected, "byte"), found),
           .span = header.shape_span,
           .help = is_short
                       ? "the file was cut off; copy or save it again"
                       : "a file with one tensor ends with its data; save each in its own file"}};
}

/// The types that NumPy stores under this name, for a hint.
std::string candidates(std::string_view descr) {
  std::string names;
  for (const core::ElementType type : core::element_types_stored_as(descr)) {
    names += fmt::format("{}{}", names.empty() ? "" : ", ", core::name(type));
  }
  return names;
}

}  // namespace

core::Result<NpyArray> npy_array(std::span<const std::byte> file,
                                 std::optional<core::ElementType> named) {
  TILEGLOT_TRY(header, parse_npy_header(file));
  auto item = npy_item(header.descr, named);
  if (!item) return core::fail(at(header.descr_span, std::move(item).error()));
  auto expected = npy_data_bytes(header.shape, item->bytes);
  if (!expected) return core::fail(at(header.shape_span, std::move(expected).error()));
  const auto data = file.subspan(static_cast<std::size_t>(header.data_begin_bytes));
  const auto found = static_cast<std::int64_t>(data.size());
  if (found != *expected) return core::fail(wrong_length(header, *expected, found));
  return NpyArray{.header = std::move(header), .item = *item, .data = data};
}

core::Result<NpyFile> open_npy(const std::string& path, std::optional<core::ElementType> named) {
  TILEGLOT_TRY(file, MappedFile::open(path));
  TILEGLOT_TRY(array,
               core::with_line(npy_array(file.bytes(), named), npy_header_text(file.bytes())));
  return NpyFile{.file = std::move(file), .array = std::move(array)};
}

core::Result<core::ElementType> element_type_of(const NpyArray& array) {
  if (array.item.type) return *array.item.type;
  const std::string names = candidates(array.header.descr);
  return core::fail(
      {.code = "npy.type_unknown",
       .message =
           fmt::format("'{}' is raw elements of {} byte{}: the header does not say their type",
                       array.header.descr, array.item.bytes, array.item.bytes == 1 ? "" : "s"),
       .span = array.header.descr_span,
       .help = names.empty()
                   ? "name it: --dtype TYPE"
                   : fmt::format("name it: --dtype TYPE; NumPy writes this for {}", names)});
}

}  // namespace tileglot::io
