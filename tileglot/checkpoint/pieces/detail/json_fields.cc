// SPDX-License-Identifier: Apache-2.0
// json_fields.cc: the callbacks of the JSON parser.
#include "tileglot/checkpoint/pieces/detail/json_fields.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/core/utf8.h"
#include "tileglot/io/safetensors/json_tokens.h"

namespace tileglot::checkpoint::pieces {
namespace {

using Json = nlohmann::json;

/// Follows the parser; when a callback returns false, error() has the reason.
class Fields final : public nlohmann::json_sax<Json> {
 public:
  /// `levels` is how deep the fields are: 1 or 2.
  Fields(std::string_view text, int levels) : tokens_(text), levels_(levels) {
    if (levels == 1) objects_.emplace_back();
  }

  core::Error& error() { return error_; }
  std::vector<JsonObject>& objects() { return objects_; }

  bool null() override { return refuse_value("null"); }
  bool boolean(bool /*value*/) override { return refuse_value("true or false"); }
  bool binary(binary_t& /*value*/) override { return refuse_value("bytes"); }
  bool number_integer(number_integer_t /*value*/) override { return refuse_value("a number"); }
  bool number_float(number_float_t /*value*/, const string_t& /*text*/) override {
    return refuse_value("a number");
  }

  bool number_unsigned(number_unsigned_t value) override {
    const bool is_large = value > static_cast<std::uint64_t>(core::kInt64Max);
    if (!is_in_list_ || is_large) return refuse_value("a number");
    tokens_.next();
    std::get<0>(field().value).push_back(static_cast<std::int64_t>(value));
    return true;
  }

  bool string(string_t& value) override {
    if (depth_ != levels_ || is_in_list_) return refuse_value("a text");
    tokens_.next();
    field().value = std::move(value);
    return true;
  }

  bool key(string_t& name) override {
    const core::Span span = tokens_.next();
    std::unordered_set<std::string>& keys = depth_ < levels_ ? names_ : keys_;
    if (!keys.insert(name).second) {
      return refuse(fmt::format("the key '{}' is there twice", core::printable(name)), span);
    }
    if (depth_ < levels_) {
      objects_.push_back({.name = std::move(name), .span = span});
    } else {
      objects_.back().fields.push_back({.key = std::move(name), .span = span});
    }
    return true;
  }

  bool start_object(std::size_t /*elements*/) override {
    if (depth_ == levels_) return refuse_value("an object");
    tokens_.next();
    keys_.clear();
    ++depth_;
    return true;
  }
  bool end_object() override {
    tokens_.next();
    --depth_;
    return true;
  }
  bool start_array(std::size_t /*elements*/) override {
    if (depth_ != levels_ || is_in_list_) return refuse_value("a list");
    tokens_.next();
    is_in_list_ = true;
    return true;
  }
  bool end_array() override {
    tokens_.next();
    is_in_list_ = false;
    return true;
  }

  bool parse_error(std::size_t position, const std::string& /*token*/,
                   const nlohmann::detail::exception& /*why*/) override {
    const std::size_t at = position == 0 ? 0 : position - 1;
    return refuse(fmt::format("not JSON from byte {} on", at), {at, at + 1});
  }

 private:
  JsonField& field() { return objects_.back().fields.back(); }

  bool refuse(std::string message, core::Span span) {
    error_ = {{.code = "pieces.record", .message = std::move(message), .span = span}};
    return false;
  }

  bool refuse_value(std::string_view found) {
    return refuse(fmt::format("expected {}, found {}", expected(), found), tokens_.next());
  }

  std::string expected() {
    if (depth_ < levels_) {
      if (depth_ == 0) return "an object";
      return fmt::format("an object for '{}'", core::printable(objects_.back().name));
    }
    const std::string name = core::printable(field().key);
    if (is_in_list_) return fmt::format("whole numbers from 0 to 2^63-1 in '{}'", name);
    return fmt::format("a text or a list of numbers for '{}'", name);
  }

  io::JsonTokens tokens_;
  int levels_;
  std::vector<JsonObject> objects_;
  core::Error error_;
  int depth_ = 0;
  bool is_in_list_ = false;
  std::unordered_set<std::string> names_;
  std::unordered_set<std::string> keys_;
};

core::Result<std::vector<JsonObject>> objects_in(std::string_view text, int levels) {
  // The parser would take a byte 0 as the end.
  if (const std::size_t zero = text.find('\0'); zero != std::string_view::npos) {
    return core::fail({.code = "pieces.record",
                       .message = fmt::format("byte {} is 0", zero),
                       .span = core::Span{zero, zero + 1}});
  }
  Fields fields(text, levels);
  if (Json::sax_parse(text, &fields)) return std::move(fields.objects());
  return core::fail(std::move(fields.error()));
}

}  // namespace

core::Result<std::vector<JsonField>> json_fields(std::string_view text) {
  TILEGLOT_TRY(objects, objects_in(text, 1));
  return std::move(objects.front().fields);
}

core::Result<std::vector<JsonObject>> json_objects(std::string_view text) {
  return objects_in(text, 2);
}

std::string json_text(std::string_view text) {
  return Json(text).dump(-1, ' ', true, Json::error_handler_t::replace);
}

}  // namespace tileglot::checkpoint::pieces
