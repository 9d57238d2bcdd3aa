// SPDX-License-Identifier: Apache-2.0
// safetensors/writer.cc: the order, the places and the text of the header.
#include "tileglot/io/safetensors/writer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_set>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/core/utf8.h"
#include "tileglot/io/file/atomic_file.h"
#include "tileglot/io/safetensors/header.h"

namespace tileglot::io {
namespace {

using core::ElementType;

constexpr std::size_t kHeaderAlignment = 8;
constexpr std::size_t kLengthBytes = 8;

/// In the library's order: by alignment, the narrowest first.
constexpr std::array kByAlignment = {
    ElementType::kPred,       ElementType::kF4e2m1fn,   ElementType::kF6e2m3fn,
    ElementType::kF6e3m2fn,   ElementType::kU8,         ElementType::kS8,
    ElementType::kF8e5m2,     ElementType::kF8e4m3fn,   ElementType::kF8e8m0fnu,
    ElementType::kF8e4m3fnuz, ElementType::kF8e5m2fnuz, ElementType::kS16,
    ElementType::kU16,        ElementType::kF16,        ElementType::kBf16,
    ElementType::kS32,        ElementType::kU32,        ElementType::kF32,
    ElementType::kC64,        ElementType::kF64,        ElementType::kS64,
    ElementType::kU64};

auto alignment_rank(ElementType type) {
  return kByAlignment.end() - std::ranges::find(kByAlignment, type);
}

core::Status check_type(const SafetensorsEntry& entry) {
  if (core::name_in(core::TypeNotation::kSafetensors, entry.type)) return {};
  return core::fail({.code = "safetensors.dtype",
                     .message = fmt::format("'{}' is {}, which the format does not have",
                                            core::printable(entry.name), core::name(entry.type)),
                     .help = "elements of other types travel as U8 tensors, packed"});
}

/// `text` in quotes. Throws nothing: broken UTF-8 was refused before.
std::string json_text(std::string_view text) { return nlohmann::json(text).dump(); }

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const core::Character character = core::character_at(text);
    if (!character.code) return false;
    text.remove_prefix(character.length);
  }
  return true;
}

core::Status check_text(std::string_view text) {
  if (is_utf8(text)) return {};
  return core::fail({.code = "safetensors.utf8",
                     .message = fmt::format("'{}' is not UTF-8", core::printable(text))});
}

core::Result<std::string> metadata_text(const SafetensorsMetadata& metadata) {
  std::string text = "\"__metadata__\":{";
  for (const auto& [key, value] : metadata) {
    TILEGLOT_TRY_STATUS(check_text(key));
    TILEGLOT_TRY_STATUS(check_text(value));
    if (!text.ends_with('{')) text += ',';
    text += json_text(key) + ':' + json_text(value);
  }
  return text + '}';
}

std::string entry_text(const SafetensorsTensor& tensor) {
  return fmt::format(R"({}:{{"dtype":"{}","shape":[{}],"data_offsets":[{},{}]}})",
                     json_text(tensor.name),
                     *core::name_in(core::TypeNotation::kSafetensors, tensor.type),
                     fmt::join(tensor.shape, ","), tensor.begin_bytes, tensor.end_bytes);
}

std::string little_endian(std::size_t value) {
  std::string bytes;
  for (std::size_t i = 0; i < kLengthBytes; ++i) {
    bytes += static_cast<char>(value >> (8 * i) & 0xFFU);
  }
  return bytes;
}

core::Error too_long(std::size_t length) {
  return {{.code = "safetensors.header_length",
           .message = fmt::format("the header would have {} bytes", length),
           .help = fmt::format("the format allows {}", kSafetensorsLongestHeader)}};
}

}  // namespace

std::vector<SafetensorsEntry> in_format_order(std::vector<SafetensorsEntry> entries) {
  const auto key = [](const SafetensorsEntry& entry) {
    return std::tuple(alignment_rank(entry.type), std::string_view(entry.name));
  };
  std::ranges::sort(entries, {}, key);
  return entries;
}

core::Result<std::vector<SafetensorsTensor>> place_tensors(
    std::span<const SafetensorsEntry> entries) {
  std::vector<SafetensorsTensor> tensors;
  tensors.reserve(entries.size());
  std::unordered_set<std::string_view> names;
  std::int64_t at = 0;
  for (const SafetensorsEntry& entry : entries) {
    TILEGLOT_TRY_STATUS(check_type(entry));
    TILEGLOT_TRY_STATUS(check_text(entry.name));
    if (!names.insert(entry.name).second) {
      return core::fail(
          {.code = "safetensors.duplicate",
           .message = fmt::format("two tensors are named '{}'", core::printable(entry.name))});
    }
    TILEGLOT_TRY(bytes, safetensors_data_bytes(entry.name, entry.type, entry.shape));
    // A sum that overflows is larger than any disk, and reserving it fails.
    const std::int64_t end = core::saturating_add(at, bytes);
    tensors.push_back({entry.name, entry.type, entry.shape, at, end});
    at = end;
  }
  return tensors;
}

core::Result<std::string> safetensors_header_bytes(
    std::span<const SafetensorsTensor> tensors,
    const std::optional<SafetensorsMetadata>& metadata) {
  std::string text = "{";
  if (metadata) {
    TILEGLOT_TRY(written, metadata_text(*metadata));
    text += written;
  }
  for (const SafetensorsTensor& tensor : tensors) {
    if (text.size() > 1) text += ',';
    text += entry_text(tensor);
  }
  text += '}';
  text.resize((text.size() + kHeaderAlignment - 1) / kHeaderAlignment * kHeaderAlignment, ' ');
  if (text.size() > kSafetensorsLongestHeader) return core::fail(too_long(text.size()));
  return little_endian(text.size()) + text;
}

core::Result<SafetensorsWriter> SafetensorsWriter::create(
    const std::string& path, std::span<const SafetensorsEntry> entries,
    const std::optional<SafetensorsMetadata>& metadata, AtomicFileOptions options) {
  TILEGLOT_TRY(tensors, place_tensors(entries));
  TILEGLOT_TRY(header, safetensors_header_bytes(tensors, metadata));
  const std::int64_t data_bytes = tensors.empty() ? 0 : tensors.back().end_bytes;
  const std::int64_t size =
      core::saturating_add(data_bytes, static_cast<std::int64_t>(header.size()));
  TILEGLOT_TRY(file, AtomicFile::create(path, size, options));
  std::ranges::copy(std::as_bytes(std::span(header)), file.bytes().begin());
  return SafetensorsWriter(std::move(file), std::move(tensors), header.size());
}

std::span<std::byte> SafetensorsWriter::data(std::size_t i) {
  const SafetensorsTensor& tensor = tensors_[i];
  return file_.bytes().subspan(data_begin_bytes_ + static_cast<std::size_t>(tensor.begin_bytes),
                               static_cast<std::size_t>(tensor.bytes()));
}

}  // namespace tileglot::io
