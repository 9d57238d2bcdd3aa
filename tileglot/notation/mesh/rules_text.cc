// SPDX-License-Identifier: Apache-2.0
// rules_text.cc: reads the lines of a text of rules.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "tileglot/core/error.h"
#include "tileglot/core/scanner.h"
#include "tileglot/notation/mesh/limits.h"
#include "tileglot/notation/mesh/mesh_text.h"
#include "tileglot/notation/mesh/pattern.h"
#include "tileglot/notation/mesh/rules.h"
#include "tileglot/notation/mesh/words.h"

namespace tileglot::notation::mesh {
namespace {

using core::fail;
using core::Result;
using core::Status;

constexpr std::string_view kRuleBlanks = " \t\r\v\f";

tl::unexpected<core::Error> bad_rule(std::string message, core::Span span, std::string help) {
  return fail(
      {.code = "mesh.rule", .message = std::move(message), .span = span, .help = std::move(help)});
}

tl::unexpected<core::Error> too_many(std::string message, core::Span span) {
  return fail({.code = "mesh.limit",
               .message = std::move(message),
               .span = span,
               .help = "write patterns that match more names"});
}

/// The error of a part of the text, with its place in the whole.
template <class T>
Result<T> shifted(Result<T> result, std::size_t begin) {
  if (result) return result;
  core::Error error = std::move(result).error();
  const core::Span span = error->span.value_or(core::Span{0, 1});
  error->span = core::Span{span.begin + begin, span.end + begin};
  return fail(std::move(error));
}

/// Reads one line, which ends at `end` of the text, without its comment.
class RuleReader {
 public:
  RuleReader(std::string_view text, std::size_t begin, std::size_t end)
      : text_(text.substr(0, end)), at_(begin) {}

  bool at_end() {
    at_ = std::min(text_.find_first_not_of(kRuleBlanks, at_), text_.size());
    return at_ == text_.size();
  }

  /// Moves over a word that a blank or the end follows.
  bool accept(std::string_view word) {
    if (at_end() || !text_.substr(at_).starts_with(word)) return false;
    const std::size_t end = at_ + word.size();
    if (end < text_.size() && kRuleBlanks.find(text_[end]) == std::string_view::npos) return false;
    at_ = end;
    return true;
  }

  std::size_t position() const { return at_; }
  std::string_view rest() const { return text_.substr(at_); }

  Result<Rule> read_rule(std::size_t line) {
    Rule rule{.line = line};
    TILEGLOT_TRY_STATUS(read_patterns(rule));
    for (bool more = true; more;) {
      TILEGLOT_TRY(found, read_option(rule));
      more = found;
    }
    if ((rule.stack || rule.concat) && !rule.target)
      return bad_rule("what is stacked or joined has no name", here(), "write -> and its name");
    if (!at_end()) {
      TILEGLOT_TRY(words, shifted(parse_words(rest()), at_));
      rule.words = std::move(words);
    } else if (!rule.place) {
      return bad_rule("the rule has no words", here(), "write P(), for example, at its end");
    }
    return rule;
  }

 private:
  core::Span here() const { return {at_, at_ + 1}; }

  /// Up to a blank, or a comma outside braces.
  Result<Pattern> read_pattern() {
    const std::size_t begin = at_;
    bool in_braces = false;
    for (; at_ < text_.size() && kRuleBlanks.find(text_[at_]) == std::string_view::npos; ++at_) {
      if (text_[at_] == ',' && !in_braces) break;
      in_braces = text_[at_] == '{' || (in_braces && text_[at_] != '}');
    }
    return shifted(parse_pattern(text_.substr(begin, at_ - begin)), begin);
  }

  Status read_patterns(Rule& rule) {
    for (bool more = true; more;) {
      if (at_end()) return bad_rule("a pattern is missing", here(), "write one after the comma");
      if (rule.patterns.size() == kMaxPatterns)
        return too_many(fmt::format("more than {} patterns of one rule", kMaxPatterns), here());
      TILEGLOT_TRY(pattern, read_pattern());
      rule.patterns.push_back(std::move(pattern));
      more = !at_end() && text_[at_] == ',';
      if (more) ++at_;
    }
    return {};
  }

  /// False if no option is next.
  Result<bool> read_option(Rule& rule) {
    at_end();
    const core::Span span = here();
    const auto once = [&](bool is_there) -> Status {
      if (!is_there) return {};
      return bad_rule("the option is there twice", span, "leave one out");
    };
    if (accept("->")) {
      TILEGLOT_TRY_STATUS(once(rule.target.has_value()));
      TILEGLOT_TRY_STATUS(read_target(rule));
    } else if (accept("stack")) {
      TILEGLOT_TRY_STATUS(once(rule.stack.has_value()));
      TILEGLOT_TRY(capture, read_capture(rule));
      rule.stack = std::move(capture);
    } else if (accept("concat")) {
      TILEGLOT_TRY_STATUS(once(rule.concat.has_value()));
      TILEGLOT_TRY(dim, read_number("a dimension", 0));
      rule.concat = dim;
    } else if (accept("repeat")) {
      TILEGLOT_TRY_STATUS(once(rule.repeat != 1));
      TILEGLOT_TRY(repeat, read_number("a number of ranks", 1));
      rule.repeat = repeat;
    } else if (accept("on")) {
      TILEGLOT_TRY_STATUS(once(rule.place.has_value()));
      TILEGLOT_TRY_STATUS(read_place(rule));
    } else {
      return false;
    }
    return true;
  }

