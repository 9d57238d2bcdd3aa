// SPDX-License-Identifier: Apache-2.0
// outs_of.h: a layout with the outputs of another, and no input yet.
//
// Example  compose(A, B) begins with the outputs of B.
//          [tests: algebra/compose_test.cc, "first a, then b"]
// Errors   None.
#pragma once

#include "tileglot/notation/linear/layout/layout.h"

namespace tileglot::notation::linear::detail {

inline Layout outs_of(const Layout& layout) {
  Layout result;
  for (const Dimension& out : layout.outs()) result.add_out(out.name, out.bits);
  return result;
}

}  // namespace tileglot::notation::linear::detail
