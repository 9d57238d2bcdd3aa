// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/wire/detail/writer.h"

#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace tileglot::notation::xla {
namespace {

constexpr std::uint64_t kVarint = 0;
constexpr std::uint64_t kBytes = 2;

/// Seven bits per byte, the lowest first; the top bit marks that more follow.
void append_varint(std::string& out, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7U) out.push_back(static_cast<char>(0x80 | (value & 0x7F)));
  out.push_back(static_cast<char>(value));
}

void append_key(std::string& out, std::uint32_t field, std::uint64_t kind) {
  append_varint(out, (std::uint64_t{field} << 3U) | kind);
}

}  // namespace

void WireWriter::number(std::uint32_t field, std::int64_t value) {
  if (value == 0) return;
  append_key(out_, field, kVarint);
  append_varint(out_, std::bit_cast<std::uint64_t>(value));
}

void WireWriter::numbers(std::uint32_t field, std::span<const std::int64_t> values) {
  if (values.empty()) return;
  std::string packed;
  for (const std::int64_t value : values)
    append_varint(packed, std::bit_cast<std::uint64_t>(value));
  bytes(field, packed);
}

void WireWriter::bytes(std::uint32_t field, std::string_view content) {
  append_key(out_, field, kBytes);
  append_varint(out_, content.size());
  out_ += content;
}

}  // namespace tileglot::notation::xla
