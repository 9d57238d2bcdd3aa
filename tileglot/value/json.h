// SPDX-License-Identifier: Apache-2.0
// json.h: JSON that a user wrote.
//
// What     json_in(text) parses a text. is_discarded() is true for a text that is not JSON, and for
//          lists and objects nested deeper than kMaxJsonDepth.
// Why      Copying and printing a value recurses as deep as its text nests, and a text of 200 kB
//          can nest 100,000 deep.
// Example  json_in("[1,2]") is a list; json_in("[1,") is_discarded().
//          [tests: json_test.cc, "deep nesting is not json"]
// Errors   None: the caller knows what it expected there.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

namespace tileglot::value {

/// Keys stay in the order they are written.
using Json = nlohmann::ordered_json;

inline constexpr int kMaxJsonDepth = 256;

Json json_in(std::string_view text);

/// The integer, if it fits in 64 bits.
std::optional<std::int64_t> integer_of(const Json& json);

}  // namespace tileglot::value
