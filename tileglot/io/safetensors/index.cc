// SPDX-License-Identifier: Apache-2.0
#include "tileglot/io/safetensors/index.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/core/utf8.h"
#include "tileglot/io/safetensors/header.h"
#include "tileglot/io/safetensors/json_tokens.h"

namespace tileglot::io {
namespace {

using Json = nlohmann::json;

/// True if a part's name stays in the folder of the index.
bool stays_in_folder(std::string_view path) {
  if (path.empty() || path.starts_with('/') || path.ends_with('/')) return false;
  if (path.find('\0') != std::string_view::npos) return false;
  while (!path.empty()) {
    const std::size_t slash = std::min(path.find('/'), path.size());
    const std::string_view step = path.substr(0, slash);
    if (step.empty() || step == "." || step == "..") return false;
    path.remove_prefix(std::min(slash + 1, path.size()));
  }
  return true;
}

/// Follows the parser: keeps the weight map and the size, skips everything else.
class Index final : public nlohmann::json_sax<Json> {
 public:
  explicit Index(std::string_view text) : tokens_(text) {}

  core::Error& error() { return error_; }
  SafetensorsIndex& index() { return index_; }
  bool has_map() const { return has_map_; }

  bool null() override { return take_other(); }
  bool boolean(bool /*value*/) override { return take_other(); }
  bool binary(binary_t& /*value*/) override { return take_other(); }
  bool number_integer(number_integer_t /*value*/) override { return take_other(); }
  bool number_float(number_float_t /*value*/, const string_t& /*text*/) override {
    return take_other();
  }
  bool number_unsigned(number_unsigned_t value) override {
    const bool is_size = is_in_metadata() && key_ == "total_size";
    if (!is_size || value > static_cast<std::uint64_t>(core::kInt64Max)) return take_other();
    index_.total_size = static_cast<std::int64_t>(value);
    index_.total_size_span = tokens_.next();
    return true;
  }
  bool string(string_t& value) override {
    if (!is_in_map()) return take_other();
    return take_place(value, tokens_.next());
  }

  bool key(string_t& name) override {
    const core::Span span = tokens_.next();
    if (depth_ == 1) top_ = name;
    if (depth_ <= 2 && !keys_.emplace(depth_ == 1 ? "" : top_, name).second) {
      return refuse({{.code = "safetensors.duplicate",
                      .message = fmt::format("the key '{}' is there twice", core::printable(name)),
                      .span = span,
                      .help = "readers would take one or the other; write the index again"}});
    }
    key_ = std::move(name);
    return true;
  }

  bool start_object(std::size_t /*elements*/) override {
    const core::Span span = tokens_.next();
    if (is_in_map()) return refuse_place(span);
    ++depth_;
    has_map_ = has_map_ || is_in_map();
    return true;
  }
  bool end_object() override { return leave(); }
  bool start_array(std::size_t /*elements*/) override {
    const core::Span span = tokens_.next();
    if (is_in_map() || depth_ == 0) return refuse_place(span);
    ++depth_;
    return true;
  }
  bool end_array() override { return leave(); }

  bool parse_error(std::size_t position, const std::string& /*token*/,
                   const nlohmann::detail::exception& /*why*/) override {
    const std::size_t at = position == 0 ? 0 : position - 1;
    return refuse({{.code = "safetensors.index",
                    .message = fmt::format("the index is not JSON from byte {} on", at),
                    .span = core::Span{at, at + 1}}});
  }

 private:
  bool is_in_map() const { return depth_ == 2 && top_ == "weight_map"; }
  bool is_in_metadata() const { return depth_ == 2 && top_ == "metadata"; }

  bool leave() {
    tokens_.next();
    --depth_;
    return true;
  }

  bool refuse(core::Error error) {
    error_ = std::move(error);
    return false;
  }

  bool take_other() {
    const core::Span span = tokens_.next();
    return is_in_map() || depth_ == 0 ? refuse_place(span) : true;
  }

  bool refuse_place(core::Span span) {
    return refuse({{.code = "safetensors.index",
                    .message = depth_ == 0 ? "an index is an object with a weight_map"
                                           : fmt::format("the weight_map has no file name for '{}'",
                                                         core::printable(key_)),
                    .span = span}});
  }

  bool take_place(const std::string& part, core::Span span) {
    if (!stays_in_folder(part)) {
      return refuse({{.code = "safetensors.part_path",
                      .message = fmt::format("'{}' is to be in '{}', which is not in the folder of "
                                             "the index",
                                             core::printable(key_), core::printable(part)),
                      .span = span,
                      .help = "parts are beside the index, or in folders there"}});
    }
    const auto [found, is_new] = numbers_.try_emplace(part, index_.parts.size());
    if (is_new) index_.parts.push_back(part);
    index_.places.insert_or_assign(std::move(key_), SafetensorsPlace{found->second, span});
    return true;
  }

  JsonTokens tokens_;
  SafetensorsIndex index_;
  core::Error error_;
  std::size_t depth_ = 0;
  bool has_map_ = false;
  std::string top_;
  std::string key_;
  std::set<std::pair<std::string, std::string>> keys_;
  std::unordered_map<std::string, std::size_t> numbers_;
};

}  // namespace

core::Result<SafetensorsIndex> parse_safetensors_index(std::string_view text) {
  // The parser would take a byte 0 as the end.
  const std::size_t zero = text.find('\0');
  Index index(text);
  if (!Json::sax_parse(text.substr(0, zero), &index)) return core::fail(std::move(index.error()));
  if (zero != std::string_view::npos) {
    return core::fail({.code = "safetensors.index",
                       .message = fmt::format("byte {} of the index is 0", zero),
                       .span = core::Span{zero, zero + 1}});
  }
  if (index.has_map()) return std::move(index.index());
  return core::fail({.code = "safetensors.index",
                     .message = "the index has no weight_map",
                     .help = "it is an object from each tensor to the file that holds it"});
}

std::string with_total_size(std::string_view text, const SafetensorsIndex& index,
                            std::int64_t total_size) {
  const core::Span span = index.total_size_span;
  return fmt::format("{}{}{}", text.substr(0, span.begin), total_size, text.substr(span.end));
}

core::Status check_part(const SafetensorsIndex& index, std::size_t part,
                        const SafetensorsHeader& header) {
  std::set<std::string_view> held;
  for (const SafetensorsTensor& tensor : header.tensors) {
    held.insert(tensor.name);
    const auto place = index.places.find(tensor.name);
    if (place == index.places.end()) {
      return core::fail(
          {.code = "safetensors.part_unlisted",
           .message = fmt::format("'{}' holds '{}', which the index does not name",
                                  core::printable(index.parts[part]), core::printable(tensor.name)),
           .help = "an index names every tensor of its parts"});
    }
    if (place->second.part == part) continue;
    return core::fail(
        {.code = "safetensors.part_twice",
         .message = fmt::format("'{}' is in '{}', and the index has it in '{}'",
                                core::printable(tensor.name), core::printable(index.parts[part]),
                                core::printable(index.parts[place->second.part])),
         .span = place->second.span});
  }
  for (const auto& [name, place] : index.places) {
    if (place.part != part || held.contains(name)) continue;
    return core::fail(
        {.code = "safetensors.part_lacks",
         .message = fmt::format("the index has '{}' in '{}', which does not hold it",
                                core::printable(name), core::printable(index.parts[part])),
         .span = place.span});
  }
  return {};
}

}  // namespace tileglot::io
