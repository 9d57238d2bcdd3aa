// SPDX-License-Identifier: Apache-2.0
// wire/reader.h: reads the fields of a protocol buffer one by one.
//
// What     next returns the number of a field and its value; groups, which no message here has, are
//          skipped. append_numbers takes a repeated number in either of its forms, packed or one by
//          one.
// Why      The bytes are untrusted: every length is checked against the remaining bytes, and
//          nothing is copied.
// Example  0a 02 01 00 is field 1 with the bytes 01 00, the packed numbers 1 and 0.
//          [tests: wire/detail/format_test.cc, "fields are read as the encoding says"]
// Errors   wire.truncated (a field is longer than the rest), wire.varint (a number of more than ten
//          bytes), wire.field (field 0, or a kind that the encoding does not have), wire.group.
//          Messages name the byte, from the start of the whole text.
// Source   Protocol Buffers, "Encoding" (protobuf.dev/programming-guides/encoding).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"

namespace tileglot::notation::xla {

enum class WireKind : std::uint8_t {
  kNumber = 0,
  kWord64 = 1,
  kBytes = 2,
  kGroup = 3,
  kGroupEnd = 4,
  kWord32 = 5,
};

struct WireField {
  std::uint32_t number = 0;
  WireKind kind = WireKind::kNumber;
  std::int64_t value = 0;       ///< of a number; its 64 bits
  std::string_view bytes = {};  ///< of bytes, and the 4 or 8 of a word
  std::size_t begin = 0;        ///< where `bytes` begins in the whole text
};

class WireReader {
 public:
  /// `begin` is where `bytes` begins in the whole text, for messages.
  explicit WireReader(std::string_view bytes, std::size_t begin = 0)
      : bytes_(bytes), begin_(begin) {}

  /// nullopt at the end.
  core::Result<std::optional<WireField>> next();
  bool at_end() const { return position_ == bytes_.size(); }
  /// The position in `bytes`.
  std::size_t position() const { return position_; }
  core::Result<std::uint64_t> varint();

 private:
  core::Result<WireField> field();
  core::Result<std::string_view> take(std::uint64_t size);
  core::Status skip_group(std::uint32_t number);
  core::Error truncated(std::uint64_t size) const;
  std::size_t here() const { return begin_ + position_; }

  std::string_view bytes_;
  std::size_t begin_;
  std::size_t position_ = 0;
};

/// Appends a number or packed numbers; a field of another kind is treated as unknown and adds
/// nothing.
core::Status append_numbers(const WireField& field, std::vector<std::int64_t>& numbers);

}  // namespace tileglot::notation::xla