  /// Each pattern has the stars and captures of the name that is made; a name has no choice.
  Status read_target(Rule& rule) {
    at_end();
    const std::size_t begin = at_;
    TILEGLOT_TRY(target, read_pattern());
    const core::Span span{begin, std::max(at_, begin + 1)};
    for (const PatternPart& part : target.parts) {
      if (part.kind == PatternPart::Kind::kWords)
        return bad_rule("a name that is made has no choice of words", span, "write one word");
      if (part.kind != PatternPart::Kind::kCapture) continue;
      TILEGLOT_TRY_STATUS(check_capture(rule, part.words.front(), span));
    }
    for (const Pattern& pattern : rule.patterns) {
      if (star_count(pattern) < star_count(target))
        return bad_rule(fmt::format("'{}' has fewer stars than the name", print(pattern)), span,
                        "write a star in the pattern for each star of the name");
    }
    rule.target = std::move(target);
    return {};
  }

  static Status check_capture(const Rule& rule, std::string_view name, core::Span span) {
    for (const Pattern& pattern : rule.patterns) {
      if (has_capture(pattern, name)) continue;
      return bad_rule(fmt::format("'{}' has no capture {{{}}}", print(pattern), name), span,
                      "write the capture in each pattern of the rule");
    }
    return {};
  }

  /// {e}, which each pattern has.
  Result<std::string> read_capture(const Rule& rule) {
    at_end();
    const std::size_t begin = at_;
    const std::size_t close = text_.find('}', begin);
    if (begin >= text_.size() || text_[begin] != '{' || close == std::string_view::npos)
      return bad_rule("expected a capture", here(), "write {e} as in the pattern");
    at_ = close + 1;
    std::string name(text_.substr(begin + 1, close - begin - 1));
    TILEGLOT_TRY_STATUS(check_capture(rule, name, {begin, at_}));
    return name;
  }

  Result<std::int64_t> read_number(std::string_view what, std::int64_t least) {
    at_end();
    core::Scanner scanner(rest());
    const std::size_t begin = at_;
    TILEGLOT_TRY(number, shifted(scanner.integer(what), begin));
    at_ += scanner.position();
    if (number >= least) return number;
    return bad_rule(fmt::format("{} below {}", what, least), {begin, at_},
                    fmt::format("the least is {}", least));
  }

  Status read_place(Rule& rule) {
    at_end();
    core::Scanner scanner(rest());
    PlaceRule place{.axis = std::string(scanner.name())};
    if (place.axis.empty())
      return bad_rule("expected an axis after on", here(), "write on pp {l} * 4 / 80");
    at_ += scanner.position();
    if (!at_end() && text_[at_] >= '0' && text_[at_] <= '9') {
      TILEGLOT_TRY(number, read_number("a coordinate", 0));
      place.number = number;
      rule.place = std::move(place);
      return {};
    }
    if (at_end() || text_[at_] != '{')
      return bad_rule("expected a coordinate of the axis", here(),
                      "write a number, or a capture of the pattern as in {l} * 4 / 80");
    TILEGLOT_TRY(capture, read_capture(rule));
    place.capture = std::move(capture);
    if (accept("*")) {
      TILEGLOT_TRY(number, read_number("a factor", 0));
      place.multiply = number;
    }
    if (accept("/")) {
      TILEGLOT_TRY(number, read_number("a divisor", 1));
      place.divide = number;
    }
    rule.place = std::move(place);
    return {};
  }

  std::string_view text_;
  std::size_t at_;
};

/// Where the comment begins, or the line ends.
std::size_t end_of_code(std::string_view text, std::size_t begin, std::size_t end) {
  for (std::size_t at = begin; at < end; ++at) {
    const bool free = at == begin || kRuleBlanks.find(text[at - 1]) != std::string_view::npos;
    if (text[at] == '#' && free) return at;
  }
  return end;
}

Status read_line(RuleReader& reader, std::size_t line, Rules& rules) {
  if (reader.at_end()) return {};
  const std::size_t begin = reader.position();
  if (!reader.accept("mesh")) {
    TILEGLOT_TRY(rule, reader.read_rule(line));
    rules.rules.push_back(std::move(rule));
    return {};
  }
  if (rules.mesh) return bad_rule("a second mesh", {begin, begin + 4}, "one mesh is for all rules");
  TILEGLOT_TRY(mesh, shifted(parse_mesh(reader.rest()), reader.position()));
  rules.mesh = std::move(mesh);
  return {};
}

}  // namespace

Result<Rules> parse_rules(std::string_view text) {
  Rules rules;
  std::size_t line = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    if (++line > kMaxRuleLines)
      return too_many(fmt::format("more than {} lines", kMaxRuleLines), {begin, begin + 1});
    if (end - begin > kMaxLineBytes)
      return too_many(fmt::format("a line of more than {} bytes", kMaxLineBytes),
                      {begin, begin + 1});
    RuleReader reader(text, begin, end_of_code(text, begin, end));
    TILEGLOT_TRY_STATUS(read_line(reader, line, rules));
    begin = end + 1;
  }
  return rules;
}

}  // namespace tileglot::notation::mesh
