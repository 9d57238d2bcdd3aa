// SPDX-License-Identifier: Apache-2.0
// access_pattern.h: the usual ways in which warps walk over a matrix in memory.
//
// What     A pattern is a map from (element of a lane, lane and instruction) to the row-major
//          number of a coordinate of the memory, so memory o pattern is what lane_access takes.
//          vector_pattern: each lane takes n neighbours. matrix_pattern: what ldmatrix and stmatrix
//          touch, matrices of 8 rows of 16 bytes, a lane a row.
// Why      Bank conflicts are asked about before there is a kernel: of a tile and a way to read it.
// Units    Elements.
// How      A vector lies along the mode `along`; lanes follow `first`, then `along`, then the
//          others from the last to the first. The rows of matrix_pattern follow mode 0, their 16
//          bytes lie along mode 1; transposed the other way round. Matrices follow one another
//          along the rows' mode first; further modes (stages of a pipeline) come last.
// Example  (8,64) of 16 bits: matrix_pattern(.., 8 elements) has 8 matrices; lane 1 of the first
//          begins at (1,0), number 64.
//          [tests: access_pattern_test.cc, "a lane a row of a matrix"]
// Errors   access.rank for a matrix of less than two modes, access.extent where vectors or rows do
//          not cut the extents, access.mode for a mode that there is not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"

namespace tileglot::analysis {

inline constexpr std::int64_t kMatrixRows = 8;

struct VectorPattern {
  std::int64_t elements = 1;  ///< of a lane
  std::size_t along = 0;      ///< the mode of the vector
  std::size_t first = 0;      ///< the mode that neighbouring lanes follow
};

core::Result<map::IndexMap> vector_pattern(std::span<const map::Dim> memory,
                                           const VectorPattern& pattern);

/// `elements` of a row, those of 16 bytes.
core::Result<map::IndexMap> matrix_pattern(std::span<const map::Dim> memory, std::int64_t elements,
                                           bool transposed);

}  // namespace tileglot::analysis
