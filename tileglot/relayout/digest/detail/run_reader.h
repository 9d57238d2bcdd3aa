// SPDX-License-Identifier: Apache-2.0
// run_reader.h: reads a part where it is, in runs that are contiguous in the array and in memory.
//
// What     has_long_runs(part) is true if reading runs is faster than moving slabs to row-major
//          order first; sum_runs adds up a box of the part.
// How      The last dimensions that the box has whole and that are dense in memory are one run; the
//          dimension before them may add to it. Pieces of that dimension are the outermost loop, so
//          that the rows of a tile follow each other.
// Example  f32[16,256]{1,0:T(8,128)}: runs of 128 elements.
//          [tests: detail/run_reader_test.cc, "rows of tiles are runs"]
#pragma once

#include <cstdint>

#include "tileglot/map/box.h"
#include "tileglot/relayout/digest/detail/part.h"
#include "tileglot/relayout/digest/detail/sums.h"

namespace tileglot::relayout::digest::detail {

/// The elements of the runs that most of the part consists of. Precondition here and below: the
/// part has a dimension, and elements.
std::int64_t run_elements(const Part& part);

bool has_long_runs(const Part& part);

Sums sum_runs(const Part& part, const map::Box& box);

}  // namespace tileglot::relayout::digest::detail
