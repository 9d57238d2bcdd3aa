// SPDX-License-Identifier: Apache-2.0
// identity_layout.h: the layout whose values are its coordinates.
//
// What     make_identity_layout(S) has at each leaf the scaled basis of its path, so that I(c) = c.
// Why      Tiling and slicing an identity shows where in the whole each element of a part is.
// Example  make_identity_layout((4,(2,3))) = (4,(2,3)):(1@0,(1@0@1,1@1@1)); for 4 it is 4:1.
//          [tests: identity_layout_test.cc, "an identity has its own coordinates as values"]
// Errors   cute.basis if the shape is nested deeper than 5 or a tuple has more than 63 modes.
// Source   CuTe, cute/layout.hpp make_identity_layout, cute/numeric/arithmetic_tuple.hpp.
#pragma once

#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/tuple/compact_strides.h"

namespace tileglot::notation::cute {

constexpr Outcome<Layout<>> make_identity_layout(const IntTuple& shape) {
  TILEGLOT_TRY_VALUE(bases, make_basis_like(shape));
  return make_layout(shape, bases);
}

}  // namespace tileglot::notation::cute
