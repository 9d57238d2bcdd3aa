// SPDX-License-Identifier: Apache-2.0
// f2_bases.h: subspaces over F2, each represented by a list of vectors that span it.
//
// What     intersection(a, b) spans the intersection of both spans, complement(v) completes v by
//          single bits to the whole space, kernel(v) spans the vectors orthogonal to every vector
//          of v.
// Why      A swizzle is chosen by subspaces: the vectors that both sides hold in registers, those
//          that one transaction of lanes reaches, and those in neither.
// Units    A vector is a word; the space has `dimension` bits. The order of a result is fixed,
//          because it is visible in the swizzles: single bits keep the order of a.
// Example  intersection({4,1,2}, {1,4}) = {4,1}; intersection({3,4}, {1,2}) = {3};
//          complement({2,5}, 4) = {4,8}.
//          [tests: f2_bases_test.cc, "the worked examples"]
// Errors   None.
// Source   arXiv 2505.23819; Triton's search for swizzles.
#pragma once

#include <cstdint>
#include <span>

#include "tileglot/core/small_vector.h"
#include "tileglot/notation/linear/layout/layout.h"

namespace tileglot::notation::linear {

using F2Bases = core::SmallVector<std::uint64_t, kMaxBits>;
using F2BasesView = std::span<const std::uint64_t>;

inline F2BasesView view(const F2Bases& bases) { return {bases.data(), bases.size()}; }

/// One vector for each bit that is not a pivot; pivots are the lowest bits.
F2Bases kernel(F2BasesView vectors, int dimension);

/// Independent vectors; where all are single bits, those of a that are also in b.
F2Bases intersection(F2BasesView a, F2BasesView b, int dimension);

/// Single bits, from low to high.
F2Bases complement(F2BasesView vectors, int dimension);

bool contains(F2BasesView vectors, std::uint64_t v);

}  // namespace tileglot::notation::linear
