// SPDX-License-Identifier: Apache-2.0
// key_reader.h: takes the values of an encoding's keys out of its dictionary.
//
// What     A KeyReader is queried for each key with the kind of its value; done() returns the first
//          error, or the first key that was not queried.
// Why      A family reads its parameters in one expression, and no wrong value is passed on: after
//          an error the results are empty and done() fails.
// Errors   triton.key_missing, triton.key_unknown, triton.value.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/triton/detail/attribute_value.h"
#include "tileglot/notation/triton/encoding.h"

namespace tileglot::notation::triton {

class KeyReader {
 public:
  /// `entries` must outlive the reader; `whole` is the span to report when a key is missing.
  KeyReader(std::span<const AttributeValue> entries, core::Span whole)
      : entries_(entries), whole_(whole) {}

  bool has(std::string_view key) const;

  std::int64_t number(std::string_view key);
  std::int64_t number_or(std::string_view key, std::int64_t otherwise);
  Numbers numbers(std::string_view key);
  Numbers numbers_or(std::string_view key, Numbers otherwise);
  bool flag(std::string_view key);
  bool flag_or(std::string_view key, bool otherwise);
  /// In struct-like bodies 1 and 0 are accepted as flags.
  bool loose_flag_or(std::string_view key, bool otherwise);
  Bases bases(std::string_view key);
  /// Empty where the key is missing.
  Bases bases_or_none(std::string_view key);
  Nested encoding(std::string_view key);
  /// Empty where the key is missing.
  std::string_view word_or_none(std::string_view key);
  /// The entries of a dictionary.
  std::vector<AttributeValue> dictionary(std::string_view key);

  /// The span of a key's value; the whole span where there is no such key.
  core::Span place_of(std::string_view key) const;
  void refuse(core::Error error);
  core::Status done();

 private:
  const AttributeValue* find(std::string_view key);
  const AttributeValue* need(std::string_view key);
  void wrong_kind(std::string_view key, const AttributeValue& value, std::string_view wanted);
  std::int64_t number_in(std::string_view key, const AttributeValue& value);
  Numbers numbers_in(std::string_view key, const AttributeValue& value);
  std::optional<core::Error> unknown_key() const;

  std::span<const AttributeValue> entries_;
  core::Span whole_;
  std::vector<std::string_view> asked_;
  std::optional<core::Error> error_;
};

}  // namespace tileglot::notation::triton
