// SPDX-License-Identifier: Apache-2.0
// npy/dictionary.cc: the parser, on core's scanner.
#include "tileglot/io/npy/dictionary.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "tileglot/core/error.h"
#include "tileglot/core/scanner.h"
#include "tileglot/core/utf8.h"
#include "tileglot/io/npy/header.h"
#include "tileglot/io/npy/shape.h"

namespace tileglot::io {
namespace {

constexpr std::size_t kMaxRank = 64;  // NumPy 2's own bound

/// The dictionary, a subset of Python's literals.
class DictionaryParser {
 public:
  explicit DictionaryParser(std::string_view text) : scanner_(text) {}

  core::Result<NpyHeader> parse() {
    TILEGLOT_TRY_STATUS(scanner_.expect("{", "at the start of the header"));
    while (!scanner_.accept("}")) {
      TILEGLOT_TRY_STATUS(parse_entry());
      if (scanner_.accept(",")) continue;
      TILEGLOT_TRY_STATUS(scanner_.expect("}", "or ',' after a value"));
      break;
    }
    TILEGLOT_TRY_STATUS(check_end());
    TILEGLOT_TRY_STATUS(check_keys());
    return std::move(header_);
  }

 private:
  enum Key { kDescr, kFortranOrder, kShape, kKeys };
  static constexpr std::array<std::string_view, kKeys> kNames = {"descr", "fortran_order", "shape"};

  core::Status parse_entry() {
    TILEGLOT_TRY(key, parse_key());
    TILEGLOT_TRY_STATUS(scanner_.expect(":", "after the key"));
    switch (key) {
      case kDescr: return parse_descr();
      case kFortranOrder: return parse_order();
      default: return parse_shape();
    }
  }

  core::Result<Key> parse_key() {
    scanner_.skip_space();
    const std::size_t begin = scanner_.position();
    TILEGLOT_TRY(name, parse_string("a key"));
    const auto found = std::find(kNames.begin(), kNames.end(), name);
    if (found == kNames.end()) {
      return core::fail(
          key_error(fmt::format("the header has the key '{}'", core::printable(name)), begin));
    }
    const auto key = static_cast<Key>(found - kNames.begin());
    if (std::exchange(seen_[key], true)) {
      return core::fail(key_error(fmt::format("the key '{}' is there twice", name), begin));
    }
    return key;
  }

  /// A string in single or double quotes; no escapes, because no type name has any.
  core::Result<std::string_view> parse_string(std::string_view what) {
    const char quote = scanner_.peek();
    if (quote != '\'' && quote != '"') {
      return core::fail(grammar_error(
          fmt::format("expected {} in quotes, found {}", what, scanner_.found()), scanner_.here()));
    }
    const std::size_t begin = scanner_.position();
    const std::size_t end = scanner_.text().find(quote, begin + 1);
    if (end == std::string_view::npos) {
      return core::fail(
          grammar_error(fmt::format("{} has no closing quote", what), scanner_.here()));
    }
    const std::string_view literal = scanner_.text().substr(begin, end + 1 - begin);
    scanner_.accept(literal);
    if (literal.find('\\') == std::string_view::npos) return literal.substr(1, literal.size() - 2);
    return core::fail(
        grammar_error(fmt::format("{} contains a backslash", what), scanner_.span_from(begin)));
  }

  core::Status parse_descr() {
    const char first = scanner_.peek();
    const std::size_t begin = scanner_.position();
    if (first == '[' || first == '(') {
      return core::fail({.code = "npy.structured",
                         .message = "the elements are records of several fields",
                         .span = scanner_.here(),
                         .help = "save each field separately: numpy.save(file, array['field'])"});
    }
    TILEGLOT_TRY(descr, parse_string("the type"));
    header_.descr = descr;
    header_.descr_span = scanner_.span_from(begin);
    return {};
  }

  core::Status parse_order() {
    scanner_.skip_space();
    const std::size_t begin = scanner_.position();
    const std::string_view word = scanner_.name();
    header_.fortran_order = word == "True";
    if (word == "True" || word == "False") return {};
    return core::fail(
        grammar_error("fortran_order is neither True nor False", scanner_.span_from(begin)));
  }

  core::Status parse_shape() {
    scanner_.skip_space();
    const std::size_t begin = scanner_.position();
    TILEGLOT_TRY_STATUS(scanner_.expect("(", "before the shape"));
    while (!scanner_.accept(")")) {
      TILEGLOT_TRY_STATUS(parse_extent());
      if (scanner_.accept(",")) continue;
      TILEGLOT_TRY_STATUS(scanner_.expect(")", "or ',' in the shape"));
      if (header_.shape.size() == 1) return core::fail(not_a_tuple(begin));
      break;
    }
    header_.shape_span = scanner_.span_from(begin);
    return {};
  }

  core::Status parse_extent() {
    scanner_.skip_space();
    const std::size_t begin = scanner_.position();
    TILEGLOT_TRY(extent, scanner_.integer("an extent"));
    scanner_.accept("L");  // a long integer of Python 2
    if (extent < 0) return core::fail(negative_extent(extent, scanner_.span_from(begin)));
    if (header_.shape.size() == kMaxRank) {
      return core::fail({.code = "npy.rank",
                         .message = fmt::format("the shape has more than {} dimensions", kMaxRank),
                         .span = scanner_.span_from(begin)});
    }
    header_.shape.push_back(extent);
    return {};
  }

  core::Error not_a_tuple(std::size_t begin) const {
    return {{.code = "npy.shape",
             .message = "the shape is a number in parentheses, not a tuple",
             .span = scanner_.span_from(begin),
             .help = fmt::format("write ({},)", header_.shape.front())}};
  }

  core::Status check_end() {
    if (!scanner_.at_end()) {
      return core::fail(
          grammar_error(fmt::format("expected the end of the header, found {}", scanner_.found()),
                        scanner_.here()));
    }
    // The scanner takes // and /* as comments, which Python does not have; no valid header has a
    // slash.
    const std::size_t slash = scanner_.text().find('/');
    if (slash == std::string_view::npos || header_.descr.find('/') != std::string::npos) return {};
    return core::fail(grammar_error("a header has no comments", core::Span{slash, slash + 1}));
  }

  core::Status check_keys() const {
    const auto missing = std::find(seen_.begin(), seen_.end(), false);
    if (missing == seen_.end()) return {};
    const auto key = static_cast<std::size_t>(missing - seen_.begin());
    return core::fail(key_error(fmt::format("the header lacks the key '{}'", kNames[key]), 0));
  }

  core::Error key_error(std::string message, std::size_t begin) const {
    return {{.code = "npy.key",
             .message = std::move(message),
             .span = scanner_.span_from(begin),
             .help = "the keys are 'descr', 'fortran_order' and 'shape', once each"}};
  }

  static core::Error grammar_error(std::string message, core::Span span) {
    return {{.code = "npy.header", .message = std::move(message), .span = span}};
  }

  core::Scanner scanner_;
  NpyHeader header_;
  std::array<bool, kKeys> seen_ = {};
};

/// Rewords the scanner's refusals for this format.
core::Error as_header_error(core::Error error) {
  if (error->code == "scan.integer_too_large") error->code = "npy.overflow";
  if (error->code.starts_with("scan.")) error->code = "npy.header";
  return error;
}

}  // namespace

core::Result<NpyHeader> parse_npy_dictionary(std::string_view text) {
  return DictionaryParser(text).parse().map_error(as_header_error);
}

}  // namespace tileglot::io
