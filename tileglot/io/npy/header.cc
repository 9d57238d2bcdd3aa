// SPDX-License-Identifier: Apache-2.0
// npy/header.cc: the magic, the version and the length around the dictionary; the writer.
#include "tileglot/io/npy/header.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "tileglot/core/counted.h"
#include "tileglot/core/error.h"
#include "tileglot/core/utf8.h"
#include "tileglot/io/npy/dictionary.h"
#include "tileglot/io/npy/shape.h"

namespace tileglot::io {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::size_t kVersionBytes = 2;
constexpr std::size_t kAlignment = 64;  // of the data, so that it can be mapped
constexpr std::size_t kLongestHeader = std::size_t{1} << 20;
constexpr std::size_t kLongestOfVersion1 = 0xFFFF;
// NumPy leaves space for the axis along which a file grows: as many digits as the number of bits in
// 2^64 bytes has.
constexpr std::size_t kGrowthDigits = 21;

std::string_view as_text(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Where the dictionary is in the file.
struct Preamble {
  int version = 1;
  std::size_t text_begin = 0;
  std::size_t text_length = 0;
};

std::size_t width_of_length(int version) { return version == 1 ? 2 : 4; }

std::size_t read_little_endian(std::string_view bytes) {
  std::size_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) {
    value = value << 8U | static_cast<unsigned char>(bytes[i]);
  }
  return value;
}

core::Error truncated(std::string_view what, std::size_t needed, std::size_t size) {
  return {{.code = "npy.truncated",
           .message = fmt::format("the file ends in {}: it has {}, at least {} are needed", what,
                                  core::counted(static_cast<std::int64_t>(size), "byte"), needed),
           .help = "the file was cut off; copy or save it again"}};
}

core::Result<int> parse_version(std::string_view file) {
  const std::string_view start = file.substr(0, kMagic.size());
  if (start != kMagic.substr(0, start.size()) || start.empty()) {
    return core::fail({.code = "npy.magic",
                       .message = fmt::format("a .npy file starts with the byte 0x93 and 'NUMPY', "
                                              "this one with '{}'",
                                              core::printable(start)),
                       .help = start.starts_with("PK")
                                   ? "a .npz file is an archive; unpack it and name a .npy in it"
                                   : "save the tensor with numpy.save"});
  }
  const std::size_t needed = kMagic.size() + kVersionBytes;
  if (file.size() < needed) return core::fail(truncated("its version", needed, file.size()));
  const int major = static_cast<unsigned char>(file[kMagic.size()]);
  const int minor = static_cast<unsigned char>(file[kMagic.size() + 1]);
  if (major >= 1 && major <= 3 && minor == 0) return major;
  return core::fail({.code = "npy.version",
                     .message = fmt::format("the file is of .npy version {}.{}", major, minor),
                     .help = "versions 1.0, 2.0 and 3.0 are read"});
}

core::Result<Preamble> parse_preamble(std::string_view file) {
  TILEGLOT_TRY(version, parse_version(file));
  const std::size_t length_begin = kMagic.size() + kVersionBytes;
  const std::size_t text_begin = length_begin + width_of_length(version);
  if (file.size() < text_begin) {
    return core::fail(truncated("the length of its header", text_begin, file.size()));
  }
  const std::size_t length =
      read_little_endian(file.substr(length_begin, text_begin - length_begin));
  if (length > file.size() - text_begin) {
    return core::fail(truncated("its header", text_begin + length, file.size()));
  }
  if (length > kLongestHeader) {
    return core::fail({.code = "npy.header_length",
                       .message = fmt::format("the header has {} bytes", length),
                       .help = fmt::format("at most {} are read", kLongestHeader)});
  }
  return Preamble{version, text_begin, length};
}

bool is_printable(char c) {
  return (c >= 0x20 && c < 0x7F) || c == '\n' || c == '\t' || c == '\r' || c == '\f';
}

/// Latin-1 or UTF-8, depending on the version; what is parsed is ASCII in both.
std::string printable_text(std::string_view text) {
  std::string result(text);
  std::replace_if(result.begin(), result.end(), [](char c) { return !is_printable(c); }, '?');
  return result;
}

/// Padding for the extent along which the file could grow: the slowest dimension.
std::size_t growth_room(bool fortran_order, std::span<const std::int64_t> shape) {
  if (shape.empty()) return 0;
  const std::int64_t slowest = fortran_order ? shape.back() : shape.front();
  return kGrowthDigits - fmt::formatted_size("{}", slowest);
}

std::string little_endian(std::size_t value, std::size_t width) {
  std::string bytes;
  for (std::size_t i = 0; i < width; ++i) bytes += static_cast<char>(value >> (8 * i) & 0xFFU);
  return bytes;
}

/// Nothing if the length of the text does not fit the version.
std::optional<std::string> wrapped(int version, const std::string& text) {
  const std::size_t width = width_of_length(version);
  const std::size_t begin = kMagic.size() + kVersionBytes + width;
  const std::size_t unpadded = begin + text.size() + 1;
  // A text that already ends on the boundary still gets 64 spaces.
  const std::size_t padding = kAlignment - unpadded % kAlignment;
  const std::size_t length = text.size() + padding + 1;
  if (version == 1 && length > kLongestOfVersion1) return std::nullopt;
  return std::string(kMagic) + static_cast<char>(version) + '\0' + little_endian(length, width) +
         text + std::string(padding, ' ') + '\n';
}

}  // namespace

core::Result<NpyHeader> parse_npy_header(std::span<const std::byte> file) {
  const std::string_view bytes = as_text(file);
  TILEGLOT_TRY(preamble, parse_preamble(bytes));
  const std::string text = printable_text(bytes.substr(preamble.text_begin, preamble.text_length));
  TILEGLOT_TRY(header, parse_npy_dictionary(text));
  header.version = preamble.version;
  header.data_begin_bytes = static_cast<std::int64_t>(preamble.text_begin + preamble.text_length);
  return std::move(header);
}

std::string npy_header_text(std::span<const std::byte> file) {
  const std::string_view bytes = as_text(file);
  const auto preamble = parse_preamble(bytes);
  if (!preamble) return "";
  return printable_text(bytes.substr(preamble->text_begin, preamble->text_length));
}

std::string npy_header_bytes(std::string_view descr, bool fortran_order,
                             std::span<const std::int64_t> shape) {
  const std::string text = fmt::format("{{'descr': '{}', 'fortran_order': {}, 'shape': {}, }}{:{}}",
                                       descr, fortran_order ? "True" : "False", shape_text(shape),
                                       "", growth_room(fortran_order, shape));
  if (auto version1 = wrapped(1, text)) return *std::move(version1);
  return *wrapped(2, text);
}

}  // namespace tileglot::io
