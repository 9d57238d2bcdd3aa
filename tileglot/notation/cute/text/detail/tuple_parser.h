// SPDX-License-Identifier: Apache-2.0
// tuple_parser.h: reads integers and tuples of them, in every spelling.
//
// What     TupleParser::tuple reads one integer, scaled basis, `_` or tuple. The parsers of layouts
//          and of tilers are built upon it; parse.h lists what they read.
// Why      A tuple is kept as it was written (Node), so that an error can point at any part of it.
// Source   The words are those of cute/int_tuple.hpp, cute/numeric, pycute and the CuTe DSL.
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

/// What is being read, for messages, and which leaves it may have besides integers.
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
  /// As a tuple, or a list without its parentheses: 2,3.
  core::Result<IntTuple> whole_coordinate();

 protected:
  /// One integer or tuple, with room for 64 integers of its own.
  core::Result<Node> tuple();

  // -- tokens

  core::Scanner& scanner() { return scanner_; }
  /// A number starts here: a digit, or '-' or '_' before one, without blanks.
  bool at_number();
  /// A name without the `cute::` or `cute.` before it.
  std::string_view qualified_name();
  /// The qualified name that stands here; does not move.
  std::string_view next_name();
  /// Moves over the name if it is this one and `open` follows.
  bool accept_call(std::string_view name, std::string_view open);
  core::Result<std::int64_t> integer(std::string_view what);
  /// name= before an argument.
  void accept_keyword(std::string_view keyword);
  /// The {} or () that makes a value of a type.
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
