// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/text/detail/tiler_parser.h"

#include <cstddef>
#include <string_view>
#include <utility>

#include "tileglot/core/error.h"
#include "tileglot/notation/cute/layout/layout.h"

namespace tileglot::notation::cute {

using core::fail;
using core::Result;
using core::Status;

Result<Tiler> TilerParser::whole_tiler() {
  Result<Tiler> result;
  if (Status read = whole(*result); !read) result = fail(std::move(read).error());
  return result;
}

Status TilerParser::whole(Tiler& to) {
  TILEGLOT_TRY(is_quoted, accept_quoted("tile"));
  TILEGLOT_TRY_STATUS(tiler(0, to));
  if (is_quoted) TILEGLOT_TRY_STATUS(end_quoted());
  return end();
}

Status TilerParser::tiler(int depth, Tiler& to) {
  scanner().skip_space();
  const std::size_t begin = scanner().position();
  if (depth > core::kMaxDepth) return fail(too_deep(depth, begin));
  if (scanner().looking_at('(')) return parenthesized(depth, begin, to);
  if (scanner().accept('<')) return list('>', depth, begin, to);
  if (scanner().accept('[')) return list(']', depth, begin, to);
  if (accept_call("make_tile", "(")) return list(')', depth, begin, to);
  if (!accept_call("Tile", "<")) return whole_or_extents(begin, to);
  TILEGLOT_TRY_STATUS(list('>', depth, begin, to));
  return value_braces();
}

/// After the opening bracket: tilers up to `close`, separated by ',' or ';'.
Status TilerParser::list(char close, int depth, std::size_t begin, Tiler& to) {
  while (!scanner().accept(close)) {
    Tiler next;
    TILEGLOT_TRY_STATUS(tiler(depth + 1, next));
    TILEGLOT_TRY_STATUS(accepted(append_mode(to, next), begin));
    if (scanner().looking_at(close) || scanner().accept(';')) continue;
    TILEGLOT_TRY_STATUS(expect(",", "or the end of the tiler"));
  }
  return {};
}

/// A layout, a tuple of integers, or a tuple of tilers as CuTe prints it, (4:1,8).
Status TilerParser::parenthesized(int depth, std::size_t begin, Tiler& to) {
  Status plain = whole_or_extents(begin, to);
  if (plain) return plain;
  scanner().rewind(begin);
  scanner().accept('(');
  to = {};
  Status tuple = list(')', depth, begin, to);
  if (tuple) return tuple;
  const bool went_further = tuple.error()->span && plain.error()->span &&
                            tuple.error()->span->begin > plain.error()->span->begin;
  return went_further ? std::move(tuple) : std::move(plain);
}

Status TilerParser::whole_or_extents(std::size_t begin, Tiler& to) {
  const std::string_view word = next_name();
  Layout<> read;
  if (word == "Layout" || word == "make_layout" || scanner().looking_at('!') ||
      scanner().looking_at('#')) {
    TILEGLOT_TRY_STATUS(layout(read));
    return take_whole(read, begin, to);
  }
  LayoutText text(read);
  TILEGLOT_TRY_STATUS(tuple(text.shape));
  if (!scanner().looking_at(':')) return take_extents(read.shape, begin, to);
  TILEGLOT_TRY_STATUS(rest_of_layout(text));
  return take_whole(read, begin, to);
}

Status TilerParser::take_whole(const Layout<>& layout, std::size_t begin, Tiler& to) {
  return accepted(set_whole(to, layout), begin);
}

Status TilerParser::take_extents(const IntTuple& extents, std::size_t begin, Tiler& to) {
  if (has_basis(extents)) return fail(unsupported("a basis without an extent", begin));
  return accepted(set_extents(to, extents), begin);
}

Status TilerParser::accepted(const Refusal& refusal, std::size_t begin) {
  if (refusal == Refusal{}) return {};
  return fail(limit_error(refusal, begin));
}

}  // namespace tileglot::notation::cute
