// SPDX-License-Identifier: Apache-2.0
// near_miss.h: guesses which word was meant.
//
// What     near_miss(text, words) is the word that text is a slip of the pen away from, if any.
// Why      "unknown type 'f23'" helps more when it goes on with "did you mean 'f32'?".
// Example  near_miss("relyaout", {"relayout", "verify"}) = "relayout"; of "x" nothing is near.
//          [tests: near_miss_test.cc, "slips of the pen find their word"]
// Source   Edit distance with swaps of neighbours (optimal string alignment), case ignored.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tileglot::core {

/// The first of the nearest words: at most one edit in three characters away, and one edit is
/// allowed in two. Nothing for a text longer than 64 bytes.
std::optional<std::string_view> near_miss(std::string_view text,
                                          std::span<const std::string_view> words);

/// "did you mean 'relayout'?", or empty.
std::string did_you_mean(std::string_view text, std::span<const std::string_view> words);

}  // namespace tileglot::core
