// SPDX-License-Identifier: Apache-2.0
// safetensors/entries.cc: the callbacks of the JSON parser.
#include "tileglot/io/safetensors/entries.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/core/near_miss.h"
#include "tileglot/core/utf8.h"
#include "tileglot/io/safetensors/header.h"
#include "tileglot/io/safetensors/json_tokens.h"

namespace tileglot::io {
namespace {

using Json = nlohmann::json;

constexpr std::string_view kMetadataKey = "__metadata__";

std::vector<std::string_view> type_names() {
  std::vector<std::string_view> names;
  names.reserve(core::element_types().size());
  for (const core::ElementTypeRow& row : core::element_types()) {
    if (row.safetensors) names.push_back(*row.safetensors);
  }
  return names;
}

/// Follows the parser; when a callback returns false, error() has the reason.
class Entries final : public nlohmann::json_sax<Json> {
 public:
  explicit Entries(std::string_view text) : tokens_(text) {}

  core::Error& error() { return error_; }
  SafetensorsHeader& header() { return header_; }

  bool null() override { return refuse_value(tokens_.next(), "null"); }
  bool boolean(bool value) override {
    return refuse_value(tokens_.next(), value ? "true" : "false");
  }
  bool binary(binary_t& /*value*/) override { return refuse_value(tokens_.next(), "bytes"); }

  bool number_unsigned(number_unsigned_t value) override {
    const core::Span span = tokens_.next();
    if (value > static_cast<std::uint64_t>(core::kInt64Max)) return refuse_number(span, value);
    return take_number(static_cast<std::int64_t>(value), span);
  }
  bool number_integer(number_integer_t value) override {
    return refuse_number(tokens_.next(), value);
  }
  bool number_float(number_float_t /*value*/, const string_t& text) override {
    return refuse_number(tokens_.next(), core::printable(text));
  }

  bool string(string_t& value) override {
    const core::Span span = tokens_.next();
    if (place_ == Place::kTensor && key_ == kDtype) return take_type(value, span);
    if (place_ != Place::kMetadata) return refuse_value(span, "a text");
    header_.metadata->emplace_back(std::move(metadata_key_), std::move(value));
    return true;
  }

  bool key(string_t& name) override {
    const core::Span span = tokens_.next();
    if (place_ == Place::kTop) return begin_entry(std::move(name), span);
    if (place_ == Place::kTensor) return begin_field(name, span);
    if (!metadata_keys_.insert(name).second) return refuse_twice(name, span);
    metadata_key_ = std::move(name);
    return true;
  }

  bool start_object(std::size_t /*elements*/) override {
    const core::Span span = tokens_.next();
    if (place_ == Place::kStart) return enter(Place::kTop);
    if (place_ != Place::kTop) return refuse_value(span, "an object");
    if (!is_metadata_) return enter(Place::kTensor);
    header_.metadata.emplace();
    return enter(Place::kMetadata);
  }

  bool end_object() override {
    tokens_.next();
    if (place_ == Place::kTensor && !check_fields()) return false;
    return enter(Place::kTop);
  }

  bool start_array(std::size_t /*elements*/) override {
    const core::Span span = tokens_.next();
    if (place_ != Place::kTensor || key_ == kDtype) return refuse_value(span, "a list");
    offsets_span_ = span;
    return enter(key_ == kShape ? Place::kShape : Place::kOffsets);
  }

  bool end_array() override {
    const core::Span span = tokens_.next();
    if (place_ == Place::kOffsets && offsets_ != 2) {
      return refuse({{.code = "safetensors.header",
                      .message = fmt::format("the data_offsets of '{}' are {} numbers, not 2",
                                             shown_name(), offsets_),
                      .span = core::Span{offsets_span_.begin, span.end}}});
    }
    return enter(Place::kTensor);
  }

  bool parse_error(std::size_t position, const std::string& /*token*/,
                   const nlohmann::detail::exception& /*why*/) override {
    const std::size_t at = position == 0 ? 0 : position - 1;
    return refuse({{.code = "safetensors.header",
                    .message = fmt::format("the header is not JSON from byte {} on", at),
                    .span = core::Span{at, at + 1}}});
  }

 private:
  enum class Place : std::uint8_t { kStart, kTop, kTensor, kShape, kOffsets, kMetadata };
  enum Field : std::uint8_t { kDtype, kShape, kDataOffsets, kFields };
  static constexpr std::array<std::string_view, kFields> kNames = {"dtype", "shape",
                                                                   "data_offsets"};

  bool enter(Place place) {
    place_ = place;
    return true;
  }

  bool refuse(core::Error error) {
    error_ = std::move(error);
    return false;
  }

  SafetensorsTensor& tensor() { return header_.tensors.back(); }
  std::string shown_name() { return core::printable(tensor().name); }

