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

Result<Tiler> TilerParser::whole_tiler() {
  TILEGLOT_TRY(is_quoted, accept_quoted("tile"));
  TILEGLOT_TRY(result, tiler(0));
  if (is_quoted) TILEGLOT_TRY_STATUS(end_quoted());
  TILEGLOT_TRY_STATUS(end());
  return result;
}

Result<Tiler> TilerParser::tiler(int depth) {
  scanner().skip_space();
  const std::size_t begin = scanner().position();
  if (depth > core::kMaxDepth) return fail(too_deep(depth, begin));
  if (scanner().accept("<")) return list(">", depth, begin);
  if (scanner().accept("[")) return list("]", depth, begin);
  if (accept_call("make_tile", "(")) return list(")", depth, begin);
  if (accept_call("Tile", "<")) {
    TILEGLOT_TRY(result, list(">", depth, begin));
    TILEGLOT_TRY_STATUS(value_braces());
    return result;
  }
  return scanner().looking_at("(") ? parenthesized(depth, begin) : whole_or_extents(begin);
}

/// After the opening bracket: tilers up to `close`, separated by ',' or ';'.
Result<Tiler> TilerParser::list(std::string_view close, int depth, std::size_t begin) {
  Tiler result;
  while (!scanner().accept(close)) {
    TILEGLOT_TRY(next, tiler(depth + 1));
    TILEGLOT_TRY(longer, accepted(append(result, next), begin));
    result = longer;
    if (!scanner().looking_at(close) && !scanner().accept(";")) {
      TILEGLOT_TRY_STATUS(expect(",", "or the end of the tiler"));
    }
  }
  return result;
}

/// A layout, a tuple of integers, or a tuple of tilers as CuTe prints it, (4:1,8).
Result<Tiler> TilerParser::parenthesized(int depth, std::size_t begin) {
  auto plain = whole_or_extents(begin);
  if (plain) return plain;
  scanner().rewind(begin);
  scanner().accept("(");
  auto tuple = list(")", depth, begin);
  if (tuple) return tuple;
  const bool went_further = tuple.error()->span && plain.error()->span &&
                            tuple.error()->span->begin > plain.error()->span->begin;
  return went_further ? std::move(tuple) : std::move(plain);
}

Result<Tiler> TilerParser::whole_or_extents(std::size_t begin) {
  const std::string_view word = next_name();
  const bool is_layout = word == "Layout" || word == "make_layout" || scanner().peek() == '!' ||
                         scanner().peek() == '#';
  if (!is_layout) {
    TILEGLOT_TRY(extents, tuple());
    if (!scanner().looking_at(":")) {
      if (has_basis(extents.value)) return fail(unsupported("a basis without an extent", begin));
      return accepted(tiler_of(extents.value), begin);
    }
    scanner().rewind(begin);
  }
  TILEGLOT_TRY(whole, layout());
  return accepted(tiler_of(whole), begin);
}

Result<Tiler> TilerParser::accepted(const Outcome<Tiler>& tiler, std::size_t begin) {
  if (!tiler) return fail(limit_error(tiler.refusal, begin));
  return *tiler;
}

}  // namespace tileglot::notation::cute
