// SPDX-License-Identifier: Apache-2.0
// safetensors/header.cc: the length prefix, the text, and the consistency of the numbers.
#include "tileglot/io/safetensors/header.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "tileglot/core/checked.h"
#include "tileglot/core/counted.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/core/utf8.h"
#include "tileglot/io/safetensors/entries.h"

namespace tileglot::io {
namespace {

constexpr std::size_t kLengthBytes = 8;

core::Error truncated(std::string_view what, std::uint64_t needed, std::size_t size) {
  return {{.code = "safetensors.truncated",
           .message = fmt::format("the file ends in {}: it has {}, {} are needed", what,
                                  core::counted(static_cast<std::int64_t>(size), "byte"), needed),
           .help = "the file was cut off, or is not a .safetensors file; copy or save it again"}};
}

std::uint64_t read_length(std::span<const std::byte> file) {
  std::uint64_t length = 0;
  for (std::size_t i = kLengthBytes; i-- > 0;) {
    length = length << 8U | std::to_integer<std::uint64_t>(file[i]);
  }
  return length;
}

core::Result<std::size_t> header_length(std::span<const std::byte> file) {
  if (file.size() < kLengthBytes) {
    return core::fail(truncated("the length of its header", kLengthBytes, file.size()));
  }
  const std::uint64_t length = read_length(file);
  if (length > kSafetensorsLongestHeader) {
    return core::fail(
        {.code = "safetensors.header_length",
         .message = fmt::format("the first 8 bytes say that the header has {} bytes", length),
         .help = fmt::format("the format allows {}; is this a .safetensors file?",
                             kSafetensorsLongestHeader)});
  }
  if (length > file.size() - kLengthBytes) {
    return core::fail(truncated("its header", kLengthBytes + length, file.size()));
  }
  return static_cast<std::size_t>(length);
}

std::string_view text_at(std::span<const std::byte> file, std::size_t length) {
  return {reinterpret_cast<const char*>(file.data()) + kLengthBytes, length};
}

/// Where the text stops being UTF-8; its size if it never does.
std::size_t broken_at(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    if (static_cast<unsigned char>(text[at]) < 0x80) {
      ++at;
      continue;
    }
    const core::Character character = core::character_at(text.substr(at));
    if (!character.code) return at;
    at += character.length;
  }
  return at;
}

core::Status check_text(std::string_view text) {
  if (!text.starts_with('{')) {
    return core::fail({.code = "safetensors.header",
                       .message = "the header does not begin with '{'",
                       .span = core::Span{0, 1},
                       .help = "is this a .safetensors file?"});
  }
  if (const std::size_t at = broken_at(text); at < text.size()) {
    return core::fail({.code = "safetensors.utf8",
                       .message = fmt::format("byte {} of the header is not UTF-8", at),
                       .span = core::Span{at, at + 1}});
  }
  // The parser would take it as the end.
  if (const std::size_t at = text.find('\0'); at != std::string_view::npos) {
    return core::fail({.code = "safetensors.header",
                       .message = fmt::format("byte {} of the header is 0", at),
                       .span = core::Span{at, at + 1}});
  }
  return {};
}

std::string offsets_text(const SafetensorsTensor& tensor) {
  return fmt::format("[{},{}]", tensor.begin_bytes, tensor.end_bytes);
}

std::string shown(const SafetensorsTensor& tensor) { return core::printable(tensor.name); }

core::Error at(const SafetensorsTensor& tensor, core::Error error) {
  error->span = tensor.span;
  return error;
}

core::Status check_bounds(const SafetensorsTensor& tensor, std::int64_t data_bytes) {
  if (tensor.begin_bytes > tensor.end_bytes) {
    return core::fail(at(tensor, {{.code = "safetensors.offsets",
                                   .message = fmt::format("the data_offsets {} of '{}' end before "
                                                          "they begin",
                                                          offsets_text(tensor), shown(tensor))}}));
  }
  if (tensor.end_bytes <= data_bytes) return {};
  return core::fail(at(
      tensor, {{.code = "safetensors.out_of_bounds",
                .message = fmt::format("the data_offsets {} of '{}' go past the {} bytes of data",
                                       offsets_text(tensor), shown(tensor), data_bytes),
                .help = "the file was cut off; copy or save it again"}}));
}

core::Status check_size(const SafetensorsTensor& tensor) {
  auto expected = safetensors_data_bytes(tensor.name, tensor.type, tensor.shape);
  if (!expected) return core::fail(at(tensor, std::move(expected).error()));
  if (*expected == tensor.bytes()) return {};
  return core::fail(
      at(tensor, {{.code = "safetensors.size",
                   .message = fmt::format(
                       "'{}' is {} [{}], {}, and its data_offsets {} have {}", shown(tensor),
                       *core::name_in(core::TypeNotation::kSafetensors, tensor.type),
                       fmt::join(tensor.shape, ","),
                       core::counted(static_cast<std::int64_t>(*expected), "byte"),
                       offsets_text(tensor), tensor.bytes())}}));
}

core::Status check_neighbour(const SafetensorsTensor& tensor, const SafetensorsTensor* before) {
  const std::int64_t expected = before == nullptr ? 0 : before->end_bytes;
  if (tensor.begin_bytes == expected) return {};
  if (tensor.begin_bytes < expected) {
    return core::fail(at(tensor, {{.code = "safetensors.overlap",
                                   .message = fmt::format("'{}' at {} and '{}' at {} overlap",
                                                          shown(*before), offsets_text(*before),
                                                          shown(tensor), offsets_text(tensor))}}));
  }
  return core::fail(
      at(tensor, {{.code = "safetensors.hole",
                   .message = fmt::format("bytes {} to {} of the data, before '{}', belong to no "
                                          "tensor",
                                          expected, tensor.begin_bytes, shown(tensor)),
                   .help = "the format allows no holes"}}));
}

core::Status check_end(const SafetensorsHeader& header, std::int64_t data_bytes) {
  const std::int64_t end = header.tensors.empty() ? 0 : header.tensors.back().end_bytes;
  if (end == data_bytes) return {};
  return core::fail(
      {.code = "safetensors.data_long",
       .message = fmt::format("the tensors end at byte {} of the data, and the file has {}", end,
                              data_bytes),
       .help = "the format allows nothing after the last tensor"});
}

void sort_by_place(SafetensorsHeader& header) {
  const auto place = [](const SafetensorsTensor& tensor) {
    return std::tuple(tensor.begin_bytes, tensor.end_bytes, tensor.span.begin);
  };
  std::ranges::sort(header.tensors, {}, place);
}

core::Status check_places(const SafetensorsHeader& header, std::int64_t data_bytes) {
  const SafetensorsTensor* before = nullptr;
  for (const SafetensorsTensor& tensor : header.tensors) {
    TILEGLOT_TRY_STATUS(check_bounds(tensor, data_bytes));
    TILEGLOT_TRY_STATUS(check_size(tensor));
    TILEGLOT_TRY_STATUS(check_neighbour(tensor, before));
    before = &tensor;
  }
  return check_end(header, data_bytes);
}

}  // namespace

