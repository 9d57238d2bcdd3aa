// SPDX-License-Identifier: Apache-2.0
// pattern_test.cc: patterns against a matcher that tries everything.
#include "tileglot/notation/mesh/pattern.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/mesh/any_mesh.h"

namespace tileglot::notation::mesh {
namespace {

using Kind = PatternPart::Kind;

std::optional<PatternMatch> matched(std::string_view pattern, std::string_view name) {
  return match_pattern(*parse_pattern(pattern), name);
}

std::string code_of(std::string_view text) {
  const auto pattern = parse_pattern(text);
  return pattern ? "fine" : pattern.error()->code;
}

TEST(Pattern, AMatchSaysWhatEachPartTook) {
  EXPECT_EQ(matched("*.{q,k,v}_proj", "h.0.k_proj"), (PatternMatch{{"h.0"}, {}, {1}}));
  EXPECT_EQ(matched("*.experts.{e}.*", "h.experts.12.up.weight"),
            (PatternMatch{{"h", "up.weight"}, {{"e", "12"}}, {}}));
  EXPECT_EQ(matched("*.experts.{e}", "h.experts."), std::nullopt);
  EXPECT_EQ(matched("h.{e}", "h.0.x"), std::nullopt);
  EXPECT_EQ(matched("wte", "wte"), PatternMatch{});
  EXPECT_EQ(matched("wte", "wtf"), std::nullopt);
  EXPECT_EQ(matched("*", std::string(1025, 'x')), std::nullopt);
}

TEST(Pattern, EachPartTakesAsLittleAsTheRestAllows) {
  EXPECT_EQ(matched("*a*", "banana"), (PatternMatch{{"b", "nana"}, {}, {}}));
  EXPECT_EQ(matched("{ab,a}*", "abc"), (PatternMatch{{"c"}, {}, {0}}));
  EXPECT_EQ(matched("{x}{y}", "123"), (PatternMatch{{}, {{"x", "1"}, {"y", "23"}}, {}}));
}

TEST(Pattern, AnotherPatternSpellsANameOfTheMatch) {
  const auto match = matched("*.experts.{e}.{up,down}", "h.3.experts.7.down");
  ASSERT_TRUE(match);
  EXPECT_EQ(filled(*parse_pattern("*.{e}"), *match), "h.3.7");
  EXPECT_EQ(filled(*parse_pattern("{e}.*.{u,d}"), *match), "7.h.3.d");
}

TEST(Pattern, OtherTextsAreRefused) {
  EXPECT_EQ(code_of(""), "mesh.pattern");
  EXPECT_EQ(code_of("#a"), "mesh.pattern");
  EXPECT_EQ(code_of("a\tb"), "mesh.pattern");
  EXPECT_EQ(code_of("a{"), "mesh.pattern");
  EXPECT_EQ(code_of("a}"), "mesh.pattern");
  EXPECT_EQ(code_of("{}"), "mesh.pattern");
  EXPECT_EQ(code_of("{q,}"), "mesh.pattern");
  EXPECT_EQ(code_of("{a*}"), "mesh.pattern");
  EXPECT_EQ(code_of("{e}.{e}"), "mesh.pattern");
  std::string long_one;
  for (int i = 0; i < 33; ++i) long_one += '*';
  EXPECT_EQ(code_of(long_one), "mesh.limit");
}

std::string some_text(std::string_view letters, std::int64_t least, std::int64_t most) {
  std::string text;
  for (std::int64_t n = any_between(least, most); n > 0; --n) {
    const auto last = static_cast<std::int64_t>(letters.size()) - 1;
    text += letters[static_cast<std::size_t>(any_between(0, last))];
  }
  return text;
}

std::string some_pattern() {
  std::string text;
  for (std::int64_t part = any_between(1, 5), n = 0; n < part; ++n) {
    switch (any_between(0, 3)) {
      case 0: text += '*'; break;
      case 1: text += "{e" + std::to_string(n) + "}"; break;
      case 2: text += "{" + some_text("ab.", 1, 2) + "," + some_text("ab.", 1, 2) + "}"; break;
      default: text += some_text("ab.", 1, 2);
    }
  }
  return text;
}

/// The first match in the order of what parts try, found by trying everything.
std::optional<PatternMatch> brute(const std::vector<PatternPart>& parts, std::size_t next,
                                  std::string_view name, const PatternMatch& before) {
  if (next == parts.size()) return name.empty() ? std::optional(before) : std::nullopt;
  const PatternPart& part = parts[next];
  const bool is_words = part.kind == Kind::kText || part.kind == Kind::kWords;
  for (std::size_t i = 0; i < (is_words ? part.words.size() : name.size() + 1); ++i) {
    PatternMatch match = before;
    const std::string taken(is_words ? part.words[i] : name.substr(0, i));
    if (!name.starts_with(taken)) continue;
    if (part.kind == Kind::kStar) match.stars.push_back(taken);
    if (part.kind == Kind::kWords) match.choices.push_back(i);
    if (part.kind == Kind::kCapture) {
      if (taken.empty() || taken.find('.') != std::string::npos) continue;
      match.captures.push_back({part.words.front(), taken});
    }
    if (auto found = brute(parts, next + 1, name.substr(taken.size()), match)) return found;
  }
  return std::nullopt;
}

TEST(Pattern, TheFirstMatchIsFound) {
  core::check_law("mesh_pattern_match_is_first", 100000, [] {
    const auto pattern = parse_pattern(some_pattern());
    RC_ASSERT(pattern.has_value());
    const std::string name = some_text("ab.", 0, 8);
    const auto expected = brute(pattern->parts, 0, name, {});
    RC_CLASSIFY(expected.has_value(), "matches");
    RC_ASSERT(match_pattern(*pattern, name) == expected);
    if (expected) RC_ASSERT(filled(*pattern, *expected) == name);
  });
}

TEST(Pattern, PrintedPatternsAreReadBack) {
  core::check_law("mesh_pattern_reads_back", 20000, [] {
    const std::string text = some_pattern();
    const auto pattern = parse_pattern(text);
    RC_ASSERT(pattern.has_value());
    RC_ASSERT(print(*pattern) == text);
  });
}

}  // namespace
}  // namespace tileglot::notation::mesh
