// SPDX-License-Identifier: Apache-2.0
// matrix_access.h: whether ldmatrix and stmatrix can move the elements that a warp's lanes hold.
//
// What     matrix_access(offsets, bits, order) finds in the offsets of (register, lane, other
//          threads) the matrices of 8 rows of 16 bytes that one instruction moves, and lists where
//          their rows begin, 8 lanes per instruction, as lane_access does for vectors.
// Why      The instruction moves 16 bytes per row although a lane holds only 4 bytes of it: a
//          quarter as many instructions as with 4-byte vector loads.
// Units    Elements. Lane 4r+j of a warp of 32 holds the 4 bytes j of row r. Transposed, with
//          elements of 16 bits, its two elements are number r of the rows 2j and 2j+1.
// How      The 4 bytes are a vector of lane_access, from any registers. Transposed they are two
//          registers with consecutive numbers, after those that repeat others are left out.
// Example  Registers along a row of 64 elements of 16 bits, two of them, lanes 4 along it and 8
//          down: one matrix, its rows at 0, 64, .., 448.
//          [tests: matrix_access_test.cc, "an operand is rows of sixteen bytes"]
// Errors   access.no_matrix, with the lane that holds something else; those of lane_access.
// Source   PTX ISA, ldmatrix and stmatrix.
#pragma once

#include <cstdint>

#include "tileglot/analysis/lane_access.h"
#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"

namespace tileglot::analysis {

enum class MatrixOrder : std::uint8_t { kRows, kTransposed };

/// Precondition: bits is positive.
core::Result<LaneAccess> matrix_access(const map::IndexMap& offsets, std::int64_t bits,
                                       MatrixOrder order);

}  // namespace tileglot::analysis
