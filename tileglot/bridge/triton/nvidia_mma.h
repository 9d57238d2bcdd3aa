// SPDX-License-Identifier: Apache-2.0
// nvidia_mma.h: the tile of NVIDIA's matrix instructions.
//
// What     nvidia_mma_tile is how one warp's lanes and registers hold a tile of m by n elements: 8
//          rows of 4 lanes, k_width consecutive elements per lane, repeated.
// Example  [16, 8], k_width 2: registers (0,1), (8,0); lanes (0,2), (0,4), (1,0), (2,0), (4,0).
//          [tests: lower_test.cc, "the tile of a matrix instruction"]
// Errors   triton.instruction: a tile that is not a multiple of 8 rows and 4 * k_width columns.
// Source   Triton 3.9.0, LinearLayoutConversions.cpp, nvidiaMmaTile.
#pragma once

#include <cstdint>

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/triton/encoding.h"

namespace tileglot::bridge {

/// `order` lists the dimensions of the tile, the dimension of a register's consecutive elements
/// first; the outputs of the layout are in the order of `rep_order`.
core::Result<notation::linear::Layout> nvidia_mma_tile(const notation::triton::Numbers& tile_shape,
                                                       std::int64_t k_width,
                                                       const notation::triton::Numbers& order,
                                                       const notation::triton::Numbers& rep_order);

}  // namespace tileglot::bridge
