// SPDX-License-Identifier: Apache-2.0
#include "tileglot/calculator/expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/calculator/operation/operation_table.h"
#include "tileglot/core/error.h"

namespace tileglot::calculator {
namespace {

constexpr int kMaxDepth = 32;
/// Functions that appear in the texts of layouts, tuples and tilers.
constexpr std::array<std::string_view, 11> kTextCalls{"make_shape",
                                                      "make_stride",
                                                      "make_tuple",
                                                      "make_coord",
                                                      "make_step",
                                                      "make_int_tuple",
                                                      "make_tile",
                                                      "tuple",
                                                      "make_composed_layout",
                                                      "smem_ptr",
                                                      "b"};

bool is_name_part(char c) {
  return c == '_' || c == '.' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
         (c >= 'A' && c <= 'Z');
}

bool is_lower_part(char c) {
  return c == '_' || c == '.' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z');
}

/// A part of the text, even if it is empty, so that a span can be counted from it.
std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\n");
  if (first == std::string_view::npos) return text.substr(text.size());
  return text.substr(first, text.find_last_not_of(" \t\n") + 1 - first);
}

/// +1 at an opening bracket, -1 at a closing one. The < of `<=` is not a bracket: f32[<=6],
/// [4]<=[2,2]; nor is the > of `->`.
int nesting_at(std::string_view text, std::size_t i) {
  const char c = text[i];
  if (text.substr(i).starts_with("<=")) return 0;
  if (c == '>' && i > 0 && text[i - 1] == '-') return 0;
  if (c == '(' || c == '<' || c == '[' || c == '{') return 1;
  return c == ')' || c == '>' || c == ']' || c == '}' ? -1 : 0;
}

/// The comma of `{i: [1]} -> {o: 4}, surjective: false` is inside one argument.
bool is_inside_argument(std::string_view behind_comma) {
  return trimmed(behind_comma).starts_with("surjective:");
}

/// Splits at commas outside all brackets; nothing if brackets do not balance.
std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> parts;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    depth += nesting_at(text, i);
    if (text[i] != ',' || depth != 0 || is_inside_argument(text.substr(i + 1))) continue;
    parts.push_back(trimmed(text.substr(begin, i - begin)));
    begin = i + 1;
  }
  const std::string_view last = trimmed(text.substr(begin));
  if (!last.empty() || !parts.empty()) parts.push_back(last);
  return parts;
}

/// The position of the bracket that closes the one at `open`; npos if none does.
std::size_t closing(std::string_view text, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    depth += nesting_at(text, i);
    if (depth == 0) return i;
  }
  return std::string_view::npos;
}

/// The text after <..>; all of it if there is none.
std::string_view behind_angles(std::string_view text) {
  if (!text.starts_with('<')) return text;
  const std::size_t close = closing(text, 0);
  return close == std::string_view::npos ? text : trimmed(text.substr(close + 1));
}

class Parser {
 public:
  Parser(std::string_view whole, const OperationTable& operations)
      : whole_(whole), operations_(operations) {}

  core::Result<Expression> parse(std::string_view text, int depth) const {
    text = without_namespace(text);
    const auto end = std::find_if_not(text.begin(), text.end(), is_name_part);
    const auto length = static_cast<std::size_t>(end - text.begin());
    const std::string_view name = text.substr(0, length);
    if (!operations_.knows(name)) {
      if (is_call(name, text)) return core::fail(unknown_operation(name));
      return Expression{.text = std::string(text)};
    }
    if (depth == kMaxDepth) {
      return core::fail({.code = "eval.depth",
                         .message = fmt::format("calls are nested more than {} deep", kMaxDepth),
                         .span = span_of(name)});
    }
    return parse_call(text, name, depth);
  }

