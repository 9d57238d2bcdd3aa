// SPDX-License-Identifier: Apache-2.0
// tpu_tiling.h: the tiles in which TPUs store arrays, by element size.
//
// What     with_tpu_tiling(shape, tiling) is the shape in its own order with the tiles of a TPU:
//            compact  rows of 128 elements; a tile takes together as many rows as the second most
//                     minor dimension has, rounded up to a power of two, at least 32 / bits and at
//                     most 8
//            large    8 * 32 / bits rows together where there are that many, else compact
//            untiled  no tiles: dense, and slow to load into registers of 8 by 128
//          Elements of less than 32 bits are packed by a second tile, (32 / bits,1); numbers of
//          less than 8 bits get E(bits). A single dimension is tiled as its rows of 128 would be.
// Why      These are the layouts that a TPU reads without shuffling; padding differs between them.
// Example  bf16[4096,14336] is {1,0:T(8,128)(2,1)} compact and {1,0:T(16,128)(2,1)} large;
//          f32[3,200] is {1,0:T(4,128)}; bf16[5000] is {0:T(1024)(128)(2,1)}.
//          [tests: tpu_tiling_test.cc, "tiles by element size"]
// Errors   xla.tpu_tiling for elements that are not 32 / 2^k bits, and for shapes that are not
//          arrays.
// Source   JAX, jaxlib/mosaic/dialect/tpu/transforms/infer_memref_layout.cc (getTilingFactor,
//          inferLayout; the tiles of generation 4 and later), which stops at 4 bits. 2 and 1 follow
//          by the same rule, and a scalar is tiled as an array of one element.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::notation::xla {

enum class TpuTiling : std::uint8_t { kCompact, kLarge, kUntiled };

inline constexpr std::array<TpuTiling, 3> kTpuTilings{TpuTiling::kCompact, TpuTiling::kLarge,
                                                      TpuTiling::kUntiled};

/// "compact", "large", "untiled"
std::string_view name_of(TpuTiling tiling);

/// Precondition: validate(shape) passes. Existing tiles and E() are replaced.
core::Result<Shape> with_tpu_tiling(const Shape& shape, TpuTiling tiling);

}  // namespace tileglot::notation::xla
