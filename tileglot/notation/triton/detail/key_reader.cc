// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/triton/detail/key_reader.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/near_miss.h"
#include "tileglot/core/utf8.h"
#include "tileglot/notation/triton/detail/attribute_value.h"

namespace tileglot::notation::triton {
namespace {

std::string_view name_of(ValueKind kind) {
  constexpr std::array<std::string_view, 6> kNames = {"a number", "a flag",       "a word",
                                                      "a list",   "a dictionary", "an encoding"};
  return kNames[static_cast<std::size_t>(kind)];
}

const AttributeValue* entry_of(std::span<const AttributeValue> entries, std::string_view key) {
  const auto found = std::ranges::find(entries, key, &AttributeValue::key);
  return found == entries.end() ? nullptr : &*found;
}

}  // namespace

bool KeyReader::has(std::string_view key) const { return entry_of(entries_, key) != nullptr; }

const AttributeValue* KeyReader::find(std::string_view key) {
  asked_.push_back(key);
  const AttributeValue* entry = entry_of(entries_, key);
  return entry == nullptr ? nullptr : entry;
}

const AttributeValue* KeyReader::need(std::string_view key) {
  const AttributeValue* value = find(key);
  if (value == nullptr) {
    refuse({{.code = "triton.key_missing",
             .message = fmt::format("the encoding has no {}", key),
             .span = whole_,
             .help = fmt::format("add {} = ..", key)}});
  }
  return value;
}

void KeyReader::refuse(core::Error error) {
  if (!error_) error_ = std::move(error);
}

void KeyReader::wrong_kind(std::string_view key, const AttributeValue& value,
                           std::string_view wanted) {
  refuse({{.code = "triton.value",
           .message = fmt::format("{} should be {}, not {}", key, wanted, name_of(value.kind)),
           .span = value.span}});
}

std::int64_t KeyReader::number_in(std::string_view key, const AttributeValue& value) {
  if (value.kind == ValueKind::kNumber) return value.number;
  wrong_kind(key, value, "a number");
  return 0;
}

Numbers KeyReader::numbers_in(std::string_view key, const AttributeValue& value) {
  Numbers numbers;
  if (value.kind != ValueKind::kList) {
    wrong_kind(key, value, "a list of numbers");
    return numbers;
  }
  for (const AttributeValue& item : value.items) numbers.push_back(number_in(key, item));
  return numbers;
}

std::int64_t KeyReader::number(std::string_view key) {
  const AttributeValue* value = need(key);
  return value == nullptr ? 0 : number_in(key, *value);
}

std::int64_t KeyReader::number_or(std::string_view key, std::int64_t otherwise) {
  const AttributeValue* value = find(key);
  return value == nullptr ? otherwise : number_in(key, *value);
}

Numbers KeyReader::numbers(std::string_view key) {
  const AttributeValue* value = need(key);
  return value == nullptr ? Numbers{} : numbers_in(key, *value);
}

Numbers KeyReader::numbers_or(std::string_view key, Numbers otherwise) {
  const AttributeValue* value = find(key);
  return value == nullptr ? std::move(otherwise) : numbers_in(key, *value);
}

bool KeyReader::flag(std::string_view key) { return need(key) != nullptr && flag_or(key, false); }

bool KeyReader::flag_or(std::string_view key, bool otherwise) {
  const AttributeValue* value = find(key);
  if (value == nullptr) return otherwise;
  if (value->kind != ValueKind::kFlag) wrong_kind(key, *value, "true or false");
  return value->number != 0;
}

bool KeyReader::loose_flag_or(std::string_view key, bool otherwise) {
  const AttributeValue* value = find(key);
  const bool one_bit = value != nullptr && value->kind == ValueKind::kNumber && value->number <= 1;
  return one_bit ? value->number == 1 : flag_or(key, otherwise);
}

Bases KeyReader::bases(std::string_view key) {
  const AttributeValue* value = need(key);
  return value == nullptr ? Bases{} : bases_or_none(key);
}

Bases KeyReader::bases_or_none(std::string_view key) {
  const AttributeValue* value = find(key);
  Bases bases;
  if (value == nullptr) return bases;
  if (value->kind != ValueKind::kList) wrong_kind(key, *value, "a list of lists of numbers");
  for (const AttributeValue& item : value->items) bases.push_back(numbers_in(key, item));
  return bases;
}

Nested KeyReader::encoding(std::string_view key) {
  const AttributeValue* value = need(key);
  if (value == nullptr) return {};
  if (value->kind != ValueKind::kEncoding) wrong_kind(key, *value, "an encoding");
  return value->encoding;
}

std::string_view KeyReader::word_or_none(std::string_view key) {
  const AttributeValue* value = find(key);
  if (value == nullptr) return {};
  if (value->kind != ValueKind::kWord) wrong_kind(key, *value, "a word");
  return value->word;
}

std::vector<AttributeValue> KeyReader::dictionary(std::string_view key) {
  const AttributeValue* value = need(key);
  if (value == nullptr) return {};
  if (value->kind != ValueKind::kDictionary) wrong_kind(key, *value, "a dictionary");
  return value->items;
}

core::Span KeyReader::place_of(std::string_view key) const {
  const AttributeValue* entry = entry_of(entries_, key);
  return entry == nullptr ? whole_ : entry->span;
}

std::optional<core::Error> KeyReader::unknown_key() const {
  const auto unknown = std::ranges::find_if(
      entries_, [&](const auto& entry) { return !std::ranges::count(asked_, entry.key); });
  if (unknown == entries_.end()) return std::nullopt;
  std::string help = core::did_you_mean(unknown->key, asked_);
  if (help.empty()) help = fmt::format("the keys here are {}", fmt::join(asked_, ", "));
  return core::Error{
      {.code = "triton.key_unknown",
       .message = fmt::format("the encoding has no key {}", core::printable(unknown->key)),
       .span = unknown->key_span,
       .help = std::move(help)}};
}

core::Status KeyReader::done() {
  if (auto unknown = unknown_key()) return core::fail(*std::move(unknown));
  if (error_) return core::fail(*error_);
  return {};
}

}  // namespace tileglot::notation::triton
