// SPDX-License-Identifier: Apache-2.0
// one_sided_inverse.h: CuTe's left and right inverse over F2.
//
// What     right_inverse(L) is R with L(R(y)) = y for the outputs y below 2^m, the longest run from
//          0 that L reaches; R(y) is the smallest flat input. left_inverse(L) is R with R(L(x)) =
//          x, for an injective L; R numbers the outputs that L misses after L's own inputs, in an
//          output `rest`.
// Units    L has one output, like a CuTe layout.
// Example  right_inverse({i: [2,1]} -> {o: 4}) is {o: [2,1]} -> {i: 4}; left_inverse({i: [2]} ->
//          {o: 4}) is {o: [[0,1],[1,0]]} -> {i: 2, rest: 2}.
//          [tests: one_sided_inverse_test.cc, "the inverse of a part"]
// Errors   linear.one_output; linear.not_injective, with an input that is mapped to 0;
//          linear.duplicate (an input is called rest).
// Source   CuTe's left_inverse and right_inverse.
#pragma once

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"

namespace tileglot::notation::linear {

core::Result<Layout> right_inverse(const Layout& layout);
core::Result<Layout> left_inverse(const Layout& layout);

}  // namespace tileglot::notation::linear
