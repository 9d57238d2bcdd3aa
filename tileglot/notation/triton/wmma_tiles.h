// SPDX-License-Identifier: Apache-2.0
// wmma_tiles.h: where the tiles of an AMD wmma are, from counts.
//
// What     place_tiles(e, warps, tiles) sets the bases of e's tiles for `warps` warps and `tiles`
//          tiles in a warp, per dimension: the tiles of a warp come before the warps, the last
//          dimension first.
// Why      Triton's texts once gave warpsPerCTA and tilesPerWarp; they now give the bases.
// Example  Two tiles in a warp along dimension 1 and 4 warps along dimension 0 are the register
//          basis (0,1) and the warp bases (1,0), (2,0).
//          [tests: parse_test.cc, "a wmma may be given by its warps, and isTranspose left out"]
// Errors   triton.rank, triton.power_of_two, triton.too_large.
// Source   Triton 3.4.0, AMDWmmaEncodingAttr and its toLinearLayout.
#pragma once

#include "tileglot/notation/triton/encoding.h"
#include "tileglot/notation/triton/fault.h"

namespace tileglot::notation::triton {

MaybeFault place_tiles(AmdWmma& e, const Numbers& warps_per_cta, const Numbers& tiles_per_warp);

}  // namespace tileglot::notation::triton
