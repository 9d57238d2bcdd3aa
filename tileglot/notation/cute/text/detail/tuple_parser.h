// SPDX-License-Identifier: Apache-2.0
// tuple_parser.h: reads integers and tuples of them, in every spelling.
//
// What     TupleParser::tuple reads one integer, scaled basis, `_` or tuple. The parsers of layouts
//          and of tilers are built on it; parse.h lists what they read.
// Why      A tuple is kept as it was written (Node), so that an error can point at any part of it.
// Source   The spellings are those of cute/int_tuple.hpp, cute/numeric, pycute and the CuTe DSL.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/int_tuple.h"
#include "tileglot/core/scanner.h"
#include "tileglot/notation/cute/layout/layout.h"

namespace tileglot::notation::cute {

/// What is being read, for error messages, and which leaves are allowed besides integers.
struct Goal {
  std::string_view what;
  std::string_view help;
  bool takes_bases = false;
  bool takes_underscores = false;
};

/// A tuple as it was written.
struct Node {
  core::Span span = {};
  IntTuple value = {};
  std::vector<Node> modes = {};
};

class TupleParser {
 public:
  TupleParser(std::string_view text, const Goal& goal) : scanner_(text), goal_(goal) {}

  core::Result<IntTuple> whole_tuple();
  /// Reads the whole text as a tuple, or as a list without parentheses: 2,3.
  core::Result<IntTuple> whole_coordinate();

 protected:
  /// Reads one integer or tuple, of up to 64 integers.
  core::Result<Node> tuple();

  // -- tokens

  core::Scanner& scanner() { return scanner_; }
  /// True if a number starts here: a digit, or '-' or '_' directly before one.
  bool at_number();
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
  core::Result<Node> node(int depth);
  core::Result<Node> modes(std::string_view close, std::size_t begin, int depth);
  core::Result<Node> factor(std::size_t begin);
  core::Result<Node> product(Node left, std::size_t begin);
  core::Result<Node> number();
  core::Result<Node> word(std::size_t begin);
  core::Result<Node> integer_type(std::size_t begin);
  core::Result<Node> unit_basis(std::size_t begin);
  core::Result<Node> scaled_basis(std::size_t begin);
  core::Result<core::BasisPath> path_list(std::string_view close, std::size_t begin);
  core::Result<core::BasisPath> basis_path(std::size_t begin);
  core::Result<Node> leaf(Integer value, std::size_t begin);
  core::Status count_leaf(std::size_t begin);
  core::Status refuse_symbol();
  core::Status check_path(int levels, std::int64_t mode, std::size_t begin);
  bool at_close(std::string_view close);
  void accept_suffix();

  core::Scanner scanner_;
  Goal goal_;
  int leaves_ = 0;
};

}  // namespace tileglot::notation::cute
