// SPDX-License-Identifier: Apache-2.0
// message.h: the fields of one protocol buffer.
//
// What     Message::read lists the fields of a message; number, text and part look one up by its
//          number, numbers and parts all of them.
// Why      A message has its fields in any order and leaves out those that are zero. Only where
//          each begins is kept, in 8 bytes: a field can have as few as 2.
// Units    The last of several counts, as in generated code. A field of another kind is skipped.
// Errors   Those of notation/xla/wire/reader.h; hlo.limit (more than 2^20 fields, or 4 GiB).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/wire/reader.h"

namespace tileglot::hlo {

using notation::xla::WireField;

class Message {
 public:
  /// The empty message.
  Message() = default;
  /// `begin` is where `bytes` begins in the whole file, for messages of errors.
  static core::Result<Message> read(std::string_view bytes, std::size_t begin = 0);
  static core::Result<Message> read(const WireField& field) {
    return read(field.bytes, field.begin);
  }

  std::size_t size_bytes() const { return bytes_.size(); }
  bool has(std::uint32_t field) const;
  std::int64_t number(std::uint32_t field) const;
  bool flag(std::uint32_t field) const { return number(field) != 0; }
  /// A double; 0 where there is none.
  double real(std::uint32_t field) const;
  /// Empty where there is none.
  std::string_view text(std::uint32_t field) const;
  /// A field of bytes.
  std::optional<WireField> part(std::uint32_t field) const;
  std::vector<WireField> parts(std::uint32_t field) const;
  /// The message in a field; the empty message where there is none.
  core::Result<Message> message(std::uint32_t field) const;
  core::Result<std::vector<Message>> messages(std::uint32_t field) const;
  /// A repeated number, packed or not.
  core::Result<std::vector<std::int64_t>> numbers(std::uint32_t field) const;
  /// The bytes of repeated words, packed or not; a number of 32 or 64 bits has 4 or 8.
  std::vector<std::byte> words(std::uint32_t field) const;

 private:
  struct Place {
    std::uint32_t number = 0;
    std::uint32_t begin = 0;
  };

  /// Calls `visit` with each field of this number, in order.
  template <class Visit>
  void for_each(std::uint32_t field, const Visit& visit) const;

  std::string_view bytes_ = {};
  std::size_t begin_ = 0;
  std::vector<Place> places_ = {};
};

}  // namespace tileglot::hlo
