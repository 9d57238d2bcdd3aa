// SPDX-License-Identifier: Apache-2.0
// logical_division.h: CuTe's logical_divide and logical_product over F2.
//
// What     logical_divide(A, B) is A o (B, complement(B, size of A)): the part of A in the tile B,
//          then the remainder, as an input `rest`. logical_product(A, B) is
//          (A, complement(A, size of A * size of B's output) o B): A, repeated by B in the places
//          that A leaves free.
// Why      Tiling in CuTe consists of these two. They are not inverses of each other, and
//          divide_left is not the inverse of logical_product.
// Law      For B the identity on a prefix, logical_divide(A, B) = A as a function of the flat
//          input. For A one-to-one and onto, logical_product(A, B) = mul(A, B).
// Units    Flat inputs of A are the outputs of B, the first dimension fastest, as in CuTe. B has
//          one output, and in a product so does A. Where both have an input of the same name, A has
//          its low bits.
// Example  logical_divide({i: [1,2,4]} -> {o: 8}, {j: [2]} -> {k: 4}) is
//          {j: [2], rest: [1,4]} -> {o: 8}.
//          [tests: logical_division_test.cc, "the tile first, then the rest"]
// Errors   linear.one_output, linear.size_exceeded (B goes beyond A), linear.duplicate (an input of
//          B is called rest), linear.too_many_bits.
// Source   CuTe's logical_divide and logical_product.
#pragma once

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"

namespace tileglot::notation::linear {

core::Result<Layout> logical_divide(const Layout& a, const Layout& b);
core::Result<Layout> logical_product(const Layout& a, const Layout& b);

}  // namespace tileglot::notation::linear
