// SPDX-License-Identifier: Apache-2.0
// product.h: the product of two linear layouts, "tile B by A".
//
// What     mul(A, B) has the dimensions of both. In a shared input, A has the low bits and B those
//          above; in a shared output, B's values count in units of A's size. supremum merges two
//          lists of names into the shortest list that keeps the order of both.
// Why      Every distributed layout is a product: registers by lanes by warps.
// Law      mul(A,B)(x)[d] = A(x low)[d] + size of A(d) * B(x high)[d]; where the
//          orders of names agree it is associative, and the empty layout is its unit.
// Example  mul(identity_1d(4,"i","o"), zeros_1d(2,"i","o")) is {i: [[1],[2],[0]]} -> {o: 4}, i mod
//          4.
//          [tests: product_test.cc, "a product is a direct sum"]
//          Where A and B order their shared names differently, the product uses Triton's order.
//          [tests: product_test.cc, "contradictory orders are merged as in triton"]
// Errors   linear.too_many_bits, linear.too_many_dimensions.
#pragma once

#include <span>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/small_vector.h"
#include "tileglot/notation/linear/layout/layout.h"

namespace tileglot::notation::linear {

core::Result<Layout> mul(const Layout& a, const Layout& b);

using Names = core::SmallVector<Name, 16>;

/// Names of x come first where both orders allow it. Fails with linear.dimension_order if x and y
/// order shared names differently.
core::Result<Names> supremum(std::span<const Name> x, std::span<const Name> y);

}  // namespace tileglot::notation::linear
