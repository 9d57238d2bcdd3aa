// SPDX-License-Identifier: Apache-2.0
// name_reader.h: reads the name of an instruction from left to right.
//
// What     NameReader takes words, numbers, shapes and letters of types off the front of a name;
//          split_name divides a name of C++ into the namespaces before it, itself, and the template
//          arguments after it.
// Why      A name such as SM90_64x128x16_F32F16F16_SS is a sentence: the rules of a family say
//          which parts follow one another, and a part that is missing ends the reading.
// Example  split_name("SM120::X_TN<float_e2m1_t, float>") has the name X_TN and two arguments.
//          [tests: atom_names_test.cc, "a name is divided into namespaces, itself and arguments"]
// Errors   None: every function says whether it found what it looked for; split_name returns
//          nothing if the angles of a name do not balance or it has too many arguments.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "tileglot/notation/cute/atoms/mma_atom.h"
#include "tileglot/notation/cute/atoms/value_type.h"

namespace tileglot::notation::cute {

class NameReader {
 public:
  explicit constexpr NameReader(std::string_view text) : rest_(text) {}

  constexpr bool at_end() const { return rest_.empty(); }

  constexpr bool accept(std::string_view word) {
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }

  /// Up to nine digits, without a leading zero unless the number is 0.
  constexpr bool number(std::int64_t& value) {
    std::size_t digits = 0;
    std::int64_t read = 0;
    while (digits < rest_.size() && digits < 9 && rest_[digits] >= '0' && rest_[digits] <= '9') {
      read = 10 * read + (rest_[digits++] - '0');
    }
    if (digits == 0 || (digits > 1 && rest_[0] == '0')) return false;
    rest_.remove_prefix(digits);
    value = read;
    return true;
  }

  /// 64x128x16.
  constexpr bool shape(MmaAtom& atom) {
    return number(atom.m) && accept("x") && number(atom.n) && accept("x") && number(atom.k);
  }

  /// The letters of one type.
  constexpr bool type(ValueType& type) {
    const auto found = type_by_letters(rest_);
    if (!found) return false;
    rest_.remove_prefix(row_of(*found).letters.size());
    type = *found;
    return true;
  }

 private:
  std::string_view rest_;
};

inline constexpr int kMaxNameArguments = 16;

struct NameParts {
  std::string_view spaces;  ///< SM90::GMMA::
  std::string_view name;
  std::string_view arguments[kMaxNameArguments] = {};
  int argument_count = 0;
};

constexpr std::string_view without_blanks(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

/// Adds the arguments between < and >, divided at commas outside of inner angles; false if the
/// angles do not balance, or there are too many.
constexpr bool split_arguments(std::string_view text, NameParts& parts) {
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : ',';
    depth += c == '<' ? 1 : c == '>' ? -1 : 0;
    if (c != ',' || (depth != 0 && i < text.size())) continue;
    if (depth != 0 || parts.argument_count == kMaxNameArguments) {
      return false;
    }
    parts.arguments[parts.argument_count++] = without_blanks(text.substr(begin, i - begin));
    begin = i + 1;
  }
  return true;
}

constexpr std::optional<NameParts> split_name(std::string_view text) {
  NameParts parts;
  text = without_blanks(text);
  if (text.ends_with("{}")) text.remove_suffix(2);
  const std::size_t angle = text.find('<');
  const std::string_view head = text.substr(0, angle);
  parts.name = unqualified(head);
  parts.spaces = head.substr(0, head.size() - parts.name.size());
  if (angle == std::string_view::npos) return parts;
  if (!text.ends_with('>')) return {};
  if (!split_arguments(text.substr(angle + 1, text.size() - angle - 2), parts)) return {};
  return parts;
}

/// Takes the template arguments of a name in turn.
class ArgumentReader {
 public:
  explicit constexpr ArgumentReader(const NameParts& parts) : parts_(parts) {}

  constexpr bool at_end() const { return at_ >= parts_.argument_count; }

  constexpr bool type(ValueType& type) {
    const auto found = at_end() ? std::optional<ValueType>() : type_by_cpp(parts_.arguments[at_]);
    if (!found) return false;
    ++at_;
    type = *found;
    return true;
  }

  /// 128, Int<128>{} or _128.
  template <class Number>
  constexpr bool number(Number& value) {
    if (at_end()) return false;
    NameReader reader(unqualified(parts_.arguments[at_]));
    std::int64_t read = 0;
    const bool is_int = reader.accept("Int<");
    if (!is_int) reader.accept("_");
    if (!reader.number(read) || (is_int && !reader.accept(">"))) return false;
    if (!reader.at_end() && !(reader.accept("{}") && reader.at_end())) return false;
    ++at_;
    value = static_cast<Number>(read);
    return true;
  }

  /// K or MN, as in UMMA::Major::K.
  constexpr bool major(std::optional<Major>& major) {
    if (word("K")) {
      major = Major::kK;
      return true;
    }
    if (!word("MN")) return false;
    major = Major::kMn;
    return true;
  }

  /// One or Neg, as in GMMA::ScaleIn::Neg.
  constexpr bool sign(bool& is_negative) {
    is_negative = word("Neg");
    return is_negative || word("One");
  }

  constexpr bool word(std::string_view expected) {
    if (at_end() || unqualified(parts_.arguments[at_]) != expected) return false;
    ++at_;
    return true;
  }

 private:
  const NameParts& parts_;
  int at_ = 0;
};

}  // namespace tileglot::notation::cute
