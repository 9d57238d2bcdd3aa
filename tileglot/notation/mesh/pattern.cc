// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/mesh/pattern.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/mesh/limits.h"

namespace tileglot::notation::mesh {
namespace {

constexpr std::string_view kOfNames =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";

using core::fail;
using core::Result;
using core::Status;
using Kind = PatternPart::Kind;

tl::unexpected<core::Error> bad_pattern(std::string message, core::Span span) {
  return fail({.code = "mesh.pattern",
               .message = std::move(message),
               .span = span,
               .help = "write * for any characters, {e} for one index and {q,k,v} for one of "
                       "several words"});
}

class PatternReader {
 public:
  explicit PatternReader(std::string_view text) : text_(text) {}

  Result<Pattern> read() {
    if (text_.empty()) return bad_pattern("a pattern is empty", {0, 1});
    const auto is_visible = [](char c) { return c > ' ' && c <= '~'; };
    if (text_.front() == '#' || !std::ranges::all_of(text_, is_visible))
      return bad_pattern("a pattern is visible ASCII and does not begin with '#'",
                         {0, text_.size()});
    while (position_ < text_.size()) {
      if (pattern_.parts.size() == kMaxPatternParts) return too_long();
      TILEGLOT_TRY_STATUS(read_part());
    }
    return std::move(pattern_);
  }

 private:
  tl::unexpected<core::Error> too_long() const {
    return fail({.code = "mesh.limit",
                 .message = fmt::format("a pattern of more than {} parts", kMaxPatternParts),
                 .span = core::Span{position_, text_.size()},
                 .help = "write * for several parts together"});
  }

  Status read_part() {
    const char next = text_[position_];
    if (next == '{') return read_braces();
    if (next == '}') return bad_pattern("'}' without '{'", {position_, position_ + 1});
    if (next == '*') {
      ++position_;
      pattern_.parts.push_back({.kind = Kind::kStar});
      return {};
    }
    const std::size_t end = std::min(text_.find_first_of("*{}", position_), text_.size());
    const std::string text(text_.substr(position_, end - position_));
    pattern_.parts.push_back({.kind = Kind::kText, .words = {text}});
    position_ = end;
    return {};
  }

  Status read_braces() {
    const std::size_t begin = position_;
    const std::size_t close = text_.find('}', begin);
    const core::Span span{begin, std::min(close, text_.size() - 1) + 1};
    if (close == std::string_view::npos) return bad_pattern("'{' without '}'", span);
    PatternPart part{.kind = Kind::kCapture};
    for (std::size_t from = begin + 1; from <= close;) {
      const std::size_t end = std::min(text_.find(',', from), close);
      const std::string_view word = text_.substr(from, end - from);
      if (word.empty() || word.find_first_of("*{") != std::string_view::npos)
        return bad_pattern("braces hold a name, or words with commas between them", span);
      part.words.emplace_back(word);
      from = end + 1;
    }
    if (part.words.size() > 1) part.kind = Kind::kWords;
    // {q|k|v} is a mistake for {q,k,v}, and would match anything.
    if (part.kind == Kind::kCapture &&
        part.words.front().find_first_not_of(kOfNames) != std::string::npos)
      return bad_pattern(
          "a capture is named by letters, digits and _; words have commas between them", span);
    if (part.kind == Kind::kCapture && has_capture(pattern_, part.words.front()))
      return bad_pattern(fmt::format("{{{}}} is there twice", part.words.front()), span);
    pattern_.parts.push_back(std::move(part));
    position_ = close + 1;
    return {};
  }

  std::string_view text_;
  std::size_t position_ = 0;
  Pattern pattern_;
};

/// Which suffixes of a name the last parts of a pattern match.
class Matcher {
 public:
  Matcher(const Pattern& pattern, std::string_view name)
      : parts_(pattern.parts), name_(name), width_(name.size() + 1) {
    matches_.resize((parts_.size() + 1) * width_, false);
    matches_[parts_.size() * width_ + name.size()] = true;
    for (std::size_t i = parts_.size(); i-- > 0;) {
      for (std::size_t at = width_; at-- > 0;) matches_[i * width_ + at] = reaches(i, at);
    }
  }

