// SPDX-License-Identifier: Apache-2.0
// pattern.h: patterns of tensor names.
//
// What     A Pattern is parts in turn: text, `*` for any characters, `{e}` for one or more characters
//          other than '.', kept under the name e, and `{q,k,v}` for one of several words. A match
//          says what each part took. Of several ways to match it is the one in which each part,
//          from left to right, takes as few characters, or as early a word, as the rest allows.
//          A name is made of a match and a pattern that has the same stars and captures.
// Why      One line of rules speaks of all layers of a model.
// Example  *.{q,k,v}_proj matches h.0.k_proj: the star took h.0, the word is number 1.
//          [tests: pattern_test.cc, "a match says what each part took"]
// Errors   mesh.pattern (no characters, others than visible ASCII, '#' as the first, a brace without its end, an empty word or capture, a capture with other characters than letters, digits and _, a capture
//          that is there twice), mesh.limit (more than 32 parts).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"

namespace tileglot::notation::mesh {

struct PatternPart {
  enum class Kind : std::uint8_t { kText, kStar, kCapture, kWords };
  Kind kind = Kind::kText;
  std::vector<std::string> words = {};  ///< the text, the name of the capture, the words
  friend bool operator==(const PatternPart&, const PatternPart&) = default;
};

struct Pattern {
  std::vector<PatternPart> parts = {};
  friend bool operator==(const Pattern&, const Pattern&) = default;
};

struct Capture {
  std::string name = {};
  std::string text = {};
  friend bool operator==(const Capture&, const Capture&) = default;
};

/// What the stars, captures and words of a pattern took, each from left to right.
struct PatternMatch {
  std::vector<std::string> stars = {};
  std::vector<Capture> captures = {};
  std::vector<std::size_t> choices = {};
  friend bool operator==(const PatternMatch&, const PatternMatch&) = default;
};

core::Result<Pattern> parse_pattern(std::string_view text);
std::string print(const Pattern& pattern);

/// Takes time in proportion to the parts times the length of the name.
std::optional<PatternMatch> match_pattern(const Pattern& pattern, std::string_view name);

std::size_t star_count(const Pattern& pattern);
bool has_capture(const Pattern& pattern, std::string_view name);

/// The name that the pattern spells with the stars, captures and words of a match. Precondition: the
/// match has all of them.
std::string filled(const Pattern& pattern, const PatternMatch& match);

}  // namespace tileglot::notation::mesh
