// SPDX-License-Identifier: Apache-2.0
// wire/detail/writer.h: writes the fields of a protocol buffer, in canonical form.
//
// What     number, numbers, bytes append one field each. Numbers that are 0 and empty lists are
//          omitted, as in proto3; a message is written even if it is empty.
// Units    Field numbers are those of the .proto; signed numbers are written as their 64 bits.
// Example  number(16, 1) appends 80 01 01.
//          [tests: wire/detail/format_test.cc, "fields are written as the encoding says"]
// Source   Protocol Buffers, "Encoding" (protobuf.dev/programming-guides/encoding).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace tileglot::notation::xla {

class WireWriter {
 public:
  void number(std::uint32_t field, std::int64_t value);
  void numbers(std::uint32_t field, std::span<const std::int64_t> values);
  void bytes(std::uint32_t field, std::string_view content);

  std::string take() { return std::move(out_); }

 private:
  std::string out_ = {};
};

}  // namespace tileglot::notation::xla
