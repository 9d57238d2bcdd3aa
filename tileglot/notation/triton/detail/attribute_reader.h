// SPDX-License-Identifier: Apache-2.0
// attribute_reader.h: reads the text of an MLIR attribute.
//
// What     AttributeReader walks `#ttg.NAME<..>` with a Scanner: bodies, dictionaries, lists and
//          values; an encoding inside is read through the function it is given.
// Why      One reader of MLIR's punctuation for all families; encoding_families.h knows the keys of
//          each.
// Errors   triton.syntax, triton.value (a number is negative or not an integer), triton.key_twice,
//          triton.too_large (numbers beyond int32, depth, 64 keys, 2^16 entries of lists).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/scanner.h"
#include "tileglot/notation/triton/detail/attribute_value.h"
#include "tileglot/notation/triton/encoding.h"

namespace tileglot::notation::triton {

class AttributeReader {
 public:
  /// Reads the encoding that begins at the scanner's '#'.
  using ReadNested = std::function<core::Result<Nested>(core::Scanner&)>;

  AttributeReader(core::Scanner& scanner, ReadNested nested)
      : scanner_(scanner), nested_(std::move(nested)) {}

  /// Reads from '<' to '>'.
  core::Result<AttributeBody> body();

 private:
  core::Status paddings(AttributeBody& body);
  core::Status braces(std::vector<AttributeValue>& entries, std::size_t depth);
  core::Status entry(std::vector<AttributeValue>& entries, std::size_t depth);
  core::Result<AttributeValue> value(std::size_t depth);
  core::Result<AttributeValue> list(std::size_t depth);
  core::Result<AttributeValue> word();
  core::Result<AttributeValue> number();
  core::Result<std::int64_t> digits();
  core::Status expect(std::string_view token, std::string_view where);

  core::Scanner& scanner_;
  ReadNested nested_;
  std::size_t items_ = 0;  ///< of all lists so far
};

/// A triton.syntax error at the scanner's position: "expected WHAT, found ..".
core::Error expected(core::Scanner& scanner, std::string_view what);

}  // namespace tileglot::notation::triton
