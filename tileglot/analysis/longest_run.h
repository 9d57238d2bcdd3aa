// SPDX-License-Identifier: Apache-2.0
// longest_run.h: how many elements are contiguous in two layouts of one tensor.
//
// What     longest_run(f, g) is a number of elements that are contiguous in memory, in the same
//          order, in f and in g: the longest run_length along a dimension (contiguous_runs.h), and
//          where that is the whole dimension, along it and the dimensions that continue where it
//          ends.
// Why      The inner loop of a copy from f to g can move this many elements at once.
// Units    Elements.
// Example  f32[4,6,8] from {2,1,0} to {2,0,1} has runs of 8; to {2,1,0} all 192 are one run; from
//          {1,0} to {0,1} an array has runs of 1.
//          [tests: longest_run_test.cc, "runs go on along the next dimension"]
#pragma once

#include <cstdint>

#include "tileglot/map/index_map.h"

namespace tileglot::analysis {

/// At least 1. Precondition: equal domains.
std::int64_t longest_run(const map::IndexMap& f, const map::IndexMap& g);

}  // namespace tileglot::analysis
