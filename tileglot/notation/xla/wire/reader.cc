// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/wire/reader.h"

#include <fmt/format.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"

namespace tileglot::notation::xla {
namespace {

using core::Error;
using core::fail;
using core::Result;
using core::Status;

constexpr int kMaxVarintBytes = 10;
constexpr std::size_t kMaxGroups = 64;
constexpr std::uint64_t kMaxFieldNumber = (1U << 29U) - 1;

}  // namespace

Error WireReader::truncated(std::uint64_t size) const {
  return {{.code = "wire.truncated",
           .message = fmt::format("byte {}: {} bytes are to follow, {} do", here(), size,
                                  bytes_.size() - position_),
           .help = "the message was cut off, or is of another kind"}};
}

Result<std::uint64_t> WireReader::varint() {
  std::uint64_t value = 0;
  const std::size_t start = here();
  for (int i = 0; i < kMaxVarintBytes; ++i) {
    if (at_end()) return fail(truncated(1));
    const auto byte = static_cast<std::uint8_t>(bytes_[position_++]);
    value |= (std::uint64_t{byte} & 0x7F) << static_cast<unsigned>(7 * i);
    if (byte < 0x80) return value;
  }
  return fail(
      {.code = "wire.varint",
       .message = fmt::format("byte {}: a number of more than {} bytes", start, kMaxVarintBytes),
       .help = "a number has at most 64 bits"});
}

Result<std::string_view> WireReader::take(std::uint64_t size) {
  if (size > bytes_.size() - position_) return fail(truncated(size));
  const std::string_view taken = bytes_.substr(position_, static_cast<std::size_t>(size));
  position_ += taken.size();
  return taken;
}

Result<WireField> WireReader::field() {
  const std::size_t start = here();
  TILEGLOT_TRY(key, varint());
  WireField field{.number = static_cast<std::uint32_t>(key >> 3U),
                  .kind = static_cast<WireKind>(key & 7U)};
  const bool is_field = key >> 3U != 0 && key >> 3U <= kMaxFieldNumber && (key & 7U) <= 5;
  if (!is_field) {
    return fail({.code = "wire.field",
                 .message = fmt::format("byte {}: there is no field {} of kind {}", start,
                                        key >> 3U, key & 7U),
                 .help = "the bytes are not a protocol buffer, or do not start at its first byte"});
  }
  if (field.kind == WireKind::kNumber) {
    TILEGLOT_TRY(value, varint());
    field.value = std::bit_cast<std::int64_t>(value);
  } else if (field.kind == WireKind::kBytes) {
    TILEGLOT_TRY(size, varint());
    field.begin = here();
    TILEGLOT_TRY(bytes, take(size));
    field.bytes = bytes;
  } else if (field.kind == WireKind::kWord64 || field.kind == WireKind::kWord32) {
    field.begin = here();
    TILEGLOT_TRY(bytes, take(field.kind == WireKind::kWord64 ? 8 : 4));
    field.bytes = bytes;
  }
  return field;
}

Status WireReader::skip_group(std::uint32_t number) {
  std::vector<std::uint32_t> open{number};
  while (!open.empty() && !at_end()) {
    TILEGLOT_TRY(inner, field());
    if (inner.kind == WireKind::kGroup) open.push_back(inner.number);
    const bool closes = inner.kind == WireKind::kGroupEnd;
    if ((closes && inner.number != open.back()) || open.size() > kMaxGroups) break;
    if (closes) open.pop_back();
  }
  if (open.empty()) return {};
  return fail(
      {.code = "wire.group",
       .message = fmt::format("byte {}: the group of field {} does not end", here(), number),
       .help = "no message of a layout has groups: this is another kind of message"});
}

Result<std::optional<WireField>> WireReader::next() {
  while (!at_end()) {
    TILEGLOT_TRY(read, field());
    if (read.kind == WireKind::kGroupEnd) {
      return fail(
          {.code = "wire.group",
           .message = fmt::format("byte {}: the end of a group that did not begin", here()),
           .help = "the bytes are not a protocol buffer, or do not start at its first byte"});
    }
    if (read.kind != WireKind::kGroup) return std::optional<WireField>(read);
    TILEGLOT_TRY_STATUS(skip_group(read.number));
  }
  return std::optional<WireField>();
}

Status append_numbers(const WireField& field, std::vector<std::int64_t>& numbers) {
  if (field.kind == WireKind::kNumber) numbers.push_back(field.value);
  if (field.kind != WireKind::kBytes) return {};
  WireReader packed(field.bytes, field.begin);
  while (!packed.at_end()) {
    TILEGLOT_TRY(number, packed.varint());
    numbers.push_back(std::bit_cast<std::int64_t>(number));
  }
  return {};
}

}  // namespace tileglot::notation::xla
