// SPDX-License-Identifier: Apache-2.0
// tuple_parser.h: reads integers and tuples of them, in every spelling.
//
// What     TupleParser::tuple reads one integer, scaled basis, `_` or tuple. The parsers of layouts
//          and of tilers are built on it; parse.h lists what they read.
// Why      A tuple is written leaf by leaf into the value it becomes; TupleText keeps the places of
//          its parts for errors.
// Source   The spellings are those of cute/int_tuple.hpp, cute/numeric, pycute and the CuTe DSL.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/core/int_tuple.h"
#include "tileglot/core/scanner.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/text/detail/tuple_text.h"

namespace tileglot::notation::cute {

/// What is being read, for error messages, and which leaves are allowed besides integers.
struct Goal {
  std::string_view what;
  std::string_view help;
  bool takes_bases = false;
  bool takes_underscores = false;
};

class TupleParser {
 public:
  TupleParser(std::string_view text, const Goal& goal) : scanner_(text), goal_(goal) {}

  core::Result<IntTuple> whole_tuple();
  /// Reads the whole text as a tuple, or as a list without parentheses: 2,3.
  core::Result<IntTuple> whole_coordinate();

 protected:
  /// Reads one integer or tuple, of up to 64 integers, into an empty text.
  core::Status tuple(TupleText& to);

  // -- tokens

  core::Scanner& scanner() { return scanner_; }
  /// True if a number starts here: a digit, or '-' or '_' directly before one.
  bool at_number() { return is_digit(scanner_.peek()) || at_signed_number(); }
  /// Reads a name; returns it without a leading `cute::` or `cute.`.
  std::string_view qualified_name();
  /// The qualified name at the current position; does not consume it.
  std::string_view next_name();
  /// Consumes the name if it is this one and `open` follows.
  bool accept_call(std::string_view name, std::string_view open);
  core::Result<std::int64_t> integer(std::string_view what);
  /// Consumes an optional `name=` before an argument.
  void accept_keyword(std::string_view keyword);
  /// Reads the {} or () that makes a value of a type.
  core::Status value_braces();
  core::Status expect(std::string_view token, std::string_view where);
  core::Status end();

  // -- refusals

  core::Error unsupported(std::string_view what, std::size_t begin);
  core::Error limit_error(Refusal refusal, std::size_t begin);
  core::Error too_deep(int depth, std::size_t begin);
  core::Error word_error(std::string_view word, std::size_t begin);

 private:
  /// A number, a scaled basis or `_`.
  struct Leaf {
    Integer value;
    bool is_underscore = false;
  };

  core::Result<IntTuple> whole_list();
  core::Status node(int depth, TupleText& to);
  core::Status modes(std::optional<char> close, std::size_t begin, int depth, TupleText& to);
  core::Status check_depth(int depth, const TupleText& text, std::size_t begin);
  core::Status product(core::Result<Leaf> first, std::size_t begin, TupleText& to);
  core::Result<Leaf> factor(std::size_t begin);
  core::Result<Leaf> number();
  core::Result<Leaf> word(std::string_view name, std::size_t begin);
  core::Result<Leaf> integer_type(std::size_t begin);
  core::Result<Leaf> unit_basis(std::size_t begin);
  core::Result<Leaf> scaled_basis(std::size_t begin);
  core::Result<core::BasisPath> path_list(std::string_view close, std::size_t begin);
  core::Result<core::BasisPath> basis_path(std::size_t begin);
  core::Result<Leaf> leaf(Integer value, std::size_t begin);
  core::Status count_leaf(std::size_t begin) {
    if (++leaves_ <= core::kMaxLeaves) return {};
    return core::fail(too_many_leaves(begin));
  }
  core::Error too_many_leaves(std::size_t begin);
  core::Status refuse_symbol();
  core::Status check_path(int levels, std::int64_t mode, std::size_t begin);
  bool at_close(std::optional<char> close) {
    return close ? scanner_.looking_at(*close) : scanner_.at_end();
  }
  static bool is_digit(char c) { return c >= '0' && c <= '9'; }
  bool at_signed_number();
  void accept_suffix();

  core::Scanner scanner_;
  Goal goal_;
  int leaves_ = 0;
  int bases_ = 0;  ///< ScaledBasis<..> around the current position
};

}  // namespace tileglot::notation::cute
