// SPDX-License-Identifier: Apache-2.0
// mapped_columns.h: copies the inputs of one layout to another, mapping each basis vector.
//
// What     add_mapped_ins(to, from, f) adds every input of `from` to `to`, with f(column) for each
//          of its columns; add_mapped_in adds one input.
// Example  compose(A, B) is A's inputs, with B applied to each column.
//          [tests: algebra/compose_test.cc, "first a, then b"]
// Errors   None.
#pragma once

#include <cstdint>

#include "tileglot/notation/linear/layout/layout.h"

namespace tileglot::notation::linear::detail {

/// Precondition: `to` has no input of that name, and room for the columns.
template <class Function>
void add_mapped_in(Layout& to, const Layout& from, const Dimension& in, const Function& f) {
  std::uint64_t* columns = to.add_in(in.name, in.bits);
  for (const std::uint64_t column : from.columns_of(in)) *columns++ = f(column);
}

/// Precondition: `to` has outputs and no input.
template <class Function>
void add_mapped_ins(Layout& to, const Layout& from, const Function& f) {
  for (const Dimension& in : from.ins()) add_mapped_in(to, from, in, f);
}

}  // namespace tileglot::notation::linear::detail
