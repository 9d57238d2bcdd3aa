// SPDX-License-Identifier: Apache-2.0
// near_miss.h: guesses which word was meant.
//
// What     near_miss(text, words) is the word of which `text` is probably a misspelling, if any.
// Why      "unknown type 'f23'" helps more when followed by "did you mean 'f32'?".
// Example  near_miss("relyaout", {"relayout", "verify"}) = "relayout"; for "x" no word is near.
//          [tests: near_miss_test.cc, "slips of the pen find their word"]
// Source   Edit distance with transpositions of neighbours (optimal string alignment), case
//          ignored.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tileglot::core {

/// The first of the nearest words: at most one edit per three characters, and one edit is allowed
/// in a text of two. Nothing for a text longer than 64 bytes.
std::optional<std::string_view> near_miss(std::string_view text,
                                          std::span<const std::string_view> words);

/// "did you mean 'relayout'?", or empty.
std::string did_you_mean(std::string_view text, std::span<const std::string_view> words);

}  // namespace tileglot::core