 private:
  /// True for a lower-case name with arguments; functions that belong to the texts of a notation
  /// are not calls.
  static bool is_call(std::string_view name, std::string_view text) {
    const std::string_view rest = behind_angles(trimmed(text.substr(name.size())));
    const bool is_lower =
        std::all_of(name.begin(), name.end(), [](char c) { return is_lower_part(c); });
    const bool is_text = std::find(kTextCalls.begin(), kTextCalls.end(), name) != kTextCalls.end();
    return !name.empty() && name[0] >= 'a' && is_lower && !is_text && rest.starts_with('(') &&
           !name.starts_with("cute.");
  }

  /// cute::size(..) and cute.size(..) are size(..); a name that is not an operation stays as it is.
  std::string_view without_namespace(std::string_view text) const {
    for (const std::string_view prefix : {"cute::", "cute."}) {
      if (!text.starts_with(prefix)) continue;
      const std::string_view rest = text.substr(prefix.size());
      const auto end = std::find_if_not(rest.begin(), rest.end(), is_name_part);
      const std::string_view name(rest.begin(), end);
      return operations_.knows(name) ? rest : text;
    }
    return text;
  }

  core::Error unknown_operation(std::string_view name) const {
    core::Error error = operations_.unknown(name);
    error->span = span_of(name);
    return error;
  }

  core::Result<Expression> parse_call(std::string_view text, std::string_view name,
                                      int depth) const {
    Expression call{.name = std::string(name)};
    std::string_view rest = trimmed(text.substr(name.size()));
    if (rest.starts_with('<')) {
      TILEGLOT_TRY(inside, bracketed(rest, name));
      TILEGLOT_TRY_STATUS(add_template_arguments(inside, call));
      rest = trimmed(rest.substr(inside.size() + 2));
    }
    const std::size_t in_angles = call.arguments.size();
    TILEGLOT_TRY(inside, bracketed(rest, name));
    if (inside.size() + 2 != rest.size()) {
      return core::fail(
          {.code = "eval.syntax",
           .message = fmt::format("the call of {} ends before the end of the text", name),
           .span = span_of(rest.substr(inside.size() + 2))});
    }
    for (const std::string_view part : split(inside)) {
      TILEGLOT_TRY(argument, parse(part, depth + 1));
      call.arguments.push_back(std::move(argument));
    }
    if (in_angles == 0 || call.arguments.size() > in_angles) return call;
    return core::fail({.code = "eval.syntax",
                       .message = fmt::format("{} is called without arguments", name),
                       .span = span_of(rest),
                       .help = "write its arguments in the parentheses, as in size<0>((4,2))"});
  }

  /// Numbers, static or not, as C++ has them between < and >.
  core::Status add_template_arguments(std::string_view inside, Expression& call) const {
    for (const std::string_view part : split(inside)) {
      if (part.find_first_of(":([") != std::string_view::npos) {
        return core::fail(
            {.code = "eval.syntax",
             .message = fmt::format("'{}' is not a number", part.substr(0, 64)),
             .span = span_of(part),
             .help = "numbers go between < and >; layouts and tuples go in the parentheses"});
      }
      call.arguments.push_back({.text = std::string(part)});
    }
    return {};
  }

  /// The text between the bracket that `text` begins with and its partner.
  core::Result<std::string_view> bracketed(std::string_view text, std::string_view name) const {
    const bool opens = text.starts_with('(') || text.starts_with('<');
    const std::size_t close = opens ? closing(text, 0) : std::string_view::npos;
    if (close != std::string_view::npos) return text.substr(1, close - 1);
    return core::fail({.code = "eval.syntax",
                       .message = opens ? "a bracket is never closed"
                                        : "a call needs its arguments in parentheses",
                       .span = span_of(text.substr(0, 1)),
                       .help = fmt::format("write {}", operations_.signature_of(name))});
  }

  core::Span span_of(std::string_view part) const {
    const auto begin = static_cast<std::size_t>(part.data() - whole_.data());
    return {begin, begin + std::max<std::size_t>(part.size(), 1)};
  }

  std::string_view whole_;
  const OperationTable& operations_;
};

}  // namespace

core::Result<Expression> parse_expression(std::string_view text, const OperationTable& operations) {
  return Parser(text, operations).parse(trimmed(text), 0);
}

}  // namespace tileglot::calculator
