// SPDX-License-Identifier: Apache-2.0
// compose.h: one linear layout after another.
//
// What     compose(A, B) first applies A, then B: its inputs are A's, its outputs B's.
// Law      compose(A, B)(x) = B(A(x)).
// Example  A of register to (dim0, dim1) and B of (dim0, dim1) to offset give where in memory each
//          register goes. [tests: compose_test.cc, "first a, then b"]
// Errors   linear.outputs_are_not_inputs (their names are not the same set), linear.size_exceeded
//          (an output of A is larger than the input of B).
#pragma once

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"

namespace tileglot::notation::linear {

core::Result<Layout> compose(const Layout& a, const Layout& b);

}  // namespace tileglot::notation::linear
