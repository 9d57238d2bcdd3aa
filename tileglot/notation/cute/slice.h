// SPDX-License-Identifier: Apache-2.0
// slice.h: the parts of a tuple or layout that a coordinate with `_` keeps, or does not.
//
// What     slice(c, t) keeps what stands under a `_` of c, dice(c, t) what stands under an integer.
//          What is kept lies flat in one tuple, whatever the nesting of c.
// Why      layout(_, 3) is the slice of the layout, at the offset of (0, 3).
// Example  slice((_,(_,1)), (3,(2,3))) = (3,2); dice((_,(_,1)), (3,(2,3))) = (3).
//          [tests: slice_test.cc, "underscores keep modes, integers drop them"]
// Errors   Refused: a coordinate of another rank than what it stands over, a tuple over an integer.
// Source   cute/underscore.hpp.
#pragma once

#include "tileglot/notation/cute/layout.h"
#include "tileglot/notation/cute/tuple_transform.h"

namespace tileglot::notation::cute {

/// Is one of the leaves `_`, are all of them? (int_tuple.h has has_underscore.)
constexpr bool all_underscore(const IntTuple& t) {
  return leaf_count(t) > 0 && leaf_count(t) == std::popcount(t.keep_mask);
}

/// The tuple of what stands under the leaves of c that are, or are not, `_`.
constexpr Outcome<IntTuple> lift(const IntTuple& c, const IntTuple& t, bool underscores) {
  if (c.is_scalar) return c.is_keep(0) == underscores ? wrap(t) : Outcome<IntTuple>(IntTuple{});
  return filter_tuple(
      [underscores](const IntTuple& x, const IntTuple& y) { return lift(x, y, underscores); }, c,
      t);
}

constexpr Outcome<IntTuple> keep(const IntTuple& c, const IntTuple& t, bool underscores) {
  if (c.is_scalar && c.is_keep(0) == underscores) return t;
  return lift(c, t, underscores);
}

/// What stands under a `_`; t itself where c is one.
constexpr Outcome<IntTuple> slice(const IntTuple& c, const IntTuple& t) { return keep(c, t, true); }

/// What stands under an integer; t itself where c is one.
constexpr Outcome<IntTuple> dice(const IntTuple& c, const IntTuple& t) { return keep(c, t, false); }

constexpr Outcome<Layout<>> slice(const IntTuple& c, const Layout<>& layout) {
  TILEGLOT_TRY_VALUE(shape, slice(c, layout.shape));
  TILEGLOT_TRY_VALUE(stride, slice(c, layout.stride));
  return make_layout(shape, stride);
}

constexpr Outcome<Layout<>> dice(const IntTuple& c, const Layout<>& layout) {
  TILEGLOT_TRY_VALUE(shape, dice(c, layout.shape));
  TILEGLOT_TRY_VALUE(stride, dice(c, layout.stride));
  return make_layout(shape, stride);
}

}  // namespace tileglot::notation::cute
