// SPDX-License-Identifier: Apache-2.0
// contiguous_runs.h: how many adjacent elements along a dimension are contiguous in memory.
//
// What     run_length(f, k) is the largest g such that in every block [g*q, g*q+g) of dimension k
//          the offset grows by 1 per step; for two maps, such that it does in both. The last block
//          may be shorter.
// Why      A run moves as a whole: by one vector or one copy.
// Example  Sw<3,3,3> o 0 o (8,64):(64,1) has runs of 8 along x1; bf16[16,256]{1,0:T(8,128)(2,1)}
//          has runs of 1 along x1 and of 2 along x0.
//          [tests: analysis_test.cc, "a swizzle leaves runs of eight"]
#pragma once

#include <cstddef>
#include <cstdint>

#include "tileglot/map/index_map.h"

namespace tileglot::analysis {

/// 1 where the offset does not grow by 1 per step; the extent where it does along the whole
/// dimension.
std::int64_t run_length(const map::IndexMap& f, std::size_t k);

/// Precondition: equal domains.
std::int64_t run_length(const map::IndexMap& f, const map::IndexMap& g, std::size_t k);

}  // namespace tileglot::analysis
