// SPDX-License-Identifier: Apache-2.0
// npy/item.cc: from NumPy's spelling of a type to its size and ours.
#include "tileglot/io/npy/item.h"

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/core/scanner.h"
#include "tileglot/core/utf8.h"

namespace tileglot::io {
namespace {

constexpr std::int64_t kLargestItemBytes = 16;

/// "<f4" split up: order '<', kind 'f', 4 bytes.
struct Descr {
  char order = '=';
  char kind = 'V';
  std::int64_t bytes = 0;
};

std::optional<Descr> split(std::string_view text) {
  Descr descr;
  if (!text.empty() && std::string_view("<>=|").find(text[0]) != std::string_view::npos) {
    descr.order = text[0];
    text.remove_prefix(1);
  }
  if (text.empty()) return std::nullopt;
  descr.kind = text[0];
  core::Scanner digits(text.substr(1));
  const auto bytes = digits.integer("a number of bytes");
  if (!bytes || *bytes < 0) return std::nullopt;
  descr.bytes = *bytes;
  // No blanks, no leading zeros, nothing after it.
  if (text != fmt::format("{}{}", descr.kind, descr.bytes)) return std::nullopt;
  return descr;
}

core::Error no_number(std::string_view text) {
  return {{.code = "npy.descr",
           .message = fmt::format("'{}' is not a type of numbers that Tileglot knows",
                                  core::printable(text)),
           .help = "save text and dates as integers: array.view('i8')"}};
}

core::Error object_error() {
  return {{.code = "npy.object",
           .message = "the elements are pickled Python objects",
           .help = "reading them would run code from the file; save an array of numbers"}};
}

core::Error big_endian_error(std::string_view text) {
  return {{.code = "npy.big_endian",
           .message = fmt::format("the elements are big-endian ({})", text),
           .help = "elements are moved, not converted; save them in little-endian order: "
                   "array.astype(array.dtype.newbyteorder('<'))"}};
}

core::Error item_size_error(std::int64_t bytes) {
  return {
      {.code = "npy.item_size",
       .message = fmt::format("an element takes {} bytes", bytes),
       .help = "elements of 1, 2, 4, 8 or 16 bytes are moved; view them as several smaller ones"}};
}

core::Error dtype_size_error(core::ElementType named, std::string_view text, std::int64_t bytes) {
  const std::int64_t named_bytes = core::npy_bits(named) / 8;
  return {{.code = "npy.dtype_size",
           .message = fmt::format("{} takes {} byte{} an element, and the header says {} ('{}')",
                                  core::name(named), named_bytes, named_bytes == 1 ? "" : "s",
                                  bytes, core::printable(text)),
           .help =
               "name a type of the same size; a .npy file stores each element of fewer than 8 bits "
               "in a whole byte"}};
}

core::Error long_double_error(std::string_view text) {
  return {{.code = "npy.descr",
           .message = fmt::format("'{}' is a long double, whose format differs between processors",
                                  core::printable(text)),
           .help = "save it as numbers of a fixed format: array.astype('f8')"}};
}

/// 'f' of 10 to 16 bytes, and 'c' of two of them.
bool is_long_double(const Descr& descr) {
  const std::int64_t bytes = descr.kind == 'c' ? descr.bytes / 2 : descr.bytes;
  return (descr.kind == 'f' || descr.kind == 'c') && bytes > 8 && bytes <= 16;
}

core::Result<NpyItem> raw_bytes(std::int64_t bytes) {
  if (!core::is_power_of_two(bytes) || bytes > kLargestItemBytes) {
    return core::fail(item_size_error(bytes));
  }
  return NpyItem{.bytes = bytes};
}

core::Result<NpyItem> item_of_header(std::string_view text) {
  if (const auto type = core::find_element_type(core::TypeNotation::kNumpy, text)) {
    return NpyItem{.bytes = core::npy_bits(*type) / 8, .type = type};
  }
  if (text == "|O" || text == "O") return core::fail(object_error());
  const std::optional<Descr> descr = split(text);
  if (!descr) return core::fail(no_number(text));
  if (descr->order == '>' && descr->kind == 'V' && descr->bytes > 1)
    return core::fail(big_endian_error(text));
  if (descr->kind == 'V') return raw_bytes(descr->bytes);
  if (is_long_double(*descr)) return core::fail(long_double_error(text));
  // Byte order is handled here, so the type is looked up as a little-endian one.
  const std::vector<core::ElementType> types =
      core::element_types_stored_as(fmt::format("<{}{}", descr->kind, descr->bytes));
  if (types.size() != 1) return core::fail(no_number(text));
  if (descr->order == '>' && descr->bytes > 1) return core::fail(big_endian_error(text));
  return NpyItem{.bytes = descr->bytes, .type = types.front()};
}

}  // namespace

core::Result<NpyItem> npy_item(std::string_view descr, std::optional<core::ElementType> named) {
  TILEGLOT_TRY(item, item_of_header(descr));
  if (!named) return item;
  if (core::npy_bits(*named) / 8 != item.bytes) {
    return core::fail(dtype_size_error(*named, descr, item.bytes));
  }
  return NpyItem{.bytes = item.bytes, .type = named};
}

}  // namespace tileglot::io
