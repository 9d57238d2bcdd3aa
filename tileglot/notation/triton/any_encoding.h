// SPDX-License-Identifier: Apache-2.0
// any_encoding.h: random encodings and shapes for laws.
//
// What     any_blocked draws blocked encodings of rank 1 to 3, with clusters and with repetition;
//          any_shape draws powers of two, small enough to list every place of a layout.
// Why      One source of parents, tiles larger and smaller than their shape, and odd orders.
#pragma once

#include <rapidcheck.h>

#include <cstdint>
#include <iosfwd>

#include "tileglot/notation/triton/encoding.h"

namespace tileglot::notation::triton {

rc::Gen<Numbers> any_order(std::int64_t rank);
/// Each size up to 2^max_bits.
rc::Gen<Numbers> any_sizes(std::int64_t rank, int max_bits);
/// Up to 4 blocks; zeros and permutations of bits.
rc::Gen<Bases> any_cga(std::int64_t rank);
rc::Gen<Blocked> any_blocked(std::int64_t rank);
/// Any vec and phases; the order has the given rank.
rc::Gen<SwizzledShared> any_swizzled(std::int64_t rank);
/// Blocked, or an accumulator, of rank 2 or 3: what slices have as parents.
rc::Gen<Encoding> any_parent();
/// A valid encoding of any family, of rank 1 to 3.
rc::Gen<Encoding> any_encoding();

/// RapidCheck calls this to print a counterexample.
void showValue(const Encoding& encoding, std::ostream& out);

}  // namespace tileglot::notation::triton
