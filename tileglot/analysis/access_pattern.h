// SPDX-License-Identifier: Apache-2.0
// access_pattern.h: common patterns in which warps access a matrix in memory.
//
// What     A pattern is a map from (element of a lane, lane and instruction) to the row-major index
//          of a coordinate of the memory, so memory o pattern is the argument of lane_access.
//          vector_pattern: each lane takes n neighbors. matrix_pattern: what ldmatrix and stmatrix
//          touch, matrices of 8 rows of 16 bytes, one lane per row.
// Why      Bank conflicts are examined before there is a kernel: for a tile and a way to read it.
// Units    Elements.
// How      A vector is contiguous along the mode `along`; lanes follow `first`, then `along`, then
//          the others from the last to the first. The rows of matrix_pattern follow mode 0, their
//          16 bytes mode 1; transposed the other way around. Matrices follow one another along the
//          rows' mode first; further modes (stages of a pipeline) come last.
// Example  (8,64) of 16 bits: matrix_pattern(.., 8 elements) has 8 matrices; lane 1 of the first
//          begins at (1,0), number 64.
//          [tests: access_pattern_test.cc, "a lane a row of a matrix"]
// Errors   access.rank for a matrix of fewer than two modes, access.extent where vectors or rows do
//          not divide the extents, access.mode for a mode that does not exist.
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
  std::size_t first = 0;      ///< the mode that adjacent lanes follow
};

core::Result<map::IndexMap> vector_pattern(std::span<const map::Dim> memory,
                                           const VectorPattern& pattern);

/// `elements` is the number of elements in a row of 16 bytes.
core::Result<map::IndexMap> matrix_pattern(std::span<const map::Dim> memory, std::int64_t elements,
                                           bool transposed);

}  // namespace tileglot::analysis