core::Result<SafetensorsHeader> parse_safetensors_header(std::span<const std::byte> file) {
  TILEGLOT_TRY(length, header_length(file));
  const std::string_view text = text_at(file, length);
  TILEGLOT_TRY_STATUS(check_text(text));
  TILEGLOT_TRY(header, parse_safetensors_entries(text));
  header.data_begin_bytes = static_cast<std::int64_t>(kLengthBytes + length);
  sort_by_place(header);
  const auto size = static_cast<std::int64_t>(file.size());
  TILEGLOT_TRY_STATUS(check_places(header, size - header.data_begin_bytes));
  return std::move(header);
}

std::string_view safetensors_header_text(std::span<const std::byte> file) {
  const auto length = header_length(file);
  return length ? text_at(file, *length) : std::string_view();
}

std::optional<std::string> metadata_value(const SafetensorsHeader& header, std::string_view key) {
  if (!header.metadata) return std::nullopt;
  for (const auto& [name, value] : *header.metadata) {
    if (name == key) return value;
  }
  return std::nullopt;
}

core::Result<std::int64_t> safetensors_data_bytes(std::string_view name, core::ElementType type,
                                                  std::span<const std::int64_t> shape) {
  const bool is_empty = std::ranges::find(shape, 0) != shape.end();
  std::int64_t bits = is_empty ? 0 : core::bits(type);
  for (const std::int64_t extent : shape) {
    const core::Checked product = core::checked_mul(bits, extent);
    if (!product) {
      return core::fail(
          {.code = "safetensors.overflow",
           .message = fmt::format("'{}' is {} [{}]: its bits do not fit 63 bits",
                                  core::printable(name), core::name(type), fmt::join(shape, ","))});
    }
    bits = *product;
  }
  if (bits % 8 == 0) return bits / 8;
  return core::fail(
      {.code = "safetensors.sub_byte",
       .message = fmt::format("'{}' is {} [{}], {} bits, which is not a whole number of bytes",
                              core::printable(name), core::name(type), fmt::join(shape, ","), bits),
       .help = "elements of fewer than 8 bits are packed: a tensor of them fills its last byte"});
}

}  // namespace tileglot::io
