// SPDX-License-Identifier: Apache-2.0
#include "tileglot/web/given.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/utf8.h"
#include "tileglot/value/json.h"

namespace tileglot::web {
namespace {

bool is_text(const Json& json) { return json.is_string(); }

}  // namespace

core::Error bad_request(std::string message) {
  return {{.code = "web.request", .message = std::move(message)}};
}

const Json* Given::next(const char* name) {
  if (!has(name)) return nullptr;
  taken_.insert(name);
  return &of_.at(name);
}

void Given::refuse(const char* name, std::string_view wanted) {
  if (wrong_.empty()) wrong_ = fmt::format("\"{}\" must be {}", name, wanted);
}

void Given::take(const char* name, std::string& to) {
  const Json* json = next(name);
  if (json == nullptr) return;
  if (json->is_string()) {
    to = json->get<std::string>();
  } else {
    refuse(name, "a string");
  }
}

void Given::take(const char* name, std::int64_t& to) {
  const Json* json = next(name);
  if (json == nullptr) return;
  if (const auto integer = value::integer_of(*json)) {
    to = *integer;
  } else {
    refuse(name, "a 64-bit integer");
  }
}

void Given::take(const char* name, bool& to) {
  const Json* json = next(name);
  if (json == nullptr) return;
  if (json->is_boolean()) {
    to = json->get<bool>();
  } else {
    refuse(name, "true or false");
  }
}

void Given::take(const char* name, std::vector<std::string>& to) {
  const Json* json = next(name);
  if (json == nullptr) return;
  if (json->is_array() && std::ranges::all_of(*json, is_text)) {
    to = json->get<std::vector<std::string>>();
  } else {
    refuse(name, "a list of strings");
  }
}

void Given::take(const char* name, Json& to) {
  const Json* json = next(name);
  if (json == nullptr) return;
  if (json->is_object()) {
    to = *json;
  } else {
    refuse(name, "an object");
  }
}

core::Status Given::status() const {
  if (!of_.is_object()) return core::fail(bad_request("a request must be a JSON object"));
  if (!wrong_.empty()) return core::fail(bad_request(wrong_));
  return {};
}

core::Status Given::finish() const {
  TILEGLOT_TRY_STATUS(status());
  for (const auto& [name, value] : of_.items()) {
    if (!taken_.contains(name))
      return core::fail(bad_request(fmt::format("unknown member \"{}\"", core::printable(name))));
  }
  return {};
}

}  // namespace tileglot::web