  std::optional<PatternMatch> match() const {
    if (!rest(0, 0)) return std::nullopt;
    PatternMatch match;
    std::size_t at = 0;
    for (std::size_t i = 0; i < parts_.size(); ++i) at = take(i, at, match);
    return match;
  }

 private:
  /// Whether the parts from `part` on match the name from `at` on.
  bool rest(std::size_t part, std::size_t at) const { return matches_[part * width_ + at]; }

  /// Whether the rest matches after this word.
  bool word_fits(std::size_t part, std::size_t at, std::string_view word) const {
    return name_.substr(at).starts_with(word) && rest(part + 1, at + word.size());
  }

  /// rest(part, at), from the rests after it.
  bool reaches(std::size_t part, std::size_t at) const {
    const bool more = at < name_.size();
    switch (parts_[part].kind) {
      case Kind::kStar: return rest(part + 1, at) || (more && rest(part, at + 1));
      case Kind::kCapture:
        return more && name_[at] != '.' && (rest(part + 1, at + 1) || rest(part, at + 1));
      case Kind::kText:
      case Kind::kWords: break;
    }
    const auto fits = [&](const std::string& word) { return word_fits(part, at, word); };
    return std::ranges::any_of(parts_[part].words, fits);
  }

  /// Adds what the part takes from `at` on, and returns where it ends. Precondition: rest(part, at).
  std::size_t take(std::size_t part, std::size_t at, PatternMatch& match) const {
    const PatternPart& next = parts_[part];
    if (next.kind == Kind::kText || next.kind == Kind::kWords) {
      std::size_t choice = 0;
      while (!word_fits(part, at, next.words[choice])) ++choice;
      if (next.kind == Kind::kWords) match.choices.push_back(choice);
      return at + next.words[choice].size();
    }
    std::size_t end = at + (next.kind == Kind::kCapture ? 1 : 0);
    while (!rest(part + 1, end)) ++end;
    const std::string taken(name_.substr(at, end - at));
    if (next.kind == Kind::kStar) {
      match.stars.push_back(taken);
    } else {
      match.captures.push_back({.name = next.words.front(), .text = taken});
    }
    return end;
  }

  const std::vector<PatternPart>& parts_;
  std::string_view name_;
  std::size_t width_;
  std::vector<bool> matches_;
};

}  // namespace

Result<Pattern> parse_pattern(std::string_view text) { return PatternReader(text).read(); }

std::string print(const Pattern& pattern) {
  std::string text;
  for (const PatternPart& part : pattern.parts) {
    if (part.kind == Kind::kStar) {
      text += '*';
    } else if (part.kind == Kind::kText) {
      text += part.words.front();
    } else {
      text += fmt::format("{{{}}}", fmt::join(part.words, ","));
    }
  }
  return text;
}

std::optional<PatternMatch> match_pattern(const Pattern& pattern, std::string_view name) {
  if (name.size() > kMaxTensorName) return std::nullopt;
  // Most patterns end in text, and most names end otherwise.
  if (!pattern.parts.empty() && pattern.parts.back().kind == Kind::kText &&
      !name.ends_with(pattern.parts.back().words.front()))
    return std::nullopt;
  return Matcher(pattern, name).match();
}

std::size_t star_count(const Pattern& pattern) {
  return static_cast<std::size_t>(
      std::ranges::count(pattern.parts, Kind::kStar, &PatternPart::kind));
}

bool has_capture(const Pattern& pattern, std::string_view name) {
  const auto is_it = [&](const PatternPart& part) {
    return part.kind == Kind::kCapture && part.words.front() == name;
  };
  return std::ranges::any_of(pattern.parts, is_it);
}

std::string filled(const Pattern& pattern, const PatternMatch& match) {
  std::string text;
  std::size_t star = 0;
  std::size_t choice = 0;
  for (const PatternPart& part : pattern.parts) {
    if (part.kind == Kind::kStar) {
      text += match.stars[star++];
    } else if (part.kind == Kind::kCapture) {
      text += std::ranges::find(match.captures, part.words.front(), &Capture::name)->text;
    } else {
      text += part.words[part.kind == Kind::kWords ? match.choices[choice++] : 0];
    }
  }
  return text;
}

}  // namespace tileglot::notation::mesh