  bool begin_entry(std::string name, core::Span span) {
    if (!names_.insert(name).second) return refuse_twice(name, span);
    is_metadata_ = name == kMetadataKey;
    if (is_metadata_) return true;
    header_.tensors.push_back({.name = std::move(name), .span = span});
    seen_ = {};
    offsets_ = 0;
    return true;
  }

  bool begin_field(const std::string& name, core::Span span) {
    const auto found = std::ranges::find(kNames, name);
    if (found == kNames.end()) {
      return refuse({{.code = "safetensors.key",
                      .message = fmt::format("the entry of '{}' has the key '{}'", shown_name(),
                                             core::printable(name)),
                      .span = span,
                      .help = "the keys are dtype, shape and data_offsets, once each"}});
    }
    key_ = static_cast<Field>(found - kNames.begin());
    if (std::exchange(seen_[key_], true)) return refuse_twice(name, span);
    return true;
  }

  bool check_fields() {
    const auto missing = std::ranges::find(seen_, false);
    if (missing == seen_.end()) return true;
    const auto field = static_cast<std::size_t>(missing - seen_.begin());
    return refuse({{.code = "safetensors.key",
                    .message = fmt::format("the entry of '{}' lacks the key '{}'", shown_name(),
                                           kNames[field]),
                    .span = tensor().span,
                    .help = "the keys are dtype, shape and data_offsets, once each"}});
  }

  bool take_type(const std::string& name, core::Span span) {
    const auto type = core::find_element_type(core::TypeNotation::kSafetensors, name);
    if (type) {
      tensor().type = *type;
      return true;
    }
    const std::string guess = core::did_you_mean(name, type_names());
    return refuse(
        {{.code = "safetensors.dtype",
          .message = fmt::format("'{}' has the dtype '{}', which the format does not have",
                                 shown_name(), core::printable(name)),
          .span = span,
          .help = guess.empty() ? fmt::format("the dtypes are {}", fmt::join(type_names(), ", "))
                                : guess}});
  }

  bool take_number(std::int64_t number, core::Span span) {
    if (place_ == Place::kShape) {
      tensor().shape.push_back(number);
      return true;
    }
    if (place_ != Place::kOffsets) return refuse_value(span, "a number");
    if (offsets_ == 0) tensor().begin_bytes = number;
    if (offsets_ == 1) tensor().end_bytes = number;
    ++offsets_;
    return true;
  }

  template <class Number>
  bool refuse_number(core::Span span, const Number& number) {
    if (place_ != Place::kShape && place_ != Place::kOffsets) return refuse_value(span, "a number");
    return refuse(
        {{.code = "safetensors.number",
          .message = fmt::format("{} in the {} of '{}' is not a whole number from 0 to {}", number,
                                 kNames[key_], shown_name(), core::kInt64Max),
          .span = span}});
  }

  bool refuse_twice(std::string_view name, core::Span span) {
    return refuse({{.code = "safetensors.duplicate",
                    .message = fmt::format("the key '{}' is there twice", core::printable(name)),
                    .span = span,
                    .help = "readers would take one or the other; write the file again"}});
  }

  bool refuse_value(core::Span span, std::string_view found) {
    return refuse({{.code = "safetensors.header",
                    .message = fmt::format("expected {}, found {}", expected(), found),
                    .span = span}});
  }

  std::string expected() {
    if (place_ == Place::kStart) return "an object of tensors";
    if (place_ == Place::kMetadata) return "a text in __metadata__";
    if (place_ == Place::kTop) {
      return is_metadata_ ? "an object of texts in __metadata__"
                          : fmt::format("an object for '{}'", shown_name());
    }
    if (place_ == Place::kShape || place_ == Place::kOffsets) {
      return fmt::format("a number in the {} of '{}'", kNames[key_], shown_name());
    }
    return fmt::format("{} as {} of '{}'", key_ == kDtype ? "a text" : "a list of numbers",
                       kNames[key_], shown_name());
  }

  JsonTokens tokens_;
  SafetensorsHeader header_;
  core::Error error_;
  Place place_ = Place::kStart;
  bool is_metadata_ = false;
  Field key_ = kDtype;
  std::array<bool, kFields> seen_ = {};
  int offsets_ = 0;
  core::Span offsets_span_;
  std::string metadata_key_;
  std::unordered_set<std::string> names_;
  std::unordered_set<std::string> metadata_keys_;
};

}  // namespace

core::Result<SafetensorsHeader> parse_safetensors_entries(std::string_view text) {
  Entries entries(text);
  if (Json::sax_parse(text, &entries)) return std::move(entries.header());
  return core::fail(std::move(entries.error()));
}

}  // namespace tileglot::io
