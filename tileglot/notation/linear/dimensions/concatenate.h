// SPDX-License-Identifier: Apache-2.0
// concatenate.h: two linear layouts side by side.
//
// What     concat_ins(A, B) has the inputs of both, into the outputs they share: the matrix [A B].
//          concat_outs(A, B) has the outputs of both, from the inputs they share. concatenate(A, B)
//          is concat_ins that allows inputs of the same name in both: A has the low bits, B those
//          above, as in a product.
// Law      concat_ins(A, B)(x, y) = A(x) xor B(y); concat_outs(A, B)(x) = (A(x), B(x)).
// Example  {i: [1]} -> {o: 4} and {j: [2]} -> {o: 4} give {i: [1], j: [2]} -> {o: 4}.
//          [tests: concatenate_test.cc, "inputs stand side by side"]
// Errors   linear.other_outputs, linear.other_inputs: the shared dimensions differ in name, order
//          or size; linear.duplicate, linear.too_many_bits, linear.too_many_dimensions.
#pragma once

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"

namespace tileglot::notation::linear {

core::Result<Layout> concat_ins(const Layout& a, const Layout& b);
core::Result<Layout> concat_outs(const Layout& a, const Layout& b);
core::Result<Layout> concatenate(const Layout& a, const Layout& b);

}  // namespace tileglot::notation::linear
