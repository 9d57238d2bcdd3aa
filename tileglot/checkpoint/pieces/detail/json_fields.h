// SPDX-License-Identifier: Apache-2.0
// json_fields.h: the JSON of texts that say where pieces belong.
//
// What     fields  = "{" [key ":" value {"," key ":" value}] "}"     a record of one tensor
//          objects = "{" [name ":" fields {"," name ":" fields}] "}"  one for each tensor
//          value   = string | "[" [number {"," number}] "]"
// Why      The texts come with files that anyone can write. No tree is built, keys that are there
//          twice are refused, and nothing may be deeper than the grammar.
// Units    Numbers are from 0 to 2^63-1. Spans count in the text.
// Errors   pieces.record, with spans.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "tileglot/core/error.h"

namespace tileglot::checkpoint::pieces {

struct JsonField {
  std::string key = {};
  std::variant<std::vector<std::int64_t>, std::string> value = {};
  core::Span span = {};  ///< of the key
};

struct JsonObject {
  std::string name = {};  ///< empty for the only object of json_fields
  std::vector<JsonField> fields = {};
  core::Span span = {};  ///< of the name
};

core::Result<std::vector<JsonField>> json_fields(std::string_view text);
core::Result<std::vector<JsonObject>> json_objects(std::string_view text);

/// `text` in quotes. ASCII, as Python writes it; broken UTF-8 becomes U+FFFD.
std::string json_text(std::string_view text);

}  // namespace tileglot::checkpoint::pieces
