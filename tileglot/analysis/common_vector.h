// SPDX-License-Identifier: Apache-2.0
// common_vector.h: the widest vector that two layouts of one tensor share.
//
// What     common_vector(f, g, most) is the largest power of two n <= most such that f's offsets
//          n*q .. n*q+n-1, wherever f reaches one of them, are n elements that g has at n*p ..
//          n*p+n-1, in the same order. With f = g it is f's own.
// Why      A copy from f to g moves that many elements by one load and one store.
// Units    Elements.
// Example  (8,64):(64,1) and Sw<3,3,3> o 0 o (8,64):(64,1) share 8; (8,64):(64,1) and (8,64):(1,8)
//          share 1.
//          [tests: common_vector_test.cc, "a swizzle keeps vectors of eight"]
// How      Each element is a column of two offsets, and contiguous_chains.h finds the vectors.
// Errors   map.domain_mismatch where extents differ; map.too_large_to_decide beyond kMostCopied.
#pragma once

#include <cstdint>

#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"

namespace tileglot::analysis {

inline constexpr std::int64_t kMostCopied = std::int64_t{1} << 20;

core::Result<std::int64_t> common_vector(const map::IndexMap& f, const map::IndexMap& g,
                                         std::int64_t most);

}  // namespace tileglot::analysis
