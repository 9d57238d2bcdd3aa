// SPDX-License-Identifier: Apache-2.0
// complement.h: the outputs that a linear layout does not reach.
//
// What     complement(L, size) has one input, `rest`, whose vectors are single bits in ascending
//          order: those that are not the lowest set bit of any sum of L's vectors. Together with L
//          they reach every output below `size`, and below the largest that L reaches.
// Why      CuTe defines division and product of layouts by complements.
// Law      (L, complement(L, size)) is onto, and complement adds no more bits than that needs. For
//          L onto the first 2^m outputs it is the identity on the bits from m on.
// Units    L has one output, like a CuTe layout.
// Example  complement({i: [4]} -> {o: 8}, 8) is {rest: [1,2]} -> {o: 8}.
//          [tests: complement_test.cc, "the missing bits in order"]
// Errors   linear.one_output, linear.size.
// Source   CuTe's complement; over F2 as in arXiv 2505.23819, complementBasis.
#pragma once

#include <cstdint>

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"

namespace tileglot::notation::linear {

inline constexpr Name kRest("rest");

core::Result<Layout> complement(const Layout& layout, std::int64_t size);

/// Fails with linear.one_output unless the layout has one output dimension.
core::Status require_one_output(const Layout& layout);

}  // namespace tileglot::notation::linear
