// SPDX-License-Identifier: Apache-2.0
// invert_and_compose.h: which place of one layout holds the element of a place of another.
//
// What     invert_and_compose(A, B) is a layout C from A's inputs to B's with B(C(x)) = A(x): for
//          each place of A, a place of B that holds the same element. invert(L) and pseudoinvert(L)
//          are C for A the identity on L's outputs.
// Why      When a tensor is converted from B to A, each place of A reads from a place of B.
// Law      B(C(x)) = A(x). Where B has several places, C(x) is the smallest flat input. The
//          exception is an input dimension that both have with the same vectors and that shares no
//          output bit with others in either: it is mapped to itself, so that copies stay where they
//          are.
// Example  pseudoinvert({register: [1,0,2], lane: [4,4]} -> {d: 8}) is
//          {d: [[1,0],[4,0],[0,1]]} -> {register: 8, lane: 4}.
//          [tests: invert_and_compose_test.cc, "the smallest place is taken"]
// Errors   linear.other_outputs (their names are not the same set), linear.size_exceeded (an output
//          of A is larger), linear.not_in_image (B lacks an element of A), linear.not_invertible,
//          linear.not_surjective (pseudoinvert), linear.no_dimension, linear.too_many_bits.
// Source   Triton's invertAndCompose, with the rule of its pull request 11645.
#pragma once

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"

namespace tileglot::notation::linear {

core::Result<Layout> invert_and_compose(const Layout& a, const Layout& b);

/// The two-sided inverse: L(invert(L)(y)) = y and invert(L)(L(x)) = x.
core::Result<Layout> invert(const Layout& layout);

/// L(pseudoinvert(L)(y)) = y.
core::Result<Layout> pseudoinvert(const Layout& layout);

/// invert_and_compose(b, a), where a block reads from itself what every block of a holds: C from
/// b's inputs to a's. Both have an input "block"; a's may be smaller.
core::Result<Layout> invert_and_compose_block_local(const Layout& a, const Layout& b);

}  // namespace tileglot::notation::linear
